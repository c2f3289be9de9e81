"""Cards: rank, suit, colour, and which card fits on which."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import NamedTuple


class Suit(StrEnum):
    """One of the four suits; its value is its letter in the notation."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def is_red(self) -> bool:
        """Whether the suit is hearts or diamonds."""
        return self in (Suit.HEARTS, Suit.DIAMONDS)


class Rank(IntEnum):
    """A rank, ace low (rule 1.2)."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def letter(self) -> str:
        """Its character in the notation: ``A 2 … 9 T J Q K``."""
        return "A23456789TJQK"[self - 1]


class Card(NamedTuple):
    """A card of the deck.

    >>> Card.parse("9H").fits(Card.parse("TS"))
    True
    """

    rank: Rank
    suit: Suit

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read the two-character notation.

        Raises:
            ValueError: no card is written like this.
        """
        card = _BY_NOTATION.get(text)
        if card is None:
            raise ValueError(f"no such card: {text!r}")
        return card

    def __str__(self) -> str:
        """Write the card as rank letter and suit letter."""
        return _NOTATION[self]

    @property
    def is_king(self) -> bool:
        """Whether it may begin a corner."""
        return self.rank is Rank.KING

    @property
    def is_red(self) -> bool:
        """Its colour: red or else black."""
        return self.suit.is_red

    def fits(self, other: Card) -> bool:
        """Whether it may be laid on ``other``: one rank lower, other colour (rule 1.3)."""
        return self in TAKES[other]


DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in reversed(Rank))
"""The 52 cards in their canonical order, which the shuffle starts from: KS QS … AC."""

KINGS = frozenset(card for card in DECK if card.is_king)

_NOTATION = {card: card.rank.letter + card.suit.value for card in DECK}
_BY_NOTATION = {text: card for card, text in _NOTATION.items()}

TAKES: dict[Card, frozenset[Card]] = {
    under: frozenset(
        over for over in DECK if over.rank == under.rank - 1 and over.is_red != under.is_red
    )
    for under in DECK
}
"""The cards that fit on each card: two of them, or none on an ace."""
