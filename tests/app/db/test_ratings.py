"""Boards of rooms are what the stored records of matches say; nothing is lost or doubled."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date
from functools import partial
from pathlib import Path
from random import Random

import pytest
from openskill.models import BradleyTerryFull
from openskill.models.weng_lin.bradley_terry_full import BradleyTerryFullRating
from sqlalchemy import Connection, Engine, func, select

from app.days import day_at
from app.db import endings, leaders, players, ratings, rooms
from app.db.database import connect, migrate
from app.db.endings import Ending
from app.db.people import forget
from app.db.ratings import rated
from app.db.tables import counted_results, match_results, matches
from app.db.writer import Append, Writer
from app.rating import FEWEST_MATCHES, MOST_A_DAY
from engine.record import parse_record
from tests.kit.ended import ended

PEOPLE = "abcde"


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = connect(f"sqlite:///{tmp_path / 'kings.db'}")
    migrate(engine)
    with engine.begin() as connection:
        for person in PEOPLE:
            players.keep(connection, person)
    yield engine
    engine.dispose()


def random_ending(luck: Random, at: int, *who: str) -> Ending:
    """A short match of these or some people, and of computers."""
    who = who or (*luck.sample(PEOPLE, luck.randint(1, 4)),)
    computers = ["casual@2"] * max(2 - len(who), luck.randint(0, 1))
    return ended(luck, at, who, computers, target=luck.choice((1, 12, 12)))


class ByHand:
    """What somebody would write down who reads all records in the order in which they ended."""

    def __init__(self, connection: Connection) -> None:
        self.games: dict[str, int] = defaultdict(int)
        self.wins: dict[str, int] = defaultdict(int)
        self.points: dict[str, int] = defaultdict(int)
        self.deals: dict[str, int] = defaultdict(int)
        model = BradleyTerryFull()
        self.known: dict[str, BradleyTerryFullRating] = defaultdict(model.rating)
        of = matches.c
        order = select(of.id, of.record, of.finished_at).order_by(of.finished_at)
        of_day: Counter[tuple[date, frozenset[str]]] = Counter()
        for match_id, text, at in connection.execute(order).all():
            end = parse_record(text).replay()
            seats = select(match_results.c.seat, match_results.c.player_id)
            sat = connection.execute(seats.where(match_results.c.match_id == match_id)).all()
            people = {seat: player for seat, player in sat if player}
            if len(people) < 2 or end.number < 2:
                continue
            of_day[day_at(at), frozenset(people.values())] += 1
            if of_day[day_at(at), frozenset(people.values())] > MOST_A_DAY:
                continue
            teams = [[self.known[player]] for player in people.values()]
            after = model.rate(teams, scores=[-float(end.totals[seat]) for seat in people])
            for (seat, player), team in zip(people.items(), after, strict=True):
                self.known[player] = team[0]
                self.games[player] += 1
                self.wins[player] += seat in end.winners
                self.points[player] += end.totals[seat]
                self.deals[player] += end.number

    def rating(self, player: str) -> int | None:
        if self.games[player] < FEWEST_MATCHES:
            return None
        return round(1000 + 40 * float(self.known[player].ordinal()))


@pytest.mark.parametrize("seed", range(3))
def test_the_boards_are_what_reading_all_records_makes_of_them(engine: Engine, seed: int) -> None:
    luck = Random(seed)
    with engine.begin() as connection:
        for at in range(40):
            endings.keep(connection, random_ending(luck, at))
        by_hand = ByHand(connection)
        board = leaders.room_leaders(connection, 0)
        assert {line.player for line in board} == by_hand.games.keys()
        for line in board:
            player = line.player
            assert (line.games, line.wins) == (by_hand.games[player], by_hand.wins[player])
            assert line.average == pytest.approx(by_hand.points[player] / by_hand.deals[player])
            assert line.rating == by_hand.rating(player)
        by_rating = leaders.rating_leaders(connection, 0)
        known = {line.player: line.rating for line in board if line.rating is not None}
        assert {line.player: line.rating for line in by_rating} == known
        assert known
        for line in by_rating:
            assert line.place == 1 + sum(other > known[line.player] for other in known.values())
        assert [line.place for line in by_rating] == sorted(line.place for line in by_rating)


def test_whoever_has_met_nobody_since_a_day_is_not_on_its_boards(engine: Engine) -> None:
    luck = Random(1)
    with engine.begin() as connection:
        for at in range(30):
            endings.keep(connection, random_ending(luck, at))
        recent = select(counted_results.c.player_id).where(counted_results.c.finished_at >= 28)
        here = set(connection.execute(recent).scalars())
        assert {line.player for line in leaders.room_leaders(connection, 28)} == here
        now = {line.player: line.rating for line in leaders.rating_leaders(connection, 0)}
        for line in leaders.rating_leaders(connection, 28):
            assert line.player in here
            assert line.rating == now[line.player]


def test_a_match_that_is_written_twice_counts_once(engine: Engine) -> None:
    ending = random_ending(Random(3), 1)
    with engine.begin() as connection:
        for _ in range(2):
            endings.keep(connection, ending)
        for result in ending.counted:
            assert rated(connection, result.player_id).number == 1


async def test_two_servers_that_write_at_once_lose_no_match(engine: Engine, tmp_path: Path) -> None:
    other = connect(f"sqlite:///{tmp_path / 'kings.db'}")
    writers = [Writer(engine), Writer(other)]
    luck = Random(5)
    written = [random_ending(luck, at) for at in range(40)]
    appends = [
        Append(
            room=end.match.room,
            n=1,
            kind="moved",
            event="{}",
            at=end.match.finished_at,
            command=end.match.id,
            before=[partial(rooms.add, code=end.match.room, at=0)],
            along=[partial(endings.keep, ending=end)],
        )
        for end in written
    ]
    won = [writers[number % 2].append(append) for number, append in enumerate(appends)]
    assert all(await asyncio.gather(*won))
    for writer in writers:
        writer.close()
    other.dispose()
    with engine.connect() as connection:
        for person in PEOPLE:
            counted = sum(one.player_id == person for end in written for one in end.counted)
            numbers = select(counted_results.c.number).where(counted_results.c.player_id == person)
            found = sorted(connection.execute(numbers).scalars())
            assert found == list(range(1, counted + 1))


def test_nothing_is_written_of_people_who_were_forgotten_while_they_played(engine: Engine) -> None:
    luck = Random(7)
    written = [random_ending(luck, 0, "a"), *(random_ending(luck, at) for at in range(1, 15))]
    with engine.begin() as connection:
        forget(connection, "a")
        for ending in written:
            endings.keep(connection, ending)
        for table in (match_results, counted_results):
            assert "a" not in connection.execute(select(table.c.player_id)).scalars().all()
        kept = set(connection.execute(select(matches.c.id)).scalars())
        assert kept == {end.match.id for end in written if end.match.people - {"a"}}
        assert written[0].match.id not in kept


def test_the_ratings_of_the_chart_begin_where_a_rating_is_shown(engine: Engine) -> None:
    luck = Random(2)
    with engine.begin() as connection:
        for at in range(30):
            endings.keep(connection, random_ending(luck, at))
        for person in PEOPLE:
            last = rated(connection, person)
            points = ratings.ratings_of(connection, person, 100)
            assert len(points) == max(0, last.number - FEWEST_MATCHES + 1)
            assert [point.finished_at for point in points] == sorted(p.finished_at for p in points)
            assert ratings.ratings_of(connection, person, 3) == points[-3:]
            if points:
                assert points[-1].rating == last.skill.rating


def test_of_the_same_people_few_matches_of_a_day_count(engine: Engine) -> None:
    luck, day = Random(3), 24 * 3600 * 1000
    with engine.begin() as connection:
        for at, who in [*[(1, "ab")] * 30, (2, "abc"), (day, "ba")]:
            ending = ended(luck, at, who, target=12)
            while not ending.counted:
                ending = ended(luck, at, who, target=12)
            endings.keep(connection, ending)
        assert rated(connection, "a").number == MOST_A_DAY + 2
        assert rated(connection, "c").number == 1
        assert connection.execute(select(func.count()).select_from(matches)).scalar() == 32
