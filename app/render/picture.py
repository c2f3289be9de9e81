"""The front page's picture: a table in play, and what picture.js lets happen there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from app.render.cards import by_rank, pictures
from app.render.language import Language
from app.render.layouts import layout_picture
from app.render.words import face, html, seat_name
from app.table import Seat
from engine.cards import Card
from engine.events import CardPlayed, CardsDrawn, Event, PileMoved
from engine.view import View


class Film(NamedTuple):
    """A piece of a deal: how it began, and all that happened then, as one seat saw it."""

    start: View
    events: tuple[Event, ...]


def picture(film: Film, language: Language) -> str:
    """Draw the first position, complete as a still picture, with the steps that follow."""
    deal = film.start
    label = html(
        language.gettext(
            "Four players in the middle of a round: piles around the stock, kings in two corners"
        )
    )
    seats = "".join(
        _others(seat, deal, language) for seat in range(len(deal.counts)) if seat != deal.viewer
    )
    return (
        f'<div class="scene" role="img" aria-label="{label}" data-steps="{html(steps(film))}">'
        f"{seats}{layout_picture(deal.piles, deal.stock)}{_own(deal)}</div>"
    )


def _others(seat: int, deal: View, language: Language) -> str:
    name = seat_name(Seat(seat, "computer"), language)
    acts = " acts" if seat == deal.seat else ""
    backs = '<i class="card back"></i>' * deal.counts[seat]
    return (
        f'<div class="sitting{acts}" data-seat="{seat}">'
        f'<span class="fan" data-cards="{deal.counts[seat]}">{backs}</span>'
        f"{face(name, seat)}</div>"
    )


def _own(deal: View) -> str:
    hand = pictures(by_rank(deal.hand))
    return (
        f'<div class="sitting own" data-seat="{deal.viewer}">'
        f'<span class="fan" data-cards="{len(deal.hand)}">{hand}</span></div>'
    )


def steps(film: Film) -> str:
    """Write what happens: "1:7H>N" a card, "1:N>E" a pile, "1:+" a card drawn, "0:+5C" which."""
    return " ".join(_steps(film))


def _steps(film: Film) -> Iterator[str]:
    for event in film.events:
        match event:
            case CardPlayed(seat, card, place):
                yield f"{seat}:{card}>{place.value}"
            case PileMoved(seat, source, target):
                yield f"{seat}:{source.value}>{target.value}"
            case CardsDrawn(seat, _, cards):
                yield f"{seat}:+{_listed(cards)}"
            case _:
                pass


def _listed(cards: tuple[Card, ...]) -> str:
    return "".join(map(str, cards))
