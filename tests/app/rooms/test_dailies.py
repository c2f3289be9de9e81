"""The daily game: one try each, the same for everybody, at the edges of days and of processes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, Engine

from app.db import dailies as db
from app.db.dailies import Score
from app.db.database import Reader
from app.db.rooms import after as log_after
from app.rooms import refused as no
from app.rooms.commands import Command, GoOn, Leave, MakeMove, Reopen, Start
from app.rooms.dailies import FIRST_DAY, Dailies, play_par, seed_of
from app.rooms.events import MatchStarted, decode
from app.rooms.refused import Refused
from app.rooms.registry import Rooms
from app.rooms.results import turns_of
from app.rooms.room import Room
from engine import players
from engine.moves import parse
from engine.shuffle import commitment
from tests.kit.calendar import Clock
from tests.kit.house import House, open_house

T = TypeVar("T")

LEAP = date(2028, 2, 29)
KEY = b"a server's key"
KEYS = st.binary(min_size=1, max_size=64)


def dailies_of(house: House) -> Dailies:
    return Dailies(house.tools, house.rooms, KEY)


async def until_a_persons_move(room: Room) -> bool:
    """Whether there is one; else the match is over."""
    for _ in range(2000):
        match = room.state.running
        if match.over:
            return False
        if not match.deal.ending and room.state.computer_in_turn is None:
            return True
        await asyncio.sleep(0.001)
    raise TimeoutError


async def play_to_the_end(room: Room, player: str) -> None:
    while await until_a_persons_move(room):
        move = room.state.running.deal.legal_moves()[0]
        await room.ask(MakeMove(player, room.state.seq, move))


@given(st.dates(), st.dates(), KEYS, KEYS)
def test_another_day_or_another_key_is_another_seed(
    day: date, other: date, key: bytes, other_key: bytes
) -> None:
    same = (day, key.ljust(64, b"\0")) == (other, other_key.ljust(64, b"\0"))
    assert (seed_of(key, day) == seed_of(other_key, other)) == same


async def test_a_days_computers_stay_what_they_were_when_its_hash_was_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    async with open_house(tmp_path / "kings.db", now=clock) as house:
        dailies = dailies_of(house)
        told = await dailies.of(LEAP + timedelta(days=1))
        monkeypatch.setitem(players.LEVELS, "casual", "casual@99")
        clock.set("2028-03-01T00:00:00")
        begun = await dailies.begin("anna", dailies.today)
        seats = begun.room.state.seats
        assert [seat.computer for seat in seats] == [None, *["casual@2"] * 3]
        assert commitment(begun.room.state.running.seed) == told.commitment


async def test_two_tabs_on_two_servers_begin_one_game(tmp_path: Path) -> None:
    path, clock = tmp_path / "kings.db", Clock()
    async with open_house(path, now=clock) as one, open_house(path, now=clock) as two:
        doors = [dailies_of(one), dailies_of(one), dailies_of(two), dailies_of(two)]
        begun = await asyncio.gather(*(door.begin("anna", LEAP) for door in doors))
        assert len({game.room.state.code for game in begun}) == 1
        assert sum(game.new for game in begun) == 1
        assert begun[0].room is begun[1].room
        assert begun[2].room is begun[3].room


class HeldReader(Reader):
    """Tells what it has read only when it is let go: by then it may be old."""

    def __init__(self, engine: Engine) -> None:
        """Hold what will be read."""
        super().__init__(engine)
        self.has_read, self.let_go = asyncio.Event(), asyncio.Event()

    async def __call__(self, query: Callable[[Connection], T]) -> T:
        """Read now, and tell it later."""
        result = await super().__call__(query)
        self.has_read.set()
        await self.let_go.wait()
        return result


async def test_a_tab_that_looked_too_early_does_not_refuse_the_one_that_begins(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path / "kings.db", now=Clock()) as house:
        reader = HeldReader(house.engine)
        rooms = Rooms(house.tools._replace(reader=reader))
        begin = (await dailies_of(house).of(LEAP)).started_by("anna")
        looking = asyncio.create_task(rooms.get("ABC234"))
        await reader.has_read.wait()
        beginning = asyncio.create_task(rooms.open_at("ABC234", begin, Clock().at))
        while not await house.tools.reader(partial(log_after, code="ABC234", n=0)):  # noqa: ASYNC110
            await asyncio.sleep(0.001)
        reader.let_go.set()
        room, opened = await beginning
        assert opened
        assert room.state.daily == LEAP.isoformat()
        with pytest.raises(Refused):
            await looking
        await rooms.close()


async def test_each_player_has_a_room_of_ones_own_and_each_day_another(tmp_path: Path) -> None:
    clock = Clock()
    async with open_house(tmp_path / "kings.db", now=clock) as house:
        dailies = dailies_of(house)
        first = (await dailies.begin("anna", LEAP)).room
        other = (await dailies.begin("ben", LEAP)).room
        clock.set("2028-03-01T00:00:00")
        next_day = (await dailies.begin("anna", dailies.today)).room
        seeds = [room.state.running.seed for room in (first, other, next_day)]
        assert seeds[0] == seeds[1] != seeds[2]
        assert len({room.state.code for room in (first, other, next_day)}) == 3
        assert (await dailies.begin("anna", LEAP)).room is first


async def test_many_who_choose_alike_at_the_same_time_come_to_the_same_end(tmp_path: Path) -> None:
    async with open_house(tmp_path / "kings.db", now=Clock()) as house:
        dailies, people = dailies_of(house), [f"p{number}" for number in range(12)]
        rooms = [(await dailies.begin(player, LEAP)).room for player in people]
        await asyncio.gather(*map(play_to_the_end, rooms, people))
        assert len({room.state.moves for room in rooms}) == 1
        assert len({room.state.running.penalties for room in rooms}) == 1


async def test_a_restart_in_the_middle_goes_on_at_the_same_position(tmp_path: Path) -> None:
    path, clock = tmp_path / "kings.db", Clock()
    async with open_house(path, now=clock) as house:
        room = (await dailies_of(house).begin("anna", LEAP)).room
        await until_a_persons_move(room)
        await room.ask(MakeMove("anna", room.state.seq, room.state.running.deal.legal_moves()[0]))
        await until_a_persons_move(room)
        before = room.state
    async with open_house(path, now=clock) as house:
        begun = await dailies_of(house).begin("anna", LEAP)
        assert not begun.new
        assert begun.room.state == before


async def test_a_claim_whose_server_died_before_the_room_was_opened_is_made_good(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path / "kings.db", now=Clock()) as house:
        claim = partial(
            db.claim, day=LEAP.isoformat(), player="anna", at=0, new_code=lambda: "ABCDEF"
        )
        assert await house.tools.writer.run(claim) == ("ABCDEF", 0)
        begun = await dailies_of(house).begin("anna", LEAP)
        assert (begun.room.state.code, begun.new) == ("ABCDEF", True)
        assert begun.room.state.started_at == 0  # late or not by the claim alone


async def test_two_games_that_draw_the_same_code_get_two(tmp_path: Path) -> None:
    drawn = iter(["ABCDEF", "ABCDEF", "GHJKLM"])
    claim = partial(db.claim, day="2028-02-29", at=0, new_code=partial(next, drawn))
    async with open_house(tmp_path / "kings.db", now=Clock()) as house:
        write = house.tools.writer.run
        codes = [await write(partial(claim, player=player)) for player in ("anna", "ben")]
    assert codes == [("ABCDEF", 0), ("GHJKLM", 0)]


async def test_a_daily_is_never_left_or_handed_over_and_never_played_again(tmp_path: Path) -> None:
    async with open_house(tmp_path / "kings.db", now=Clock()) as house:
        room = (await dailies_of(house).begin("anna", LEAP)).room
        not_for_it: list[Command] = [Leave("anna"), Start("anna", b"\1" * 32), Reopen("anna")]
        for _ in range(2):
            for command in not_for_it:
                with pytest.raises(Refused) as refused:
                    await room.ask(command)
                assert refused.value.refusal is no.DAILY_GAME
            await play_to_the_end(room, "anna")
        with pytest.raises(Refused) as refused:
            await room.ask(GoOn("anna", room.state.seq))
        assert refused.value.refusal is no.MATCH_OVER
        assert room.state.seats[0].is_played_by_person


async def test_nobody_but_its_player_finds_it(tmp_path: Path) -> None:
    async with open_house(tmp_path / "kings.db", now=Clock()) as house:
        room = (await dailies_of(house).begin("anna", LEAP)).room
        assert room.refusal_to("anna") is None
        for _ in range(2):
            assert room.refusal_to("ben") is no.ROOM_NOT_FOUND
            assert room.refusal_to(None) is no.ROOM_NOT_FOUND
            assert house.rooms.open_tables() == []
            await play_to_the_end(room, "anna")


async def test_its_log_begins_with_the_match_and_its_day(tmp_path: Path) -> None:
    async with open_house(tmp_path / "kings.db", now=Clock()) as house:
        room = (await dailies_of(house).begin("anna", LEAP)).room
        rows = await house.tools.reader(partial(log_after, code=room.state.code, n=0))
        first = decode(rows[0].event)
        assert isinstance(first, MatchStarted)
        assert first.daily == LEAP.isoformat() == room.seen_by("anna").daily


@pytest.mark.parametrize(
    ("begun", "finished", "late"),
    [
        ("2028-02-29T00:00:00", "2028-02-29T00:00:00", False),
        ("2028-02-29T23:59:59.999", "2028-03-01T00:00:00", False),
        ("2028-02-29T23:59:59.999", "2028-03-01T23:59:59.999", False),
        ("2028-02-29T23:59:59.999", "2028-03-02T00:00:00", True),
        ("2028-03-01T00:00:00", "2028-03-01T00:00:01", True),
    ],
)
async def test_a_game_counts_if_it_was_begun_on_its_day_and_ended_before_that_closed(
    tmp_path: Path, begun: str, finished: str, late: bool
) -> None:
    clock = Clock()
    async with open_house(tmp_path / "kings.db", now=clock) as house:
        dailies = dailies_of(house)
        await dailies.of(LEAP)
        clock.set(begun)
        room = (await dailies.begin("anna", LEAP)).room
        clock.set(finished)
        await play_to_the_end(room, "anna")
        result = await house.tools.reader(
            partial(db.result_of, day=LEAP.isoformat(), player="anna")
        )
        assert result
        assert result.late is late
        assert result.finished_at == clock.at
        totals = room.state.running.totals
        assert result.score.total == totals[0]
        assert result.score.lead == min(totals[1:]) - totals[0]
        assert result.score.place == 1 + sum(total < totals[0] for total in totals)


async def test_there_is_no_game_before_the_first_day_and_none_to_play_after_today(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path / "kings.db", now=Clock()) as house:
        dailies = dailies_of(house)
        await dailies.of(LEAP)
        for days in (-1, 1, 2):
            with pytest.raises(Refused) as refused:
                await dailies.begin("anna", LEAP + timedelta(days=days))
            assert refused.value.refusal is no.NO_SUCH_DAY


async def test_par_is_what_the_strongest_computer_makes_of_the_persons_seat(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path / "kings.db", now=Clock()) as house:
        dailies = dailies_of(house)
        par, again = await asyncio.gather(dailies.par(LEAP), dailies.par(LEAP))
        assert par == again == await dailies.par(LEAP) == play_par(await dailies.of(LEAP))
        room = (await dailies.begin("robot", LEAP)).room
        while await until_a_persons_move(room):
            match = room.state.running
            move = players.move_of("casual@2", match)
            await room.ask(MakeMove("robot", room.state.seq, move))
        result = await house.tools.reader(
            partial(db.result_of, day=LEAP.isoformat(), player="robot")
        )
        assert result
        assert result.score == par


@pytest.mark.parametrize(
    ("moves", "turns"),
    [
        ("", 0),
        ("1:end 0:end 1:end", 1),
        ("0:7H>N 0:undo 0:7H>N 0:end 1:end 0:end", 2),
        ("0:7H>N 0:6S>N", 1),
        ("0:7H>N | 0:end", 2),
        ("0:end | 1:end 0:7H>N", 2),
    ],
)
def test_moves_up_to_the_end_of_a_turn_or_a_deal_are_one_turn(moves: str, turns: int) -> None:
    made = [
        (deal, int(move[0]), parse(move[2:]))
        for deal, part in enumerate(moves.split("|"), 1)
        for move in part.split()
    ]
    assert turns_of(made, 0) == turns


SCORES = st.builds(
    Score, st.integers(1, 6), st.integers(0, 300), st.integers(-300, 300), st.integers(1, 900)
)


@given(SCORES, SCORES)
def test_ranks_compare_place_then_points_then_lead_then_turns(one: Score, other: Score) -> None:
    def key(score: Score) -> tuple[int, ...]:
        return score.place, score.total, -score.lead, score.turns

    assert (one.rank < other.rank) == (key(one) < key(other))
    assert (one.rank == other.rank) == (one == other)


@pytest.mark.parametrize("time", ["1970-01-01T00:00:00", "9999-12-31T23:59:59"])
async def test_a_clock_that_is_far_off_makes_no_day_that_cannot_be(
    tmp_path: Path, time: str
) -> None:
    clock = Clock()
    clock.set(time)
    async with open_house(tmp_path / "kings.db", now=clock) as house:
        dailies = dailies_of(house)
        await dailies.of(dailies.today)
        clock.set("2028-02-29T12:00:00")
        assert FIRST_DAY <= await dailies.first() <= LEAP
        for day in (date(1970, 1, 1), date.max):
            with pytest.raises(Refused):
                await dailies.of(day)
