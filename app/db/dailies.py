"""Daily games: what each day deals, whose game is where, and how it ended."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from sqlalchemy import Connection, Row, func, select, update
from sqlalchemy.dialects.sqlite import insert

from app.days import PlayedDay
from app.db import players
from app.db.tables import dailies, daily_games, daily_results, rooms

MOST = 10_000
"""No total, lead or number of turns comes near it."""


class KeptDaily(NamedTuple):
    """What a day deals; ``computers`` clockwise from the person."""

    day: str
    seed: str
    computers: tuple[str, ...]


class Score(NamedTuple):
    """How a daily game ended, in the order in which results are compared.

    ``lead`` is how far the best other is behind, negative when in front.
    """

    place: int
    total: int
    lead: int
    turns: int

    @property
    def rank(self) -> int:
        """Return it as one number: the lower, the better; equal is equal."""
        rank = self.place
        for part in (self.total, MOST - self.lead, self.turns):
            rank = rank * 2 * MOST + part
        return rank


class DailyResult(NamedTuple):
    """A finished daily game; ``late`` ones stand on no board."""

    match_id: str
    day: str
    player: str
    late: bool
    score: Score
    undos: int
    finished_at: int


class DailyGame(NamedTuple):
    """A player's game of a day; ``result`` is None while it is played.

    ``kept`` tells whether its room is there: after a month of rest it is not.
    """

    room: str
    result: DailyResult | None
    kept: bool


class Claim(NamedTuple):
    """The code of the room for a player's game of a day, and when it was begun."""

    room: str
    begun_at: int


def keep(connection: Connection, daily: KeptDaily) -> KeptDaily:
    """Make sure of a day's row; one that is there stays, and is returned."""
    row = daily._asdict() | {"computers": json.dumps(daily.computers)}
    connection.execute(insert(dailies).values(row).on_conflict_do_nothing())
    return find(connection, daily.day) or daily


def find(connection: Connection, day: str) -> KeptDaily | None:
    """Return what a day deals, None for a day without a row."""
    query = select(dailies.c.day, dailies.c.seed, dailies.c.computers).where(dailies.c.day == day)
    row = connection.execute(query).one_or_none()
    return KeptDaily(row.day, row.seed, tuple(json.loads(row.computers))) if row else None


def first_day(connection: Connection) -> str | None:
    """Return the first day that had a daily game."""
    return connection.execute(select(func.min(dailies.c.day))).scalar()


def par_of(connection: Connection, day: str) -> Score | None:
    """Return what the strongest computer player made of a day, if that is known."""
    text = connection.execute(select(dailies.c.par).where(dailies.c.day == day)).scalar()
    return Score(*json.loads(text)) if text else None


def keep_par(connection: Connection, day: str, par: Score) -> None:
    """Note what the strongest computer player made of a day; what is there stays."""
    unknown = (dailies.c.day == day) & dailies.c.par.is_(None)
    connection.execute(update(dailies).where(unknown).values(par=json.dumps(par)))


def claim(
    connection: Connection, day: str, player: str, at: int, new_code: Callable[[], str]
) -> Claim:
    """Return the room for a player's one game of a day, as the first call has drawn it.

    Raises:
        NobodyThere: the player was forgotten.
    """
    players.check_here(connection, player)
    is_it = (daily_games.c.day == day) & (daily_games.c.player_id == player)
    query = select(daily_games.c.room, daily_games.c.begun_at).where(is_it)
    if (row := connection.execute(query).one_or_none()) is not None:
        return Claim(*row)
    claim = Claim(new_code(), at)
    while _is_taken(connection, claim.room):
        claim = Claim(new_code(), at)
    new = {"day": day, "player_id": player, **claim._asdict()}
    connection.execute(insert(daily_games).values(new))
    return claim


def _is_taken(connection: Connection, code: str) -> bool:
    # A room that was never opened, or deleted after a month, has its code in daily_games alone.
    for column in (rooms.c.code, daily_games.c.room):
        if connection.execute(select(column).where(column == code)).first():
            return True
    return False


def keep_result(connection: Connection, result: DailyResult) -> None:
    """Write a result; one that is there stays as it is."""
    row = {
        "match_id": result.match_id,
        "day": result.day,
        "player_id": result.player,
        "late": result.late,
        **result.score._asdict(),
        "undos": result.undos,
        "rank": result.score.rank,
        "finished_at": result.finished_at,
    }
    connection.execute(insert(daily_results).values(row).on_conflict_do_nothing())


def game_of(connection: Connection, day: str, player: str) -> DailyGame | None:
    """Return a player's game of a day, None if it was never begun."""
    is_it = (daily_games.c.day == day) & (daily_games.c.player_id == player)
    query = (
        select(daily_games.c.room, rooms.c.code)
        .outerjoin(rooms, rooms.c.code == daily_games.c.room)
        .where(is_it)
    )
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    return DailyGame(row.room, result_of(connection, day, player), row.code is not None)


def result_of(connection: Connection, day: str, player: str) -> DailyResult | None:
    """Return how a player's game of a day ended, None if it has not."""
    is_it = (daily_results.c.day == day) & (daily_results.c.player_id == player)
    row = connection.execute(select(daily_results).where(is_it)).one_or_none()
    return read_result(row) if row else None


def days_played(connection: Connection, player: str) -> dict[date, PlayedDay]:
    """Return the days whose game a player has finished."""
    results = daily_results.c
    query = select(results.day, results.late, results.total).where(results.player_id == player)
    return {
        date.fromisoformat(row.day): PlayedDay(row.late, row.total)
        for row in connection.execute(query)
    }


def read_result(row: Row[tuple[object, ...]]) -> DailyResult:
    """Read a row of the results."""
    score = Score(row.place, row.total, row.lead, row.turns)
    return DailyResult(
        row.match_id, row.day, row.player_id, row.late, score, row.undos, row.finished_at
    )
