"""Whoever asks too fast is told when to come back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from app.web import limits
from tests.kit.guests import ALONE, app_in


@pytest.fixture
def limited(tmp_path: Path) -> TestClient:
    return TestClient(app_in(tmp_path, rate_limits="on"))


def test_too_many_guests_from_one_address_are_asked_to_wait(limited: TestClient) -> None:
    with limited as client:
        statuses = [client.post("/api/players", json={}).status_code for _ in range(21)]
        assert statuses == [201] * 20 + [429]
        response = client.post("/api/players", json={})
        assert response.json()["code"] == "slow_down"
        assert 1 <= int(response.headers["retry-after"]) <= 60
        assert response.headers["retry-after"] in response.json()["message"]


def test_too_many_messages_on_a_socket_are_answered_and_not_carried_out(
    limited: TestClient,
) -> None:
    with limited as client:
        token = client.post("/api/players", json={}).json()["token"]
        headers = {"authorization": f"Bearer {token}"}
        room = client.post("/api/rooms", json={"seats": ALONE}, headers=headers).json()
        path = f"/api/rooms/{room['code']}/socket"
        with client.websocket_connect(path, headers=headers) as socket:
            for _ in range(70):
                socket.send_text("{}")
            codes = set()
            while "slow_down" not in codes:
                codes.add(json.loads(socket.receive_text()).get("code"))
        assert "malformed" in codes


def test_looking_at_ones_own_table_is_not_limited_but_trying_codes_is(
    limited: TestClient,
) -> None:
    with limited as client:
        token = client.post("/api/players", json={}).json()["token"]
        headers = {"authorization": f"Bearer {token}"}
        code = client.post("/api/rooms", json={"seats": ALONE}, headers=headers).json()["code"]
        for _ in range(150):
            assert client.get(f"/api/rooms/{code}", headers=headers).status_code == 200
        tries = [client.get(f"/rooms/AAAA{n:02}").status_code for n in range(35)]
        assert tries == [404] * 30 + [429] * 5
        # A stranger must not hear whether the next guess was right; who sits there has not guessed.
        assert client.get(f"/rooms/{code}").status_code == 429
        assert client.get(f"/api/rooms/{code}", headers=headers).status_code == 200


@pytest.mark.parametrize("path", ["/rooms/{}/socket", "/api/rooms/{}/socket"])
def test_one_socket_too_many_of_an_address_is_to_come_later_and_a_closed_one_makes_room(
    limited: TestClient, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(limits, "SOCKETS_PER_ADDRESS", 2)
    with limited as client:
        token = client.post("/api/players", json={}).json()["token"]
        headers = {"authorization": f"Bearer {token}"}
        room = client.post("/api/rooms", json={"seats": ALONE}, headers=headers).json()
        path = path.format(room["code"])
        with client.websocket_connect(path) as first:
            first.receive_text()
            for _ in range(3):
                with client.websocket_connect(path) as second:
                    second.receive_text()
                    with (
                        client.websocket_connect(path) as third,
                        pytest.raises(WebSocketDisconnect) as closed,
                    ):
                        third.receive_text()
                assert (closed.value.code, closed.value.reason) == (1013, "too_many_sockets")


def test_an_address_without_sockets_takes_no_memory() -> None:
    counting = limits.Limits(on=True)
    counting.open_socket("here")
    counting.open_socket("here")
    counting.close_socket("here")
    assert counting._sockets == {"here": 1}
    counting.close_socket("here")
    assert counting._sockets == {}


def test_new_guests_do_not_get_an_address_more_tables(limited: TestClient) -> None:
    with limited as client:
        statuses = []
        for _ in range(4):
            token = client.post("/api/players", json={}).json()["token"]
            headers = {"authorization": f"Bearer {token}"}
            for _ in range(17):
                answer = client.post("/api/rooms", json={"seats": ["human"] * 2}, headers=headers)
                statuses.append(answer.status_code)
        assert statuses == [201] * 60 + [429] * 8
        assert client.post("/play", headers={"origin": "http://testserver"}).status_code == 429


def test_unknown_tokens_are_guesses_like_wrong_codes_and_a_known_one_is_none(
    limited: TestClient,
) -> None:
    with limited as client:
        known = client.post("/api/players", json={}).json()["token"]
        statuses = []
        for token in (*(f"guess-{n}" for n in range(31)), known):
            headers = {"authorization": f"Bearer {token}"}
            statuses.append(client.post("/api/rooms", json={}, headers=headers).status_code)
        assert statuses == [401] * 30 + [429, 422]
