"""Made-up tables as the pages show them: many players, long names, large hands, high piles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, product
from typing import NamedTuple

from app.render.language import load_languages
from app.render.pages import TablePage, render_page
from app.render.regions import all_regions
from app.render.sentences import lately_said
from app.rooms.events import MatchStarted, Opened, SeatHolder
from app.rooms.state import RoomState
from app.table import Table
from engine.copies import replace
from engine.rules import CLASSIC
from tests.kit.looking import looked_at
from tests.kit.positions import position

ENGLISH = load_languages()["en"]
NAMES = {
    "short": "A",
    "long": "Maximiliane Hohenstaufen",
    "unbroken": "Donaudampfschifffahrten",
    "japanese": "さくらこさくらこさくらこさくらこさくらこさくらこ",
}
HANDS = (0, 1, 7, 12, 16, 17, 24)
_HAND = [f"{rank}{suit}" for rank in "QJT98765432A" for suit in "CD"]
_WHOLE = "KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H AS"
_LAYOUTS = ("N KC, E KD", f"NE {_WHOLE}, SW KH QS JH TS 9H 8S 7H 6S 5H 4S 3H 2S AH, N KC, W KD")


class MadeUp(NamedTuple):
    """A table, and what is extreme about it."""

    players: int
    name: str
    hand: int
    table: Table


def tables() -> Iterator[MadeUp]:
    """Every number of players, every kind of name and every size of hand, in some combinations."""
    names, players = cycle(NAMES), cycle(range(2, 7))
    for hand in [*HANDS, *HANDS]:
        name, number = next(names), next(players)
        yield MadeUp(number, name, hand, _table(number, NAMES[name], hand))


def with_people_away() -> Iterator[MadeUp]:
    """Tables of few and of many at which everybody but the viewer is away."""
    for number, name in product((2, 4, 6), NAMES):
        yield MadeUp(number, name, 12, _table(number, NAMES[name], 12, present=["p0"]))


def _table(players: int, name: str, hand: int, present: Sequence[str] | None = None) -> Table:
    people = [f"p{seat}" for seat in range(players)]
    seats = tuple(SeatHolder(player=player) for player in people)
    state = RoomState("ABC234").after(Opened("p0", seats, CLASSIC.options()), 1, 1000)
    start = MatchStarted("p0", seats, CLASSIC.options(), "11" * 32, "1", 1)
    match = state.after(start, 2, 2000).running
    others = [" ".join(_HAND[: 7 + 4 * seat]) for seat in range(1, players)]
    deal = position([" ".join(_HAND[:hand]), *others], _LAYOUTS[hand % 2], stock="AC")
    totals = tuple(11 * seat for seat in range(players))
    state = replace(state.after(start, 2, 2000), match=replace(match, deal=deal, totals=totals))
    here = people if present is None else present
    return looked_at(state, 0, dict.fromkeys(people, name), here)


def page_of(table: Table, static_url: Callable[[str], str]) -> str:
    """The whole page of a table for its viewer."""
    said = lately_said(table, ENGLISH)
    page = TablePage(table, all_regions(table, table, ENGLISH), 0, said, None)
    return render_page(page, ENGLISH, static_url)
