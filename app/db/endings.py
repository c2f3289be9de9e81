"""What the end of a match writes, all in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from app.db import dailies, matches, players, ratings
from app.db.dailies import DailyResult
from app.db.matches import FinishedMatch
from app.db.ratings import CountedResult


class Ending(NamedTuple):
    """A match that has ended, what it counts for, and the result if it was a daily game."""

    match: FinishedMatch
    counted: Sequence[CountedResult] = ()
    daily: DailyResult | None = None


def keep(connection: Connection, ending: Ending) -> None:
    """Write a match and its results; nothing of people who were forgotten while it was played.

    Their seats are a former player's. Where nobody else sat, nothing is kept at all.
    """
    people = players.still_here(connection, ending.match.people)
    if not people:
        return
    matches.keep(connection, ending.match.only_with(people))
    ratings.count(connection, [one for one in ending.counted if one.player_id in people])
    if ending.daily and ending.daily.player in people:
        dailies.keep_result(connection, ending.daily)
