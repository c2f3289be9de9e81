"""Days by UTC: when each begins and ends, and when the daily game of a day is closed.

Times are in milliseconds since 1970; a day is written as in ``2028-02-29``.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

DAY = timedelta(days=1)
CLOSES_AFTER_MS = 24 * 3600 * 1000
"""How long after its end a day is closed: whoever began shortly before midnight has time."""


class PlayedDay(NamedTuple):
    """How a player ended the game of a day: in time or late, and with how many points."""

    late: bool
    total: int


def moment(at: int) -> datetime:
    """Return a moment as a date with its time by UTC."""
    return datetime.fromtimestamp(at / 1000, UTC)


def day_at(at: int) -> date:
    """Return the day of a moment."""
    return moment(at).date()


def begin_of(day: date) -> int:
    """Return when a day begins."""
    return int(datetime.combine(day, time(), UTC).timestamp()) * 1000


def end_of(day: date) -> int:
    """Return when a day has ended: the next one begins."""
    return begin_of(day + DAY)


def closes_at(day: date) -> int:
    """Return when a day's game is closed: its seed and records are published from then on."""
    return end_of(day) + CLOSES_AFTER_MS


def is_closed(day: date, now: int) -> bool:
    """Whether a day's game is closed."""
    return now >= closes_at(day)


def read_day(text: str) -> date | None:
    """Read a day in the one form that addresses have it in, None for anything else."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.isoformat() == text else None


def longest_streak(days: Collection[date]) -> int:
    """Count the most days in a row that there ever were."""
    longest = 0
    for first in days:
        if first - DAY in days:
            continue
        count = 1
        while first + count * DAY in days:
            count += 1
        longest = max(longest, count)
    return longest


def streak(days: Collection[date], today: date) -> int:
    """Count the days in a row up to today; as long as today is missing, up to yesterday."""
    last = today if today in days else today - DAY
    count = 0
    while last - count * DAY in days:
        count += 1
    return count
