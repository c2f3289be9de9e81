"""Who is at a table just now. Presence is no event: it lives in memory and is renewed by use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

AWAY_AFTER_MS = 8_000
"""A reload or a tunnel is no absence: only after this long somebody is shown as away."""


class Presence:
    """The connections to one room. All times are in milliseconds since 1970.

    While nobody is there, time stands still: whoever is missing is missing only since the first
    of those who are here came, and so nobody loses a seat to an empty room or to a restart.
    """

    def __init__(self, now: int) -> None:
        """Begin with nobody there."""
        self._connections: Counter[str] = Counter()
        self._visits: Counter[str] = Counter()
        self._left_at: dict[str, int] = {}
        self.gathered_at = now

    def __contains__(self, player: object) -> bool:
        """Whether this player is connected, or has asked for something a moment ago."""
        return player in self._connections or player in self._visits

    def any_of(self, people: Collection[str]) -> bool:
        """Whether at least one of these players is here."""
        return any(player in self for player in people)

    def others(self, people: Collection[str]) -> int:
        """Count those who are here and are none of these players."""
        return sum(player not in people for player in self._connections.keys() | self._visits)

    def arrive(self, player: str, people: Collection[str], now: int) -> bool:
        """Note one more connection; return whether it is the player's only one.

        ``people`` are those who have a seat.
        """
        return self._come(self._connections, player, people, now)

    def depart(self, player: str, now: int) -> bool:
        """Note one connection less; return whether the player is gone by that."""
        return self._go(self._connections, player, now)

    def visit(self, player: str, people: Collection[str], now: int) -> None:
        """Note a request without a connection, as being here until `end_visit`."""
        self._come(self._visits, player, people, now)

    def end_visit(self, player: str, now: int) -> bool:
        """Note the end of a visit; return whether the player is gone by that."""
        return self._go(self._visits, player, now)

    def _come(self, ways: Counter[str], player: str, people: Collection[str], now: int) -> bool:
        if player in people and not self.any_of(people):
            self.gathered_at = now
        ways[player] += 1
        return ways[player] == 1

    def _go(self, ways: Counter[str], player: str, now: int) -> bool:
        ways[player] -= 1
        if ways[player] > 0:
            return False
        del ways[player]
        if player in self:
            return False
        self._left_at[player] = now
        return True

    def left_at(self, player: str) -> int:
        """Return when a player was here last, 0 for never."""
        return self._left_at.get(player, 0)

    def missing_since(self, player: str) -> int:
        """Return since when the others have been waiting for a player who is not connected."""
        return max(self.left_at(player), self.gathered_at)

    def is_away(self, player: str, now: int) -> bool:
        """Whether a player has been gone for longer than a reload takes."""
        return player not in self and now - self.left_at(player) >= AWAY_AFTER_MS
