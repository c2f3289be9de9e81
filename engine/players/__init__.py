"""Computer players: each chooses a move from what its seat may see.

A player is a function ``choose(view, rng) -> Move`` with a version: a change of behaviour is a
new version, so that a game begun against ``casual@1`` stays one against ``casual@1``.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.keystream import Keystream
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
