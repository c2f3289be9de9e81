"""Commands, imperative: what people and the clock ask of a room. Each may be refused."""

from __future__ import annotations

from typing import NamedTuple

from app.terms import Terms
from engine.moves import Move
from engine.rules import Rules

# In the lobby


class TakeSeat(NamedTuple):
    """Sit down, on the first free seat if none is named."""

    player: str
    seat: int | None = None


class RemoveGuest(NamedTuple):
    """Send a guest away, for good; with ``guest``, nobody but whom that mark stands for."""

    player: str
    seat: int
    guest: str | None = None


class SetSeat(NamedTuple):
    """Put a computer on a seat, or with None open it; the seat after the last one is a new one."""

    player: str
    seat: int
    computer: str | None


class DropSeat(NamedTuple):
    """Take a seat away."""

    player: str
    seat: int


class SetRules(NamedTuple):
    """Choose the rules."""

    player: str
    rules: Rules


class SetTerms(NamedTuple):
    """Choose the terms before a match; who plays alone may change the computers' pace within it."""

    player: str
    terms: Terms


class Start(NamedTuple):
    """Start the first match, or want another after one: ``seq`` is the position it was asked at.

    With ``now`` the host begins another match without the others' wish.
    """

    player: str
    seed: bytes
    seq: int | None = None
    now: bool = False


# At the table


class MakeMove(NamedTuple):
    """Make a move at the position ``seq``."""

    player: str
    seq: int
    move: Move


class GoOn(NamedTuple):
    """Be ready for the next deal, after the one that ended at ``seq``."""

    player: str
    seq: int


class Leave(NamedTuple):
    """Get up: before a match the seat is free again, in a match a computer plays on it."""

    player: str


class TakeBack(NamedTuple):
    """Play again oneself, on the seat on which a computer has played meanwhile."""

    player: str


class Relieve(NamedTuple):
    """Let a computer play for somebody who has done nothing for long, at the position ``seq``."""

    player: str
    seat: int
    seq: int


class Reopen(NamedTuple):
    """After a match, go back to the lobby."""

    player: str


# By the server itself: each does nothing when it comes too late


class PlayComputer(NamedTuple):
    """Make the move of the computer in turn at the position ``seq``."""

    seq: int


class DealNext(NamedTuple):
    """Begin the next deal after the one that ended at ``seq``."""

    seq: int


class HurryTurn(NamedTuple):
    """End the turn whose time has run out at the position ``seq``."""

    seq: int


class HandOver(NamedTuple):
    """Let a computer play for a player who is missing, or whose time ran out too often."""

    player: str


class FreeSeat(NamedTuple):
    """Free the seat of a player who is missing in a lobby."""

    player: str


class Forget(NamedTuple):
    """Take a player who is no more from the seat, whatever is played there."""

    player: str


class PassHost(NamedTuple):
    """Make somebody who is here the host instead of a player who is missing."""

    player: str


Duty = PlayComputer | DealNext | HurryTurn | HandOver | FreeSeat | PassHost
Command = (
    TakeSeat
    | RemoveGuest
    | SetSeat
    | DropSeat
    | SetRules
    | SetTerms
    | Start
    | MakeMove
    | GoOn
    | Leave
    | TakeBack
    | Relieve
    | Reopen
    | Forget
    | Duty
)
