"""A clock that tests set."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime

from app.days import begin_of, closes_at


def ms(text: str) -> int:
    """The moment in milliseconds since 1970; without an offset, by UTC."""
    moment = datetime.fromisoformat(text)
    return round((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)


@dataclass
class Clock:
    """Stands still until it is set."""

    at: int = ms("2028-02-29T12:00:00")

    def __call__(self) -> int:
        return self.at

    def set(self, text: str) -> None:
        self.at = ms(text)

    def go_to(self, day: date) -> None:
        """Go to the middle of a day."""
        self.at = begin_of(day) + 12 * 3600 * 1000

    def close(self, day: date) -> None:
        """Go to the moment at which a day closes."""
        self.at = closes_at(day)
