"""The pictures of the rules page: positions of one deal, as the table would show them.

A test plays them with the engine: all of them come about, and gold marks just what is legal.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from app.render.cards import PICTURES, by_rank
from app.render.language import Language
from app.render.layouts import layout_picture
from app.render.result import open_hand
from app.render.words import card_name, cards_listed, html, listed, seat_name
from app.table import Seat
from engine.cards import Card
from engine.places import PLACES, Place
from engine.view import View
from engine.violations import N_


class Example(NamedTuple):
    """A position, in the notation, and what is about to be moved: "8H" a card, "S" a pile."""

    piles: str
    hand: str
    stock: int
    caption: str
    moving: str = ""
    targets: str = ""


EXAMPLES = {
    "deal": Example(
        "N 9S, E 4D, S QH, W 6C",
        "KS JS 8H 8D 5D 3S AC",
        20,
        N_("The deal for four: your seven cards, and four around the stock."),
    ),
    "fits": Example(
        "N 9S, E 4D, S QH, W 6C",
        "KS JS 8H 8D 5D 3S AC",
        20,
        N_("The red 8 fits on the black 9."),
        moving="8H",
        targets="N",
    ),
    "king": Example(
        "N 9S 8H, E 4D, S QH JS, W 6C",
        "KS 8D 5D 3S AC",
        20,
        N_("The king may begin any of the empty corners."),
        moving="KS",
        targets="NE SE SW NW",
    ),
    "pile": Example(
        "N 9S 8H, E 4D, S QH JS, W 6C, NE KS",
        "8D 5D 3S AC",
        20,
        N_("The queen at its bottom fits on the king: her pile moves, with all that lies on it."),
        moving="S",
        targets="NE",
    ),
    "side": Example(
        "N 9S 8H, E 4D, W 6C, NE KS QH JS",
        "8D 5D 3S AC",
        20,
        N_("The side is free now. The second red 8 fits nowhere: here it may lie."),
        moving="8D",
        targets="S",
    ),
    "out": Example(
        "N 9S 8H 7C, E 4D 3S 2H, S 8D, W 6C 5D, NE KS QH JS TD",
        "AC",
        9,
        N_("The last card of the hand: the round is over."),
        moving="AC",
        targets="E",
    ),
}

LEFT_OVER = ("", "KH 7S", "QD 6H 4S", "9H")
"""What everybody holds when the last example's card has been played."""

COSTS = (0, 11, 3, 1)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def piles(text: str) -> dict[Place, tuple[Card, ...]]:
    """Read a layout: the piles separated by commas, each with its place first."""
    laid: dict[Place, tuple[Card, ...]] = dict.fromkeys(PLACES, ())
    for pile in text.split(","):
        place, _, on_it = pile.strip().partition(" ")
        laid[Place(place)] = cards(on_it)
    return laid


@cache
def example_figures(language: Language) -> Mapping[str, str]:
    """Draw all the pictures by name."""
    figures = {name: _figure(example, language) for name, example in EXAMPLES.items()}
    return figures | {"score": _score(language)}


def _figure(example: Example, language: Language) -> str:
    laid = piles(example.piles)
    looks = {Place(place): "target" for place in example.targets.split()}
    if example.moving in PLACES:
        looks[Place(example.moving)] = "picked"
    picture = _picture(laid, cards(example.hand), example.stock, language, looks, example.moving)
    caption = html(language.gettext(example.caption))
    return f'<figure class="example">{picture}<figcaption>{caption}</figcaption></figure>'


def position_picture(view: View, language: Language) -> str:
    """Draw a position as the seat in turn sees it."""
    return _picture(view.piles, view.hand, view.stock, language)


def _picture(  # noqa: PLR0913, PLR0917
    laid: Mapping[Place, tuple[Card, ...]],
    hand: tuple[Card, ...],
    stock: int,
    language: Language,
    looks: Mapping[Place, str] | None = None,
    moving: str = "",
) -> str:
    held = "".join(_held(card, moving) for card in by_rank(hand))
    return (
        f'<div class="shown felt" role="img" aria-label="{html(_seen(laid, hand, language))}">'
        f'<div class="board">{layout_picture(laid, stock, looks)}</div>'
        f'<div class="shown-hand">{held}</div></div>'
    )


def _held(card: Card, moving: str) -> str:
    picked = " picked" if str(card) == moving else ""
    return f'<span class="slot{picked}">{PICTURES[card]}</span>'


def _seen(
    laid: Mapping[Place, tuple[Card, ...]], hand: tuple[Card, ...], language: Language
) -> str:
    """Say what the picture shows: the piles as "9 of spades … 7 of clubs", and the hand."""
    shown = listed(tuple(_pile(pile, language) for pile in laid.values() if pile), language)
    words = language.gettext("On the table: {piles}. In your hand: {cards}.")
    return words.format(piles=shown, cards=cards_listed(hand, language))


def _pile(pile: tuple[Card, ...], language: Language) -> str:
    ends = (pile[0], pile[-1]) if len(pile) > 1 else pile
    return " … ".join(card_name(card, language) for card in ends)


def _score(language: Language) -> str:
    """Draw the open hands after the last example, as a round's end shows them."""
    rows = "".join(
        open_hand(
            seat, seat_name(Seat(seat, "computer"), language), cards(text), COSTS[seat], language
        )
        for seat, text in enumerate(LEFT_OVER)
    )
    caption = html(language.gettext("A king left in hand costs 10 points, any other card 1."))
    return (
        f'<figure class="example"><ol class="hands">{rows}</ol>'
        f"<figcaption>{caption}</figcaption></figure>"
    )
