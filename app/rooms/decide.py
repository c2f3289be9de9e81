"""What a command makes happen: one event, or a refusal. Nothing here changes anything."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple, assert_never

from app.rooms import refused as no
from app.rooms.clock import TIMES_OUT, deadline, idle_from
from app.rooms.commands import (
    Command,
    DealNext,
    Duty,
    Forget,
    FreeSeat,
    GoOn,
    HandOver,
    HurryTurn,
    Leave,
    MakeMove,
    PassHost,
    PlayComputer,
    Relieve,
    Reopen,
    Start,
    TakeBack,
)
from app.rooms.events import (
    Dealt,
    Event,
    Forgotten,
    HandedOver,
    HostPassed,
    Moved,
    Ready,
    Reopened,
    SeatLeft,
    TakenBack,
)
from app.rooms.lobby import decide_in_lobby
from app.rooms.presence import Presence
from app.rooms.refused import Refused
from app.rooms.state import RoomState
from engine.players import LEVELS, move_of

STAND_IN = LEVELS["casual"]
"""Who plays for a person."""
NOT_IN_A_DAILY = (Leave, Start, Reopen)
"""What a daily game is not for: leaving it to a computer, and playing it again."""


class Circumstances(NamedTuple):
    """When a command is decided, in milliseconds since 1970, and who is at the table then."""

    now: int
    presence: Presence
    patience: float = 1.0


def decide(state: RoomState, command: Command, given: Circumstances) -> Event | None:
    """Return the event that the command leads to, or None if there is nothing to do.

    Raises:
        Refused: the command is not possible now. Whether a move is legal shows in the fold.
    """
    if state.daily and isinstance(command, NOT_IN_A_DAILY):
        _seat_of(state, command.player)
        raise Refused(no.DAILY_GAME)
    match command:
        case MakeMove():
            return _make_move(state, command)
        case GoOn():
            return _go_on(state, command, given.presence)
        case Leave(player):
            return _leave(state, player)
        case TakeBack(player):
            seat = _seat_in_match(state, player)
            return TakenBack(seat) if state.seats[seat].computer else None
        case Relieve():
            return _relieve(state, command, given)
        case Start() if state.status == "over":
            return _play_again(state, command, given.presence)
        case Reopen(player):
            _seat_in_match(state, player)
            if state.status != "over":
                raise Refused(no.MATCH_RUNS)
            return Reopened()
        case PlayComputer() | DealNext() | HurryTurn() | HandOver() | FreeSeat() | PassHost():
            return _do_duty(state, command, given)
        case Forget(player):
            return _forget(state, player)
        case _:
            return decide_in_lobby(state, command)


def _make_move(state: RoomState, command: MakeMove) -> Moved:
    seat = _seat_in_match(state, command.player)
    _check_position(state, command.seq)
    if state.running.over:
        raise Refused(no.MATCH_OVER)
    if state.seats[seat].computer:
        raise Refused(no.COMPUTER_PLAYS)
    return Moved(seat, str(command.move))


def _seat_of(state: RoomState, player: str) -> int:
    seat = state.seat_of(player)
    if seat is None:
        raise Refused(no.NO_SEAT)
    return seat


def _seat_in_match(state: RoomState, player: str) -> int:
    seat = _seat_of(state, player)
    if state.match is None:
        raise Refused(no.NOT_STARTED)
    return seat


def _check_position(state: RoomState, seq: int) -> None:
    if seq != state.seq:
        raise Refused(no.STALE)


def _go_on(state: RoomState, command: GoOn, presence: Presence) -> Event | None:
    seat = _seat_of(state, command.player)
    _check_position(state, command.seq)
    if state.status == "over":
        raise Refused(no.MATCH_OVER)
    if not state.between_deals:
        raise Refused(no.ROUND_RUNS)
    if seat in state.ready:
        return None
    ready = replace(state, ready=state.ready | {seat})
    return Dealt() if all_ready(ready, presence) else Ready(seat)


def _play_again(state: RoomState, command: Start, presence: Presence) -> Event | None:
    """Begin another match when all who are here want it, or the host does not wait for them."""
    begun = decide_in_lobby(state, command)
    seat = _seat_of(state, command.player)
    wanted = replace(state, ready=state.ready | {seat})
    if (command.now and command.player == state.host) or all_ready(wanted, presence):
        return begun
    return Ready(seat) if seat not in state.ready else None


def all_ready(state: RoomState, presence: Presence) -> bool:
    """Whether somebody wants the next deal or match, and everybody present does."""
    waited_for = (seat for seat, player in state.playing_people.items() if player in presence)
    return bool(state.ready) and all(seat in state.ready for seat in waited_for)


def _leave(state: RoomState, player: str) -> Event | None:
    seat = _seat_of(state, player)
    if state.match is None:
        return SeatLeft(seat)
    return None if state.seats[seat].computer else HandedOver(seat, STAND_IN)


def _forget(state: RoomState, player: str) -> Forgotten | None:
    seat = state.seat_of(player)
    return None if seat is None else Forgotten(seat, STAND_IN if state.match else None)


def _relieve(state: RoomState, command: Relieve, given: Circumstances) -> HandedOver:
    seat = _seat_of(state, command.player)
    _check_position(state, command.seq)
    idle_at = idle_from(state, given.presence, given.patience)
    if idle_at is None or command.seat != state.running.deal.seat or command.seat == seat:
        raise Refused(no.NOT_IDLE)
    if given.now < idle_at:
        raise Refused(no.NOT_IDLE)
    return HandedOver(command.seat, STAND_IN)


def _do_duty(state: RoomState, duty: Duty, given: Circumstances) -> Event | None:
    match duty:
        case PlayComputer(seq):
            return _play_computer(state) if seq == state.seq else None
        case DealNext(seq):
            return Dealt() if seq == state.seq and state.between_deals else None
        case HurryTurn(seq):
            return _hurry_turn(state, given) if seq == state.seq else None
        case HandOver(player):
            seat = state.seat_of(player)
            if seat is None or state.match is None or not state.seats[seat].is_played_by_person:
                return None
            missed = player not in given.presence or state.times_out[seat] >= TIMES_OUT
            return HandedOver(seat, STAND_IN) if missed and not state.match.over else None
        case FreeSeat(player):
            seat = state.seat_of(player)
            missed = player not in given.presence and state.match is None
            return SeatLeft(seat) if missed and seat is not None else None
        case PassHost(player):
            if player != state.host or player in given.presence:
                return None
            others = [other for other in state.people if other in given.presence]
            return HostPassed(others[0]) if others else None
        case _:
            assert_never(duty)


def _play_computer(state: RoomState) -> Moved | None:
    computer = state.computer_in_turn
    if computer is None:
        return None
    return Moved(state.running.deal.seat, str(move_of(computer, state.running)))


def _hurry_turn(state: RoomState, given: Circumstances) -> Moved | None:
    ends_at = deadline(state, given.presence)
    if ends_at is None or given.now < ends_at:
        return None
    deal = state.running.deal
    return Moved(deal.seat, str(deal.hurried_move()), hurried=True)
