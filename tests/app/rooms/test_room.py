"""Rooms: whatever is asked of them, by whomever, in whatever order, nothing breaks."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from app.db import matches
from app.rooms import room as room_module
from app.rooms.bus import LocalBus
from app.rooms.commands import (
    Command,
    DealNext,
    DropSeat,
    FreeSeat,
    GoOn,
    HandOver,
    HurryTurn,
    Leave,
    MakeMove,
    PassHost,
    PlayComputer,
    Relieve,
    RemoveGuest,
    Reopen,
    SetRules,
    SetSeat,
    SetTerms,
    Start,
    TakeBack,
    TakeSeat,
)
from app.rooms.events import Moved, decode, encode
from app.rooms.mailbox import MAILBOX_SIZE
from app.rooms.refused import Refused
from app.rooms.room import Room
from app.rooms.state import RoomState
from app.terms import CLOCKS, Terms
from engine.cards import DECK
from engine.moves import END, UNDO, Move, MovePile, PlayCard, parse
from engine.places import PLACES
from engine.record import parse_record
from engine.rules import CLASSIC, PRESETS, Rules
from engine.scoring import standing
from engine.violations import RuleViolation
from tests.kit.house import CASUAL, OPEN, folded_again, open_house, person
from tests.kit.playing import play_to_the_end
from tests.kit.positions import all_cards

PEOPLE = ("anna", "ben", "cho", "stranger")


def a_command(luck: random.Random, state: RoomState) -> Command:
    """Draw something that somebody might ask: mostly sensible, often late or wrong."""
    player = luck.choice(PEOPLE)
    seq = state.seq - (luck.random() < 0.2)
    legal: tuple[Move, ...] = state.match.deal.legal_moves() if state.match else ()
    in_turn = state.seats[state.match.deal.seat].player if state.match else None
    place = luck.choice(PLACES)
    seat = luck.randrange(5)
    choices: tuple[tuple[Command, float], ...] = (
        (TakeSeat(player, luck.choice((None, 0, 1, 2, 3))), 1),
        (Start(player, luck.randbytes(32), luck.choice((None, seq))), 1),
        (GoOn(player, seq), 2),
        (PlayComputer(seq), 1),
        (DealNext(seq), 1),
        (HurryTurn(seq), 1),
        (HandOver(player), 1),
        (FreeSeat(player), 0.1),
        (PassHost(player), 0.3),
        (Leave(player), 0.2),
        (TakeBack(player), 2),
        (Relieve(player, seat, seq), 1),
        (RemoveGuest(player, seat), 0.1),
        (SetSeat(player, seat, luck.choice((None, "casual@1", "beginner@1"))), 0.5),
        (DropSeat(player, seat), 0.2),
        (SetRules(player, luck.choice(list(PRESETS.values()))), 0.2),
        (SetTerms(player, Terms(luck.random() < 0.5, True, luck.choice(CLOCKS))), 0.3),
        (Reopen(player), 0.5),
        (MakeMove(in_turn or player, seq, luck.choice((*legal, UNDO))), 12),
        (MakeMove(player, seq, PlayCard(luck.choice(DECK), place)), 2),
        (MakeMove(player, seq, MovePile(luck.choice(PLACES), place)), 2),
    )
    commands = [command for command, _ in choices]
    return luck.choices(commands, [weight for _, weight in choices])[0]


def come_or_go(room: Room, luck: random.Random) -> None:
    """Let somebody connect or disconnect, now and then."""
    player = luck.choice(PEOPLE)
    if luck.random() < 0.1:
        if player in room.presence:
            room.depart(player)
        else:
            room.arrive(player)


@pytest.mark.parametrize("seed", range(6))
async def test_random_commands_leave_a_room_whole(tmp_path: Path, seed: int) -> None:
    luck = random.Random(seed)
    rules = list(PRESETS.values())[seed % len(PRESETS)]
    async with open_house(tmp_path / "kings.db") as house:
        seats = [person("anna"), OPEN, luck.choice((OPEN, CASUAL))]
        room = await house.rooms.open("anna", seats, rules)
        room.arrive("anna")
        started = 0
        for _ in range(800):
            if room.state.closed:
                closed = room.state
                assert await folded_again(house.tools.reader, closed) == closed
                room = await house.rooms.open("anna", seats, rules)
            before = room.state
            come_or_go(room, luck)
            asked = [a_command(luck, before) for _ in range(luck.choice((1, 1, 3)))]
            results = await asyncio.gather(*map(room.ask, asked), return_exceptions=True)
            for result in results:
                assert isinstance(result, RoomState | Refused | RuleViolation), result
            if room.state.match:
                assert sorted(all_cards(room.state.match.deal)) == sorted(DECK)
            started = max(started, room.state.match_number)
        assert started, "no match ever started"
        state = room.state
        assert await folded_again(house.tools.reader, state) == state


async def test_a_match_against_computers_ends_with_its_record_and_results(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path / "kings.db", pace=0.0001) as house:
        room = await house.rooms.open("anna", [person("anna"), CASUAL, CASUAL, CASUAL], CLASSIC)
        await play_to_the_end(room, "anna")
        kept = await house.tools.reader(partial(matches.latest_of, room=room.state.code))
        assert kept is not None
        match = parse_record(kept.record).replay()
        assert match == room.state.match
    with sqlite3.connect(tmp_path / "kings.db") as database:
        query = "SELECT seat, player_id, computer, total, place FROM match_results ORDER BY seat"
        results = database.execute(query).fetchall()
        query = "SELECT penalty FROM match_penalties ORDER BY deal, seat"
        penalties = [penalty for (penalty,) in database.execute(query)]
    places = {line.seat: line.place for line in standing(match.totals)}
    assert results == [
        (seat, None if seat else "anna", "casual@1" if seat else None, total, places[seat])
        for seat, total in enumerate(match.totals)
    ]
    assert penalties == [penalty for row in match.penalties for penalty in row]


async def test_playing_again_keeps_seats_and_rules_and_deals_anew(tmp_path: Path) -> None:
    rules = Rules(target=5)
    async with open_house(tmp_path / "kings.db", pace=0.0001) as house:
        room = await house.rooms.open("anna", [person("anna"), CASUAL], rules)
        await play_to_the_end(room, "anna")
        over = room.state
        await room.ask(Start("anna", bytes(32), over.seq))
        again = room.state
        assert (again.seats, again.rules, again.match_number) == (over.seats, rules, 2)
        assert again.running.totals == (0, 0)
        await play_to_the_end(room, "anna")


async def test_a_room_read_from_its_log_is_the_room_that_was_left(tmp_path: Path) -> None:
    async with open_house(tmp_path / "kings.db", pace=20) as house:
        room = await house.rooms.open("anna", [person("anna"), CASUAL], CLASSIC)
        if room.state.running.deal.seat != 0:
            await room.ask(PlayComputer(room.state.seq))
        left = room.state
    async with open_house(tmp_path / "kings.db", pace=20) as house:
        room = await house.rooms.get(left.code)
        assert room.state == left


async def test_closing_a_room_answers_everybody_who_asked(tmp_path: Path) -> None:
    async with open_house(tmp_path / "kings.db") as house:
        room = await house.rooms.open("anna", [person("anna"), OPEN], CLASSIC)
        asked = [asyncio.ensure_future(room.ask(TakeSeat("ben"))) for _ in range(5)]
        await asyncio.sleep(0)
        await room.close()
        results = await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), 5)
        assert {result.code for result in results if isinstance(result, Refused)} == {"busy"}


async def test_a_process_hears_of_what_another_one_wrote(tmp_path: Path) -> None:
    path, bus = tmp_path / "kings.db", LocalBus()
    async with open_house(path, bus=bus) as here, open_house(path, bus=bus) as there:
        room = await here.rooms.open("anna", [person("anna"), OPEN], CLASSIC)
        other = await there.rooms.get(room.state.code)
        heard = asyncio.Event()
        other.listeners.add(lambda: heard.set() if other.state.n == 2 else None)
        await room.ask(TakeSeat("ben"))
        await asyncio.wait_for(heard.wait(), 5)
        assert other.state == room.state


async def test_one_of_two_racing_moves_wins_and_the_other_is_told(tmp_path: Path) -> None:
    async with open_house(tmp_path / "kings.db") as house:
        room = await house.rooms.open("anna", [person("anna"), OPEN], CLASSIC)
        await room.ask(TakeSeat("ben"))
        await room.ask(Start("anna", bytes(32)))
        seq = room.state.seq
        mover = room.state.seats[room.state.running.deal.seat].player
        assert mover
        results = await asyncio.gather(
            *(room.ask(MakeMove(mover, seq, END)) for _ in range(5)), return_exceptions=True
        )
        refused = [result for result in results if isinstance(result, Refused)]
        assert [error.code for error in refused] == ["stale"] * 4
        assert room.state.n == seq + 1


async def test_two_processes_on_one_database_agree_on_one_order(tmp_path: Path) -> None:
    path = tmp_path / "kings.db"
    async with open_house(path) as here, open_house(path) as there:
        room = await here.rooms.open("anna", [person("anna"), OPEN], CLASSIC)
        code = room.state.code
        await (await there.rooms.get(code)).ask(TakeSeat("ben"))
        await room.catch_up()
        await room.ask(Start("anna", bytes(32)))
        luck = random.Random(1)
        for _ in range(60):
            if room.state.status == "over":
                break
            deal = room.state.running.deal
            if deal.ending:
                await asyncio.sleep(0.01)
                await room.catch_up()
                continue
            mover = room.state.seats[deal.seat].player
            assert mover
            command = MakeMove(mover, room.state.seq, luck.choice(deal.legal_moves()))
            other = await there.rooms.get(code)
            await other.catch_up()
            results = await asyncio.gather(
                room.ask(command), other.ask(command), return_exceptions=True
            )
            assert sum(isinstance(result, RoomState) for result in results) == 1, results
            await asyncio.gather(room.catch_up(), other.catch_up())
            assert room.state == other.state


@pytest.mark.parametrize("event_text", ["7H>N", "N>E", "end", "undo", "draw"])
def test_an_event_survives_its_json(event_text: str) -> None:
    event = Moved(seat=2, move=str(parse(event_text)))
    assert decode(encode(event)) == event


async def test_with_several_people_the_next_deal_waits_for_all_who_are_present(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_module, "ABSENCE_SECONDS", 0.05)
    async with open_house(tmp_path / "kings.db", pace=1) as house:
        room = await house.rooms.open("anna", [person("anna"), OPEN], Rules(target=500))
        await room.ask(TakeSeat("ben"))
        await room.ask(Start("anna", bytes(32)))
        for player in ("anna", "ben"):
            room.arrive(player)
        await play_one_deal(room)
        await room.ask(GoOn("anna", room.state.seq))
        assert room.state.between_deals
        state = await room.ask(GoOn("ben", room.state.seq))
        assert state.running.number == 2

        await play_one_deal(room)
        await room.ask(GoOn("anna", room.state.seq))
        dealt = asyncio.Event()
        room.listeners.add(lambda: None if room.state.between_deals else dealt.set())
        room.depart("ben")
        room.arrive("ben")
        await asyncio.sleep(0.1)
        assert not dealt.is_set(), "a reload is no absence"
        room.depart("ben")
        await asyncio.wait_for(dealt.wait(), 5)


async def test_nobody_hears_of_the_coming_and_going_of_people_without_a_seat(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path / "kings.db", pace=1) as house:
        room = await house.rooms.open("anna", [person("anna"), OPEN], Rules())
        await room.ask(TakeSeat("ben"))
        heard: list[None] = []
        room.listeners.add(lambda: heard.append(None))
        room.arrive("zoe")
        room.depart("zoe")
        assert heard == []
        room.arrive("ben")
        assert len(heard) == 1


async def play_one_deal(room: Room) -> None:
    while not room.state.between_deals:
        deal = room.state.running.deal
        player = room.state.seats[deal.seat].player
        assert player
        await room.ask(MakeMove(player, room.state.seq, deal.legal_moves()[0]))


async def test_a_full_mailbox_and_a_closed_room_say_that_they_are_busy(tmp_path: Path) -> None:
    async with open_house(tmp_path / "kings.db") as house:
        room = await house.rooms.open("anna", [person("anna"), OPEN], CLASSIC)
        asked = [room.ask(TakeSeat("anna")) for _ in range(MAILBOX_SIZE + 3)]
        results = await asyncio.gather(*asked, return_exceptions=True)
        codes = Counter(result.code for result in results if isinstance(result, Refused))
        assert codes == {"seated_already": MAILBOX_SIZE, "busy": 3}
        await room.close()
        with pytest.raises(Refused, match="busy"):
            await room.ask(TakeSeat("ben"))


async def test_a_command_that_the_database_fails_is_refused_and_the_room_lives_on(
    tmp_path: Path,
) -> None:
    path = tmp_path / "kings.db"
    async with open_house(path) as house:
        room = await house.rooms.open("anna", [person("anna"), OPEN], CLASSIC)
        before = room.state
        with sqlite3.connect(path) as database:
            database.execute("ALTER TABLE room_events RENAME TO elsewhere")
        with pytest.raises(Refused, match="Nothing was lost"):
            await room.ask(TakeSeat("ben"))
        assert room.state == before
        with sqlite3.connect(path) as database:
            database.execute("ALTER TABLE elsewhere RENAME TO room_events")
        assert (await room.ask(TakeSeat("ben"))).people == {"anna": 0, "ben": 1}
