"""Finished matches as the server keeps them, made of records."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.db import matches, players
from app.db.database import connect
from app.db.matches import FinishedMatch, Result
from app.links import match_link
from engine.record import Record
from engine.scoring import standing


def keep(
    database: Path,
    match_id: str,
    record: Record,
    people: Sequence[str] = (),
    *,
    public: bool = False,
    at: int = 2000,
) -> str:
    """Keep a match in which these people sat on the first seats; return its link.

    A person's name is the id, as long as nobody changes it.
    """
    match = record.replay()
    results = [
        Result(seat, people[seat], None, total, place)
        if seat < len(people)
        else Result(seat, None, "casual@1", total, place)
        for seat, total, place in standing(match.totals)
    ]
    link = match_link(record.seed, match_id)
    room = match_id.partition("-")[0]
    kept = FinishedMatch(
        match_id, link, public, room, "{}", str(record), 1000, at, results, match.penalties
    )
    engine = connect(f"sqlite:///{database}")
    with engine.begin() as connection:
        for person in people:
            players.keep(connection, person, person)
        matches.keep(connection, kept)
    engine.dispose()
    return link
