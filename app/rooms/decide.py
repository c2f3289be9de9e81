"""What a command makes happen: one event, or a refusal. Nothing here changes anything."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from app.rooms import refused as no
from app.rooms.commands import Act, Command, GoOn, GoOnWithout, MakeMove, Start, TakeSeat
from app.rooms.events import Dealt, Event, MatchStarted, Moved, Ready, SeatTaken
from app.rooms.refused import Refused
from app.rooms.state import RoomState
from engine import VERSION
from engine.players import PLAYERS


def decide(state: RoomState, command: Command, present: Collection[str]) -> Event | None:
    """Return the event that the command leads to, or None if there is nothing to do.

    ``present`` are the ids of the players who are connected.

    Raises:
        Refused: the command is not possible now. Whether a move is legal shows in the fold.
    """
    match command:
        case TakeSeat():
            return _take_seat(state, command)
        case Start():
            return _start(state, command)
        case MakeMove(player, seq, move):
            seat = _seat_of(state, player)
            if state.match is None:
                raise Refused(no.NOT_STARTED)
            _check_position(state, seq)
            if state.match.over:
                raise Refused(no.MATCH_OVER)
            return Moved(seat, str(move))
        case GoOn():
            return _go_on(state, command, present)
        case Act(seq):
            return _act(state) if seq == state.seq else None
        case GoOnWithout(seq):
            return Dealt() if seq == state.seq and all_ready(state, present) else None


def _seat_of(state: RoomState, player: str) -> int:
    seat = state.seat_of(player)
    if seat is None:
        raise Refused(no.NO_SEAT)
    return seat


def _check_position(state: RoomState, seq: int) -> None:
    if seq != state.seq:
        raise Refused(no.STALE)


def _take_seat(state: RoomState, command: TakeSeat) -> SeatTaken:
    if state.match is not None:
        raise Refused(no.ALREADY_STARTED)
    if state.seat_of(command.player) is not None:
        raise Refused(no.SEATED_ALREADY)
    free = [seat for seat, holder in enumerate(state.seats) if holder.is_open]
    if not free:
        raise Refused(no.ROOM_FULL)
    if command.seat is not None and command.seat not in free:
        raise Refused(no.SEAT_TAKEN)
    return SeatTaken(free[0] if command.seat is None else command.seat, command.player)


def _start(state: RoomState, command: Start) -> MatchStarted:
    _seat_of(state, command.player)
    if state.status == "playing":
        raise Refused(no.MATCH_RUNS if command.seq is not None else no.ALREADY_STARTED)
    if command.seq is not None:
        _check_position(state, command.seq)
    if state.status == "lobby" and command.player != state.host:
        raise Refused(no.NOT_HOST)
    if any(holder.is_open for holder in state.seats):
        raise Refused(no.SEATS_OPEN)
    return MatchStarted(
        host=state.host,
        seats=state.seats,
        rules=state.rules.options(),
        seed=command.seed.hex(),
        engine=VERSION,
        number=state.match_number + 1,
    )


def _go_on(state: RoomState, command: GoOn, present: Collection[str]) -> Event | None:
    seat = _seat_of(state, command.player)
    _check_position(state, command.seq)
    if state.status == "over":
        raise Refused(no.MATCH_OVER)
    if not state.between_deals:
        raise Refused(no.ROUND_RUNS)
    if seat in state.ready:
        return None
    ready = replace(state, ready=state.ready | {seat})
    return Dealt() if all_ready(ready, present) else Ready(seat)


def all_ready(state: RoomState, present: Collection[str]) -> bool:
    """Whether a next deal is due because everybody present, and somebody at least, wants it."""
    waiting = (seat for player, seat in state.people.items() if player in present)
    return (
        state.between_deals and bool(state.ready) and all(seat in state.ready for seat in waiting)
    )


def _act(state: RoomState) -> Event | None:
    if state.between_deals:
        return Dealt()
    computer = state.computer_in_turn
    if computer is None:
        return None
    match = state.running
    seat = match.deal.seat
    return Moved(seat, str(PLAYERS[computer](match.deal.seen_by(seat), match.luck())))
