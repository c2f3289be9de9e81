"""The archive of the daily games: a month as a calendar."""

from __future__ import annotations

from calendar import Calendar
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, ClassVar, Literal, NamedTuple

from babel import Locale
from babel.dates import format_date, get_day_names

from app.days import PlayedDay
from app.render.daily import points_told
from app.render.language import Language

State = Literal["done", "late", "open", "none"]


class CalendarDay(NamedTuple):
    """A day of the calendar: played in time, played late, to be played, or without a game.

    ``points`` are those of a day that was played, as short as can be.
    """

    day: date
    state: State
    today: bool
    label: str
    points: str


@dataclass(frozen=True, slots=True)
class ArchivePage:
    """A month of daily games; ``month`` is its first day.

    ``first`` and ``today`` are the first and the last day with a game, ``played`` the days whose
    game the reader has finished.
    """

    template: ClassVar[str] = "archive.html"
    month: date
    first: date
    today: date
    played: Mapping[date, PlayedDay]
    streak: int

    def extras(self, language: Language) -> dict[str, Any]:
        begins = Locale.parse(language.code).first_week_day
        weeks = Calendar(begins).monthdatescalendar(self.month.year, self.month.month)
        names = get_day_names("abbreviated", locale=language.code)
        before, after = self.month - timedelta(days=1), self.month + timedelta(days=31)
        days = language.ngettext("{count} day in a row", "{count} days in a row", self.streak)
        return {
            "first_told": format_date(self.first, "long", locale=language.code),
            "title": format_date(self.month, "LLLL yyyy", locale=language.code),
            "weekdays": [names[(begins + number) % 7] for number in range(7)],
            "weeks": [
                [
                    self._day(day, language) if day.month == self.month.month else None
                    for day in week
                ]
                for week in weeks
            ],
            "before": before.strftime("%Y-%m") if before >= self.first else None,
            "after": after.strftime("%Y-%m") if after.replace(day=1) <= self.today else None,
            "row": days.format(count=self.streak) if self.streak else None,
        }

    def _day(self, day: date, language: Language) -> CalendarDay:
        _ = language.gettext
        state: State
        points = ""
        if not self.first <= day <= self.today:
            state, words = "none", _("no game")
        elif (own := self.played.get(day)) is not None:
            state, words = ("late", _("played late")) if own.late else ("done", _("played"))
            words = f"{words}, {points_told(own.total, language)}"
            short = language.ngettext("{count} pt", "{count} pts", own.total)
            points = short.format(count=own.total)
        else:
            state, words = "open", _("not played")
        label = f"{format_date(day, 'long', locale=language.code)}: {words}"
        return CalendarDay(day, state, day == self.today, label, points)
