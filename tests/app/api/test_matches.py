"""Finished matches: who may see them, and what they tell."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.links import match_link
from engine.record import parse_record
from engine.record_json import parse_json
from tests.kit.guests import ALONE, Guest, play_to_the_end


def seed_of(tmp_path: Path, code: str) -> bytes:
    with sqlite3.connect(tmp_path / "kings.sqlite3") as database:
        query = "SELECT event FROM room_events WHERE room = ? AND kind = 'match-started'"
        (event,) = database.execute(query, (code,)).fetchone()
    return bytes.fromhex(json.loads(event)["seed"])


@pytest.fixture
def anna(client: TestClient) -> Guest:
    return Guest.arrive(client, "Anna")


def over(guest: Guest, **body: Any) -> dict[str, Any]:
    return play_to_the_end([guest], guest.open(**body)["code"], Random(1))


def addresses(room: str, link: str) -> list[str]:
    ids = [f"{room}-1", f"{room.lower()}-1", link]
    starts = [f"{path}{each}" for path in ("/matches/", "/api/matches/") for each in ids]
    return [*starts, *(f"{start}/record" for start in starts)]


def test_a_running_match_is_at_no_address_not_even_for_its_own_player(
    client: TestClient, anna: Guest, tmp_path: Path
) -> None:
    view = anna.open(["human", "human"], visibility="public")
    other = Guest.arrive(client)
    other.post(f"/{view['code']}/seats")
    assert anna.post(f"/{view['code']}/start").json()["status"] == "playing"
    link = match_link(seed_of(tmp_path, view["code"]), f"{view['code']}-1")
    for address in addresses(view["code"], link):
        for headers in ({}, anna.headers):
            assert client.get(address, headers=headers).status_code == 404, address
    assert link not in client.get(f"/rooms/{view['code']}").text


def test_a_private_match_opens_by_its_link_and_by_its_id_for_those_who_played(
    client: TestClient, anna: Guest
) -> None:
    view = over(anna)
    link = view["result"]["link"]
    assert client.get(f"/api/matches/{link}").status_code == 200
    assert client.get(f"/api/matches/{view['code']}-1").status_code == 404
    stranger = Guest.arrive(client)
    for headers, status in ((stranger.headers, 404), (anna.headers, 200)):
        found = client.get(f"/api/matches/{view['code']}-1", headers=headers)
        assert found.status_code == status


def test_a_public_match_opens_by_its_id_for_everybody(client: TestClient, anna: Guest) -> None:
    code = over(anna, visibility="public")["code"]
    assert client.get(f"/api/matches/{code}-1").json()["seats"][0]["name"] == "Anna"


def test_the_answer_is_the_record_with_who_played_and_how_it_ended(
    client: TestClient, anna: Guest
) -> None:
    view = over(anna)
    address = f"/api/matches/{view['result']['link']}"
    text, answer = client.get(f"{address}/record").text, client.get(address)
    assert parse_json(answer.text) == parse_record(text)
    match = answer.json()
    assert view["code"] not in answer.text + text
    assert [seat["kind"] for seat in match["seats"]] == ALONE
    assert [seat["name"] for seat in match["seats"]] == ["Anna", None, None, None]
    assert match["results"] == view["result"]["standing"]
    assert match["deals"] == view["result"]["deals"]
    assert match["commitment"] == view["commitment"]
    totals = {line["seat"]: line["total"] for line in match["results"]}
    assert totals == dict(enumerate(parse_record(text).replay().totals))


def test_names_are_those_of_today_and_whoever_is_no_more_has_none(
    client: TestClient, anna: Guest, tmp_path: Path
) -> None:
    address = f"/api/matches/{over(anna)['result']['link']}"
    client.patch("/api/players/me", json={"name": "Anne"}, headers=anna.headers)
    assert client.get(address).json()["seats"][0]["name"] == "Anne"
    with sqlite3.connect(tmp_path / "kings.sqlite3") as database:
        database.execute("PRAGMA foreign_keys=ON")
        database.execute("DELETE FROM players")
    assert client.get(address).json()["seats"][0] == {"name": None, "kind": "human"}


@pytest.mark.parametrize("address", ["x", "a" * 16, "K7Q2XM-1", "%00", "K7Q2XM-1.record", "é" * 20])
def test_any_other_address_is_one_of_no_match(client: TestClient, address: str) -> None:
    answer = client.get(f"/api/matches/{address}")
    assert (answer.status_code, answer.json()["code"]) == (404, "match_not_found")


def test_links_of_matches_of_one_seed_differ(client: TestClient) -> None:
    links = {match_link(bytes(32), f"ABC234-{number}") for number in range(100)}
    assert len(links) == 100
    assert all(len(link) == 16 and link.isalnum() and link == link.lower() for link in links)
