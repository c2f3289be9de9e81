"""The leaderboards by pages and by the API: paged, with one's own line, as fresh as a minute."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import time
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest
import schemathesis
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import insert
from starlette.testclient import TestClient

from app.days import day_at
from app.db import players, ratings
from app.db.dailies import Score
from app.db.database import connect
from app.db.ratings import CountedResult
from app.db.tables import matches
from app.web.leaderboards import LINES, Leaderboards, since
from tests.kit.calendar import Clock
from tests.kit.guests import Guest, play_to_the_end
from tests.kit.house import open_house


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


async def test_a_board_that_was_being_added_up_when_somebody_was_forgotten_is_not_kept(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path / "kings.sqlite3") as house:
        add_results(tmp_path, day_at(house.tools.now()).isoformat(), 1)
        boards = Leaderboards(house.tools.reader, house.tools.now)
        asking = asyncio.create_task(boards.page("daily", "today", 1, None))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        time.sleep(0.2)  # noqa: ASYNC251  # it has been read, and nobody has been told
        with sqlite3.connect(tmp_path / "kings.sqlite3") as database:
            database.execute("DELETE FROM daily_results")
        boards.forget()
        await asking
        assert (await boards.page("daily", "today", 1, None)).players == 0


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


def meet(client: TestClient, people: list[Guest], seed: int, **terms: object) -> str:
    """Let people play a match among themselves that counts; return the link of its replay."""
    host, *guests = people
    while True:
        code = host.open(["human"] * len(people), **terms)["code"]
        for guest in guests:
            guest.post(f"/{code}/seats")
        host.post(f"/{code}/start")
        result = play_to_the_end(people, code, Random(seed))["result"]
        if len(result["deals"]) > 1:
            link: str = result["link"]
            return link


def count_match(folder: Path, number: int, *people: str) -> None:
    """Write that these people met, and took their places in this order."""
    engine = connect(f"sqlite:///{folder / 'kings.sqlite3'}")
    with engine.begin() as connection:
        row = {"id": f"M{number}", "room": "R", "rules": "", "record": "", "started_at": 0}
        connection.execute(insert(matches).values(**row, finished_at=number))
        for person in people:
            players.keep(connection, person, person)
        counted = [
            CountedResult(f"M{number}", person, number, place, 3, 9)
            for place, person in enumerate(people, start=1)
        ]
        ratings.count(connection, counted)
    engine.dispose()


def test_people_have_a_rating_after_five_matches_and_the_board_is_in_its_order(
    client: TestClient, clock: Clock, tmp_path: Path
) -> None:
    for number in range(4):
        count_match(tmp_path, number, "anna", "ben")
    count_match(tmp_path, 4, "anna", "cho")
    board = client.get("/api/leaderboards/all?board=rating").json()["entries"]
    assert [entry["name"] for entry in board] == ["anna"]
    count_match(tmp_path, 5, "ben", "cho")
    clock.at += 600_000
    board = client.get("/api/leaderboards/all?board=rating").json()["entries"]
    rooms = client.get("/api/leaderboards/all?board=rooms").json()["entries"]
    assert [entry["rating"] for entry in board] == sorted(
        (entry["rating"] for entry in rooms if entry["rating"] is not None), reverse=True
    )
    assert {entry["name"]: entry["rating"] is not None for entry in rooms} == {
        "anna": True,
        "ben": True,
        "cho": False,
    }
    page = client.get("/leaderboards?board=rating&period=all").text
    assert all(str(entry["rating"]) in page for entry in board)
    assert "it is shown after 5 matches; until then one is not on this board" in page


def test_the_games_of_a_line_are_told_to_those_alone_who_may_see_them(
    client: TestClient, clock: Clock
) -> None:
    anna, ben, cho = (Guest.arrive(client, name) for name in ("Anna", "Ben", "Cho"))
    private = meet(client, [anna, ben], 1)
    public = meet(client, [anna, cho], 2, visibility="public")
    for board in ("rooms", "rating"):
        path = f"/leaderboards?board={board}&period=all"
        assert private not in client.get(path).text
        assert private not in client.get(path, headers=cho.headers).text
    for headers, links in (
        ({}, {public}),
        (cho.headers, {public}),
        (anna.headers, {public, private}),
        (ben.headers, {public, private}),
    ):
        entries = client.get("/api/leaderboards/all?board=rooms", headers=headers).json()["entries"]
        assert {link for entry in entries for link in entry["replays"]} == links
    page = client.get("/leaderboards?board=rooms&period=all").text
    assert page.count(f'href="/matches/{public}"') == 2
    assert "1 more, earlier or at a private table" in page
    assert client.get(f"/matches/{public}").status_code == 200


def test_the_daily_games_of_a_line_lead_to_replays_once_their_days_are_closed(
    client: TestClient, clock: Clock
) -> None:
    code = client.post("/daily", follow_redirects=False).headers["location"][-6:]
    link = play_to_the_end([Guest(client, {})], code, Random(1))["result"]["link"]
    here, day = f'href="/matches/{link}"', "/daily/2028-02-29"
    own = [client.get(path).text for path in ("/leaderboards?period=all", day)]
    assert [page.count(here) for page in own] == [1, 1]
    mine = dict(client.cookies)
    client.cookies.clear()
    paths = ("/leaderboards?period=all", day, "/api/leaderboards/all", "/api" + day)
    assert not any(link in client.get(path).text for path in paths)
    assert client.get(f"/matches/{link}").status_code == 404
    clock.set("2028-03-01T23:59:59")
    assert not any(link in client.get(path).text for path in paths)
    clock.set("2028-03-02T00:00:00")
    assert all(link in client.get(path).text for path in paths)
    assert client.get(f"/matches/{link}").status_code == 200
    client.cookies.update(mine)
    assert client.get(day).text.count(here) == 1


def test_ones_own_line_below_the_best_leads_to_the_replay_too(
    client: TestClient, tmp_path: Path
) -> None:
    code = client.post("/daily", follow_redirects=False).headers["location"][-6:]
    play_to_the_end([Guest(client, {})], code, Random(1))
    with sqlite3.connect(tmp_path / "kings.sqlite3") as database:
        database.execute("UPDATE daily_results SET rank = rank * 2")
    add_results(tmp_path, "2028-02-29", 12)
    page = client.get("/daily").text
    found = re.findall(r'href="(/matches/[^"]+)"', page)
    assert len(found) == 1
    assert client.get(found[0]).status_code == 200


def test_what_is_answered_is_as_documented_and_nonsense_leads_to_the_first(
    client: TestClient,
) -> None:
    schema = schemathesis.openapi.from_dict(client.get("/api/openapi.json").json())
    call = schema["/api/leaderboards/{period}"]["GET"]
    for period in ("today", "week", "month", "all"):
        for board in ("daily", "rooms", "rating"):
            call.validate_response(client.get(f"/api/leaderboards/{period}?board={board}"))
    assert client.get("/api/leaderboards/year").status_code == 422
    for query in ("page=0", "page=-1", "page=x", "board=x&period=y", "page=99999999999"):
        assert client.get(f"/leaderboards?{query}").status_code == 200


def test_the_page_states_what_counts(client: TestClient) -> None:
    for board in ("rooms", "rating"):
        page = client.get(f"/leaderboards?board={board}").text
        for words in (
            "two different people",
            "over before their second round",
            "more than half of the turns",
            "unless two have played themselves",
            "No daily games",
        ):
            assert words in page
    assert "begun on their day" in client.get("/leaderboards").text
