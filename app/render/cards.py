"""Cards as ready-made markup."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.cards import DECK, Card, Suit

_SUIT_ORDER = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)


def _index(card: Card) -> str:
    letter = card.rank.letter
    return "10" if letter == "T" else letter


def _draw(card: Card, attributes: str = "") -> str:
    suit = card.suit.value.lower()
    return f'<i class="card {suit}"{attributes} data-r="{_index(card)}"></i>'


FACES = {card: _draw(card, f' id="c-{card}"') for card in DECK}
"""A card on the table or in the viewer's hand. The id is the card's: once in a page."""

PICTURES = {card: _draw(card) for card in DECK}
"""A card that is only shown: it has no id."""


def pictures(cards: Iterable[Card]) -> str:
    return "".join([PICTURES[card] for card in cards])


_ORDER = {
    card: place
    for place, card in enumerate(
        sorted(DECK, key=lambda card: (-card.rank, _SUIT_ORDER.index(card.suit)))
    )
}


def by_rank(cards: Iterable[Card]) -> Sequence[Card]:
    """Sort for reading: kings first, the colours in turn."""
    return sorted(cards, key=_ORDER.__getitem__)
