"""Matches that count: how people did in them, and the ratings that follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, insert, select

from app.days import begin_of, day_at, end_of
from app.db.tables import counted_results
from app.rating import FEWEST_MATCHES, MOST_A_DAY, NEW, Skill, after_match


class CountedResult(NamedTuple):
    """How a person did in a match that counts for the leaderboards; equal places are ties."""

    match_id: str
    player_id: str
    finished_at: int
    place: int
    deals: int
    penalties: int


class Rated(NamedTuple):
    """What is known of a person after so many matches that count."""

    number: int
    skill: Skill


class RatingPoint(NamedTuple):
    """What somebody's rating was after a match that counts."""

    finished_at: int
    rating: int


def count(connection: Connection, results: Sequence[CountedResult]) -> None:
    """Write how people did in a match that counts, and what is known of them after it.

    The people's rows must be kept (`app.db.players.still_here`). A match that is there stays, and
    one of people who have had `MOST_A_DAY` of them that day does not count.
    """
    if not results or _is_counted(connection, results[0].match_id):
        return
    if not are_few_of_that_day(connection, results):
        return
    before = [rated(connection, result.player_id) for result in results]
    after = after_match([one.skill for one in before], [result.place for result in results])
    rows = [
        {
            "match_id": result.match_id,
            "player_id": result.player_id,
            "finished_at": result.finished_at,
            "won": result.place == 1,
            "deals": result.deals,
            "penalties": result.penalties,
            "number": last.number + 1,
            **skill._asdict(),
        }
        for result, last, skill in zip(results, before, after, strict=True)
    ]
    connection.execute(insert(counted_results), rows)


def are_few_of_that_day(connection: Connection, results: Sequence[CountedResult]) -> bool:
    """Fewer than `MOST_A_DAY` matches of just these people count that day, by UTC, already."""
    day, of = day_at(results[0].finished_at), counted_results.c
    of_day = (of.finished_at >= begin_of(day)) & (of.finished_at < end_of(day))
    own = select(of.match_id).where(of_day, of.player_id == results[0].player_id)
    query = select(of.match_id, of.player_id).where(of.match_id.in_(own.scalar_subquery()))
    people: dict[str, set[str]] = {}
    for match_id, player in connection.execute(query):
        people.setdefault(match_id, set()).add(player)
    return list(people.values()).count({one.player_id for one in results}) < MOST_A_DAY


def _is_counted(connection: Connection, match_id: str) -> bool:
    query = select(counted_results.c.number).where(counted_results.c.match_id == match_id).limit(1)
    return connection.execute(query).first() is not None


def rated(connection: Connection, player: str) -> Rated:
    """Return what is known of a person after the last match that counts."""
    of = counted_results.c
    query = select(of.number, of.mu, of.sigma).where(of.player_id == player)
    row = connection.execute(query.order_by(of.number.desc()).limit(1)).one_or_none()
    return Rated(row.number, Skill(row.mu, row.sigma)) if row else Rated(0, NEW)


def ratings_of(connection: Connection, player: str, most: int) -> list[RatingPoint]:
    """Return a person's ratings after the latest matches that count, the oldest first.

    Those before a rating is shown are not among them.
    """
    of = counted_results.c
    query = (
        select(of.finished_at, of.mu, of.sigma)
        .where(of.player_id == player, of.number >= FEWEST_MATCHES)
        .order_by(of.number.desc())
        .limit(most)
    )
    rows = connection.execute(query).all()
    return [RatingPoint(row.finished_at, Skill(row.mu, row.sigma).rating) for row in rows[::-1]]
