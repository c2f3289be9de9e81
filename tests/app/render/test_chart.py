from __future__ import annotations

import re
from itertools import pairwise
from random import Random

import pytest

from app.render.chart import HEIGHT, LEFT, RIGHT, SIGN, TOP, WIDTH, standing_chart, totals
from tests.app.render.showing import ENGLISH, Elements

NAMES = ("Bea", "Carl", "<Dora>", "Player 4", "さくらこ", "Felix")


def chart(penalties: tuple[tuple[int, ...], ...], target: int = 25) -> str:
    return standing_chart(NAMES[: len(penalties[0])], penalties, target, ENGLISH)


def drawn(html: str) -> dict[int, list[tuple[float, float]]]:
    """The points of each seat's line."""
    return {
        int(a["data-seat"]): [
            (float(x), float(y)) for x, y in (point.split(",") for point in a["points"].split())
        ]
        for tag, a in Elements(html).found
        if tag == "polyline"
    }


def played(players: int, rounds: int, seed: int) -> tuple[tuple[int, ...], ...]:
    luck = Random(seed)
    return tuple(tuple(luck.randint(0, 20) for _ in range(players)) for _ in range(rounds))


CASES = pytest.mark.parametrize(
    ("players", "rounds"), [(2, 1), (4, 3), (6, 15), (6, 60), (3, 9), (5, 10)]
)


@CASES
def test_each_line_goes_through_the_totals_after_every_round(players: int, rounds: int) -> None:
    penalties = played(players, rounds, players)
    html = chart(penalties, target=5)
    highest = max(5, *(sum(column) for column in zip(*penalties, strict=True)))
    lines = drawn(html)
    assert len(lines) == players
    ground = lines[0][0][1]
    for seat, points in lines.items():
        assert len(points) == rounds + 1
        so_far = 0
        for (_, y), cost in zip(points, (0, *(row[seat] for row in penalties)), strict=True):
            so_far += cost
            assert (ground - y) / ground == pytest.approx(
                so_far / highest * (ground - 14) / ground, abs=0.002
            )
        steps = {round(after - before, 0) for (before, _), (after, _) in pairwise(points)}
        assert max(steps) - min(steps) <= 1
        assert points[0][0] == LEFT
        assert points[-1][0] == WIDTH - RIGHT


@CASES
def test_the_faces_at_the_ends_never_cover_each_other_or_leave_the_picture(
    players: int, rounds: int
) -> None:
    for seed in range(30):
        html = chart(played(players, rounds, seed))
        ys = sorted(float(a["cy"]) for tag, a in Elements(html).found if tag == "circle")
        assert len(ys) == players
        assert all(after - before >= SIGN - 0.2 for before, after in pairwise(ys))
        assert ys[0] >= 8
        assert ys[-1] <= HEIGHT - 8


def test_equal_totals_have_faces_of_their_own() -> None:
    for value in (0, 5, 30):
        html = chart(((value,) * 6,))
        assert len({a["cy"] for tag, a in Elements(html).found if tag == "circle"}) == 6


def test_the_faces_stand_in_the_order_of_the_totals() -> None:
    for seed in range(30):
        penalties = played(6, 8, seed)
        sums = [line[-1] for line in totals(penalties)]
        circles = [float(a["cy"]) for tag, a in Elements(chart(penalties)).found if tag == "circle"]
        from_above = sorted(range(6), key=circles.__getitem__)
        assert [sums[seat] for seat in from_above] == sorted(sums, reverse=True)


def test_the_letter_and_the_total_at_each_end_tell_whose_line_it_is_without_colour() -> None:
    html = chart(((1, 2, 3, 10, 0, 4), (0, 5, 1, 1, 1, 1)))
    assert re.findall(r'class="sign"[^>]*>([^<]+)<', html) == ["B", "C", "&lt;", "4", "さ", "F"]
    assert re.findall(r'class="points"[^>]*>(\d+)<', html) == ["1", "7", "4", "11", "1", "5"]


def test_the_target_is_a_dashed_line_at_its_height() -> None:
    html = chart(((50, 0),), target=25)
    goal = re.search(r'class="limit" d="M[\d.]+ ([\d.]+)H', html)
    assert goal
    ((_, ground), (_, top)) = drawn(html)[0]
    assert float(goal[1]) == pytest.approx((ground + top) / 2, abs=0.1)
    assert '<text class="scale"' in html


@pytest.mark.parametrize(("target", "near"), [(90, True), (91, False)])
def test_a_target_that_is_far_off_leaves_the_room_to_the_lines(target: int, near: bool) -> None:
    html = chart(((30, 0), (0, 10)), target)
    assert ('class="limit"' in html) == near
    assert (min(y for _, y in drawn(html)[0]) > TOP) == near
    assert f"ends at {target}" in html


def test_a_summary_in_words_tells_the_standing_the_lowest_first() -> None:
    html = chart(((4, 0, 2), (1, 3, 11)))
    assert 'role="img"' in html
    summary = "The points so far: Carl 3, Bea 5, and &lt;Dora&gt; 13. The match ends at 25."
    assert f'aria-label="{summary}"' in html


def test_many_rounds_are_numbered_sparsely() -> None:
    for rounds in range(1, 70):
        html = chart(played(2, rounds, 1))
        numbers = re.findall(r'<text x="[^"]+" y="\d+">(\d+)</text>', html)
        assert 1 <= len(numbers) <= 9
