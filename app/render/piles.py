"""The layout: the regions of the eight places and of the stock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal

from app.render.cards import FACES
from app.render.language import Language
from app.render.words import PILES, PLACES, card_name, cards_listed, html
from app.table import LogLine, Table
from engine.cards import Card
from engine.events import CardPlayed, PileMoved
from engine.places import Place
from engine.rules import EmptySide, Rules
from engine.view import MatchView

Takes = Literal["any", "king"]

_IDS = {place: f"at-{place}" for place in Place}

_PASSING = ("end", "draw")
"""Moves that lay nothing down: what was played before them keeps its glow."""


def pile_regions(table: Table, match: MatchView, language: Language) -> Mapping[str, str]:
    piles = match.deal.piles
    fresh, left = _just_played(table.log), _just_left(table.log)
    return {
        _IDS[place]: _place(
            place,
            pile,
            " fresh" if place is fresh else "",
            "any" if pile else _takes(place, match.deal.rules, left),
            language,
        )
        for place, pile in piles.items()
    } | {"stock": _stock(match.deal.stock, language)}


def _just_played(log: Sequence[LogLine]) -> Place | None:
    """Return where the last card or pile was laid."""
    for line in reversed(log):
        if line.move not in _PASSING:
            return _target(line)
    return None


def _target(line: LogLine) -> Place | None:
    for event in line.events:
        if isinstance(event, CardPlayed):
            return event.place
        if isinstance(event, PileMoved):
            return event.target
    return None


def _just_left(log: Sequence[LogLine]) -> Place | None:
    """Return the place that a pile was moved away from by the very last move."""
    for event in log[-1].events if log else ():
        if isinstance(event, PileMoved):
            return event.source
    return None


def _takes(place: Place, rules: Rules, left: Place | None) -> Takes:
    """Tell what an empty place takes."""
    if place.is_corner:
        return "king"
    return "any" if rules.empty_side is EmptySide.ANY_CARD or place is left else "king"


@lru_cache(maxsize=8192)
def _place(
    place: Place,
    pile: tuple[Card, ...],
    look: str,
    takes: Takes,
    language: Language,
) -> str:
    kind = "corner" if place.is_corner else "side"
    inside = "".join([FACES[card] for card in pile]) if pile else _hint(takes, language)
    return (
        f'<div id="{_IDS[place]}" class="place {kind}{look}'
        f'{"" if pile else " bare"}">'
        f'<button type="button" class="spot" data-place="{place.value}" data-n="{len(pile)}"'
        f' aria-pressed="false"'
        f' aria-label="{html(_label(place, pile, takes, language))}">{inside}</button>'
        f"{_count(place, pile, language)}</div>"
    )


def _hint(takes: Takes, language: Language) -> str:
    if takes == "king":
        words = language.gettext("kings only")
        return f'<span class="hint kings" aria-hidden="true">{html(words)}</span>'
    words = language.gettext("any card")
    return f'<span class="hint" aria-hidden="true">{html(words)}</span>'


def _count(place: Place, pile: tuple[Card, ...], language: Language) -> str:
    """Write a pile's count, from two cards on: a button that fans the pile out."""
    if len(pile) <= 1:
        return ""
    # Translators: read out by screen readers; on the screen, the pile is fanned out.
    words = language.gettext("{place}, all {count} cards: {cards}")
    label = words.format(
        place=language.gettext(PILES[place]),
        count=len(pile),
        cards=cards_listed(pile, language),
    )
    return (
        f'<button type="button" class="count" aria-expanded="false" aria-label="{html(label)}">'
        f"{len(pile)}</button>"
    )


def _label(place: Place, pile: tuple[Card, ...], takes: Takes, language: Language) -> str:
    _ = language.gettext
    if not pile:
        label = (
            _("{place}, empty, kings only") if takes == "king" else _("{place}, empty, any card")
        )
        return label.format(place=_(PLACES[place]))
    if len(pile) == 1:
        return _("{place}: {card}").format(place=_(PILES[place]), card=card_name(pile[0], language))
    return _("{place}, {count} cards, {bottom} at the bottom, {top} on top").format(
        place=_(PILES[place]),
        count=len(pile),
        bottom=card_name(pile[0], language),
        top=card_name(pile[-1], language),
    )


@lru_cache(maxsize=512)
def _stock(cards: int, language: Language) -> str:
    if not cards:
        words = html(language.gettext("The stock is empty"))
        # Translators: written where the stock was.
        empty = html(language.gettext("No cards left"))
        return (
            f'<div id="stock" class="stock" role="img" aria-label="{words}">'
            f'<span class="hint" aria-hidden="true">{empty}</span></div>'
        )
    label = language.ngettext("Stock, {count} card", "Stock, {count} cards", cards)
    thick = " thick" if cards > 1 else ""
    return (
        f'<div id="stock" class="stock{thick}" role="img"'
        f' aria-label="{html(label.format(count=cards))}">'
        f'<i class="card back"></i><b class="left">{cards}</b></div>'
    )
