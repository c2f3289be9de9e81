"""Penalties of the cards left in hand (rules 5.6 and 7.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.cards import Card, Rank
from engine.rules import CardValues


def _king_ten(card: Card) -> int:
    return 10 if card.is_king else 1


def _ace_25(card: Card) -> int:
    if card.rank is Rank.ACE:
        return 25
    return 10 if card.rank >= Rank.TEN else 5


def _ace_15(card: Card) -> int:
    return 15 if card.rank is Rank.ACE else min(card.rank, 10)


_VALUES = {
    CardValues.KING_TEN: _king_ten,
    CardValues.ACE_25: _ace_25,
    CardValues.ACE_15: _ace_15,
}


def penalty(hand: Iterable[Card], values: CardValues) -> int:
    """Return the points that a hand costs."""
    return sum(map(_VALUES[values], hand))


class Standing(NamedTuple):
    """One line of the table: equal totals share a place, and the next place is skipped."""

    seat: int
    total: int
    place: int


def standing(totals: Sequence[int]) -> tuple[Standing, ...]:
    """Return the seats by total, lowest first; places count from 1."""
    return tuple(
        Standing(seat, total, 1 + sum(other < total for other in totals))
        for total, seat in sorted((total, seat) for seat, total in enumerate(totals))
    )
