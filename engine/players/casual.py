"""A casual player: plays all it can, kings first, and moves piles when nothing else is left."""

from __future__ import annotations

from engine.cards import Rank
from engine.keystream import Keystream
from engine.moves import Move, MovePile, PlayCard
from engine.view import View


def choose(view: View, rng: Keystream) -> Move:
    """Choose the legal move that ranks best; luck decides between equals."""
    ranked = [(_appeal(view, move), move) for move in view.legal]
    best = max(appeal for appeal, _ in ranked)
    return rng.choose([move for appeal, move in ranked if appeal == best])


def _appeal(view: View, move: Move) -> tuple[int, int]:
    match move:
        case PlayCard(card, place) if view.piles[place]:
            return (4, card.rank)
        case PlayCard(card, place) if card.is_king and place.is_corner:
            return (5, Rank.KING)
        case MovePile():
            return (3, 0)
        case PlayCard(card, place):
            return (2, -1 if card.is_king else card.rank)
        case _:
            return (0, 0)
