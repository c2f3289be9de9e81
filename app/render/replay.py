"""A finished match, move by move: the table at one moment, and the film that the script plays."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from app.render.cards import by_rank, pictures
from app.render.language import Language
from app.render.layouts import layout_picture
from app.render.players import facts, in_words
from app.render.sentences import Teller
from app.render.words import face, html, name_or_you
from engine.cards import Card
from engine.events import CardPlayed, Event, PileMoved
from engine.places import Place
from engine.view import View

Hand = tuple[Card, ...] | None


class Shot(NamedTuple):
    """The table at one moment, and what led to it.

    ``hands`` has None for a hand that is not shown; ``seat`` moved, None when the cards were dealt.
    """

    view: View
    hands: tuple[Hand, ...]
    totals: tuple[int, ...]
    seat: int | None
    events: tuple[Event, ...]


class Chapter(NamedTuple):
    """One deal, as the seat ``watched`` saw it; with None all hands lie open."""

    number: int
    watched: int | None
    shots: tuple[Shot, ...]


class Line(NamedTuple):
    """What happened at a step, as a sentence; ``seat`` did it."""

    step: int
    seat: int | None
    sentence: str


def lines(
    chapter: Chapter, names: tuple[str, ...], you: int | None, language: Language
) -> list[Line]:
    """Tell the moves of the deal; ``you`` is the reader's seat, None for who did not play in it."""
    teller = Teller(language, names, you)
    return [
        Line(step, shot.seat, " ".join(teller.each(shot.events)))
        for step, shot in enumerate(chapter.shots)
    ]


def stage(chapter: Chapter, step: int, names: tuple[str, ...], language: Language) -> str:
    """Draw the table at a step: everybody with their cards, and the layout."""
    shot = chapter.shots[step]
    sitting = "".join(
        _sitting(seat, shot, name, language, own=seat == chapter.watched)
        for seat, name in enumerate(names)
    )
    layout = layout_picture(shot.view.piles, shot.view.stock, _fresh(shot))
    return f'<div class="sitters">{sitting}</div><div class="board">{layout}</div>'


def _sitting(seat: int, shot: Shot, name: str, language: Language, *, own: bool) -> str:
    classes = " ".join(
        ["sitter", *(["own"] if own else []), *(["acts"] if seat == shot.view.seat else [])]
    )
    hand = shot.hands[seat]
    count = shot.view.counts[seat]
    cards = '<i class="card back"></i>' * count
    if hand is not None:
        cards = pictures(by_rank(hand))
    return (
        f'<div class="{classes}" data-seat="{seat}">'
        f'<p>{face(name, seat)}<span class="called">{name_or_you(name, language)}</span>'
        f'<span class="held-and-points">{_facts(count, shot.totals[seat], language)}</span>'
        f'</p><div class="open">{cards}</div></div>'
    )


def _facts(cards: int, total: int, language: Language) -> str:
    said = html(in_words(cards, total, language))
    return f'{facts(cards, total, language)}<span class="unseen">{said}</span>'


def facts_of_deal(chapter: Chapter, language: Language) -> str:
    """Write what stands beside a hand, as JSON, for all numbers of cards and points of the deal.

    The script that lays out another position knows no plurals.
    """
    pairs = {
        pair for shot in chapter.shots for pair in zip(shot.view.counts, shot.totals, strict=True)
    }
    return json.dumps(
        {f"{cards} {total}": _facts(cards, total, language) for cards, total in sorted(pairs)}
    )


def _fresh(shot: Shot) -> Mapping[Place, str]:
    """Mark where the last card or pile went."""
    return dict.fromkeys(
        [place for event in shot.events if (place := _place(event)) is not None], "fresh"
    )


def _place(event: Event) -> Place | None:
    match event:
        case CardPlayed(_, _, place) | PileMoved(_, _, place):
            return place
        case _:
            return None


def film(chapter: Chapter) -> str:
    """Write all positions of the deal, one after another, with a space between.

    Each has six parts, with a semicolon between: the piles, bottom first ("N:9S8H,E:4D,NE:"), the
    hands ("7C8D", or "7" for seven that are not shown), how many are left in the stock, the seat
    in turn, the totals, and where the last card or pile went.
    """
    return " ".join(map(_position, chapter.shots))


def _position(shot: Shot) -> str:
    view = shot.view
    piles = ",".join(f"{place.value}:{_cards(pile)}" for place, pile in view.piles.items())
    hands = ",".join(
        str(count) if hand is None else _cards(tuple(by_rank(hand)))
        for count, hand in zip(view.counts, shot.hands, strict=True)
    )
    turn = "" if view.seat is None else view.seat
    totals = ",".join(map(str, shot.totals))
    fresh = "".join(place.value for place in _fresh(shot))
    return f"{piles};{hands};{view.stock};{turn};{totals};{fresh}"


def _cards(cards: tuple[Card, ...]) -> str:
    return "".join(map(str, cards))
