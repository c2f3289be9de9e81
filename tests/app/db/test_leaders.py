"""Boards equal what a plain recomputation makes of the results, ties included."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, delete, insert

from app.db import boards, dailies, leaders, ratings
from app.db.dailies import DailyResult, Score
from app.db.database import connect, migrate
from app.db.ratings import CountedResult
from app.db.tables import matches as matches_table

DAYS = ["2028-02-28", "2028-02-29", "2028-03-01"]


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    engine = connect(f"sqlite:///{tmp_path_factory.mktemp('db') / 'kings.db'}")
    migrate(engine)
    yield engine
    engine.dispose()


class Game(NamedTuple):
    player: str
    day: str
    score: Score
    late: bool


GAMES = st.lists(
    st.builds(
        Game,
        st.sampled_from("abcdef"),
        st.sampled_from(DAYS),
        st.builds(
            Score, st.integers(1, 2), st.integers(8, 9), st.integers(-1, 1), st.integers(9, 10)
        ),
        st.booleans(),
    ),
    unique_by=lambda game: (game.player, game.day),
)
RELAXED = settings(
    max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)


def fill(connection: object, games: list[Game]) -> list[DailyResult]:
    connection.execute(delete(matches_table))  # type: ignore[attr-defined]
    kept = []
    for number, (player, day, score, late) in enumerate(games):
        row = {"id": f"m{number}", "room": "R", "rules": "", "record": ""}
        row |= {"started_at": 0, "finished_at": number}  # type: ignore[dict-item]
        connection.execute(insert(matches_table).values(row))  # type: ignore[attr-defined]
        result = DailyResult(f"m{number}", day, player, late, score, 0, number)
        dailies.keep_result(connection, result)  # type: ignore[arg-type]
        kept.append(result)
    return kept


def key(score: Score) -> tuple[int, ...]:
    return score.place, score.total, -score.lead, score.turns


@RELAXED
@given(GAMES, st.integers(0, 3), st.integers(1, 4))
def test_a_part_of_a_days_board_is_what_counting_those_in_front_makes_of_it(
    engine: Engine, games: list[Game], offset: int, most: int
) -> None:
    with engine.begin() as connection:
        results = fill(connection, games)
        day = DAYS[1]
        on_board = [result for result in results if result.day == day and not result.late]
        order = sorted(on_board, key=lambda result: (key(result.score), result.finished_at))
        expected = [
            (1 + sum(key(other.score) < key(result.score) for other in on_board), result)
            for result in order
        ]
        board = boards.day_board(connection, day, offset, most)
        assert [(line.place, line.result) for line in board.lines] == expected[
            offset : offset + most
        ]
        assert board.players == len(on_board)
        for place, result in expected:
            standing = boards.day_standing(connection, result)
            assert standing
            worse = sum(key(other.score) > key(result.score) for other in on_board)
            assert standing == (place, len(on_board), worse)
        for result in results:
            assert (boards.day_standing(connection, result) is None) is result.late
        assert sum(boards.day_totals(connection, day).values()) == len(on_board)


@RELAXED
@given(GAMES, st.integers(0, 2))
def test_the_board_of_several_days_is_what_adding_up_by_hand_makes_of_it(
    engine: Engine, games: list[Game], first: int
) -> None:
    with engine.begin() as connection:
        fill(connection, games)
        of: dict[str, list[Score]] = defaultdict(list)
        for player, day, score, late in games:
            if not late and DAYS[first] <= day <= DAYS[2]:
                of[player].append(score)

        def by_hand(player: str) -> tuple[Fraction, ...]:
            scores = of[player]
            wins = sum(score.place == 1 for score in scores)
            means = [Fraction(sum(part), len(scores)) for part in zip(*map(key, scores))]  # noqa: B905
            return Fraction(-wins), *means

        board = leaders.daily_leaders(connection, DAYS[first], DAYS[2])
        assert {line.player for line in board} == of.keys()
        for line in board:
            before = sum(by_hand(other) < by_hand(line.player) for other in of)
            assert line.place == 1 + before
            assert line.games == len(of[line.player])
        assert [line.place for line in board] == sorted(line.place for line in board)


@RELAXED
@given(GAMES)
def test_the_board_of_one_day_has_the_places_of_that_days_own_board(
    engine: Engine, games: list[Game]
) -> None:
    with engine.begin() as connection:
        fill(connection, games)
        board = boards.day_board(connection, DAYS[1], 0, 100)
        assert {line.result.player: line.place for line in board.lines} == {
            line.player: line.place for line in leaders.daily_leaders(connection, DAYS[1], DAYS[1])
        }


COUNTED = st.lists(
    st.tuples(
        st.sampled_from("abcdef"),
        st.integers(0, 9),
        st.booleans(),
        st.integers(2, 3),
        st.integers(0, 9),
    )
)


@RELAXED
@given(COUNTED, st.integers(0, 9))
def test_the_board_of_rooms_is_what_adding_up_by_hand_makes_of_it(
    engine: Engine, rows: list[tuple[str, int, bool, int, int]], since: int
) -> None:
    with engine.begin() as connection:
        fill(connection, [])
        counted = []
        for number, (player, at, won, deals, penalties) in enumerate(rows):
            row = {"id": f"m{number}", "room": "R", "rules": "", "record": ""}
            row |= {"started_at": 0, "finished_at": at}  # type: ignore[dict-item]
            connection.execute(insert(matches_table).values(row))
            place = 1 if won else 2
            counted.append(CountedResult(f"m{number}", player, at, place, deals, penalties))
            ratings.count(connection, counted[-1:])
        recent = [result for result in counted if result.finished_at >= since]

        def by_hand(player: str) -> tuple[int, Fraction]:
            own = [result for result in recent if result.player_id == player]
            points = sum(result.penalties for result in own)
            wins = sum(result.place == 1 for result in own)
            return -wins, Fraction(points, sum(result.deals for result in own))

        players = {result.player_id for result in recent}
        board = leaders.room_leaders(connection, since)
        assert {line.player: line.place for line in board} == {
            player: 1 + sum(by_hand(other) < by_hand(player) for other in players)
            for player in players
        }
        for line in board:
            assert line.average == pytest.approx(float(by_hand(line.player)[1]))
