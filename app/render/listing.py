"""Tables as a list shows them: one's own, and those that anybody may join."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from app.render.language import Language
from app.render.variants import preset_of, rules_name
from app.render.words import listed, seat_name
from app.table import Table
from engine.view import MatchView


class ListedTable(NamedTuple):
    """A line of a list of tables.

    ``yours`` tells that the viewer is in turn there, ``alone`` that all others are computers.
    """

    code: str
    title: str
    words: str
    yours: bool = False
    alone: bool = False


def own_table(table: Table, language: Language) -> ListedTable:
    """Tell with whom one plays at a table, and how it stands."""
    others = tuple(
        seat_name(seat, language)
        for seat in table.seats
        if seat.kind != "open" and seat.number != table.you
    )
    title = language.gettext("With {names}").format(names=listed(others, language))
    if table.match is None:
        return ListedTable(table.code, title, language.gettext("Before the match"))
    words = " · ".join(_how_it_stands(table, table.match, language))
    yours = table.match.deal.seat == table.you
    if yours:
        words += f" · {language.gettext('your turn')}"
    alone = table.people == 1 and not table.daily
    return ListedTable(table.code, title, words, yours, alone)


def _how_it_stands(table: Table, match: MatchView, language: Language) -> Iterator[str]:
    """Tell what tells two tables of the same people apart."""
    _ = language.gettext
    words = _("Daily game, round {number}") if table.daily else _("Round {number}")
    yield words.format(number=match.number)
    if preset_of(table.rules) != "classic":
        yield rules_name(table.rules, language)
    if table.you is not None and match.penalties:
        points = match.totals[table.you]
        yield language.ngettext("{count} point", "{count} points", points).format(count=points)


def open_table(table: Table, language: Language) -> ListedTable:
    """Tell who waits at a table, and for what."""
    people = tuple(seat_name(seat, language) for seat in table.seats if seat.kind == "human")
    free = sum(seat.kind == "open" for seat in table.seats)
    seats = language.ngettext("{count} free seat", "{count} free seats", free).format(count=free)
    clock = ""
    if table.terms.clock:
        words = language.gettext("{seconds} s a turn")
        clock = f" · {words.format(seconds=table.terms.clock)}"
    return ListedTable(
        table.code,
        listed(people, language),
        f"{seats} · {rules_name(table.rules, language)}{clock}",
    )
