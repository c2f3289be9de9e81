"""A person's rating over time as a small chart."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from babel.dates import format_date

from app.render.language import Language
from app.render.words import html

WIDTH, HEIGHT = 328, 132
LEFT, RIGHT, TOP, BOTTOM = 40, 52, 14, 24
STEP = 50
"""The scale's ends are multiples of it."""


class RatingPoint(NamedTuple):
    """The rating after a match."""

    day: date
    rating: int


def rating_chart(points: Sequence[RatingPoint], language: Language) -> str:
    """Draw the ratings match by match, the last one written out; empty for less than two."""
    if len(points) < 2:  # noqa: PLR2004  # no line
        return ""
    ratings = [point.rating for point in points]
    low, high = min(ratings) // STEP * STEP, -(-max(ratings) // STEP) * STEP
    high += STEP * (low == high)

    def x(number: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * number / (len(points) - 1), 1)

    def y(rating: int) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - rating) / (high - low), 1)

    line = " ".join(f"{x(number)},{y(rating)}" for number, rating in enumerate(ratings))
    scale = "".join(
        f'<path d="M{LEFT} {y(rating)}H{WIDTH - RIGHT}"/>'
        f'<text class="scale" x="{LEFT - 6}" y="{y(rating) + 4:.1f}">{rating}</text>'
        for rating in (low, high)
    )
    last, right, foot = ratings[-1], WIDTH - RIGHT, HEIGHT - 6
    return (
        f'<svg class="rating-chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' aria-label="{html(_told(points, language))}"><g class="grid">{scale}'
        f'<text class="first" x="{LEFT}" y="{foot}">{_day(points[0], language)}</text>'
        f'<text class="last" x="{right}" y="{foot}">{_day(points[-1], language)}</text>'
        f'</g><polyline points="{line}"/>'
        f'<circle cx="{x(len(points) - 1)}" cy="{y(last)}" r="5"/>'
        f'<text class="now" x="{right + 10}" y="{y(last) + 4:.1f}">{last}</text></svg>'
    )


def _day(point: RatingPoint, language: Language) -> str:
    return html(format_date(point.day, "medium", locale=language.code))


def _told(points: Sequence[RatingPoint], language: Language) -> str:
    ratings = [point.rating for point in points]
    told = language.gettext(
        "Your rating, match by match: {first} at first, {last} now, between {lowest} and {highest}."
    )
    return told.format(
        first=ratings[0], last=ratings[-1], lowest=min(ratings), highest=max(ratings)
    )
