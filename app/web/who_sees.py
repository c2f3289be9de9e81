"""Who may see a finished match: the one place that decides it."""

from __future__ import annotations

from datetime import date
from typing import Protocol

from app.days import is_closed


class Shown(Protocol):
    """What decides who may see a match; ``daily`` is the day whose game it was, if it was one's."""

    @property
    def public(self) -> bool: ...
    @property
    def finished_at(self) -> int: ...
    @property
    def daily(self) -> str | None: ...
    @property
    def people(self) -> tuple[str, ...]: ...


def may_be_seen(match: Shown, now: int, player: str | None, *, by_link: bool = False) -> bool:
    """Whether a player, None for a stranger, may see a match at a time: all of it, or nothing.

    ``by_link`` tells that the address was the match's own, and not just its id. Until its day is
    closed, a daily game is its player's: others may still be playing the same deals.
    """
    if match.finished_at > now:
        return False
    if match.daily and not is_closed(date.fromisoformat(match.daily), now):
        return player in match.people
    return match.public or by_link or player in match.people
