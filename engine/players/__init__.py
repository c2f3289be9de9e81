"""Computer players: each chooses a move from what its seat may see.

A player is a function ``choose(view, rng) -> Move`` with a version: a change of behaviour is a
new version, so that a game begun against ``casual@1`` stays one against ``casual@1``.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.keystream import Keystream
from engine.match import Match
from engine.moves import Move
from engine.players import beginner, casual
from engine.view import View

Choose = Callable[[View, Keystream], Move]

PLAYERS: dict[str, Choose] = {
    "beginner@1": beginner.choose,
    "casual@1": casual.choose_as_first_published,
    "casual@2": casual.choose,
}
LEVELS: dict[str, str] = {"beginner": "beginner@1", "casual": "casual@2"}
"""The current version of each level, the weakest first."""


def move_of(player: str, match: Match) -> Move:
    """Return the move that a computer player makes for the seat in turn, by what that seat sees.

    Raises:
        KeyError: there is no player of that version.
    """
    return PLAYERS[player](match.deal.seen_by(match.deal.seat), match.luck())
