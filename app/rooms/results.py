"""What a finished match leaves behind: its record and the rows made for queries."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import date

from app.days import closes_at, day_at
from app.db.dailies import DailyResult, Score
from app.db.matches import FinishedMatch, Result
from app.links import match_link
from app.rooms.state import RoomState
from engine.match import Match
from engine.moves import END, UNDO, Move
from engine.record import Record, digest
from engine.scoring import standing

Moves = Iterable[tuple[int, int, Move]]
"""The moves of a match: the deal's number, the seat and the move."""


def record_of(state: RoomState) -> Record:
    """Return the record of the room's match so far.

    Raises:
        LookupError: none has started.
    """
    match = state.running
    return Record(match.rules, match.players, match.seed, state.moves, digest(match))


def finished_match(state: RoomState, at: int) -> FinishedMatch:
    """Return what to keep of a match that has just ended.

    Raises:
        LookupError: none has started.
    """
    match = state.running
    return FinishedMatch(
        id=state.match_id,
        link=match_link(match.seed, state.match_id),
        public=state.terms.public,
        room=state.code,
        rules=json.dumps(match.rules.options()),
        record=str(record_of(state)),
        started_at=state.started_at,
        finished_at=at,
        results=[
            Result(
                seat,
                state.seats[seat].player,
                state.seats[seat].computer,
                total,
                place,
                state.kings[seat],
            )
            for seat, total, place in standing(match.totals)
        ],
        penalties=match.penalties,
    )


def turns_of(moves: Moves, seat: int) -> int:
    """Count the turns that a seat has begun; moves taken back belong to their turn."""
    turns, running = 0, 0
    for deal, who, move in moves:
        if who == seat:
            turns += deal != running
            running = 0 if move == END else deal
    return turns


def score_of(match: Match, moves: Moves, seat: int) -> Score:
    """Return how a seat ended a match, in the order in which daily games are compared."""
    own = match.totals[seat]
    others = [total for at, total in enumerate(match.totals) if at != seat]
    place = next(line.place for line in standing(match.totals) if line.seat == seat)
    return Score(place, own, min(others) - own, turns_of(moves, seat))


def daily_result(state: RoomState, at: int) -> DailyResult:
    """Return how the one person has ended a daily game.

    It is late if it was begun on another day, or ended when its day was closed.

    Raises:
        ValueError: it is no daily game.
    """
    day = date.fromisoformat(state.daily or "")
    player, seat = next(iter(state.people.items()))
    return DailyResult(
        match_id=state.match_id,
        day=day.isoformat(),
        player=player,
        late=day_at(state.started_at) != day or at >= closes_at(day),
        score=score_of(state.running, state.moves, seat),
        undos=sum(who == seat and move == UNDO for _, who, move in state.moves),
        finished_at=at,
    )
