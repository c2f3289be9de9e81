"""The pages of the leaderboards with 100,000 players and two million results.

With each line come the latest games that it adds up.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from starlette.testclient import TestClient

from app.db.dailies import Score
from app.main import create_app
from app.settings import Settings
from app.web.leaderboards import BOARDS, PERIODS
from bench.figure import Figure

PLAYERS = 100_000
RESULTS = 1_000_000
"""On each of the two boards."""
DAYS = 400
PAGES = 200
"""Pages asked for, of each board and period."""
ADDED_UP_SHARE = 80.0
"""Adding up puts everybody in order in Python; pages are shown from the last sums meanwhile."""
PAGE_SHARE = 12.0
"""A page reads the names of its lines from the database, and is a template with twenty of them."""


def figures() -> Iterator[Figure]:
    """Fill a database, then ask for pages by chance, beside the shortest answer there is."""
    with TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder), rate_limits="off", log_format="json")
        with TestClient(create_app(settings)) as client:
            fill(Path(folder) / "kings.sqlite3")
            counting = seconds(partial(count_all, Path(folder) / "kings.sqlite3"))
            shortest = p95(client, ["/healthz"] * PAGES)
            luck = Random(2)
            for board in BOARDS:
                for period in PERIODS:
                    path = f"/leaderboards?board={board}&period={period}&page="
                    first = seconds(partial(client.get, f"{path}1"))
                    yield Figure(
                        f"{board}, {period}: added up", first, "s", "reading every result",
                        counting, "at most", ADDED_UP_SHARE,
                    )  # fmt: skip
                    paths = [f"{path}{luck.randint(1, PLAYERS // 20)}" for _ in range(PAGES)]
                    yield Figure(
                        f"{board}, {period}: p95 of a page", 1000 * p95(client, paths), "ms",
                        "p95 of /healthz", 1000 * shortest, "at most", PAGE_SHARE,
                    )  # fmt: skip


def seconds(work: Callable[[], object]) -> float:
    """Return how long it takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def p95(client: TestClient, paths: list[str]) -> float:
    """Return what nineteen of twenty answers stay below, in seconds."""
    times = []
    for path in paths:
        start = time.perf_counter()
        assert client.get(path).status_code == 200
        times.append(time.perf_counter() - start)
    return sorted(times)[len(times) * 95 // 100]


def count_all(path: Path) -> None:
    """Read every row of a board, and do nothing with it."""
    with sqlite3.connect(path) as database:
        for _ in database.execute("SELECT sum(total), sum(turns), sum(lead) FROM daily_results"):
            pass


def fill(path: Path) -> None:
    """Write made-up players and results."""
    luck, today = Random(1), date.today()  # noqa: DTZ011  # a made-up calendar
    now = time.time_ns() // 1_000_000
    with sqlite3.connect(path) as database:
        rows = ((f"p{number}", f"Player {number}") for number in range(PLAYERS))
        database.executemany("INSERT INTO players VALUES (?, ?, 0)", rows)
        database.executemany(
            f"INSERT OR IGNORE INTO daily_results VALUES ({', '.join('?' * 11)})",  # noqa: S608
            (daily_row(number, luck, today) for number in range(RESULTS)),
        )
        database.executemany(
            "INSERT INTO counted_results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (room_row(number, luck, now) for number in range(RESULTS)),
        )
        # All of them at public tables, so that every line has games to list.
        for kind in "dr":
            database.executemany(
                "INSERT INTO matches VALUES (?, 'R', '{}', '', 0, ?, ?, 1)",
                ((f"{kind}{number}", number, f"{kind}{number}") for number in range(RESULTS)),
            )
        database.execute(
            """INSERT INTO match_results
               SELECT match_id, 0, player_id, NULL, penalties, 2 - won, 0 FROM counted_results"""
        )


def daily_row(number: int, luck: Random, today: date) -> tuple[object, ...]:
    """Make up a result: each player has one on each of ten days."""
    player, back = number % PLAYERS, number // PLAYERS * (DAYS * PLAYERS // RESULTS)
    score = Score(
        luck.randint(1, 4), luck.randrange(40), luck.randint(-20, 20), luck.randint(9, 40)
    )
    day = (today - timedelta(days=back)).isoformat()
    return f"d{number}", day, f"p{player}", 0, *score, 0, score.rank, number


def room_row(number: int, luck: Random, now: int) -> tuple[object, ...]:
    """Make up how somebody did in a match among people."""
    at = now - luck.randrange(DAYS) * 24 * 3600 * 1000
    won, deals, penalties = luck.randrange(2), luck.randint(2, 9), luck.randrange(40)
    skill = luck.gauss(25, 5), luck.uniform(1, 6)
    player, count = number % PLAYERS, 1 + number // PLAYERS
    return f"r{number}", f"p{player}", at, won, deals, penalties, count, *skill
