"""Whoever asks too fast is told when to come back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from tests.kit.guests import ALONE, settings_for


@pytest.fixture
def limited(tmp_path: Path) -> TestClient:
    return TestClient(create_app(settings_for(tmp_path, rate_limits="on")))


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
        assert client.get(f"/api/rooms/{code}", headers=headers).status_code == 429
