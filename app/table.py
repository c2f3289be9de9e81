"""What one person sees of a room: plain data, without the room or the match behind it.

Rooms build it; pages, sockets and the API show it.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from app.terms import Terms
from engine.events import Event
from engine.rules import Rules
from engine.view import MatchView

Status = Literal["lobby", "playing", "over"]

LONGEST_NAME = 24
"""Characters that a person's name may have."""
DEAL = "deal"
"""In place of a move in the log: a new deal began."""
HANDED_OVER = "handed-over"
"""In place of a move in the log: a computer plays on a person's seat from now on."""
TAKEN_BACK = "taken-back"
"""In place of a move in the log: the person plays again."""


class Seat(NamedTuple):
    """A seat: a person's (``name`` None while unnamed), a computer's, or open.

    ``computer`` is the level with its version; on a person's seat, it plays for the person.
    ``here`` tells whether somebody is connected, ``idle`` that the person in turn has done nothing
    or was gone for so long that others may let a computer play. ``hands_over_at`` is when one will
    by itself, in milliseconds since 1970; in a lobby, the seat is free from then. ``former`` tells
    that the person who sat there in this match is no more. ``chosen_name`` is ``name`` before it
    was told apart from another's. ``guest`` stands for the person before a match, whichever seat
    they have.
    """

    number: int
    kind: Literal["human", "computer", "open"]
    name: str | None = None
    computer: str | None = None
    here: bool = True
    ready: bool = False
    host: bool = False
    idle: bool = False
    hands_over_at: int | None = None
    former: bool = False
    chosen_name: str | None = None
    guest: str | None = None

    @property
    def level(self) -> str | None:
        """The computer's level, without its version."""
        return self.computer.partition("@")[0] if self.computer else None


class SheetLine(NamedTuple):
    """How a person ended a match: the total, and the place."""

    total: int
    place: int


class ScoreSheet(NamedTuple):
    """All matches that were played to their end in a room.

    ``names`` are its people's, None while unnamed, ``seats`` where they sit, None for those who
    have left. ``lines`` has one tuple a match, by person, None for those who did not play in it.
    """

    names: tuple[str | None, ...]
    seats: tuple[int | None, ...]
    lines: tuple[tuple[SheetLine | None, ...], ...]


class LogLine(NamedTuple):
    """One event of the game: its number in the log, who moved, the move in the notation.

    ``at_seq`` is the position before it. ``move`` is `DEAL` when a new deal began (with the seat
    that asked for another match, if it is the first of one), `HANDED_OVER` or `TAKEN_BACK` when the
    seat changed hands. ``events`` are as the viewer may know them. ``at`` is in milliseconds since
    1970. It is ``hurried`` where the clock made the move.
    """

    n: int
    at_seq: int
    seat: int | None
    move: str
    at: int
    events: tuple[Event, ...]
    hurried: bool = False


class Table(NamedTuple):
    """A room as one viewer sees it; ``you`` is the viewer's seat, None for a stranger.

    ``seq`` is the position: the number of the last event that changed the game. ``match`` is
    None until one has started. ``log`` has the latest game events, oldest first. ``deadline`` is
    when the turn ends by itself or, between deals, when the next one comes, in milliseconds since
    1970; None where nothing ends by itself.
    ``watchers`` counts those who look on without a seat. ``daily`` is the day whose game it is.
    ``link`` is the last part of the address at which a match that is over is shown again.
    """

    code: str
    seq: int
    status: Status
    rules: Rules
    terms: Terms
    you: int | None
    host: bool
    seats: tuple[Seat, ...]
    match: MatchView | None
    log: tuple[LogLine, ...]
    deadline: int | None
    watchers: int
    sheet: ScoreSheet
    daily: str | None = None
    link: str | None = None

    @property
    def people(self) -> int:
        """The number of seats that are people's."""
        return sum(seat.kind == "human" for seat in self.seats)
