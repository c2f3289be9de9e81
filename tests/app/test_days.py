"""Days by UTC at their edges."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.days import (
    CLOSES_AFTER_MS,
    begin_of,
    closes_at,
    day_at,
    end_of,
    is_closed,
    longest_streak,
    read_day,
    streak,
)
from tests.kit.calendar import ms

DAYS = st.dates(date(2000, 1, 1), date(2100, 1, 1))


@given(DAYS)
def test_a_day_lasts_from_its_first_millisecond_to_the_one_before_the_next(day: date) -> None:
    assert day_at(begin_of(day)) == day_at(end_of(day) - 1) == day
    assert day_at(begin_of(day) - 1) == day - timedelta(days=1)
    assert end_of(day) - begin_of(day) == 24 * 3600 * 1000


@given(DAYS)
def test_a_day_closes_a_day_after_its_end_to_the_millisecond(day: date) -> None:
    assert closes_at(day) == end_of(day) + CLOSES_AFTER_MS
    assert not is_closed(day, closes_at(day) - 1)
    assert is_closed(day, closes_at(day))


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-11-30T23:59:59.999+00:00", "2026-11-30"),
        ("2026-12-01T00:00:00+00:00", "2026-12-01"),
        ("2028-02-29T12:00:00+00:00", "2028-02-29"),
        ("2026-12-01T13:59:00+14:00", "2026-11-30"),
        ("2026-11-30T12:00:00-12:00", "2026-12-01"),
    ],
)
def test_wherever_somebody_lives_the_day_is_that_of_utc(moment: str, day: str) -> None:
    assert day_at(ms(moment)).isoformat() == day


def test_the_29th_of_february_closes_at_the_end_of_the_first_of_march() -> None:
    leap = date(2028, 2, 29)
    assert datetime.fromtimestamp(closes_at(leap) / 1000, UTC) == datetime(2028, 3, 2, tzinfo=UTC)


@given(DAYS)
def test_a_day_is_read_as_it_is_written(day: date) -> None:
    assert read_day(day.isoformat()) == day


@pytest.mark.parametrize("text", ["", "today", "2026-2-3", "20260203", "2026-W05-1", "2027-02-29"])
def test_nothing_else_is_read_as_a_day(text: str) -> None:
    assert read_day(text) is None


@given(st.integers(1, 30), DAYS, st.booleans())
def test_a_streak_counts_back_to_the_first_gap_and_outlives_today_until_it_is_over(
    length: int, today: date, played_today: bool
) -> None:
    first = today if played_today else today - timedelta(days=1)
    days = {first - timedelta(days=back) for back in range(length)}
    gap = first - timedelta(days=length)
    assert streak(days, today) == length
    assert streak(days | {gap - timedelta(days=1)}, today) == length


@given(st.sets(st.integers(0, 40).map(lambda number: date(2028, 2, 1) + timedelta(number))))
def test_the_longest_streak_is_the_longest_one_up_to_any_of_the_days(days: set[date]) -> None:
    assert longest_streak(days) == max((streak(days, day) for day in days), default=0)
