"""Rooms: whatever is asked of them, by whomever, in whatever order, nothing breaks."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections import Counter
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import pytest
from sqlalchemy.exc import OperationalError

from app.db import matches, rooms
from app.db.database import now_ms
from app.rooms import registry
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
from app.rooms.events import decode, encode
from app.rooms.refused import Refused
from app.rooms.room import MAILBOX_SIZE, Room
from app.rooms.state import RoomState, fold
from app.terms import CLOCKS, Terms
from engine.cards import DECK
from engine.moves import END, UNDO, Move, MovePile, PlayCard, parse
from engine.places import PLACES
from engine.record import parse_record
from engine.rules import CLASSIC, PRESETS, Rules
from engine.scoring import standing
from engine.violations import RuleViolation
from tests.kit.house import CASUAL, OPEN, House, add_event, open_house, person

DAMAGED = (
    "{",
    '{"kind": "danced"}',
    '{"kind": "moved", "seat": 0, "move": "NE>N"}',
    '{"kind": "moved", "seat": 0, "move": "7H"}',
    '{"kind": "seat-taken", "seat": 9, "player": "ben"}',
)
"""Events that no log can have after the first deal: damaged, unknown, or against the rules."""
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


def assert_conserved(state: RoomState) -> None:
    if state.match:
        deal = state.match.deal
        cards = Counter(card for pile in (*deal.hands, *deal.piles.values()) for card in pile)
        assert cards + Counter(deal.stock) == Counter(DECK)


async def read_again(house: House, state: RoomState) -> RoomState:
    """Fold the whole log from its first event up to this state: a computer may have gone on."""
    rows = await house.tools.reader(partial(rooms.after, code=state.code, n=0))
    log = ((decode(row.event), row.n, row.at) for row in rows if row.n <= state.n)
    return fold(RoomState(state.code), log)


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
                assert await read_again(house, closed) == closed
                room = await house.rooms.open("anna", seats, rules)
            before = room.state
            come_or_go(room, luck)
            asked = [a_command(luck, before) for _ in range(luck.choice((1, 1, 3)))]
            results = await asyncio.gather(*map(room.ask, asked), return_exceptions=True)
            for result in results:
                assert isinstance(result, RoomState | Refused | RuleViolation), result
            assert_conserved(room.state)
            started = max(started, room.state.match_number)
        assert started, "no match ever started"
        state = room.state
        assert await read_again(house, state) == state


async def play_to_the_end(room: Room, player: str) -> None:
    """Play a person's seat by the first legal move until the match is over."""
    async with asyncio.timeout(60):
        while room.state.status != "over":
            state = room.state
            if state.between_deals:
                await room.ask(GoOn(player, state.seq))
            elif state.running.deal.seat == state.people[player]:
                await room.ask(MakeMove(player, state.seq, state.running.deal.legal_moves()[0]))
            else:
                await asyncio.sleep(0.001)


async def test_a_match_against_computers_ends_with_its_record_and_results(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path / "kings.db", pace=0.0001) as house:
        room = await house.rooms.open("anna", [person("anna"), CASUAL, CASUAL, CASUAL], CLASSIC)
        await play_to_the_end(room, "anna")
        text = await house.tools.reader(partial(matches.latest_record, room=room.state.code))
        assert text is not None
        match = parse_record(text).replay()
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


async def test_after_a_restart_computers_play_on_without_anybody_looking(
    tmp_path: Path,
) -> None:
    path = tmp_path / "kings.db"
    async with open_house(path, pace=1) as house:
        room = await house.rooms.open("anna", [person("anna"), CASUAL, CASUAL], CLASSIC)
        if not room.state.computer_in_turn:
            await room.ask(MakeMove("anna", room.state.seq, END))
        assert room.state.computer_in_turn
        left = room.state
    async with open_house(path, pace=0) as house:
        house.sweep()
        await until_written(house, left.code, left.n + 1)


