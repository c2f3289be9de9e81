"""A beginner: plays a card, often stops there, and moves a pile only when it must."""

from __future__ import annotations

from engine.keystream import Keystream
from engine.moves import END, Move, PlayCard
from engine.view import View

STOPS_ONE_IN = 4
"""Having moved, it overlooks the rest of its turn once in so many times."""


def choose(view: View, rng: Keystream) -> Move:
    """Choose one of the view's legal moves."""
    plays: list[Move] = [move for move in view.legal if isinstance(move, PlayCard)]
    stops = view.step > 0 and rng.below(STOPS_ONE_IN) == 0
    if END in view.legal and (stops or not plays):
        return END
    return rng.choose(plays or list(view.legal))
