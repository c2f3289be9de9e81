"""The score sheet of a room: all matches of its people, as a table and as a small chart."""

from __future__ import annotations

from functools import lru_cache

from app.render.chart import standing_chart
from app.render.language import Language
from app.render.score import sheet_line, sheet_table
from app.render.words import face, html
from app.table import ScoreSheet, SheetLine


@lru_cache(maxsize=512)
def score_sheet(sheet: ScoreSheet, language: Language) -> str:
    """Draw the points of each match, and everybody's points and wins so far."""
    if not sheet.lines:
        return ""
    _ = language.gettext
    names = tuple(
        name or _("Player {number}").format(number=number if seat is None else seat + 1)
        for number, (name, seat) in enumerate(zip(sheet.names, sheet.seats, strict=True), start=1)
    )
    head = "".join(
        f'<th scope="col" title="{html(name)}"{_seat(seat)}>{face(name, seat)}'
        f'<span class="name unseen">{html(name)}</span></th>'
        for name, seat in zip(names, sheet.seats, strict=True)
    )
    columns = list(zip(*sheet.lines, strict=True))
    points = [sum(end.total for end in column if end) for column in columns]
    wins = [sum(end.place == 1 for end in column if end) for column in columns]
    sums = _sums(_("Points"), points) + _sums(_("Wins"), wins)
    lines = ["".join(map(_cell, line)) for line in sheet.lines]
    chart = ""
    if len(sheet.lines) > 1:
        rows = tuple(tuple(end.total if end else 0 for end in line) for line in sheet.lines)
        chart = standing_chart(names, rows, None, language, sheet.seats)
    return (
        f'<div class="tally">{chart}<div class="scroll" role="group" tabindex="0"'
        f' aria-label="{html(_("All matches at this table"))}">'
        f"{sheet_table(_('Match'), head, sums, lines)}</div></div>"
    )


def _seat(seat: int | None) -> str:
    return "" if seat is None else f' data-seat="{seat}"'


def _cell(end: SheetLine | None) -> str:
    if end is None:
        return "<td>–</td>"
    return f'<td class="best">{end.total}</td>' if end.place == 1 else f"<td>{end.total}</td>"


def _sums(title: str, values: list[int]) -> str:
    return sheet_line(title, "".join(f"<td>{value}</td>" for value in values))
