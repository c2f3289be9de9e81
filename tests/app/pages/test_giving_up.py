"""Giving up a match that one plays alone with computers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.kit.guests import Guest, another_browser, app_in, play_to_the_end

ORIGIN = {"origin": "http://testserver"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(app_in(tmp_path), headers=ORIGIN) as client:
        yield client


def play_now(client: TestClient, way: str = "/play") -> str:
    return client.post(way, follow_redirects=False).headers["location"]


def test_a_match_that_is_given_up_is_nowhere_any_more(client: TestClient) -> None:
    rooms = [play_now(client), play_now(client)]
    assert f"{rooms[0]}/give-up" in client.get("/").text
    question = client.get(f"{rooms[0]}/give-up").text
    assert f'href="{rooms[0]}"' in question  # nothing has happened yet
    assert client.get(rooms[0]).status_code == 200
    assert (
        client.post(f"{rooms[0]}/give-up", follow_redirects=False).headers["location"]
        == "/?given-up"
    )
    assert client.get(rooms[0]).status_code == 404
    assert rooms[0] not in client.get("/").text
    assert client.get(rooms[1]).status_code == 200
    assert client.post(f"{rooms[0]}/give-up").status_code == 404


def test_a_stranger_gives_up_nobodys_match(client: TestClient) -> None:
    room = play_now(client)
    stranger = another_browser(client)
    assert stranger.get(f"{room}/give-up").status_code == 403
    assert stranger.post(f"{room}/give-up").status_code == 403
    assert client.get(room).status_code == 200


def test_a_daily_game_is_not_given_up(client: TestClient) -> None:
    room = play_now(client, "/daily")
    assert "/give-up" not in client.get(room).text + client.get("/").text
    for answer in (client.get(f"{room}/give-up"), client.post(f"{room}/give-up")):
        assert answer.status_code == 409
    assert client.get(room).status_code == 200


def test_a_match_that_has_ended_is_not_given_up(client: TestClient) -> None:
    code = play_to_the_end([Guest(client, {})], play_now(client).removeprefix("/rooms/"))["code"]
    assert "/give-up" not in client.get(f"/rooms/{code}").text
    asked = client.get(f"/rooms/{code}/give-up", follow_redirects=False)
    assert asked.headers["location"] == f"/rooms/{code}"
    assert client.post(f"/rooms/{code}/give-up").status_code == 409
    assert client.get(f"/rooms/{code}").status_code == 200
