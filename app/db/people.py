"""A person's own numbers, all that is kept of the person, and forgetting it."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Select,
    Table,
    case,
    cast,
    delete,
    func,
    select,
    tuple_,
    update,
)

from app.db import farewells
from app.db.circles import leave_all
from app.db.tables import (
    circle_members,
    circles,
    counted_results,
    daily_games,
    daily_results,
    device_links,
    match_penalties,
    match_results,
    matches,
    players,
    room_players,
    shared_results,
    tokens,
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
        OwnMatch(link, at, place, total, day, _others(connection, match_id, seat))
        for match_id, seat, link, at, place, total, day in connection.execute(query).all()
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


class Reached(NamedTuple):
    """The match up to which a person's matches have been told."""

    finished_at: int
    id: str


def some_matches_of(
    connection: Connection, player: str, after: Reached | None, most: int
) -> list[dict[str, Any]]:
    """Return the next of a person's matches with their records, the earliest first."""
    query = (
        select(matches, *_OWN)
        .join(match_results, match_results.c.match_id == matches.c.id)
        .where(match_results.c.player_id == player)
        .order_by(matches.c.finished_at, matches.c.id)
        .limit(most)
    )
    if after is not None:
        query = query.where(tuple_(matches.c.finished_at, matches.c.id) > tuple_(*after))
    return _rows(connection, query)


def everything_else_of(connection: Connection, player: str) -> dict[str, Any]:
    """Return all that is kept of a person besides the matches, as plain data; no secrets."""
    person = _rows(connection, select(players).where(players.c.id == player))
    shared = select(shared_results).join(
        daily_results, daily_results.c.match_id == shared_results.c.match_id
    )
    of, seat, link = circle_members.c, room_players.c, device_links.c
    begun, token = daily_games.c, tokens.c
    boards = (
        select(of.circle, of.number, of.joined_at, of.removed, circles.c.name)
        .join(circles, circles.c.link == of.circle)
        .where(of.player_id == player)
        .order_by(of.joined_at)
    )
    told = {
        "daily_games": _own(daily_results, player).order_by(daily_results.c.day),
        "begun_daily_games": _own(daily_games, player, begun.day, begun.room, begun.begun_at),
        "shared_results": shared.where(daily_results.c.player_id == player),
        "boards": boards,
        "ratings": _own(counted_results, player).order_by(counted_results.c.number),
        "tables": _own(room_players, player, seat.room, seat.joined_at),
        "device_links": _own(device_links, player, link.expires_at),
        "tokens": _own(tokens, player, token.created_at),
    }
    return {
        "player": person[0] if person else None,
        **{name: _rows(connection, query) for name, query in told.items()},
    }


def _own(table: Table, player: str, *columns: ColumnElement[Any]) -> Select[Any]:
    return select(*(columns or table.c)).where(table.c.player_id == player)


def _rows(connection: Connection, query: Select[Any]) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(query).mappings()]


def forget(connection: Connection, player: str) -> None:
    """Delete a person: name, tokens, links, results, and the matches in which nobody else sat.

    In others' matches the seat stays, with neither a person nor a computer: a former player's.
    The boards that the person has made are those of whoever joined next. From which rooms the
    person is to be taken is noted, so that it is done also after a crash (`app.db.farewells`).
    """
    farewells.note(connection, player)
    leave_all(connection, player)
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
