"""The standing as a small chart: everybody's total after each round, and a target that is near."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from app.render.language import Language
from app.render.words import colour, html, listed, sign

WIDTH, HEIGHT = 328, 176
LEFT, RIGHT, TOP, BOTTOM = 26, 52, 14, 22
SIGN = 17
"""The least distance between two faces at the ends of their lines."""

NEAR = 3
"""A target of so many times the highest total is drawn; if it were more, all lines would lie on the
ground."""

MOST_NUMBERS = 9
"""How many rounds' numbers find room below."""


@lru_cache(maxsize=512)
def standing_chart(
    names: tuple[str, ...],
    penalties: tuple[tuple[int, ...], ...],
    target: int | None,
    language: Language,
    seats: tuple[int | None, ...] | None = None,
) -> str:
    """Draw a line a player; the faces at its end tell whose it is without colour.

    ``penalties`` has one tuple a round; or, without a target, one a match. ``seats`` tells where
    the players sit, None for one who has left; without it, all sit in their order.
    """
    sums = totals(penalties)
    marks = [_mark(seat) for seat in seats or range(len(sums))]
    highest = max(1, *(line[-1] for line in sums))
    goal = target if target and target <= highest * NEAR else None
    scale = _Scale(len(penalties), max(highest, goal or 0))
    ends = _apart([scale.y(line[-1]) for line in sums])
    # The leader is drawn last, on top of the others.
    last_on_top = sorted(range(len(sums)), key=lambda at: -sums[at][-1])
    lines = "".join(_line(marks[at], sums[at], scale) for at in last_on_top)
    faces = "".join(
        _face(marks[at], names[at], sums[at][-1], ends[at], scale) for at in range(len(sums))
    )
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' aria-label="{html(_summary(names, sums, target, language))}">'
        f"{_grid(goal, scale)}{lines}{faces}</svg>"
    )


def totals(penalties: Sequence[Sequence[int]]) -> list[list[int]]:
    """Add up each player's penalties: the total before the first round, and after each."""
    return [list(accumulate(column, initial=0)) for column in zip(*penalties, strict=True)]


class _Scale:
    """Where rounds and points lie in the drawing."""

    def __init__(self, rounds: int, highest: int) -> None:
        self.rounds = rounds
        self.highest = highest

    def x(self, number: int) -> float:
        return _round(LEFT + (WIDTH - LEFT - RIGHT) * number / self.rounds)

    def y(self, points: int) -> float:
        return _round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * points / self.highest)


def _round(length: float) -> float:
    return round(length, 1)


def _mark(seat: int | None) -> tuple[str, str]:
    """Return the class of a player's colour, and what style sheets know the player's own by."""
    return colour(seat), "" if seat is None else f' data-seat="{seat}"'


def _line(mark: tuple[str, str], sums: Sequence[int], scale: _Scale) -> str:
    points = " ".join(f"{scale.x(number)},{scale.y(sum_)}" for number, sum_ in enumerate(sums))
    return f'<polyline class="{mark[0]}"{mark[1]} points="{points}"/>'


def _face(mark: tuple[str, str], name: str, total: int, y: float, scale: _Scale) -> str:
    """Draw who it is beside the line's end, and the total; a thin line leads there.

    To that player, style sheets show a head and shoulders instead of the letter, as everywhere.
    """
    end_x, end_y = scale.x(scale.rounds), scale.y(total)
    x = WIDTH - RIGHT + 16
    return (
        f'<g class="end {mark[0]}"{mark[1]}>'
        f'<path d="M{end_x} {end_y}L{x} {y}"/><circle cx="{x}" cy="{y}" r="8"/>'
        f'<text class="sign" x="{x}" y="{y + 3.6:.1f}">{html(sign(name))}</text>'
        f'<path class="me" d="M{x - 4.6:.1f} {y + 6:.1f}a4.6 5 0 0 1 9.2 0z'
        f'M{x - 2.6:.1f} {y - 2.6:.1f}a2.6 2.6 0 0 1 5.2 0a2.6 2.6 0 0 1-5.2 0z"/>'
        f'<text class="points" x="{x + 12}" y="{y + 4:.1f}">{total}</text></g>'
    )


def _grid(goal: int | None, scale: _Scale) -> str:
    """Draw the ground line, the target as a dashed one, and the numbers of the rounds."""
    right = WIDTH - RIGHT
    ground = scale.y(0)
    step = -(-scale.rounds // MOST_NUMBERS)
    numbers = "".join(
        f'<text x="{scale.x(number)}" y="{HEIGHT - 6}">{number}</text>'
        for number in range(step, scale.rounds + 1, step)
    )
    dashed = ""
    if goal is not None:
        y = scale.y(goal)
        dashed = (
            f'<path class="limit" d="M{LEFT} {y}H{right}"/>'
            f'<text class="scale" x="{LEFT - 6}" y="{y + 4:.1f}">{goal}</text>'
        )
    return (
        f'<g class="grid"><path d="M{LEFT} {ground}H{right}"/>'
        f'<text class="scale" x="{LEFT - 6}" y="{ground + 4:.1f}">0</text>{dashed}{numbers}</g>'
    )


def _apart(wanted: Sequence[float]) -> list[float]:
    """Move faces that would cover each other apart, keeping their order from top to bottom."""
    order = sorted(range(len(wanted)), key=lambda seat: (wanted[seat], seat))
    lowest = float(HEIGHT - SIGN // 2)
    ends = [0.0] * len(wanted)
    for seat in reversed(order):  # upwards, from below which there is no room
        ends[seat] = min(wanted[seat], lowest)
        lowest = ends[seat] - SIGN
    highest = float(SIGN // 2)
    for seat in order:  # and down again, from above which there is none
        ends[seat] = _round(max(ends[seat], highest))
        highest = ends[seat] + SIGN
    return ends


def _summary(
    names: Sequence[str], sums: Sequence[Sequence[int]], target: int | None, language: Language
) -> str:
    # Translators: a player and the points so far, in a list.
    each = language.gettext("{name} {points}")
    standing = listed(
        tuple(
            each.format(name=name, points=line[-1])
            for line, name in sorted(zip(sums, names, strict=True), key=lambda pair: pair[0][-1])
        ),
        language,
    )
    if target is None:
        return language.gettext("The points so far: {standing}.").format(standing=standing)
    words = language.gettext("The points so far: {standing}. The match ends at {target}.")
    return words.format(standing=standing, target=target)
