"""The day's game: what is told of it before it is played, and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar, NamedTuple

from babel.dates import format_date
from markupsafe import Markup

from app.render.circles import OwnBoard, told_boards
from app.render.language import Language
from app.render.words import html, listed
from engine.violations import N_

BIN = 5
"""How many points a bar of the chart stands for."""
LAST_BIN = 6
"""The last bar has all from there on."""
TABLE_PLACES = (
    N_("1st of 4 at the table"),
    N_("2nd of 4 at the table"),
    N_("3rd of 4 at the table"),
    N_("4th of 4 at the table"),
)
BAR, GAP, HIGH, FOOT = 40, 8, 96, 20


class OwnEnd(NamedTuple):
    """How the reader's game ended; ``rounds`` are the penalties, round by round.

    ``place`` is where it stands on the day's board, ``percentile`` how many of a hundred others
    did worse; both are None where that cannot be said.
    """

    match_place: int
    total: int
    undos: int
    late: bool
    rounds: tuple[int, ...]
    place: int | None
    percentile: int | None


class SharedEnd(NamedTuple):
    """A result that somebody has shared: the place in the match, and the penalties by round."""

    place: int
    rounds: tuple[int, ...]


class BoardRow(NamedTuple):
    """A line of the day's board; ``link`` is None while the match is not open to the reader."""

    place: int
    name: str | None
    you: bool
    match_place: int
    total: int
    turns: int
    clean: bool
    link: str | None


@dataclass(frozen=True, slots=True)
class DailyPage:
    """A day's game, before, while and after the reader plays it.

    ``before`` and ``after`` are the days beside it, None where there is no game yet.
    ``code`` is the reader's table, None before; ``par`` are the strongest computer player's points.
    ``named`` tells whether the reader has a name to stand on the board by. ``next_at`` is when the
    next day begins, and ``now`` the server's time. ``url`` is what the reader shares; ``path`` is
    where this page is, ``shared_end`` what somebody has shared there.
    """

    template: ClassVar[str] = "daily.html"
    day: date
    today: bool
    before: date | None
    after: date | None
    now: int
    next_at: int
    closed: bool
    commitment: str
    seed: str | None
    code: str | None
    end: OwnEnd | None
    par: int | None
    points: Mapping[int, int]
    players: int
    board: Sequence[BoardRow]
    streak: int
    named: bool
    url: str
    path: str
    shared_end: SharedEnd | None = None
    own_boards: Sequence[OwnBoard] = ()

    def extras(self, language: Language) -> dict[str, Any]:
        own = self.end.total if self.end and not self.end.late else None
        return {
            "date": day_told(self.day, language),
            "weekday": format_date(self.day, "EEEE", locale=language.code),
            "chart": Markup(points_chart(self.points, own, language)),  # noqa: S704
            "shared": share_text(self, language) if self.end else "",
            "shared_told": shared_told(self.shared_end, language) if self.shared_end else "",
            "own_boards": told_boards(self.own_boards, language),
            "told": self._told(language),
            "lines": [
                (
                    row,
                    row.name or language.gettext("Guest"),
                    _how(row, language),
                    points_told(row.total, language),
                )
                for row in self.board
            ],
        }

    def _told(self, language: Language) -> dict[str, str]:
        """Write out what has a number in it."""
        count = language.ngettext
        players = count("of {count} player", "of {count} players", self.players)
        days = count("{count} day in a row so far.", "{count} days in a row so far.", self.streak)
        told = {
            "players": players.format(count=self.players),
            "streak": days.format(count=self.streak),
        }
        if self.end:
            undos = self.end.undos
            with_undo = count("With {count} undo.", "With {count} undos.", undos)
            clean = language.gettext("Clean: without undo.")
            told["undos"] = with_undo.format(count=undos) if undos else clean
            told["points"] = points_told(self.end.total, language)
            told["par"] = "" if self.par is None else _par_told(self.par, language)
        return told


def _how(row: BoardRow, language: Language) -> str:
    """Tell how it went at the table, and whether anything was taken back."""
    _ = language.gettext
    won = row.match_place == 1
    # Translators: the place in the match, as short as can be.
    table = _("won") if won else _("{place} of 4").format(place=row.match_place)
    return f"{table} · {_('clean') if row.clean else _('with undo')}"


