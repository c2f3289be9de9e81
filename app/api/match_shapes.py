"""The shapes of a match's end, and of a finished match."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from pydantic import BaseModel, Field

from app.days import moment
from app.db.matches import KeptMatch
from app.table import Seat
from engine.record import Record
from engine.record_json import record_json
from engine.shuffle import commitment
from engine.view import MatchView


class StandingShape(BaseModel):
    """A line of the final table; equal totals share a place."""

    seat: int
    total: int
    place: int


class ResultShape(BaseModel):
    """A finished match; ``deals`` has the penalties of each deal, by seat."""

    standing: list[StandingShape]
    deals: list[list[int]]
    seed: str
    link: str | None = Field(description="For `GET /api/matches/LINK`, and the page /matches/LINK.")


class MatchSeatShape(BaseModel):
    """Who played on a seat: ``kind`` is human or computer:LEVEL.

    ``name`` is null for computers, for people without a name, and for those who are no more.
    """

    name: str | None
    kind: str = Field(examples=["computer:casual"])


class MatchShape(BaseModel):
    """A finished match. It is a record, too: its first six fields are those of docs/records.md."""

    engine: str
    rules: dict[str, str | int | bool]
    players: int
    seed: str
    digest: str
    moves: list[list[str]] = Field(examples=[[["2 7H>N N>E end", "3 end"]]])
    link: str
    started_at: datetime
    finished_at: datetime
    seats: list[MatchSeatShape]
    results: list[StandingShape]
    deals: list[list[int]]
    commitment: str


def result_shape(match: MatchView, link: str | None) -> ResultShape:
    """Return the end of a match in the API's shape."""
    return ResultShape(
        standing=[
            StandingShape(seat=seat, total=total, place=place)
            for seat, total, place in match.standing
        ],
        deals=[list(row) for row in match.penalties],
        seed=match.seed.hex() if match.seed else "",
        link=link,
    )


def match_shape(match: KeptMatch, record: Record, seats: Sequence[Seat]) -> MatchShape:
    """Return a finished match in the API's shape."""
    results = sorted(match.results, key=lambda result: (result.place, result.seat))
    return MatchShape(
        **record_json(record),
        link=match.link,
        started_at=moment(match.started_at),
        finished_at=moment(match.finished_at),
        seats=[MatchSeatShape(name=seat.name, kind=_kind(seat)) for seat in seats],
        results=[
            StandingShape(seat=result.seat, total=result.total, place=result.place)
            for result in results
        ],
        deals=[list(row) for row in match.penalties],
        commitment=commitment(record.seed),
    )


def _kind(seat: Seat) -> str:
    return "human" if seat.kind == "human" else f"computer:{seat.level}"
