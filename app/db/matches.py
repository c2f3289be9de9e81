"""Finished matches: the permanent record, and rows made for queries."""

from __future__ import annotations

from collections import defaultdict
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
    rows = connection.execute(query).all()
    ids = [row.id for row in rows]
    results, penalties = _results(connection, ids), _penalties(connection, ids)
    return [
        KeptMatch(
            row.id,
            row.link or row.id,
            row.public,
            row.record,
            row.started_at,
            row.finished_at,
            tuple(results[row.id]),
            tuple(map(tuple, penalties[row.id].values())),
            row.day,
        )
        for row in rows
    ]


def _results(connection: Connection, ids: Collection[str]) -> dict[str, list[Result]]:
    """Return the results of matches, by seat."""
    of = match_results.c
    query = select(of.match_id, of.seat, of.player_id, of.computer, of.total, of.place, of.kings)
    query = query.where(of.match_id.in_(ids)).order_by(of.match_id, of.seat)
    results: dict[str, list[Result]] = defaultdict(list)
    for match_id, *result in connection.execute(query):
        results[match_id].append(Result(*result))
    return results


def _penalties(connection: Connection, ids: Collection[str]) -> dict[str, dict[int, list[int]]]:
    """Return the penalties of matches, by deal and seat."""
    of = match_penalties.c
    query = select(of.match_id, of.deal, of.penalty).where(of.match_id.in_(ids))
    penalties: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for match_id, deal, points in connection.execute(query.order_by(of.match_id, of.deal, of.seat)):
        penalties[match_id][deal].append(points)
    return penalties
