"""What comes after the end of a round or match, for one viewer."""

from __future__ import annotations

from functools import cache, lru_cache

from app.render.language import Language
from app.render.players import clock
from app.render.words import MOST_NAMED, html, listed
from app.table import Seat, Table
from engine.view import MatchView


def next_region(table: Table, match: MatchView, names: tuple[str, ...], language: Language) -> str:
    if not match.deal.ending:
        return '<div id="next" class="next" hidden></div>'
    if match.over and table.daily:
        return _after_daily(table.daily, language)
    you = None if table.you is None else table.seats[table.you]
    others = [seat for seat in table.seats if seat is not you]
    waiting = tuple(names[seat.number] for seat in others if _is_waited_for(seat))
    if not match.over:
        may = you is not None and _is_waited_for(you)
        return _after_round(may, waiting, table.deadline, language)
    if you is None:
        return _after_match_of_others(language)
    eager = tuple(names[seat.number] for seat in others if seat.ready)
    return _after_match(table.code, table.host, you.ready, waiting, eager, language)


def _is_waited_for(seat: Seat) -> bool:
    return seat.kind == "human" and not seat.computer and seat.here and not seat.ready


@cache
def _after_match_of_others(language: Language) -> str:
    return f'<div id="next" class="next">{_home(language)}</div>'


@lru_cache(maxsize=1024)
def _after_match(  # noqa: PLR0913, PLR0917
    code: str,
    host: bool,  # noqa: FBT001
    ready: bool,  # noqa: FBT001
    waiting: tuple[str, ...],
    eager: tuple[str, ...],
    language: Language,
) -> str:
    """Offer another match: it waits for all who are here, or for the host's word."""
    if ready and waiting:
        note, button = _waiting(waiting, language), ""
        if host:
            button = _button("now", language.gettext("Start without them"), "quiet")
    else:
        note, button = _eager(eager, language), _button("again", language.gettext("Play again"))
    change = ""
    if host:  # nobody else can change them
        words = html(language.gettext("Seats & rules"))
        change = (
            f'<form method="post" action="/rooms/{html(code)}/reopen">'
            f'<button class="quiet">{words}</button></form>'
        )
    return f'<div id="next" class="next over">{note}{_home(language)}{change}{button}</div>'


def _home(language: Language) -> str:
    return f'<a class="quiet" href="/">{html(language.gettext("Front page"))}</a>'


def _eager(names: tuple[str, ...], language: Language) -> str:
    if not names:
        return ""
    n = len(names)
    named = language.ngettext("{names} wants to play again", "{names} want to play again", n)
    # Translators: “count” is more than two.
    counted = language.ngettext(
        "{count} player wants to play again", "{count} players want to play again", n
    )
    return _note_of(names, named, counted, language)


def _waiting(names: tuple[str, ...], language: Language) -> str:
    named = language.gettext("Waiting for {names}")
    # Translators: “count” is more than two.
    counted = language.ngettext(
        "Waiting for {count} player", "Waiting for {count} players", len(names)
    )
    return _note_of(names, named, counted, language)


def _note_of(names: tuple[str, ...], named: str, counted: str, language: Language) -> str:
    """Tell of a few by their names, of more by their number."""
    words = named if len(names) <= MOST_NAMED else counted
    return _note(words.format(names=listed(names, language), count=len(names)))


def _note(words: str) -> str:
    return f'<p class="waiting">{html(words)}</p>'


@lru_cache(maxsize=64)
def _after_daily(day: str, language: Language) -> str:
    """Lead to where one stands among all players of the day, and to the text to share."""
    words, address = html(language.gettext("Result and sharing")), f"/daily/{html(day)}"
    return f'<div id="next" class="next"><a class="primary" href="{address}">{words}</a></div>'


@lru_cache(maxsize=1024)
def _after_round(
    may: bool,  # noqa: FBT001
    waiting: tuple[str, ...],
    goes_on_at: int | None,
    language: Language,
) -> str:
    button = _button("next", language.gettext("Next round")) if may else ""
    note = ""
    if waiting:
        note = _waiting(waiting, language)
    elif not may:
        note = _note(language.gettext("The next round is about to begin"))
    if goes_on_at and (waiting or may):
        # Translators: when the next round begins even if not all are ready, in seconds.
        words = html(language.gettext("The next round begins in {time}"))
        begins = words.format(time=clock(goes_on_at))
        note += f'<p class="waiting soon" aria-hidden="true">{begins}</p>'
    return f'<div id="next" class="next">{note}{button}</div>'


def _button(do: str, words: str, look: str = "primary") -> str:
    return f'<button class="{look}" form="moves" name="do" value="{do}">{html(words)}</button>'
