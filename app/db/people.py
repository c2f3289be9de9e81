"""A person's own numbers, all that is kept of the person, and forgetting it."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from sqlalchemy import Connection, Integer, case, cast, delete, func, select, union, update

from app.db import circles
from app.db.tables import (
    circle_members,
    counted_results,
    daily_games,
    daily_results,
    match_penalties,
    match_results,
    matches,
    players,
    room_players,
    shared_results,
)


class OwnNumbers(NamedTuple):
    """How often a person has played and won, and the penalty points a deal, None without any.

    ``kings`` were in the hand when a deal ended; matches of which that is not known have none.
    """

    matches: int
    wins: int
    average: float | None
    kings: int


class OwnMatch(NamedTuple):
    """A finished match of a person; ``day`` is that of a daily game.

    ``others`` has whoever else sat there: the id of a person, the level of a computer, or neither
    for somebody who is no more.
    """

    link: str
    finished_at: int
    place: int
    total: int
    day: str | None
    others: tuple[tuple[str | None, str | None], ...]


class Opponent(NamedTuple):
    """With whom a person played how often, and how often the person won then.

    ``player`` is the other's id, ``computer`` a level; for all former players both are None.
    """

    player: str | None
    computer: str | None
    matches: int
    wins: int


def numbers_of(connection: Connection, player: str) -> OwnNumbers:
    """Add up a person's finished matches, those alone with computers as well."""
    own = match_results.c.player_id == player
    won = func.sum(cast(match_results.c.place == 1, Integer))
    sums = select(func.count(), won, func.sum(match_results.c.kings)).where(own)
    count, wins, kings = connection.execute(sums).one()
    of = match_penalties.c
    query = (
        select(func.avg(of.penalty))
        .join(
            match_results,
            (match_results.c.match_id == of.match_id) & (match_results.c.seat == of.seat),
        )
        .where(own)
    )
    return OwnNumbers(count, wins or 0, connection.execute(query).scalar(), kings or 0)


def last_matches(connection: Connection, player: str, most: int) -> list[OwnMatch]:
    """Return the matches that a person has finished last, the latest first."""
    query = (
        select(
            matches.c.id,
            match_results.c.seat,
            func.coalesce(matches.c.link, matches.c.id),
            matches.c.finished_at,
            match_results.c.place,
            match_results.c.total,
            daily_results.c.day,
        )
        .join(match_results, match_results.c.match_id == matches.c.id)
        .outerjoin(daily_results, daily_results.c.match_id == matches.c.id)
        .where(match_results.c.player_id == player)
        .order_by(matches.c.finished_at.desc(), matches.c.id)
        .limit(most)
    )
    return [
        OwnMatch(*row[2:], others=_others(connection, row.id, row.seat))
        for row in connection.execute(query).all()
    ]


def _others(
    connection: Connection, match_id: str, seat: int
) -> tuple[tuple[str | None, str | None], ...]:
    of = match_results.c
    query = (
        select(of.player_id, of.computer)
        .where(of.match_id == match_id, of.seat != seat)
        .order_by(of.seat)
    )
    return tuple((player, computer) for player, computer in connection.execute(query))


def opponents_of(connection: Connection, player: str, most: int) -> list[Opponent]:
    """Return with whom a person has played most, the most frequent first.

    All computers of a level are one opponent, whatever their version, and so are former players.
    """
    own, theirs = match_results.alias(), match_results.alias()
    query = (
        select(
            theirs.c.player_id,
            theirs.c.computer,
            func.count(own.c.match_id.distinct()),
            func.count(case((own.c.place == 1, own.c.match_id)).distinct()),
        )
        .join_from(
            own, theirs, (theirs.c.match_id == own.c.match_id) & (theirs.c.seat != own.c.seat)
        )
        .where(own.c.player_id == player)
        .group_by(theirs.c.player_id, theirs.c.computer)
    )
    met: Counter[tuple[str | None, str | None]] = Counter()
    won: Counter[tuple[str | None, str | None]] = Counter()
    for other, computer, count, wins in connection.execute(query):
        who = (other, None if other or computer is None else computer.partition("@")[0])
        met[who] += count
        won[who] += wins
    return [Opponent(*who, count, won[who]) for who, count in met.most_common(most)]


_OWN = [match_results.c[name] for name in ("seat", "total", "place", "kings")]


def everything_of(connection: Connection, player: str) -> dict[str, Any]:
    """Return all that is kept of a person, as plain data."""
    person = connection.execute(select(players).where(players.c.id == player)).one_or_none()
    own = (
        select(matches, *_OWN)
        .join(match_results, match_results.c.match_id == matches.c.id)
        .where(match_results.c.player_id == player)
        .order_by(matches.c.finished_at)
    )
    daily = select(daily_results).where(daily_results.c.player_id == player)
    shared = select(shared_results).join(
        daily_results, daily_results.c.match_id == shared_results.c.match_id
    )
    shared = shared.where(daily_results.c.player_id == player)
    of = circle_members.c
    boards = select(of.circle, of.number, of.joined_at, of.removed).where(of.player_id == player)
    rated = select(counted_results).where(counted_results.c.player_id == player)
    return {
        "player": dict(person._mapping) if person else None,  # noqa: SLF001  # its public name
        "matches": [dict(row) for row in connection.execute(own).mappings()],
        "daily_games": [
            dict(row) for row in connection.execute(daily.order_by(daily_results.c.day)).mappings()
        ],
        "shared_results": [dict(row) for row in connection.execute(shared).mappings()],
        "boards": [
            {**row, "name": circle.name}
            for row in connection.execute(boards.order_by(of.joined_at)).mappings()
            if (circle := circles.find(connection, row["circle"]))
        ],
        "ratings": [
            dict(row)
            for row in connection.execute(rated.order_by(counted_results.c.number)).mappings()
        ],
    }


def rooms_with(connection: Connection, player: str) -> list[str]:
    """Return the codes of all rooms in which a person sits, those of daily games as well."""
    rows = [select(of.c.room).where(of.c.player_id == player) for of in (room_players, daily_games)]
    return list(connection.execute(union(*rows)).scalars())


def forget(connection: Connection, player: str) -> None:
    """Delete a person: name, tokens, links, results, and the matches in which nobody else sat.

    In others' matches the seat stays, with neither a person nor a computer: a former player's.
    The boards that the person has made are those of whoever joined next.
    """
    circles.leave_all(connection, player)
    theirs = match_results.alias()
    with_others = (
        select(theirs.c.match_id)
        .where(theirs.c.player_id.is_not(None), theirs.c.player_id != player)
        .scalar_subquery()
    )
    own = select(match_results.c.match_id).where(match_results.c.player_id == player)
    alone = matches.c.id.in_(own.scalar_subquery()) & matches.c.id.not_in(with_others)
    connection.execute(delete(matches).where(alone))
    for table in (daily_results, counted_results):
        connection.execute(delete(table).where(table.c.player_id == player))
    seat = match_results.c.player_id == player
    connection.execute(update(match_results).where(seat).values(player_id=None))
    connection.execute(delete(players).where(players.c.id == player))
