"""Which matches count for the leaderboards, rule by rule."""

from __future__ import annotations

from random import Random

import pytest

from app.rooms.counting import (
    counted_results,
    has_two_people,
    is_no_daily,
    played_oneself,
    two_played_themselves,
    went_beyond_its_first_deal,
)
from app.rooms.events import (
    Dealt,
    Forgotten,
    HandedOver,
    MatchStarted,
    Moved,
    SeatHolder,
    TakenBack,
)
from app.rooms.results import record_of
from app.rooms.state import RoomState
from engine.record import Record
from engine.rules import CLASSIC
from tests.kit.playing import played

TWO = (SeatHolder(player="anna"), SeatHolder(player="ben"))


def started(*seats: SeatHolder, daily: str | None = None, target: int = 25) -> RoomState:
    rules = {**CLASSIC.options(), "target": target}
    event = MatchStarted("anna", seats or TWO, rules, "22" * 32, "1", 1, daily=daily)
    return RoomState("ABC234").after(event, 1, 0)


def test_a_match_of_two_people_counts_for_both_with_what_they_paid() -> None:
    state = played(started())
    counted = counted_results(state, 7)
    assert [result.player_id for result in counted] == ["anna", "ben"]
    assert [result.penalties for result in counted] == list(state.running.totals)
    assert [result.place == 1 for result in counted] == [
        seat in state.running.winners for seat in range(2)
    ]
    assert {(result.deals, result.finished_at) for result in counted} == {(state.running.number, 7)}


def test_it_does_not_count_alone_with_computers() -> None:
    alone = played(started(SeatHolder(player="anna"), SeatHolder(computer="casual@2")))
    assert not has_two_people(alone)
    assert counted_results(alone, 0) == []


def test_it_does_not_count_when_over_before_its_second_deal() -> None:
    short = played(started(target=1))
    assert not went_beyond_its_first_deal(short)
    assert counted_results(short, 0) == []


def test_a_daily_game_counts_on_its_own_boards_alone() -> None:
    daily = started(daily="2028-02-29")
    assert not is_no_daily(daily)


@pytest.mark.parametrize("share", [0.0, 0.4, 0.6, 1.0])
def test_it_does_not_count_for_whom_a_computer_played_more_than_half_of_the_turns(
    share: float,
) -> None:
    three = (*TWO, SeatHolder(player="cho"))
    state, luck, turns, lent = started(*three), Random(1), 0, 0
    while not state.running.over:
        deal = state.running.deal
        if deal.ending:
            state = state.after(Dealt(), state.n + 1, 0)
            continue
        if deal.seat == 0 and deal.step == 0:
            wanted = luck.random() < share
            has = state.seats[0].computer is not None
            if wanted != has:
                event = HandedOver(0, "casual@2") if wanted else TakenBack(0)
                state = state.after(event, state.n + 1, 0)
            turns, lent = turns + 1, lent + wanted
        move = str(luck.choice(deal.legal_moves()))
        state = state.after(Moved(deal.seat, move), state.n + 1, 0)
    assert state.lent_turns[0] == lent
    assert played_oneself(state, 0) is (2 * lent <= turns)
    people = [result.player_id for result in counted_results(state, 0)]
    assert people == (["anna", "ben", "cho"] if 2 * lent <= turns else ["ben", "cho"])


def test_it_does_not_count_when_but_one_has_played() -> None:
    state = started()
    state = state.after(HandedOver(1, "casual@2"), state.n + 1, 0)
    state = played(state)
    assert has_two_people(state)
    assert not two_played_themselves(state)
    assert counted_results(state, 0) == []


def test_it_does_not_count_for_the_one_who_is_left_when_the_other_is_forgotten() -> None:
    state = started()
    state = played(state.after(Forgotten(1, "casual@2"), state.n + 1, 0))
    assert list(state.people) == ["anna"]
    assert not has_two_people(state)
    assert counted_results(state, 0) == []


def test_kings_are_counted_that_are_in_a_hand_when_a_deal_ends() -> None:
    state = started(*TWO, SeatHolder(computer="casual@2"))
    caught = [0, 0, 0]
    for match in Record.positions(record_of(played(state))):
        if match.deal.ending:
            for seat, hand in enumerate(match.deal.hands):
                caught[seat] += sum(str(card).startswith("K") for card in hand)
    assert played(state).kings == tuple(caught)
    assert sum(caught)
