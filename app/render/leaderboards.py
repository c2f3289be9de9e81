"""The leaderboards' page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from babel.numbers import format_decimal

from app.render.circles import OwnBoard, told_boards
from app.render.language import Language
from engine.violations import N_

PERIODS = {
    "today": N_("Today"),
    "week": N_("This week"),
    "month": N_("This month"),
    "all": N_("All time"),
}
BOARDS = {"daily": N_("Daily games"), "rooms": N_("With friends")}


class LeaderRow(NamedTuple):
    """A line of a board."""

    place: int
    name: str | None
    you: bool
    games: int
    wins: int
    average: float


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
            "pages_told": _("Page {page} of {pages}").format(page=self.page, pages=self.pages),
            "own_boards": told_boards(self.own_boards, language),
        }


class ToldLeader(NamedTuple):
    """A line in the reader's language."""

    row: LeaderRow
    name: str
    how: str
    average: str


def told_leader(row: LeaderRow, board: str, language: Language) -> ToldLeader:
    """Tell how somebody did, on a board of the daily games or of rooms."""
    if board == "daily":
        games = language.ngettext("{count} game", "{count} games", row.games)
    else:
        games = language.ngettext("{count} match", "{count} matches", row.games)
    wins = language.ngettext("{count} win", "{count} wins", row.wins)
    return ToldLeader(
        row,
        row.name or language.gettext("Guest"),
        f"{wins.format(count=row.wins)} · {games.format(count=row.games)}",
        format_decimal(row.average, "0.0", locale=language.code),
    )
