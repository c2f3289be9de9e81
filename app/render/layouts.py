"""Layouts that are only looked at: the table's own markup without ids and buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.render.cards import pictures
from engine.cards import Card
from engine.places import Place

_ORDER = (
    Place.NW,
    Place.N,
    Place.NE,
    Place.W,
    None,
    Place.E,
    Place.SW,
    Place.S,
    Place.SE,
)
"""As on the table, with the stock in the middle."""


def layout_picture(
    piles: Mapping[Place, Sequence[Card]],
    stock: int,
    looks: Mapping[Place, str] | None = None,
) -> str:
    """Draw the places around the stock; ``looks`` adds classes to some of them."""
    looks = looks or {}
    cells = [
        _place(place, piles.get(place), looks.get(place, "")) if place else _stock(stock)
        for place in _ORDER
    ]
    return f'<div class="layout">{"".join(cells)}</div>'


def _place(place: Place, pile: Sequence[Card] | None, look: str) -> str:
    if pile is None:
        return "<span></span>"
    kind = "corner" if place.is_corner else "side"
    classes = " ".join(filter(None, ["place", kind, "" if pile else "bare", look]))
    hint = '<span class="hint kings"></span>' if place.is_corner and not pile else ""
    count = f'<span class="count">{len(pile)}</span>' if len(pile) > 1 else ""
    return (
        f'<div class="{classes}" data-at="{place.value}">'
        f'<span class="spot">{hint}{pictures(pile)}</span>{count}</div>'
    )


def _stock(cards: int) -> str:
    look = " thick" if cards > 1 else "" if cards else " none"
    return f'<div class="stock{look}"><i class="card back"></i><b class="left">{cards}</b></div>'
