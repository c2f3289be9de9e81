"""The leaderboards by pages and by the API: paged, with one's own line, as fresh as a minute."""

from __future__ import annotations

import sqlite3
import time
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest
import schemathesis
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from app.db.dailies import Score
from app.web.leaderboards import LINES, since
from tests.kit.calendar import Clock
from tests.kit.guests import Guest, play_to_the_end


@pytest.fixture
def clock() -> Clock:
    return Clock()


def add_results(folder: Path, day: str, players: int) -> None:
    with sqlite3.connect(folder / "kings.sqlite3") as database:
        for number in range(players):
            name, score = f"{day}-{number}", Score(2, number, -1, 9)
            row = (name, day, f"p{number}", 0, *score, 0, score.rank, 0)
            database.execute(
                """INSERT OR IGNORE INTO matches (id, room, rules, record, started_at, finished_at)
                   VALUES (?, 'R', '', '', 0, 0)""",
                (name,),
            )
            database.execute(f"INSERT INTO daily_results VALUES ({','.join('?' * 11)})", row)


@given(st.dates(date(1980, 1, 1)))
def test_weeks_begin_on_mondays_and_months_on_the_first_and_none_after_today(today: date) -> None:
    assert since("today", today) == today
    assert since("week", today).weekday() == 0
    assert since("month", today).day == 1
    assert timedelta() <= today - since("week", today) < timedelta(days=7)
    assert since("all", today) < since("month", today) <= today


def test_ones_own_line_is_in_sight_on_every_page(client: TestClient, tmp_path: Path) -> None:
    code = client.post("/daily", follow_redirects=False).headers["location"][-6:]
    play_to_the_end([Guest(client, {})], code, Random(1))
    add_results(tmp_path, "2028-02-29", 2 * LINES)
    seen = [client.get(f"/api/leaderboards/today?page={page}").json() for page in (1, 2, 3, 9)]
    assert [board["page"] for board in seen] == [1, 2, 3, 3]
    assert {board["pages"] for board in seen} == {3}
    entries = [entry for board in seen[:3] for entry in board["entries"]]
    assert len(entries) == 2 * LINES + 1
    assert [entry["place"] for entry in entries] == sorted(entry["place"] for entry in entries)
    own = next(entry for entry in entries if entry["you"])
    assert {str(board["you"]) for board in seen} == {str(own)}
    for page in (1, 2, 3):
        assert client.get(f"/leaderboards?page={page}").text.count('class="own"') == 1


def test_a_board_is_added_up_anew_after_a_minute_at_the_next_call_but_one_and_on_a_new_day(
    client: TestClient, clock: Clock, tmp_path: Path
) -> None:
    def players() -> int:
        return int(client.get("/api/leaderboards/today").json()["players"])

    add_results(tmp_path, "2028-02-29", 1)
    add_results(tmp_path, "2028-03-01", 3)
    assert players() == 1
    with sqlite3.connect(tmp_path / "kings.sqlite3") as database:
        database.execute("DELETE FROM daily_results WHERE day = '2028-02-29'")
    assert players() == 1
    clock.at += 60_000
    assert players() == 1
    for _ in range(200):
        if players() == 0:
            break
        time.sleep(0.01)
    assert players() == 0
    add_results(tmp_path, "2028-02-29", 2)
    clock.at += 600_000
    assert players() == 2
    clock.set("2028-03-01T00:00:00")
    assert players() == 3


def test_friends_matches_stand_on_the_board_of_rooms_alone(client: TestClient) -> None:
    anna, ben = Guest.arrive(client, "Anna"), Guest.arrive(client, "Ben")
    code = anna.open(["human", "human"], rules={"target": 100})["code"]  # of two rounds at least
    ben.post(f"/{code}/seats")
    anna.post(f"/{code}/start")
    play_to_the_end([anna, ben], code)
    board = client.get("/api/leaderboards/week?board=rooms").json()
    assert {entry["name"] for entry in board["entries"]} == {"Anna", "Ben"}
    assert sum(entry["wins"] for entry in board["entries"]) >= 1
    assert client.get("/api/leaderboards/week").json()["entries"] == []
    assert "Anna" in client.get("/leaderboards?board=rooms&period=all").text


def test_what_is_answered_is_as_documented_and_nonsense_leads_to_the_first(
    client: TestClient,
) -> None:
    schema = schemathesis.openapi.from_dict(client.get("/api/openapi.json").json())
    call = schema["/api/leaderboards/{period}"]["GET"]
    for period in ("today", "week", "month", "all"):
        call.validate_response(client.get(f"/api/leaderboards/{period}"))
    assert client.get("/api/leaderboards/year").status_code == 422
    for query in ("page=0", "page=-1", "page=x", "board=x&period=y", "page=99999999999"):
        assert client.get(f"/leaderboards?{query}").status_code == 200


def test_the_page_states_what_counts(client: TestClient) -> None:
    assert "two different people" in client.get("/leaderboards?board=rooms").text
    assert "begun on their day" in client.get("/leaderboards").text
