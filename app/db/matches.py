"""Finished matches: the permanent record, and rows made for queries."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Table, or_, select
from sqlalchemy.dialects.sqlite import insert

from app.db.tables import daily_results, match_penalties, match_results, matches


class Result(NamedTuple):
    """How one seat ended; ``player`` or ``computer`` is None.

    ``kings`` is how many were in the hand at the ends of the deals, None if that is not known.
    """

    seat: int
    player: str | None
    computer: str | None
    total: int
    place: int
    kings: int | None = None


class FinishedMatch(NamedTuple):
    """A match to keep; ``penalties`` has one sequence a deal, by seat."""

    id: str
    link: str
    public: bool
    room: str
    rules: str
    record: str
    started_at: int
    finished_at: int
    results: Sequence[Result]
    penalties: Sequence[Sequence[int]]

    @property
    def people(self) -> frozenset[str]:
        """The ids of the people who played in it."""
        return frozenset(result.player for result in self.results if result.player)

    def only_with(self, people: Collection[str]) -> FinishedMatch:
        """Return it with the seats of all other people as those of former players."""
        results = [
            result if result.player in people else result._replace(player=None)
            for result in self.results
        ]
        return self._replace(results=results)


def keep(connection: Connection, match: FinishedMatch) -> None:
    """Write a match, its results and its penalties; one that is there stays as it is."""
    row = match._asdict()
    del row["results"], row["penalties"]
    _add(connection, matches, [row])
    _add(
        connection,
        match_results,
        [
            {
                "match_id": match.id,
                "seat": result.seat,
                "player_id": result.player,
                "computer": result.computer,
                "total": result.total,
                "place": result.place,
                "kings": result.kings,
            }
            for result in match.results
        ],
    )
    _add(
        connection,
        match_penalties,
        [
            {"match_id": match.id, "deal": deal, "seat": seat, "penalty": penalty}
            for deal, row in enumerate(match.penalties, start=1)
            for seat, penalty in enumerate(row)
        ],
    )


def _add(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    connection.execute(insert(table).on_conflict_do_nothing(), rows)


def own_penalties(connection: Connection, match: str, seat: int) -> tuple[int, ...]:
    """Return a seat's penalties, deal by deal."""
    query = (
        select(match_penalties.c.penalty)
        .where(match_penalties.c.match_id == match, match_penalties.c.seat == seat)
        .order_by(match_penalties.c.deal)
    )
    return tuple(connection.execute(query).scalars())


class KeptMatch(NamedTuple):
    """A finished match as it is kept; ``results`` are by seat, ``penalties`` by deal and seat.

    ``daily`` is the day whose game it was, if it was one's.
    """

    id: str
    link: str
    public: bool
    record: str
    started_at: int
    finished_at: int
    results: tuple[Result, ...]
    penalties: tuple[tuple[int, ...], ...]
    daily: str | None

    @property
    def people(self) -> tuple[str, ...]:
        """The ids of the people who played in it."""
        return tuple(result.player for result in self.results if result.player)


def find(connection: Connection, address: str) -> KeptMatch | None:
    """Return the match with this id or this link."""
    found = _kept(connection, or_(matches.c.id == address, matches.c.link == address), 1)
    return found[0] if found else None


def latest_of(connection: Connection, room: str) -> KeptMatch | None:
    """Return the match that the room finished last."""
    found = _kept(connection, matches.c.room == room, 1)
    return found[0] if found else None


def latest_public(connection: Connection, most: int) -> list[KeptMatch]:
    """Return the matches of public tables that ended last, the latest first."""
    return _kept(connection, matches.c.public, most)


def _kept(connection: Connection, which: ColumnElement[bool], most: int) -> list[KeptMatch]:
    query = (
        select(matches, daily_results.c.day)
        .join(daily_results, daily_results.c.match_id == matches.c.id, isouter=True)
        .where(which)
        .order_by(matches.c.finished_at.desc())
        .limit(most)
    )
    return [
        KeptMatch(
            row.id,
            row.link or row.id,
            row.public,
            row.record,
            row.started_at,
            row.finished_at,
            _results(connection, row.id),
            _penalties(connection, row.id),
            row.day,
        )
        for row in connection.execute(query)
    ]


def _results(connection: Connection, match_id: str) -> tuple[Result, ...]:
    table = match_results.c
    query = select(
        table.seat, table.player_id, table.computer, table.total, table.place, table.kings
    )
    query = query.where(table.match_id == match_id).order_by(table.seat)
    return tuple(Result(*row) for row in connection.execute(query))


def _penalties(connection: Connection, match_id: str) -> tuple[tuple[int, ...], ...]:
    table = match_penalties.c
    query = select(table.deal, table.penalty).where(table.match_id == match_id)
    deals: dict[int, list[int]] = {}
    for deal, points in connection.execute(query.order_by(table.deal, table.seat)):
        deals.setdefault(deal, []).append(points)
    return tuple(map(tuple, deals.values()))
