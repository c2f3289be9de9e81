"""The page about oneself, and the question before all of it is deleted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar, NamedTuple

from babel.dates import format_date
from babel.numbers import format_decimal
from markupsafe import Markup

from app.days import day_at
from app.rating import FEWEST_MATCHES
from app.render.daily import points_told
from app.render.language import Language
from app.render.rating_chart import RatingPoint, rating_chart
from app.render.words import computer_called, listed

FORMER = ""
"""In place of a name, whoever is no more."""


class OwnMatchRow(NamedTuple):
    """A match that the reader has finished; ``day`` is that of a daily game.

    ``people`` are the others' names, None for somebody without one and `FORMER` for who is no more.
    """

    link: str
    finished_at: int
    place: int
    total: int
    people: tuple[str | None, ...]
    computers: int
    day: date | None


class OpponentRow(NamedTuple):
    """With whom the reader played how often, and how often the reader won then.

    ``name`` is None for somebody without one, ``level`` that of a computer player; ``former`` tells
    of those who are no more.
    """

    name: str | None
    level: str | None
    former: bool
    matches: int
    wins: int


class Numbers(NamedTuple):
    """What the reader has played so far; ``average`` is penalty points a deal.

    ``counted`` is the number of matches that count for ratings; ``rating`` is None before there
    are enough of them, and ``ratings`` has the latest ones, the oldest first.
    """

    matches: int = 0
    wins: int = 0
    average: float | None = None
    kings: int = 0
    streak: int = 0
    longest_streak: int = 0
    counted: int = 0
    rating: int | None = None
    ratings: Sequence[RatingPoint] = ()
    last: Sequence[OwnMatchRow] = ()
    opponents: Sequence[OpponentRow] = ()


NONE_YET = Numbers()


@dataclass(frozen=True, slots=True)
class MePage:
    """Who the reader is; ``known`` says whether there is anything to carry elsewhere, ``named``
    whether ``name`` was chosen, and is no proposal.
    """

    template: ClassVar[str] = "me.html"
    name: str
    known: bool
    named: bool
    saved: bool = False
    notice: str | None = None
    numbers: Numbers = NONE_YET

    def extras(self, language: Language) -> dict[str, Any]:
        average = self.numbers.average or 0
        return {
            "average": format_decimal(average, "0.0", locale=language.code),
            "rating_chart": Markup(rating_chart(self.numbers.ratings, language)),  # noqa: S704
            "until_rated": self._until_rated(language),
            "opponents": [
                (_called(row, language), _met(row, language)) for row in self.numbers.opponents
            ],
            "matches_told": [
                (row, _title(row, language), _when(row, language), points_told(row.total, language))
                for row in self.numbers.last
            ],
        }

    def _until_rated(self, language: Language) -> str:
        """Tell how many matches are missing until there is a rating."""
        count = FEWEST_MATCHES - self.numbers.counted
        told = language.ngettext(
            "Still {count} match with other people until you have a rating.",
            "Still {count} matches with other people until you have a rating.",
            count,
        )
        return told.format(count=count)


@dataclass(frozen=True, slots=True)
class FarewellPage:
    """The question before everything is deleted."""

    template: ClassVar[str] = "farewell.html"

    def extras(self, _language: Language) -> dict[str, Any]:
        return {}


def _title(row: OwnMatchRow, language: Language) -> str:
    if row.day:
        return language.gettext("Daily game")
    guest, former = language.gettext("Guest"), language.gettext("A former player")
    others = [former if name == FORMER else name or guest for name in row.people]
    if row.computers:
        told = language.ngettext("{count} computer", "{count} computers", row.computers)
        others.append(told.format(count=row.computers))
    # Translators: in a list of one's matches, such as “With Ben, Mum and 1 computer”.
    return language.gettext("With {names}").format(names=listed(tuple(others), language))


def _when(row: OwnMatchRow, language: Language) -> str:
    when = format_date(row.day or day_at(row.finished_at), "medium", locale=language.code)
    return f"{language.gettext('Place {place}').format(place=row.place)} · {when}"


def _called(row: OpponentRow, language: Language) -> str:
    if row.level:
        return computer_called(row.level, language)
    if row.former:
        return language.gettext("A former player")
    return row.name or language.gettext("Guest")


def _met(row: OpponentRow, language: Language) -> str:
    matches = language.ngettext("{count} match", "{count} matches", row.matches)
    won = language.ngettext("{count} win", "{count} wins", row.wins)
    return f"{matches.format(count=row.matches)} · {won.format(count=row.wins)}"
