"""Tables as a list shows them: one's own, and those that anybody may join."""

from __future__ import annotations

from typing import NamedTuple

from app.render.language import Language
from app.render.variants import rules_name
from app.render.words import listed, seat_name
from app.table import Table


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
    words = language.gettext("Round {number}").format(number=table.match.number)
    yours = table.match.deal.seat == table.you
    if yours:
        words = f"{words} · {language.gettext('your turn')}"
    alone = table.people == 1 and not table.daily
    return ListedTable(table.code, title, words, yours, alone)


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
