"""Whatever goes wrong on our side is told in the one form, and asks to come back."""

from __future__ import annotations

import sqlite3
from hashlib import sha256
from pathlib import Path
from unittest.mock import Mock

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from app.web import refusing
from tests.kit.guests import Guest, app_in
from tests.kit.house import add_event

OURS = {"origin": "http://testserver"}


def test_a_table_that_cannot_be_read_is_no_crash_but_told_so(tmp_path: Path) -> None:
    with TestClient(app_in(tmp_path), headers=OURS) as client:
        room = client.post("/play", follow_redirects=False).headers["location"]
        cookies = client.cookies
    add_event(tmp_path / "kings.sqlite3", room.removeprefix("/rooms/"), "{")
    with TestClient(app_in(tmp_path), headers=OURS, cookies=cookies) as client:
        page, answer, front = client.get(room), client.get(f"/api{room}"), client.get("/")
    assert (page.status_code, answer.status_code, front.status_code) == (503, 503, 200)
    assert "cannot be opened right now" in page.text
    assert answer.json()["code"] == "unreadable"
    assert room not in front.text


@pytest.mark.parametrize("table", ["tokens", "players", "rooms", "room_events"])
def test_while_the_database_fails_the_answer_is_to_try_again_and_no_value_is_logged(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    guest, log = Guest.arrive(client, "Anna Karenina"), Mock()
    monkeypatch.setattr(refusing, "logger", log)
    with sqlite3.connect(tmp_path / "kings.sqlite3") as database:
        database.execute(f"ALTER TABLE {table} RENAME TO elsewhere")
    answers = [
        client.post("/play"),
        client.post("/api/players", json={"name": "Anna Karenina"}),
        client.get("/api/rooms/K7Q2XM", headers=guest.headers),
    ]
    failed = [answer for answer in answers if answer.status_code == 503]
    assert {answer.status_code for answer in answers} <= {200, 201, 404, 503}
    assert 0 < len(failed) == len(log.error.mock_calls)
    logged = "".join(str(call.kwargs["exc_info"]) for call in log.error.mock_calls)
    token = guest.headers["authorization"].removeprefix("Bearer ")
    for value in ("Karenina", "K7Q2XM", token, sha256(token.encode()).hexdigest()):
        assert value not in logged


def test_a_socket_is_not_opened_while_the_database_fails(
    client: TestClient, tmp_path: Path
) -> None:
    with sqlite3.connect(tmp_path / "kings.sqlite3") as database:
        database.execute("ALTER TABLE room_events RENAME TO elsewhere")
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        client.websocket_connect("/api/rooms/K7Q2XM/socket"),
    ):
        pass
    assert denied.value.status_code == 503


@pytest.mark.parametrize("path", ["/rooms/K7Q2XM/", "/api/rooms/K7Q2XM/", "/play/"])
def test_a_slash_at_the_end_leads_to_no_other_host(client: TestClient, path: str) -> None:
    response = client.get(path, headers={"host": "evil.example"}, follow_redirects=False)
    assert response.status_code == 404
    assert "location" not in response.headers


def test_a_code_that_leads_to_no_table_is_told_of_as_a_code_and_kept_to_be_mended(
    client: TestClient,
) -> None:
    page = client.post("/join", data={"code": "zzz-zzz"}, headers=OURS)
    assert page.status_code == 404
    assert "There is no table with this code" in page.text
    assert "letter by letter" in page.text
    assert "address" not in page.text
    assert 'value="zzz-zzz"' in page.text


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/rooms/ZZZZZZ", "No such table"),
        ("/boards/aaaaaaaaaaaaaaaa", "No such board"),
        ("/matches/aaaaaaaaaaaaaaaa", "No such match"),
        ("/daily/2100-01-01", "No such day"),
    ],
)
def test_what_is_not_there_is_called_by_its_own_word(
    client: TestClient, path: str, title: str
) -> None:
    page = client.get(path).text
    assert f"<h1>{title}</h1>" in page
    assert "sits here" not in page
