"""The rooms of a process: found, woken, forgotten and deleted."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import pytest
from sqlalchemy.exc import OperationalError

from app.db import farewells, matches, people, rooms
from app.db.database import now_ms
from app.rooms import registry, sweeper
from app.rooms.commands import DealNext, MakeMove, RemoveGuest, Start, TakeSeat
from app.rooms.refused import Refused
from engine.moves import END
from engine.rules import CLASSIC, Rules
from tests.kit.house import CASUAL, OPEN, House, add_event, open_house, person
from tests.kit.playing import play_to_the_end

DAMAGED = (
    "{",
    '{"kind": "danced"}',
    '{"kind": "moved", "seat": 0, "move": "NE>N"}',
    '{"kind": "moved", "seat": 0, "move": "7H"}',
    '{"kind": "seat-taken", "seat": 9, "player": "ben"}',
)
"""Events that no log can have after the first deal: damaged, unknown, or against the rules."""


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
    set_acts_at(path, left.code, 1)  # the time came while the server was down
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
            await house.sweeper.sweep(2)
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


async def test_an_unknown_room_is_refused(tmp_path: Path) -> None:
    async with open_house(tmp_path / "kings.db") as house:
        with pytest.raises(Refused, match="no table"):
            await house.rooms.get("NOROOM")


async def test_rooms_that_nobody_uses_are_forgotten_and_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "MOST_IDLE_ROOMS", 1)
    monkeypatch.setattr(sweeper, "SWEEP_SECONDS", 0.01)
    async with open_house(tmp_path / "kings.db", pace=1) as house:
        rooms_opened = [
            await house.rooms.open("anna", [person("anna"), OPEN], CLASSIC) for _ in range(4)
        ]
        house.sweep()
        await asyncio.sleep(0.2)
        assert house.sweeping
        house.sweeping.cancel()
        found = [await house.rooms.get(room.state.code) for room in rooms_opened]
        assert [room.state for room in found] == [room.state for room in rooms_opened]
        kept = [new is old for new, old in zip(found, rooms_opened, strict=True)]
        assert kept == [False, False, False, True]


async def test_a_room_in_which_nothing_happens_is_deleted_after_thirty_days_but_no_match(
    tmp_path: Path,
) -> None:
    path, month = tmp_path / "kings.db", (sweeper.KEPT_DAYS + 1) * sweeper.DAY_MS
    async with open_house(path, pace=0.0001) as house:
        old = await house.rooms.open("anna", [person("anna"), CASUAL], Rules(target=5))
        await play_to_the_end(old, "anna")
        new = await house.rooms.open("anna", [person("anna"), OPEN], CLASSIC)
        with sqlite3.connect(path) as database:
            of_room = (old.state.code,)
            query = f"UPDATE rooms SET created_at = created_at - {month} WHERE code = ?"
            database.execute(query, of_room)
            database.execute(f"UPDATE room_events SET at = at - {month} WHERE room = ?", of_room)
        await house.sweeper.tidy()
        with pytest.raises(Refused, match="no table"):
            await house.rooms.get(old.state.code)
        assert (await house.rooms.get(new.state.code)) is new
        record = partial(matches.latest_of, room=old.state.code)
        assert await house.tools.reader(record) is not None


async def test_a_deletion_that_a_crash_has_cut_short_is_finished_after_the_restart(
    tmp_path: Path,
) -> None:
    path = tmp_path / "kings.db"
    async with open_house(path) as house:
        alone = await house.rooms.open("anna", [person("anna"), OPEN], CLASSIC)
        with_ben = await house.rooms.open("ben", [person("ben"), OPEN], CLASSIC)
        await with_ben.ask(TakeSeat("anna"))
        await house.tools.writer.run(partial(people.forget, player="anna"))
        codes = alone.state.code, with_ben.state.code
    async with open_house(path, known=()) as house:
        house.sweep()
        async with asyncio.timeout(20):
            while await house.tools.reader(partial(farewells.waiting, most=9)):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        with pytest.raises(Refused):
            await house.rooms.get(codes[0])
        assert set((await house.rooms.get(codes[1])).state.people) == {"ben"}


async def test_no_id_of_who_was_sent_away_is_in_the_log_of_the_next_match(tmp_path: Path) -> None:
    path = tmp_path / "kings.db"
    async with open_house(path) as house:
        room = await house.rooms.open("ben", [person("ben"), OPEN, CASUAL], CLASSIC)
        await room.ask(TakeSeat("anna"))
        await room.ask(RemoveGuest("ben", 1))
        state = await room.ask(Start("ben", bytes(32)))
        with pytest.raises(Refused):
            room.check_open_to("anna")
        rows = await house.tools.reader(partial(rooms.after, code=state.code, n=state.n - 1))
        assert "removed" in rows[0].event
        assert "anna" not in rows[0].event


async def test_what_a_room_that_is_deleted_had_still_to_do_is_no_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_house(tmp_path / "kings.db") as house:
        room = await house.rooms.open("anna", [person("anna"), CASUAL, CASUAL], CLASSIC)
        for _ in range(5):
            room._post(DealNext(0))
        await room.vanish()
        await asyncio.sleep(0.05)
        gc.collect()
    assert "never retrieved" not in caplog.text
