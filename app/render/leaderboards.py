"""The leaderboards' page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar, NamedTuple

from babel.dates import format_date
from babel.numbers import format_decimal

from app.rating import FEWEST_MATCHES
from app.render.daily import points_told
from app.render.language import Language
from engine.violations import N_

PERIODS = {
    "today": N_("Today"),
    "week": N_("This week"),
    "month": N_("This month"),
    "all": N_("All time"),
}
BOARDS = {"daily": N_("Daily games"), "rooms": N_("With friends"), "rating": N_("Rating")}


class GameRow(NamedTuple):
    """A game that a line adds up; ``link`` is None while it is not open to the reader."""

    day: date
    place: int
    total: int
    link: str | None


class LeaderRow(NamedTuple):
    """A line of a board; ``listed`` are the latest of its games of which the reader may know."""

    place: int
    name: str | None
    you: bool
    games: int
    wins: int
    average: float
    rating: int | None
    listed: Sequence[GameRow]


@dataclass(frozen=True, slots=True)
class LeaderboardsPage:
    """A page of a board; ``own`` is the reader's line where it is on another page."""

    template: ClassVar[str] = "leaderboards.html"
    board: str
    period: str
    rows: Sequence[LeaderRow]
    own: LeaderRow | None
    page: int
    pages: int

    def extras(self, language: Language) -> dict[str, Any]:
        _ = language.gettext
        rows = [*self.rows, *([self.own] if self.own else [])]
        return {
            "periods": [(key, _(words)) for key, words in PERIODS.items()],
            "boards": [(key, _(words)) for key, words in BOARDS.items()],
            "lines": [self._line(row, language) for row in rows],
            "fewest_matches": FEWEST_MATCHES,
            "pages_told": _("Page {page} of {pages}").format(page=self.page, pages=self.pages),
        }

    def _line(self, row: LeaderRow, language: Language) -> dict[str, Any]:
        how = self._how(row, language)
        average = "⌀ " + format_decimal(row.average, "0.0", locale=language.code)
        by_rating = self.board == "rating"
        # A list of games none of which can be watched is not worth a tap.
        listed = row.listed if any(game.link for game in row.listed) else ()
        return {
            "row": row,
            "name": row.name or language.gettext("Guest"),
            "how": f"{how} · {average}" if by_rating else how,
            "number": row.rating if by_rating else average,
            "games": [(game.link, _game(game, language)) for game in listed],
            "others": self._others(row, row.games - len(listed), language) if listed else "",
        }

    def _others(self, row: LeaderRow, count: int, language: Language) -> str:
        """Tell how many games are not listed, and why."""
        if not count:
            return ""
        if self.board == "daily" or row.you:
            told = language.ngettext("{count} earlier game", "{count} earlier games", count)
        else:
            told = language.ngettext(
                "{count} more, earlier or at a private table",
                "{count} more, earlier or at private tables",
                count,
            )
        return told.format(count=count)

    def _how(self, row: LeaderRow, language: Language) -> str:
        if self.board == "daily":
            games = language.ngettext("{count} game", "{count} games", row.games)
        else:
            games = language.ngettext("{count} match", "{count} matches", row.games)
        wins = language.ngettext("{count} win", "{count} wins", row.wins)
        return f"{wins.format(count=row.wins)} · {games.format(count=row.games)}"


def _game(game: GameRow, language: Language) -> str:
    """Tell when a game was, and how it ended."""
    day = format_date(game.day, "medium", locale=language.code)
    place = language.gettext("Place {place}").format(place=game.place)
    return f"{day} · {place} · {points_told(game.total, language)}"
