"""The pages of finished matches: one dataclass a template."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar, NamedTuple

from babel.dates import format_date
from markupsafe import Markup

from app.render.chart import standing_chart
from app.render.language import Language
from app.render.replay import Chapter, facts_of_deal, film, lines, stage
from app.render.score import score_table
from app.render.variants import rules_name
from app.render.words import listed, seat_name, seat_names
from app.table import Seat
from engine.rules import Rules
from engine.view import MatchView

ROUNDS_OF_A_CHART = 3


class Kept(NamedTuple):
    """What is known of a match that is kept here, besides its record."""

    link: str
    public: bool
    finished_at: int


class Listed(NamedTuple):
    """A match in a list; ``places`` is by seat."""

    link: str
    finished_at: int
    seats: tuple[Seat, ...]
    places: tuple[int, ...]
    rounds: int


class Step(NamedTuple):
    """A button to another moment; ``edge`` is where it leads at the edge of the round, if anywhere.

    ``ends`` tells that there is nothing that way.
    """

    name: str
    label: str
    deal: int
    step: int | str
    edge: str = ""
    ends: bool = False


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """A match at the step of a deal; ``end`` is how it ended, for everybody.

    ``kept`` is None where somebody has brought the record; then ``record`` is its text, which the
    page sends back to show another moment. ``you`` is the reader's seat, None for who had none.
    """

    template: ClassVar[str] = "replay.html"
    chapter: Chapter
    step: int
    rounds: int
    seats: tuple[Seat, ...]
    rules: Rules
    end: MatchView
    seed: str
    kept: Kept | None
    record: str | None
    you: int | None = None

    def extras(self, language: Language) -> dict[str, Any]:
        names = self._names(language)
        penalties, totals = self.end.penalties, self.end.totals
        chart = ""
        if len(penalties) >= ROUNDS_OF_A_CHART:
            chart = standing_chart(names, penalties, self.rules.target, language)
        return {
            "names": names,
            "people": listed(names, language),
            "stage": Markup(stage(self.chapter, self.step, names, language)),  # noqa: S704
            "film": film(self.chapter),
            "facts": facts_of_deal(self.chapter, language),
            "lines": lines(self.chapter, names, self.you, language),
            "last": self._last,
            "steps": self._steps(language),
            "sheet": Markup(score_table(names, penalties, totals, language)),  # noqa: S704
            "chart": Markup(chart),  # noqa: S704
            "rules_name": rules_name(self.rules, language),
            "day": _day(self.kept.finished_at, language) if self.kept else None,
        }

    @property
    def _last(self) -> int:
        return len(self.chapter.shots) - 1

    def _steps(self, language: Language) -> list[Step]:
        """Return the ways through the match; from a round's edge one leads to the next round."""
        _ = language.gettext
        deal, step, last = self.chapter.number, self.step, self._last
        seat = "all" if self.chapter.watched is None else self.chapter.watched
        before = f"deal={deal - 1}&step=last&seat={seat}" if deal > 1 else ""
        after = f"deal={deal + 1}&step=0&seat={seat}" if deal < self.rounds else ""
        back: tuple[int, int | str] = (deal, max(step - 1, 0))
        if not step and before:
            back = (deal - 1, "last")
        on = (deal, min(step + 1, last))
        if step == last and after:
            on = (deal + 1, 0)
        return [
            Step("to-first", _("To the beginning"), deal, 0),
            Step("back", _("One move back"), *back, before, ends=not step and not before),
            Step("forward", _("One move on"), *on, after, ends=step == last and not after),
            Step("to-last", _("To the end"), deal, "last"),
        ]

    def _names(self, language: Language) -> tuple[str, ...]:
        """Return what the seats are called: the reader, too, who is told of as "You"."""
        names = seat_names(self.seats, language)
        if self.you is None or self.seats[self.you].name:
            return names
        return (*names[: self.you], language.gettext("You"), *names[self.you + 1 :])


@dataclass(frozen=True, slots=True)
class MatchesPage:
    """The latest matches that anybody may see."""

    template: ClassVar[str] = "matches.html"
    matches: Sequence[Listed]

    def extras(self, language: Language) -> dict[str, Any]:
        return {"lines": [_line(match, language) for match in self.matches]}


@dataclass(frozen=True, slots=True)
class OpenRecordPage:
    """A form for a record that somebody brings, and what was wrong with the last one."""

    template: ClassVar[str] = "open_record.html"
    text: str = ""
    notice: str | None = None

    def extras(self, _language: Language) -> dict[str, Any]:
        return {}


def _line(match: Listed, language: Language) -> dict[str, str]:
    winners = tuple(
        seat_name(seat, language)
        for seat, place in zip(match.seats, match.places, strict=True)
        if place == 1
    )
    rounds = language.ngettext("{count} round", "{count} rounds", match.rounds)
    won = language.ngettext("{names} won", "{names} shared the win", len(winners))
    return {
        "link": match.link,
        "title": listed(seat_names(match.seats, language), language),
        "day": _day(match.finished_at, language),
        "won": won.format(names=listed(winners, language)),
        "rounds": rounds.format(count=match.rounds),
    }


def _day(at: int, language: Language) -> str:
    return format_date(datetime.fromtimestamp(at / 1000, UTC), "long", locale=language.code)
