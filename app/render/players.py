"""The strip of the players: one region a seat, the same for everybody."""

from __future__ import annotations

from functools import lru_cache

from app.render.language import Language
from app.render.words import computer_called, face, html, name_or_you, width_of
from app.table import Seat, Table
from engine.view import MatchView
from engine.violations import N_

LONG = 10
"""Names of several words that are wider get two lines in smaller letters."""
THREE_DIGITS = 100
"""From so many points on, the number takes the room of its letter."""


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
            (deal.seat == seat.number and table.deadline) or seat.hands_over_at,
            language,
        )
        for seat in table.seats
    }


def _state(seat: Seat, match: MatchView) -> str:
    """Tell in one word, for style sheets, what this player is doing."""
    deal = match.deal
    if deal.ending:
        return "ready" if seat.ready else "idle" if seat.here else "away"
    if seat.number in deal.out:
        return "out"
    turn = "turn " if deal.seat == seat.number else ""
    if seat.kind == "human" and seat.computer:
        return f"{turn}lent"
    if not seat.here:
        return f"{turn}away"
    if seat.kind == "computer" and turn:
        return "turn thinking"
    return "turn" if turn else "idle"


_WORDS = {
    "ready": N_("ready"),
    "out": N_("out"),
    "away": N_("away"),
    # Translators: a computer plays for this person.
    "lent": N_("computer"),
    "turn thinking": N_("thinking …"),
    "turn": N_("playing …"),
}


def _words(state: str, language: Language) -> str:
    words = _WORDS.get(state) or _WORDS.get(state.removeprefix("turn "))
    return language.gettext(words) if words else ""


def clock(ends_at: int | None) -> str:
    """Draw the seconds that are left until a moment, in milliseconds since 1970.

    The script counts them down; nobody needs to hear them.
    """
    return f'<b class="clock" data-ends="{ends_at}" aria-hidden="true"></b>' if ends_at else ""


def in_words(cards: int, total: int, language: Language) -> str:
    """Say what the strip shows of a player by signs."""
    in_hand = language.ngettext("{count} card", "{count} cards", cards).format(count=cards)
    points = language.ngettext("{count} point", "{count} points", total).format(count=total)
    return f"{in_hand}, {points}"


def facts(cards: int, total: int, language: Language) -> str:
    """Draw by signs how many cards and points a player has."""
    return (
        f'<span class="facts" aria-hidden="true"><b class="cards">{cards}</b>'
        f'<span class="total">{in_short(total, language)}</span></span>'
    )


def in_short(total: int, language: Language) -> str:
    """Write points as markup, in as few letters as can be."""
    # Translators: “points”, as short as can be.
    short = html(language.ngettext("{count} pt", "{count} pts", total))
    # Translators: “points” in one letter, for where there is no room for more.
    letter = f' data-letter="{html(language.gettext("p"))}"' if total < THREE_DIGITS else ""
    return short.format(count=f"<b{letter}>{total}</b>")


@lru_cache(maxsize=4096)
def _seat(  # noqa: PLR0913, PLR0917
    seat: Seat,
    name: str,
    cards: int,
    total: int,
    state: str,
    ends_at: int | None,
    language: Language,
) -> str:
    words = _words(state, language)
    level = ""
    if seat.kind == "computer" and seat.level:
        level = computer_called(seat.level, language)
    said = html(", ".join(filter(None, (name, level, in_words(cards, total, language), words))))
    title = " · ".join(filter(None, (name, level)))
    length = " long" if width_of(name) > LONG and " " in name else ""
    return (
        f'<li id="seat-{seat.number}" class="seat {seat.kind} {state}{length}"'
        f' data-seat="{seat.number}" title="{html(title)}">'
        f"{face(name, seat.number)}"
        f'<span class="unseen">{said}</span>'
        f'<span class="called" aria-hidden="true">{name_or_you(name, language)}</span>'
        f"{facts(cards, total, language)}"
        f'<span class="state" aria-hidden="true">{html(words)}</span>{clock(ends_at)}</li>'
    )
