"""A casual player: plays all it can, kings first, and moves piles when nothing else is left."""

from __future__ import annotations

from engine.cards import Rank
from engine.keystream import Keystream
from engine.moves import Move, MovePile, PlayCard
from engine.view import View


def choose(view: View, rng: Keystream) -> Move:
    """Choose the legal move that ranks best; luck decides between equals."""
    return _best(view, rng, king_on_side=(3, 1))


def choose_as_first_published(view: View, rng: Keystream) -> Move:
    """Choose like casual@1, to which a king on an empty side was the least of all plays.

    Where there is no corner, it sat on its kings.
    """
    return _best(view, rng, king_on_side=(2, -1))


def _best(view: View, rng: Keystream, king_on_side: tuple[int, int]) -> Move:
    ranked = [(_appeal(view, move, king_on_side), move) for move in view.legal]
    best = max(appeal for appeal, _ in ranked)
    return rng.choose([move for appeal, move in ranked if appeal == best])


def _appeal(view: View, move: Move, king_on_side: tuple[int, int]) -> tuple[int, int]:
    match move:
        case PlayCard(card, place) if view.piles[place]:
            return (4, card.rank)
        case PlayCard(card, place) if card.is_king:
            return (5, Rank.KING) if place.is_corner else king_on_side
        case MovePile():
            return (3, 0)
        case PlayCard(card):
            return (2, card.rank)
        case _:
            return (0, 0)
