"""A person's rating: what openskill makes of the places in the matches that count.

The model is Bradley-Terry over all pairs, with the library's own defaults: everybody is compared
with everybody else, and equal places are half a win. What is known of somebody's play is a normal
distribution; everybody begins with the mean 25 and the deviation 25/3.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import BradleyTerryFull

MOST_A_DAY = 10
"""The matches of the same people that count on one day: no rating is made by playing on and on."""
FEWEST_MATCHES = 5
"""So many matches that count somebody must have finished before a rating is shown."""
BEGIN, STEP = 1000, 40
_MODEL = BradleyTerryFull()


class Skill(NamedTuple):
    """What is known of somebody's play: the mean ``mu`` and the deviation ``sigma``."""

    mu: float
    sigma: float

    @property
    def rating(self) -> int:
        """The one number that is shown: 1000 + 40 · (mu − 3 · sigma), rounded.

        Somebody is almost surely at least as good as it says. Everybody begins at 1000. Of two
        well-known people who are 200 apart, the better one is in front in two matches of three.
        """
        return round(BEGIN + STEP * (self.mu - 3 * self.sigma))


NEW = Skill(_MODEL.mu, _MODEL.sigma)
"""What is known of somebody before the first match."""


def after_match(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """Return what is known of the people of a match after it; equal places are ties.

    ``places`` need not be close together: there may be others in between. Who has met nobody stays
    as before.
    """
    if len(skills) < 2:  # noqa: PLR2004  # nobody to compare with
        return [*skills]
    teams = [[_MODEL.rating(mu=mu, sigma=sigma)] for mu, sigma in skills]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Skill(team[0].mu, team[0].sigma) for team in rated]
