"""One's own numbers, all of it as JSON, and being forgotten."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from random import Random

from starlette.testclient import TestClient

from tests.kit.guests import Guest, play_to_the_end


def play_alone(client: TestClient) -> Guest:
    me = Guest(client, {})
    client.post("/me", data={"name": "Quintessa"})
    play_to_the_end([me], me.open()["code"], Random(1))
    return me


def play_with(client: TestClient, me: Guest, other: Guest) -> str:
    code = str(me.open(["human", "human"], rules={"target": 100})["code"])  # two rounds at least
    other.post(f"/{code}/seats")
    me.post(f"/{code}/start")
    play_to_the_end([me, other], code)
    return code


def test_what_was_played_is_told_on_the_page_about_oneself(client: TestClient) -> None:
    assert "once you have finished a match" in client.get("/me").text
    play_alone(client)
    page = client.get("/me").text
    assert "4 players, " in page
    assert "once you have finished a match" not in page


def test_the_download_has_the_name_every_match_and_its_record(client: TestClient) -> None:
    play_alone(client)
    data = client.get("/me/data").json()
    assert data["player"]["name"] == "Quintessa"
    assert [match["seat"] for match in data["matches"]] == [0]
    assert data["matches"][0]["record"].startswith("King's Corners record 1")
    client.cookies.clear()
    assert client.get("/me/data", follow_redirects=False).headers["location"] == "/me"


def test_whoever_is_deleted_is_a_former_player_in_others_matches_and_nowhere_else(
    client: TestClient, tmp_path: Path
) -> None:
    me, ben = play_alone(client), Guest.arrive(client, "Ben")
    play_with(client, me, ben)
    daily = client.post("/daily", follow_redirects=False).headers["location"][-6:]
    play_to_the_end([me], daily, Random(1))
    with sqlite3.connect(tmp_path / "kings.sqlite3") as database:
        (player,) = database.execute("SELECT id FROM players WHERE name = 'Quintessa'").fetchone()
    assert "Delete everything?" in client.get("/me/delete").text
    assert client.get("/me").text.count("Quintessa")
    assert client.post("/me/delete", follow_redirects=False).headers["location"] == "/"
    with sqlite3.connect(tmp_path / "kings.sqlite3") as database:
        for table in ("daily_results", "counted_results", "daily_games", "match_results", "tokens"):
            query = f"SELECT count(*) FROM {table} WHERE player_id = ?"
            assert database.execute(query, (player,)).fetchone() == (0,)
        seats = database.execute(
            "SELECT count(*) FROM match_results WHERE player_id IS NULL AND computer IS NULL"
        )
        assert seats.fetchone() == (1,)
        assert database.execute("SELECT count(*) FROM matches").fetchone() == (1,)
    assert "Quintessa" not in client.get("/me").text
    assert client.get("/api/leaderboards/all").json()["entries"] == []
