"""People come and go: who waits for whom, for how long, and who plays meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.db.database import now_ms
from app.rooms import clock
from app.rooms.clock import Tempo, next_due
from app.rooms.commands import (
    HandOver,
    HurryTurn,
    Leave,
    MakeMove,
    PassHost,
    Relieve,
    SetTerms,
    Start,
    TakeBack,
    TakeSeat,
)
from app.rooms.events import HostPassed
from app.rooms.presence import AWAY_AFTER_MS, Presence
from app.rooms.refused import Refused
from app.rooms.state import RoomState
from app.terms import Terms
from engine.moves import END
from engine.rules import CLASSIC
from tests.kit.house import CASUAL, OPEN, House, open_house, person
from tests.kit.two_at_a_table import SOON, a_match, until


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path / "kings.db", pace=1) as house:
        yield house


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MISSED_FOR_MS", "MISSED_FOR_IN_PUBLIC_MS", "HOST_MISSED_FOR_MS", "IDLE_MS"):
        monkeypatch.setattr(clock, name, round(SOON * 1000))


def lent(state: RoomState) -> list[int]:
    return [seat for seat, holder in enumerate(state.seats) if holder.player and holder.computer]


@pytest.mark.usefixtures("impatient")
async def test_a_computer_plays_for_whoever_is_missed_too_long_until_they_return(
    house: House,
) -> None:
    room = await a_match(house)
    room.depart("ben")
    await until(room, lambda state: lent(state) == [1])
    room.arrive("ben")
    await until(room, lambda state: lent(state) == [])


@pytest.mark.usefixtures("impatient")
async def test_nobody_is_missed_where_nobody_waits_and_time_begins_with_the_first_to_return(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await a_match(house)
    room.depart("ben")
    room.depart("anna")
    await asyncio.sleep(4 * SOON)
    assert lent(room.state) == []
    monkeypatch.setattr(clock, "MISSED_FOR_MS", 300)
    room.arrive("anna")
    await asyncio.sleep(SOON)
    assert lent(room.state) == [], "Ben has been missed only since Anna is back"
    await until(room, lambda state: lent(state) == [1])


@pytest.mark.usefixtures("impatient")
async def test_somebody_who_is_here_becomes_the_host_when_the_host_is_gone(house: House) -> None:
    room = await house.rooms.open("anna", [person("anna"), OPEN], CLASSIC)
    await room.ask(TakeSeat("ben"))
    room.arrive("ben")
    room._end_visit("anna")
    await until(room, lambda state: state.host == "ben")


@pytest.mark.usefixtures("impatient")
async def test_in_a_public_lobby_the_seat_of_whoever_is_missed_is_free_again(house: House) -> None:
    room = await house.rooms.open("anna", [person("anna"), OPEN], CLASSIC, Terms(public=True))
    await room.ask(TakeSeat("ben"))
    room.arrive("ben")
    room.depart("ben")
    await until(room, lambda state: state.people == {"anna": 0})


async def test_who_leaves_on_purpose_is_replaced_at_once_and_gets_the_seat_back(
    house: House,
) -> None:
    room = await a_match(house)
    assert lent(await room.ask(Leave("ben"))) == [1]
    assert lent(await room.ask(Leave("ben"))) == [1], "leaving twice is no mistake"
    assert lent(await room.ask(TakeBack("ben"))) == []


async def test_who_comes_back_a_moment_after_leaving_plays_again(house: House) -> None:
    room = await a_match(house)
    room.depart("ben")
    room.visit("ben")  # the page
    room.arrive("ben")  # and its socket
    await room.ask(Leave("ben"))
    room.depart("ben")
    room.visit("ben")
    room.arrive("ben")
    await until(room, lambda state: lent(state) == [])


async def test_across_a_handover_no_move_is_taken_back(house: House) -> None:
    room = await a_match(house)
    for _ in range(40):
        deal = room.state.running.deal
        mover = room.state.seats[deal.seat].player
        assert mover
        if plays := [move for move in deal.legal_moves() if ">" in str(move)]:
            state = await room.ask(MakeMove(mover, room.state.seq, plays[0]))
            if state.running.deal.ending:
                break
            assert state.running.deal.can_undo
            await room.ask(Leave(mover))
            state = await room.ask(TakeBack(mover))
            assert not state.running.deal.can_undo
            return
        await room.ask(MakeMove(mover, room.state.seq, END))
    raise AssertionError("nobody could play")


@pytest.mark.usefixtures("impatient")
async def test_who_does_nothing_for_long_may_be_relieved_by_the_others_only(house: House) -> None:
    room = await a_match(house)
    seat = room.state.running.deal.seat
    idle, other = ("anna", "ben") if seat == 0 else ("ben", "anna")
    seq = room.state.seq
    await asyncio.sleep(2 * SOON)
    with pytest.raises(Refused, match="more time"):
        await room.ask(Relieve(idle, seat, seq))
    with pytest.raises(Refused, match="more time"):
        await room.ask(Relieve(other, 1 - seat, seq))
    assert room.seen_by(other).seats[seat].idle
    assert lent(await room.ask(Relieve(other, seat, seq))) == [seat]


async def test_whoever_is_gone_in_their_turn_may_be_relieved_after_half_a_minute(
    house: House,
) -> None:
    room = await a_match(house)
    player = room.state.seats[room.state.running.deal.seat].player
    assert player
    here = clock.idle_from(room.state, room.presence, 1)
    room.depart(player)
    gone = clock.idle_from(room.state, room.presence, 1)
    assert gone == room.presence.missing_since(player) + 30_000
    assert here
    assert gone < here
    room.arrive(player)
    assert clock.idle_from(room.state, room.presence, 1) == here


async def test_nobody_is_relieved_before_three_minutes(house: House) -> None:
    room = await a_match(house)
    seat = room.state.running.deal.seat
    other = "ben" if seat == 0 else "anna"
    with pytest.raises(Refused, match="more time"):
        await room.ask(Relieve(other, seat, room.state.seq))


async def test_a_turn_whose_time_runs_out_ends_without_losing_a_card_and_twice_lends_the_seat(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Terms, "clock_ms", property(lambda _: 30), raising=False)
    monkeypatch.setattr(clock, "LATE_MS", 0)
    room = await a_match(house, Terms(clock=15))
    await until(room, lambda state: lent(state) == [0, 1])
    deal = room.state.running.deal
    held = sum(map(len, deal.hands)) + sum(map(len, deal.piles.values())) + len(deal.stock)
    assert held == 52
    ends = [line.move for line in room.state.logs[-1] if line.seat is not None]
    assert ends.count("end") == 4, "two turns of each ran out"


async def test_a_move_that_comes_before_the_end_of_its_time_counts_and_the_timeout_does_nothing(
    house: House,
) -> None:
    room = await a_match(house, Terms(clock=15))
    seq, mover = room.state.seq, room.state.seats[room.state.running.deal.seat].player
    assert mover
    results = await asyncio.gather(
        room.ask(MakeMove(mover, seq, END)), room.ask(HurryTurn(seq)), room.ask(HurryTurn(seq + 1))
    )
    assert [state.seq for state in results] == [seq + 1] * 3
    assert room.state.times_out == (0, 0)


async def test_a_clock_stands_still_while_nobody_is_there(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Terms, "clock_ms", property(lambda _: 50), raising=False)
    monkeypatch.setattr(clock, "LATE_MS", 0)
    room = await house.rooms.open("anna", [person("anna"), OPEN], CLASSIC, Terms(clock=15))
    await room.ask(TakeSeat("ben"))
    room._end_visit("anna")
    state = await room.ask(Start("anna", bytes(32)))
    await asyncio.sleep(0.2)
    assert room.state == state
    room.arrive("ben")
    await until(room, lambda now: now.seq > state.seq)


async def test_the_servers_own_commands_do_nothing_when_they_come_too_late(house: House) -> None:
    room = await a_match(house)
    before = room.state
    for duty in (HandOver("ben"), HandOver("zoe"), PassHost("anna"), PassHost("ben"), HurryTurn(1)):
        assert await room.ask(duty) == before


async def test_terms_are_set_before_the_match_and_kept_for_the_next_one(house: House) -> None:
    room = await house.rooms.open("anna", [person("anna"), OPEN], CLASSIC)
    terms = Terms(clock=60, pace="calm")
    await room.ask(SetTerms("anna", terms))
    await room.ask(TakeSeat("ben"))
    state = await room.ask(Start("anna", bytes(32)))
    assert state.terms == terms
    with pytest.raises(Refused, match="already started"):
        await room.ask(SetTerms("anna", Terms()))


async def test_who_plays_alone_changes_the_computers_pace_and_nothing_else(house: House) -> None:
    alone = await house.rooms.open("anna", [person("anna"), CASUAL], CLASSIC)
    state = await alone.ask(SetTerms("anna", Terms(pace="quick")))
    assert (state.terms.pace, state.status) == ("quick", "playing")
    for player, terms in (("anna", Terms(clock=15, pace="calm")), ("ben", Terms(pace="calm"))):
        with pytest.raises(Refused):
            await alone.ask(SetTerms(player, terms))
    assert alone.state.terms == Terms(pace="quick")
    together = await a_match(house)
    with pytest.raises(Refused, match="already started"):
        await together.ask(SetTerms("anna", Terms(pace="quick")))


def test_a_short_absence_is_none() -> None:
    presence, people, now = Presence(0), {"anna": 0, "ben": 1}, now_ms()
    for player in people:
        presence.arrive(player, people, now)
    presence.depart("ben", now)
    assert not presence.is_away("ben", now + AWAY_AFTER_MS - 1)
    assert presence.is_away("ben", now + AWAY_AFTER_MS)
    presence.arrive("ben", people, now + AWAY_AFTER_MS)
    assert not presence.is_away("ben", now + AWAY_AFTER_MS)


def test_a_second_tab_keeps_a_player_here_when_the_first_one_closes() -> None:
    presence, people = Presence(0), {"anna": 0}
    assert presence.arrive("anna", people, 1)
    assert not presence.arrive("anna", people, 2)
    assert not presence.depart("anna", 3)
    assert "anna" in presence
    assert presence.depart("anna", 4)
    assert "anna" not in presence


async def test_what_is_due_at_the_same_moment_is_done_one_after_the_other(house: House) -> None:
    room = await house.rooms.open("anna", [person("anna"), OPEN, OPEN], CLASSIC)
    for guest in ("ben", "cho"):
        await room.ask(TakeSeat(guest))
    state = await room.ask(Start("anna", bytes(32)))
    presence = Presence(0)
    presence.arrive("ben", state.people, 0)
    due = next_due(state, presence, Tempo())
    assert due is not None
    assert due.at == clock.HOST_MISSED_FOR_MS
    host_is_ben = state.after(HostPassed("ben"), state.n + 1, 0)
    due = next_due(host_is_ben, presence, Tempo())
    assert due == (clock.MISSED_FOR_MS, HandOver("anna")), "Cho is missed since that moment, too"
