"""The leaderboards' page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar, NamedTuple

from babel.dates import format_date
from babel.numbers import format_decimal

from app.rating import FEWEST_MATCHES, MOST_A_DAY
from app.render.circles import OwnBoard, told_boards
from app.render.daily import points_told
from app.render.language import Language
from engine.violations import N_

PERIODS = {
    "today": N_("Today"),
    "week": N_("This week"),
    "month": N_("This month"),
    "all": N_("All time"),
}
BOARDS = {"daily": N_("Daily games"), "rooms": N_("Matches"), "rating": N_("Rating")}


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
    own_boards: Sequence[OwnBoard] = ()

    def extras(self, language: Language) -> dict[str, Any]:
        _ = language.gettext
        rows = [*self.rows, *([self.own] if self.own else [])]
        return {
            "periods": [(key, _(words)) for key, words in PERIODS.items()],
            "boards": [(key, _(words)) for key, words in BOARDS.items()],
            "lines": [told_leader(row, self.board, language) for row in rows],
            "fewest_matches": FEWEST_MATCHES,
            "most_a_day": MOST_A_DAY,
            "pages_told": _("Page {page} of {pages}").format(page=self.page, pages=self.pages),
            "own_boards": told_boards(self.own_boards, language),
        }


class ToldLeader(NamedTuple):
    """A line in the reader's language; ``games`` are its latest, each with its link if there is
    one, and ``others`` tells of those that are not listed.
    """

    row: LeaderRow
    name: str
    how: str
    number: str
    games: list[tuple[str | None, str]]
    others: str


def told_leader(row: LeaderRow, board: str, language: Language) -> ToldLeader:
    """Tell how somebody did, on a board of the daily games, of rooms or of ratings."""
    _, how = language.gettext, _how(row, board, language)
    points = format_decimal(row.average, "0.0", locale=language.code)
    # Translators: penalty points on average, at the end of a line of a board: as short as can be.
    each = _("{points} a game") if board == "daily" else _("{points} a round")
    average = each.format(points=points)
    by_rating = board == "rating"
    # A list of games none of which can be watched is not worth a tap.
    listed = row.listed if any(game.link for game in row.listed) else ()
    return ToldLeader(
        row,
        row.name or language.gettext("Guest"),
        f"{how} · {average}" if by_rating else how,
        str(row.rating) if by_rating else average,
        [(game.link, _game(game, language)) for game in listed],
        _others(row, row.games - len(listed), board, language) if listed else "",
    )


def _others(row: LeaderRow, count: int, board: str, language: Language) -> str:
    """Tell how many games are not listed, and why."""
    if not count:
        return ""
    if board == "daily" or row.you:
        told = language.ngettext("{count} earlier game", "{count} earlier games", count)
    else:
        told = language.ngettext(
            "{count} more, earlier or at a private table",
            "{count} more, earlier or at private tables",
            count,
        )
    return told.format(count=count)


def _how(row: LeaderRow, board: str, language: Language) -> str:
    if board == "daily":
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
