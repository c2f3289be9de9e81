"""Matches that end, as the server would write them, without a server."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random

from app.db import endings, players
from app.db.database import connect
from app.db.endings import Ending
from app.rooms.endings import ending_of
from app.rooms.events import MatchStarted, SeatHolder
from app.rooms.state import RoomState
from app.terms import Terms
from engine.rules import CLASSIC
from tests.kit.playing import played

codes = count(1)


def ended(
    luck: Random,
    at: int,
    people: Sequence[str],
    computers: Sequence[str] = (),
    *,
    target: int = 12,
    public: bool = False,
) -> Ending:
    """A match of these people and computers, played by luck, that ends then."""
    seats = [
        *(SeatHolder(player=who) for who in people),
        *(SeatHolder(computer=c) for c in computers),
    ]
    event = MatchStarted(
        people[0],
        tuple(seats),
        {**CLASSIC.options(), "target": target},
        luck.randbytes(32).hex(),
        "1",
        1,
        Terms(public=public),
    )
    state = RoomState(f"R{next(codes)}").after(event, 1, at)
    return ending_of(played(state, luck), at)


def keep(folder: Path, *written: Ending) -> None:
    """Write them to the database of a server; whoever is not known there is called by the id."""
    engine = connect(f"sqlite:///{folder / 'kings.sqlite3'}")
    with engine.begin() as connection:
        for ending in written:
            for person in ending.match.people:
                players.keep(connection, person, person)
            endings.keep(connection, ending)
    engine.dispose()
