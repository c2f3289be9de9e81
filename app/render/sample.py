"""A table in the middle of a round, drawn for the front page from the table's own markup."""

from __future__ import annotations

from functools import cache

from app.render.cards import pictures
from app.render.language import Language
from app.render.words import html
from engine.cards import Card
from engine.places import Place

_LAYOUT = {
    Place.NW: "KC QD JS TH",
    Place.N: "9S",
    Place.NE: "KH QS",
    Place.W: "6C 5H",
    Place.E: "TD 9C 8D",
    Place.SW: "",
    Place.S: "3H",
    Place.SE: "KD",
}
_STOCK = 21


@cache
def sample_table(language: Language) -> str:
    """Draw the layout: a picture, without ids or buttons."""
    places = {place: _place(place, cards) for place, cards in _LAYOUT.items()}
    stock = f'<div class="stock thick"><i class="card back"></i><b class="left">{_STOCK}</b></div>'
    cells = [*places.values()]
    cells.insert(len(cells) // 2, stock)
    rows = "".join(cells)
    label = html(
        language.gettext(
            "A table in the middle of a round: piles around the stock, kings in corners"
        )
    )
    return (
        f'<div class="board" role="img" aria-label="{label}"><div class="layout">{rows}</div></div>'
    )


def _place(place: Place, text: str) -> str:
    cards = tuple(map(Card.parse, text.split()))
    kind = "corner" if place.is_corner else "side"
    bare = "" if cards else " bare"
    inside = pictures(cards) if cards else '<span class="hint kings"></span>'
    count = f'<span class="count">{len(cards)}</span>' if len(cards) > 1 else ""
    return f'<div class="place {kind}{bare}"><span class="spot">{inside}</span>{count}</div>'
