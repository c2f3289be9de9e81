"""What the commands of a lobby make happen: seats, rules and terms, before a match or after."""

from __future__ import annotations

from msgspec.structs import replace

from app.rooms import refused as no
from app.rooms.commands import (
    DropSeat,
    RemoveGuest,
    SetRules,
    SetSeat,
    SetTerms,
    Start,
    TakeSeat,
)
from app.rooms.events import (
    Event,
    MatchStarted,
    RulesSet,
    SeatDropped,
    SeatHolder,
    SeatLeft,
    SeatSet,
    SeatTaken,
    TermsSet,
)
from app.rooms.guests import guest_mark
from app.rooms.refused import Refused
from app.rooms.state import RoomState
from engine import VERSION
from engine.rules import FEWEST_PLAYERS, Rules

LobbyCommand = TakeSeat | RemoveGuest | SetSeat | DropSeat | SetRules | SetTerms | Start


def decide_in_lobby(state: RoomState, command: LobbyCommand) -> Event | None:
    """Return the event that the command leads to, or None if it changes nothing.

    Raises:
        Refused: the command is not possible now.
    """
    match command:
        case TakeSeat():
            return _take_seat(state, command)
        case Start():
            return _start(state, command)
        case RemoveGuest():
            return _remove_guest(state, command)
        case SetSeat():
            return _set_seat(state, command)
        case DropSeat(player, seat):
            _check_host(state, player)
            if _holder(state, seat).player is not None:
                raise Refused(no.SEAT_TAKEN)
            if len(state.seats) <= FEWEST_PLAYERS:
                raise Refused(no.FEWEST_SEATS)
            return SeatDropped(seat)
        case SetRules(player, rules):
            _check_host(state, player)
            _check_players(rules, len(state.seats))
            return RulesSet(rules.options()) if rules != state.rules else None
        case SetTerms(player, terms):
            if not _is_pace_of_own_match(state, command):
                _check_host(state, player)
            return TermsSet(terms) if terms != state.terms else None


def _check_host(state: RoomState, player: str) -> None:
    if state.seat_of(player) is None:
        raise Refused(no.NO_SEAT)
    if player != state.host:
        raise Refused(no.NOT_HOST)
    if state.match is not None:
        raise Refused(no.ALREADY_STARTED)


def _is_pace_of_own_match(state: RoomState, command: SetTerms) -> bool:
    """Whether somebody who plays alone with computers changes their pace, and nothing else."""
    alone = state.status == "playing" and state.people.keys() == {command.player}
    return alone and replace(command.terms, pace=state.terms.pace) == state.terms


def _holder(state: RoomState, seat: int) -> SeatHolder:
    if not 0 <= seat < len(state.seats):
        raise Refused(no.NO_SUCH_SEAT)
    return state.seats[seat]


def _check_players(rules: Rules, seats: int) -> None:
    if seats > rules.most_players:
        raise Refused(no.TOO_MANY_SEATS, most=str(rules.most_players))


def _take_seat(state: RoomState, command: TakeSeat) -> SeatTaken:
    if state.closed:
        raise Refused(no.ROOM_NOT_FOUND)
    if state.seat_of(command.player) is not None:
        raise Refused(no.SEATED_ALREADY)
    if state.has_removed(command.player):
        raise Refused(no.REMOVED)
    if state.match is not None:
        raise Refused(no.ALREADY_STARTED)
    if command.seat is not None and not _holder(state, command.seat).is_open:
        raise Refused(no.SEAT_TAKEN)
    free = [seat for seat, holder in enumerate(state.seats) if holder.is_open]
    if not free:
        raise Refused(no.ROOM_FULL)
    return SeatTaken(free[0] if command.seat is None else command.seat, command.player)


def _remove_guest(state: RoomState, command: RemoveGuest) -> SeatLeft:
    _check_host(state, command.player)
    guest = _holder(state, command.seat).player
    if guest is None or guest == command.player:
        raise Refused(no.NO_GUEST)
    if command.guest not in {None, guest_mark(state.code, guest)}:
        raise Refused(no.OTHER_GUEST)
    return SeatLeft(command.seat, removed=True)


def _set_seat(state: RoomState, command: SetSeat) -> SeatSet | None:
    _check_host(state, command.player)
    if command.seat == len(state.seats):
        _check_players(state.rules, command.seat + 1)
    else:
        holder = _holder(state, command.seat)
        if holder.player is not None:
            raise Refused(no.SEAT_TAKEN)
        if holder.computer == command.computer:
            return None
    return SeatSet(command.seat, command.computer)


def _start(state: RoomState, command: Start) -> MatchStarted:
    """Start with everybody who sits: free seats are taken away."""
    seat = state.seat_of(command.player)
    if seat is None:
        raise Refused(no.NO_SEAT)
    if state.status == "playing":
        raise Refused(no.MATCH_RUNS if command.seq is not None else no.ALREADY_STARTED)
    if command.seq is not None and command.seq != state.seq:
        raise Refused(no.STALE)
    if state.status == "lobby" and command.player != state.host:
        raise Refused(no.NOT_HOST)
    seats = tuple(holder for holder in state.seats if not holder.is_open)
    if len(seats) < FEWEST_PLAYERS:
        raise Refused(no.SEATS_OPEN)
    return MatchStarted(
        host=state.host,
        seats=seats,
        rules=state.rules.options(),
        seed=command.seed.hex(),
        engine=VERSION,
        number=state.match_number + 1,
        terms=state.terms,
        sheet=state.sheet,
        removed=state.removed,
        again=seat if state.status == "over" else None,
    )
