"""The score sheet of a table shows everybody in the colour of the seat."""

from __future__ import annotations

import re

from app.render.sheet import score_sheet
from app.table import ScoreSheet, SheetLine
from tests.app.render.showing import ENGLISH

SHEET = ScoreSheet(
    names=("Dad", "Kid", "Mum"),
    seats=(0, 2, None),
    lines=(
        (SheetLine(10, 2), SheetLine(11, 3), SheetLine(3, 1)),
        (SheetLine(2, 1), None, SheetLine(30, 2)),
    ),
)


def test_each_column_and_line_is_the_players_who_sits_there_whatever_computers_sit_between() -> (
    None
):
    html = score_sheet(SHEET, ENGLISH)
    columns = re.findall(
        r'<th scope="col" title="(\w+)"( data-seat="\d")?><span class="face (\w+)"', html
    )
    assert columns == [
        ("Dad", ' data-seat="0"', "f0"),
        ("Kid", ' data-seat="2"', "f2"),
        ("Mum", "", "gone"),
    ]
    lines = re.findall(r'<polyline class="(\w+)"( data-seat="\d")?', html)
    assert sorted(lines) == [("f0", ' data-seat="0"'), ("f2", ' data-seat="2"'), ("gone", "")]


def test_whoever_has_no_name_is_called_by_the_number_of_the_seat() -> None:
    html = score_sheet(SHEET._replace(names=(None, None, "Mum")), ENGLISH)
    assert re.findall(r'title="([^"]+)"', html) == ["Player 1", "Player 3", "Mum"]


def test_points_and_wins_stand_first_and_the_newest_match_before_the_others() -> None:
    rows = re.findall(r'<th scope="row">(\w+)</th>(.*?)</tr>', score_sheet(SHEET, ENGLISH))
    assert [(title, re.findall(r">([^<]+)</td>", cells)) for title, cells in rows] == [
        ("Points", ["12", "11", "33"]),
        ("Wins", ["1", "0", "1"]),
        ("2", ["2", "–", "30"]),
        ("1", ["10", "11", "3"]),
    ]
