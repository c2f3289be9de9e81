"""The terms of a table: what its host chooses besides the seats and the rules of the game."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

Clock = Literal[0, 15, 30, 60]
"""Seconds that a turn may take; 0 for as long as it needs."""
Pace = Literal["calm", "usual", "quick"]

CLOCKS: tuple[Clock, ...] = get_args(Clock)
PACES: tuple[Pace, ...] = get_args(Pace)

_FACTORS: dict[Pace, float] = {"calm": 1.6, "usual": 1.0, "quick": 0.45}


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who finds the table, who may watch, how long a turn may take, how fast computers play.

    ``public`` tables are listed on the front page while they wait for players. At a table that
    is not for ``watching``, only those who have a seat see the match.
    """

    public: bool = False
    watching: bool = True
    clock: Clock = 0
    pace: Pace = "usual"

    @property
    def clock_ms(self) -> int:
        """The time of a turn in milliseconds, 0 for as long as it needs."""
        return self.clock * 1000

    @property
    def pace_factor(self) -> float:
        """The factor on the pauses of computer players and between deals."""
        return _FACTORS[self.pace]


USUAL = Terms()