async def until_written(house: House, code: str, n: int) -> None:
    """Wait until the log has the event, asking the database alone: that wakes no room."""
    async with asyncio.timeout(20):
        while not await house.tools.reader(partial(rooms.after, code=code, n=n - 1)):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_a_room_that_cannot_be_read_lets_the_others_wake(tmp_path: Path) -> None:
    path = tmp_path / "kings.db"
    async with open_house(path, pace=20) as house:
        opened = [
            await house.rooms.open("anna", [person("anna"), CASUAL, CASUAL], CLASSIC)
            for _ in range(2)
        ]
        for room in opened:
            if not room.state.computer_in_turn:
                await room.ask(MakeMove("anna", room.state.seq, END))
    broken, whole = (room.state for room in opened)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE rooms SET acts_at = 1 WHERE code = ?", (broken.code,))
        database.execute("UPDATE rooms SET acts_at = 2 WHERE code = ?", (whole.code,))
        database.execute("UPDATE room_events SET event = '{' WHERE room = ?", (broken.code,))
    async with open_house(path, pace=0) as house:
        house.sweep()
        await until_written(house, whole.code, whole.n + 1)


@pytest.mark.parametrize("event", DAMAGED)
async def test_a_room_with_an_event_that_cannot_be_is_refused_as_unreadable(
    tmp_path: Path, event: str
) -> None:
    path = tmp_path / "kings.db"
    async with open_house(path, pace=20) as house:
        code = (await house.rooms.open("anna", [person("anna"), CASUAL], CLASSIC)).state.code
    add_event(path, code, event)
    async with open_house(path) as house:
        with pytest.raises(Refused) as caught:
            await house.rooms.get(code)
        assert caught.value.code == "unreadable"


async def test_the_sweep_tries_an_unreadable_room_ever_more_seldom_and_logs_each_try_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, log = tmp_path / "kings.db", Mock()
    async with open_house(path, pace=20) as house:
        code = (await house.rooms.open("anna", [person("anna"), CASUAL], CLASSIC)).state.code
    add_event(path, code, "{")
    monkeypatch.setattr(registry, "logger", log)
    pauses = []
    async with open_house(path) as house:
        for _ in range(12):
            set_acts_at(path, code, 1)
            await house.rooms._sweep(2)
            pauses.append(round((acts_at(path, code) - now_ms()) / 1000))
    assert pauses == [4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600]
    assert len(log.mock_calls) == 12


def set_acts_at(path: Path, code: str, at: int) -> None:
    with sqlite3.connect(path) as database:
        database.execute("UPDATE rooms SET acts_at = ? WHERE code = ?", (at, code))


def acts_at(path: Path, code: str) -> int:
    with sqlite3.connect(path) as database:
        query = "SELECT acts_at FROM rooms WHERE code = ?"
        return int(database.execute(query, (code,)).fetchone()[0])


async def test_a_room_whose_peoples_names_cannot_be_read_leaves_nothing_running(
    tmp_path: Path,
) -> None:
    path = tmp_path / "kings.db"
    async with open_house(path) as house:
        code = (await house.rooms.open("anna", [person("anna"), OPEN], CLASSIC)).state.code
    async with open_house(path) as house:
        with sqlite3.connect(path) as database:
            database.execute("ALTER TABLE players RENAME TO elsewhere")
        with pytest.raises(OperationalError):
            await house.rooms.get(code)
        assert code not in {task.get_name() for task in asyncio.all_tasks()}


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
    from app.rooms.events import Moved

    event = Moved(seat=2, move=str(parse(event_text)))
    assert decode(encode(event)) == event


async def test_an_unknown_room_is_refused(tmp_path: Path) -> None:
    async with open_house(tmp_path / "kings.db") as house:
        with pytest.raises(Refused, match="no table"):
            await house.rooms.get("NOROOM")


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


async def test_rooms_that_nobody_uses_are_forgotten_and_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "MOST_IDLE_ROOMS", 1)
    monkeypatch.setattr(registry, "SWEEP_SECONDS", 0.01)
    async with open_house(tmp_path / "kings.db", pace=1) as house:
        rooms_opened = [
            await house.rooms.open("anna", [person("anna"), OPEN], CLASSIC) for _ in range(4)
        ]
        house.sweep()
        await asyncio.sleep(0.2)
        assert house.sweeper
        house.sweeper.cancel()
        found = [await house.rooms.get(room.state.code) for room in rooms_opened]
        assert [room.state for room in found] == [room.state for room in rooms_opened]
        kept = [new is old for new, old in zip(found, rooms_opened, strict=True)]
        assert kept == [False, False, False, True]
