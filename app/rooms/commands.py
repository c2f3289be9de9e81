"""Commands, imperative: what people and the clock ask of a room. Each may be refused."""

from __future__ import annotations

from typing import NamedTuple

from engine.moves import Move


class TakeSeat(NamedTuple):
    """Sit down, on the first free seat if none is named."""

    player: str
    seat: int | None = None


class Start(NamedTuple):
    """Start the first match, or play again after one: ``seq`` is the position it was asked at."""

    player: str
    seed: bytes
    seq: int | None = None


class MakeMove(NamedTuple):
    """Make a move at the position ``seq``."""

    player: str
    seq: int
    move: Move


class GoOn(NamedTuple):
    """Be ready for the next deal, after the one that ended at ``seq``."""

    player: str
    seq: int


class Act(NamedTuple):
    """Do what the server has to do by itself at ``seq``: a computer's move, the next deal."""

    seq: int


class GoOnWithout(NamedTuple):
    """Go on to the next deal if everybody who is still here is ready: somebody has left."""

    seq: int


Command = TakeSeat | Start | MakeMove | GoOn | Act | GoOnWithout
