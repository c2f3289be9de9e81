"""Which matches count for the leaderboards, rule by rule."""

from __future__ import annotations

from random import Random

import pytest

from app.rooms.counting import (
    counted_results,
    has_two_people,
    is_no_daily,
    played_oneself,
    went_beyond_its_first_deal,
)
from app.rooms.events import Dealt, HandedOver, MatchStarted, Moved, SeatHolder, TakenBack
from app.rooms.state import RoomState
from engine.rules import CLASSIC

TWO = (SeatHolder(player="anna"), SeatHolder(player="ben"))


def started(*seats: SeatHolder, daily: str | None = None, target: int = 25) -> RoomState:
    rules = {**CLASSIC.options(), "target": target}
    event = MatchStarted("anna", seats or TWO, rules, "22" * 32, "1", 1, daily=daily)
    return RoomState("ABC234").after(event, 1, 0)


def played(state: RoomState) -> RoomState:
    """The state at the match's end, by luck."""
    luck = Random(1)
    while not state.running.over:
        deal = state.running.deal
        if deal.ending:
            state = state.after(Dealt(), state.n + 1, 0)
            continue
        move = str(luck.choice(deal.legal_moves()))
        state = state.after(Moved(deal.seat, move), state.n + 1, 0)
    return state


def test_a_match_of_two_people_counts_for_both_with_what_they_paid() -> None:
    state = played(started())
    counted = counted_results(state, 7)
    assert [result.player_id for result in counted] == ["anna", "ben"]
    assert [result.penalties for result in counted] == list(state.running.totals)
    assert [result.won for result in counted] == [
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
