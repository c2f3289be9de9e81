"""The page about oneself, and the question before all of it is deleted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar, NamedTuple

from babel.dates import format_date
from babel.numbers import format_decimal

from app.days import day_at
from app.render.daily import points_told
from app.render.language import Language


class OwnMatchRow(NamedTuple):
    """A match that the reader has finished; ``day`` is that of a daily game."""

    finished_at: int
    place: int
    total: int
    players: int
    day: date | None


class Numbers(NamedTuple):
    """What the reader has played so far; ``average`` is penalty points a deal."""

    matches: int = 0
    wins: int = 0
    average: float | None = None
    streak: int = 0
    last: Sequence[OwnMatchRow] = ()


NONE_YET = Numbers()


@dataclass(frozen=True, slots=True)
class MePage:
    """Who the reader is; ``known`` says whether there is anything to carry elsewhere."""

    template: ClassVar[str] = "me.html"
    name: str
    known: bool
    longest: int
    saved: bool = False
    notice: str | None = None
    numbers: Numbers = NONE_YET

    def extras(self, language: Language) -> dict[str, Any]:
        average = self.numbers.average or 0
        return {
            "average": format_decimal(average, "0.0", locale=language.code),
            "matches_told": [
                (row, _title(row, language), points_told(row.total, language))
                for row in self.numbers.last
            ],
        }


@dataclass(frozen=True, slots=True)
class FarewellPage:
    """The question before everything is deleted."""

    template: ClassVar[str] = "farewell.html"

    def extras(self, _language: Language) -> dict[str, Any]:
        return {}


def _title(row: OwnMatchRow, language: Language) -> str:
    day = format_date(row.day or day_at(row.finished_at), "medium", locale=language.code)
    if row.day:
        return language.gettext("Daily game, {date}").format(date=day)
    told = language.ngettext("{count} player, {date}", "{count} players, {date}", row.players)
    return told.format(count=row.players, date=day)
