"""The one clock: what the server must do next by itself in a room, and when."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import NamedTuple

from app.rooms.commands import (
    DealNext,
    Duty,
    FreeSeat,
    HandOver,
    HurryTurn,
    PassHost,
    PlayComputer,
)
from app.rooms.presence import Presence
from app.rooms.state import RoomState

THINKS_MS = 1100
"""A computer's pause before the first move of its turn, at pace 1."""
NEXT_MOVE_MS = 1000
"""Its pause before each further move, so that a person can follow."""
DEALING_MS = 1800
"""The pause before the first move of a deal, while the cards are dealt."""
NEXT_DEAL_MS = 45_000
"""How long people who share a table may look at a scored deal before the next one begins."""
LATE_MS = 400
"""A move may be on its way when the time of its turn runs out."""
TIMES_OUT = 2
"""Turns in a row whose time may run out before a computer plays on the seat."""
MISSED_FOR_MS = 300_000
"""How long friends wait for somebody who is missing before a computer plays on the seat."""
MISSED_FOR_IN_PUBLIC_MS = 45_000
"""How long strangers wait; in a lobby, the seat is free again after it."""
HOST_MISSED_FOR_MS = 45_000
"""How long a table waits for its host before somebody who is here becomes the host."""
IDLE_MS = 180_000
"""How long somebody in turn may do nothing before the others may let a computer play."""
GONE_MS = 30_000
"""How long somebody in turn may be gone before they may."""


class Due(NamedTuple):
    """What the server does next, and when, in milliseconds since 1970."""

    at: int
    duty: Duty


class Tempo(NamedTuple):
    """A server's factors: on the computers' pauses, and on the patience with missing people."""

    pace: float = 1.0
    patience: float = 1.0


def next_due(state: RoomState, presence: Presence, tempo: Tempo) -> Due | None:
    """Return what the server does next; None: it waits for a person.

    At pace 0 it answers at once. A person alone with computers goes on when ready, for nobody
    else is waiting. Where nobody is present, only computers play, up to a person's turn.
    """
    people = state.people
    missing = [player for player in people if player not in presence]
    waiting = len(missing) < len(people)
    game = _next_of_game(state, presence, tempo.pace, waiting=waiting)
    if not waiting or not (missing or any(state.times_out)):
        return game
    due = [*_missed(state, presence, tempo.patience)]
    return min([game, *due] if game else due, key=attrgetter("at"), default=None)


def _next_of_game(
    state: RoomState, presence: Presence, pace: float, *, waiting: bool
) -> Due | None:
    if state.match is None or state.match.over:
        return None
    if state.between_deals:
        at = goes_on_at(state, presence, pace)
        return None if at is None else Due(at, DealNext(state.seq))
    if state.computer_in_turn is None:
        ends_at = deadline(state, presence) if waiting else None
        return None if ends_at is None else Due(ends_at + LATE_MS, HurryTurn(state.seq))
    if pace and not waiting and not state.playing_people:
        return None
    return Due(state.changed_at + round(_pause(state) * pace), PlayComputer(state.seq))


def goes_on_at(state: RoomState, presence: Presence, pace: float) -> int | None:
    """Return when the next deal comes though not all are ready; None: it does not by itself."""
    if not state.between_deals:
        return None
    if pace and (len(state.playing_people) == 1 or not presence.any_of(state.people)):
        return None
    return state.changed_at + round(NEXT_DEAL_MS * state.terms.pace_factor * pace)


def ends_at(state: RoomState, presence: Presence, pace: float) -> int | None:
    """Return when a turn, or the look at a round's end, ends by itself; None: it does not."""
    return deadline(state, presence) or goes_on_at(state, presence, pace)


def _pause(state: RoomState) -> float:
    """Return how long a computer waits; the cards are dealt no faster at a quicker table."""
    deal, factor = state.running.deal, state.terms.pace_factor
    if deal.step:
        return NEXT_MOVE_MS * factor
    return DEALING_MS * max(1, factor) if deal.turn == 1 else THINKS_MS * factor


def _person_in_turn(state: RoomState) -> bool:
    match = state.match
    return match is not None and not match.deal.ending and not state.computer_in_turn


def deadline(state: RoomState, presence: Presence) -> int | None:
    """Return when the time of a person's turn runs out, if the table has a clock."""
    if not state.terms.clock or not _person_in_turn(state):
        return None
    return max(state.turn_at, presence.gathered_at) + state.terms.clock_ms


def _missed(state: RoomState, presence: Presence, patience: float) -> Iterator[Due]:
    if state.host not in presence and state.people:
        after = round(HOST_MISSED_FOR_MS * patience)
        yield Due(presence.missing_since(state.host) + after, PassHost(state.host))
    for seat, player in state.playing_people.items():
        if state.status == "playing" and state.times_out[seat] >= TIMES_OUT:
            yield Due(state.changed_at, HandOver(player))
        at = hands_over_at(state, presence, patience, seat)
        if at is not None:
            yield Due(at, FreeSeat(player) if state.match is None else HandOver(player))


def hands_over_at(state: RoomState, presence: Presence, patience: float, seat: int) -> int | None:
    """Return when the seat of somebody who is missing goes to a computer, or in a lobby is free."""
    player = state.playing_people.get(seat)
    if player is None or player in presence or state.status == "over":
        return None
    if state.match is None and not state.terms.public:
        return None
    after = MISSED_FOR_IN_PUBLIC_MS if state.terms.public else MISSED_FOR_MS
    return presence.missing_since(player) + round(after * patience)


def idle_from(state: RoomState, presence: Presence, patience: float) -> int | None:
    """Return from when the others may let a computer play for the person in turn."""
    if not _person_in_turn(state):
        return None
    slow = max(state.changed_at, presence.gathered_at) + round(IDLE_MS * patience)
    player = state.seats[state.running.deal.seat].player
    if player is None or player in presence:
        return slow
    gone = max(state.changed_at, presence.missing_since(player)) + round(GONE_MS * patience)
    return min(slow, gone)
