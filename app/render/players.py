"""The strip of the players: one region a seat, the same for everybody."""

from __future__ import annotations

from functools import lru_cache

from app.render.language import Language
from app.render.words import face, html, name_or_you, width_of
from app.table import Seat, Table
from engine.view import MatchView

LONG = 10
"""Names above this width get two lines in smaller letters."""


def seat_regions(
    table: Table, match: MatchView, names: tuple[str, ...], language: Language
) -> dict[str, str]:
    deal = match.deal
    return {
        f"seat-{seat.number}": _seat(
            seat,
            names[seat.number],
            deal.counts[seat.number],
            match.totals[seat.number],
            _state(seat, match),
            language,
        )
        for seat in table.seats
    }


def _state(seat: Seat, match: MatchView) -> str:
    """Tell in one word, for style sheets, what this player is doing."""
    deal = match.deal
    if deal.ending:
        return "ready" if seat.ready and not match.over else "idle" if seat.here else "away"
    if seat.number in deal.out:
        return "out"
    if deal.seat != seat.number:
        return "idle" if seat.here else "away"
    if not seat.here:
        return "turn away"
    return "turn thinking" if seat.kind == "computer" else "turn"


def _words(state: str, language: Language) -> str:
    match state:
        case "ready":
            return language.gettext("ready")
        case "out":
            return language.gettext("out")
        case "away" | "turn away":
            return language.gettext("away")
        case "turn thinking":
            return language.gettext("thinking …")
        case "turn":
            return language.gettext("playing …")
        case _:
            return ""


@lru_cache(maxsize=4096)
def _seat(  # noqa: PLR0913, PLR0917
    seat: Seat, name: str, cards: int, total: int, state: str, language: Language
) -> str:
    words = _words(state, language)
    in_hand = language.ngettext("{count} card", "{count} cards", cards).format(count=cards)
    points = language.ngettext("{count} point", "{count} points", total).format(count=total)
    # Translators: “points”, as short as can be.
    short = html(language.ngettext("{count} pt", "{count} pts", total))
    short = short.format(count=f"<b>{total}</b>")
    said = html(", ".join(filter(None, (name, in_hand, points, words))))
    length = " long" if width_of(name) > LONG else ""
    return (
        f'<li id="seat-{seat.number}" class="seat {seat.kind} {state}{length}"'
        f' data-seat="{seat.number}" title="{html(name)}">'
        f"{face(name, seat.number)}"
        f'<span class="unseen">{said}</span>'
        f'<span class="called" aria-hidden="true">{name_or_you(name, language)}</span>'
        f'<span class="facts" aria-hidden="true"><b class="cards">{cards}</b>'
        f'<span class="total">{short}</span></span>'
        f'<span class="state" aria-hidden="true">{html(words)}</span></li>'
    )
