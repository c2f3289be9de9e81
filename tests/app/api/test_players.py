"""Guests for programs: their names and their tokens."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from starlette.testclient import TestClient

from tests.kit.guests import Guest

NAMES = [
    ("  Anna  ", 200, "Anna"),
    ("A\u202enn\u0000a", 200, "Anna"),
    ("<b>Ben</b>", 200, "<b>Ben</b>"),
    ("\u200b \t", 422, "name_empty"),
    ("", 422, "name_empty"),
    ("千代" * 20, 422, "name_too_long"),
    ("x" * 5000, 422, "name_too_long"),
    ("Arschloch", 422, "name_refused"),
]


@pytest.mark.parametrize(("typed", "status", "kept"), NAMES)
def test_a_guest_gets_a_name_that_can_be_shown_or_hears_why_not(
    client: TestClient, typed: str, status: int, kept: str
) -> None:
    made = client.post("/api/players", json={"name": typed})
    renamed = client.patch(
        "/api/players/me", json={"name": typed}, headers=Guest.arrive(client).headers
    )
    assert (made.status_code, renamed.status_code) == (201 if status == 200 else 422, status)
    for answer in (made, renamed):
        assert answer.json()["name" if status == 200 else "code"] == kept


def test_a_guest_without_a_name_has_none(client: TestClient) -> None:
    assert client.post("/api/players").json()["name"] is None
    assert client.post("/api/players", json={"name": None}).json()["name"] is None


def test_a_new_name_is_seen_at_the_next_table(client: TestClient) -> None:
    guest = Guest.arrive(client, "Anna")
    answer = client.patch("/api/players/me", json={"name": "Annabel"}, headers=guest.headers)
    assert answer.json()["name"] == "Annabel"
    assert guest.open()["seats"][0]["name"] == "Annabel"


def test_a_stranger_has_no_name_to_change(client: TestClient) -> None:
    assert client.patch("/api/players/me", json={"name": "Anna"}).status_code == 401


def test_a_guest_gets_a_link_for_ten_minutes_and_a_stranger_none(client: TestClient) -> None:
    guest = Guest.arrive(client, "Anna")
    answer = client.post("/api/players/me/device-link", headers=guest.headers)
    assert answer.status_code == 201
    link = answer.json()
    assert re.fullmatch(r"http://testserver/me/devices/[\w-]{43}", link["url"])
    left = datetime.fromisoformat(link["expires_at"]) - datetime.now(UTC)
    assert timedelta(minutes=9) < left <= timedelta(minutes=10)
    assert client.post("/api/players/me/device-link").status_code == 401
