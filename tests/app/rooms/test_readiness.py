"""When all are ready: who is waited for before the next round and before another match."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.rooms import room as room_module
from app.rooms.clock import NEXT_DEAL_MS, Tempo, next_due
from app.rooms.commands import DealNext, Forget, GoOn, Leave, Reopen, Start
from app.rooms.room import Room
from app.rooms.state import RoomState
from tests.kit.house import House, open_house
from tests.kit.two_at_a_table import SOON, a_match, to_a_rounds_end, until


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path / "kings.db", pace=1) as house:
        yield house


async def test_a_person_who_left_is_not_waited_for_between_deals(house: House) -> None:
    room = await a_match(house)
    await to_a_rounds_end(room)
    await room.ask(Leave("ben"))
    assert (await room.ask(GoOn("anna", room.state.seq))).running.number == 2


async def test_the_next_deal_is_announced_to_whoever_is_not_alone(house: House) -> None:
    room = await a_match(house)
    await to_a_rounds_end(room)
    announced = room.seen_by("anna").deadline
    assert announced == room.state.changed_at + NEXT_DEAL_MS
    assert (due := next_due(room.state, room.presence, Tempo()))
    assert due.at == announced
    await room.ask(Leave("ben"))
    assert room.seen_by("anna").deadline is None


async def to_the_end(room: Room) -> RoomState:
    """Play the match to its end, as short as it goes."""
    while room.state.status == "playing":
        await to_a_rounds_end(room)
        if room.state.between_deals:
            await room.ask(DealNext(room.state.seq))
    return room.state


async def where_ben_wants_another_match(house: House) -> Room:
    room = await a_match(house)
    over = await to_the_end(room)
    await room.ask(Start("ben", bytes(32), over.seq))
    return room


@pytest.mark.parametrize(("eager", "other"), [("anna", "ben"), ("ben", "anna")])
async def test_a_wish_for_another_match_waits_for_all_who_are_here(
    house: House, eager: str, other: str
) -> None:
    room = await a_match(house)
    over = await to_the_end(room)
    for _ in range(2):
        state = await room.ask(Start(eager, bytes(32), over.seq))
        assert (state.status, state.ready) == ("over", frozenset({over.people[eager]}))
    assert (await room.ask(Start(other, bytes(32), over.seq))).match_number == 2


async def test_the_host_alone_may_begin_another_match_without_the_others(house: House) -> None:
    room = await a_match(house)
    over = await to_the_end(room)
    state = await room.ask(Start("ben", bytes(32), over.seq, now=True))
    assert (state.status, state.ready) == ("over", frozenset({1}))
    room = await a_match(house)
    over = await to_the_end(room)
    state = await room.ask(Start("anna", bytes(32), over.seq, now=True))
    assert (state.match_number, state.ready) == (2, frozenset())


async def test_whoever_goes_is_not_waited_for_before_another_match(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_module, "ABSENCE_SECONDS", SOON)
    room = await where_ben_wants_another_match(house)
    room.depart("anna")
    await until(room, lambda now: now.match_number == 2)


@pytest.mark.parametrize("gone", [Leave("anna"), Forget("anna")])
async def test_whoever_leaves_for_good_is_not_waited_for_any_more(
    house: House, gone: Leave | Forget
) -> None:
    between = await a_match(house)
    await to_a_rounds_end(between)
    await between.ask(GoOn("ben", between.state.seq))
    await between.ask(gone)
    await until(between, lambda now: now.running.number == 2)
    room = await where_ben_wants_another_match(house)
    await room.ask(gone)
    await until(room, lambda now: now.match_number == 2)


@pytest.mark.parametrize("gone", [Leave("ben"), Forget("ben")])
async def test_the_wish_of_whoever_leaves_for_good_counts_no_more(
    house: House, gone: Leave | Forget
) -> None:
    room = await where_ben_wants_another_match(house)
    assert (await room.ask(gone)).ready == frozenset()


async def test_whoever_comes_back_to_the_own_wish_when_the_others_have_left_goes_on(
    house: House,
) -> None:
    room = await where_ben_wants_another_match(house)
    room.depart("ben")
    await room.ask(Leave("anna"))
    room.arrive("ben")
    await until(room, lambda now: now.match_number == 2)


async def test_who_comes_back_to_the_own_wish_waits_for_those_who_reload(house: House) -> None:
    room = await where_ben_wants_another_match(house)
    for player in ("anna", "ben"):
        room.depart(player)
    room.arrive("ben")
    await asyncio.sleep(SOON)
    assert room.state.status == "over"


async def test_back_in_the_lobby_nobody_is_ready_any_more(house: House) -> None:
    room = await where_ben_wants_another_match(house)
    assert (await room.ask(Reopen("anna"))).ready == frozenset()
