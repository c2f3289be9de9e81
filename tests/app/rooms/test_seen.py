"""What people see of earlier matches, and of the seat of who has deleted themselves."""

from __future__ import annotations

from app.rooms.events import Forgotten, MatchStarted, Reopened, SeatHolder
from app.rooms.state import RoomState
from app.terms import Terms
from engine.copies import replace
from engine.rules import CLASSIC
from tests.kit.looking import looked_at
from tests.kit.playing import played

SEATS = (SeatHolder(player="anna"), SeatHolder(player="ben"))


def started(state: RoomState, seats: tuple[SeatHolder, ...] = SEATS) -> RoomState:
    number = state.match_number + 1
    event = MatchStarted("anna", seats, CLASSIC.options(), "22" * 32, "1", number)
    return state.after(event, state.n + 1, 0)


def sheet_of(state: RoomState, you: int | None) -> int:
    return len(looked_at(state, you, {}, ["anna"]).sheet.lines)


def test_at_a_table_that_nobody_may_watch_strangers_see_no_earlier_matches_in_its_lobby() -> None:
    over = replace(played(started(RoomState("ABC234"))), terms=Terms(watching=False))
    # The end of a match is drawn once for all who may look, and that are those who sit there.
    assert sheet_of(over, None) == sheet_of(over, 0) == 1
    lobby = over.after(Reopened(), over.n + 1, 0)
    assert (sheet_of(lobby, None), sheet_of(lobby, 0)) == (0, 1)


def kinds(state: RoomState) -> list[tuple[str, str | None, bool]]:
    seats = looked_at(state, None, {"anna": "Anna"}, ["anna"]).seats
    return [(seat.kind, seat.name, seat.former) for seat in seats]


def test_a_match_that_was_over_stays_a_former_players() -> None:
    over = played(started(RoomState("ABC234")))
    state = over.after(Forgotten(1, "casual@2"), over.n + 1, 0)
    assert state.logs == over.logs
    assert kinds(state) == [("human", "Anna", False), ("human", None, True)]


def test_a_match_that_goes_on_is_played_by_a_computer_for_a_former_player() -> None:
    state = started(RoomState("ABC234"))
    state = state.after(Forgotten(1, "casual@2"), state.n + 1, 0)
    assert kinds(state)[1] == ("human", None, True)
    assert looked_at(state, None, {}, []).seats[1].computer == "casual@2"


def test_in_the_next_match_the_seat_is_a_computers() -> None:
    over = played(started(RoomState("ABC234")))
    state = over.after(Forgotten(1, "casual@2"), over.n + 1, 0)
    assert kinds(started(state, state.seats))[1] == ("computer", None, False)
