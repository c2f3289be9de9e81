"""What one person sees of a room: plain data, without the room or the match behind it.

Rooms build it; pages, sockets and the API show it.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.events import Event
from engine.rules import Rules
from engine.view import MatchView

Status = Literal["lobby", "playing", "over"]


class Seat(NamedTuple):
    """A seat: a person's (``name`` None while unnamed), a computer's, or open.

    ``computer`` is the level with its version; ``here`` tells whether somebody is connected.
    """

    number: int
    kind: Literal["human", "computer", "open"]
    name: str | None = None
    computer: str | None = None
    here: bool = True
    ready: bool = False


class LogLine(NamedTuple):
    """One event of the game: its number in the log, who moved, the move in the notation.

    ``at_seq`` is the position before it. ``move`` is "deal" when a new deal began. ``events`` are
    as the viewer may know them. ``at`` is in milliseconds since 1970.
    """

    n: int
    at_seq: int
    seat: int | None
    move: str
    at: int
    events: tuple[Event, ...]


class Table(NamedTuple):
    """A room as one viewer sees it; ``you`` is the viewer's seat, None for a stranger.

    ``seq`` is the position: the number of the last event that changed the game. ``match`` is
    None until one has started. ``log`` has the latest game events, oldest first.
    """

    code: str
    seq: int
    status: Status
    rules: Rules
    you: int | None
    host: bool
    seats: tuple[Seat, ...]
    match: MatchView | None
    log: tuple[LogLine, ...]