def points_told(points: int, language: Language) -> str:
    return language.ngettext("{count} point", "{count} points", points).format(count=points)


def _par_told(par: int, language: Language) -> str:
    return language.gettext("par {points}").format(points=par)


def day_told(day: date, language: Language) -> str:
    """Write a day out."""
    return format_date(day, "long", locale=language.code)


def rounds_told(rounds: Sequence[int], language: Language) -> str:
    """Tell each round: a crown for one that was won, else its penalty points."""
    told = ", ".join("👑" if not points else str(points) for points in rounds)
    # Translators: the penalty points of each round, such as “Rounds: 2, 7, 👑, 3”.
    return language.gettext("Rounds: {points}").format(points=told)


def shared_told(end: SharedEnd, language: Language) -> str:
    """Tell what somebody has shared, without who it was."""
    told = (
        points_told(sum(end.rounds), language),
        table_place(end.place, language),
        rounds_told(end.rounds, language),
    )
    return " · ".join(told)


def share_text(page: DailyPage, language: Language) -> str:
    """Tell how the day went, in words and symbols that give nothing of the deals away: so it can
    be read aloud.
    """
    _, end = language.gettext, page.end
    if end is None:
        return ""
    points = points_told(end.total, language)
    told = [_("{points}, fewer is better").format(points=points)]
    if page.par is not None:
        told.append(_par_told(page.par, language))
    told.append(_("with undo") if end.undos else _("clean"))
    places = [table_place(end.match_place, language), _day_place(page, end, language)]
    title = f"{_('King’s Corners')}, {day_told(page.day, language)}"
    lines = (
        title,
        " · ".join(told),
        " · ".join(filter(None, places)),
        rounds_told(end.rounds, language),
    )
    return "\n".join((*lines, page.url))


def table_place(place: int, language: Language) -> str:
    """Tell the place in the match, at the table of four."""
    return language.gettext(TABLE_PLACES[place - 1])


def _day_place(page: DailyPage, end: OwnEnd, language: Language) -> str:
    """Tell the place among all who played that day; nothing of whoever is alone so far."""
    _ = language.gettext
    if end.place is None:
        return _("played late")
    if page.players == 1:
        return ""
    words = _("place {place} of {players} today") if page.today else _("place {place} of {players}")
    return words.format(place=end.place, players=page.players)


def points_chart(points: Mapping[int, int], own: int | None, language: Language) -> str:
    """Draw how many players ended with how many points; the reader's bar stands out."""
    bins = [0] * (LAST_BIN + 1)
    for total, count in points.items():
        bins[min(total // BIN, LAST_BIN)] += count
    if not any(bins):
        return ""
    mine = None if own is None else min(own // BIN, LAST_BIN)
    bars = "".join(
        _bar(number, count, max(bins), mine=number == mine) for number, count in enumerate(bins)
    )
    width = len(bins) * (BAR + GAP) - GAP
    label = html(_chart_told(bins, language))
    return (
        f'<svg class="points-chart" viewBox="0 0 {width} {HIGH + FOOT + 16}" role="img"'
        f' aria-label="{label}">{bars}</svg>'
    )


def _span(number: int) -> str:
    first = number * BIN
    return f"{first}+" if number == LAST_BIN else f"{first}–{first + BIN - 1}"


def _bar(number: int, count: int, most: int, *, mine: bool) -> str:
    x, high = number * (BAR + GAP), max(2, round(HIGH * count / most))
    top = 16 + HIGH - high
    middle = x + BAR // 2
    told = f'<text x="{middle}" y="{top - 4}">{count}</text>' if count else ""
    return (
        f"<g{' class=mine' if mine else ''}>"
        f'<rect x="{x}" y="{top}" width="{BAR}" height="{high}" rx="4"/>{told}'
        f'<text class="scale" x="{middle}" y="{HIGH + FOOT + 12}">{_span(number)}</text></g>'
    )


def _chart_told(bins: Sequence[int], language: Language) -> str:
    # Translators: in a list of how many players ended with how many points, such as “3 with 5–9”.
    each = language.gettext("{count} with {points}")
    told = tuple(
        each.format(count=count, points=_span(number)) for number, count in enumerate(bins) if count
    )
    return language.gettext("Players by penalty points: {list}").format(list=listed(told, language))
