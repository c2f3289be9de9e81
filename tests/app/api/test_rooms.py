"""The API plays whole matches, and answers every mistake with a stable code and no change."""

from __future__ import annotations

import json
import logging
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from engine.record import parse_record
from tests.kit.guests import ALONE, Guest, play_to_the_end


def test_a_match_against_computers_goes_from_the_first_call_to_its_record(
    client: TestClient,
) -> None:
    anna = Guest.arrive(client, "Anna")
    view = anna.open()
    assert (view["status"], view["you"], view["rules"]["preset"]) == ("playing", 0, "classic")
    assert [seat["kind"] for seat in view["seats"]] == ALONE
    assert anna.client.get(f"/api/rooms/{view['code']}/record").json()["code"] == "not_over"

    over = play_to_the_end([anna], view["code"], Random(1))

    assert over["commitment"] == view["commitment"]
    record = parse_record(anna.client.get(f"/api/rooms/{view['code']}/record").text)
    assert record.seed.hex() == over["result"]["seed"]
    match = record.replay()
    assert list(match.totals) == [seat["total"] for seat in over["seats"]]
    assert [list(row) for row in match.penalties] == over["result"]["deals"]


def test_people_sit_down_start_and_play(client: TestClient) -> None:
    guests = [Guest.arrive(client, name) for name in ("Anna", "Ben", "千代")]
    code = guests[0].open(["human", "human", "computer:casual", "human"])["code"]
    for guest in guests[1:]:
        assert guest.post(f"/{code}/seats").status_code == 200
    assert guests[1].post(f"/{code}/start").status_code == 403
    assert guests[0].post(f"/{code}/start").status_code == 200
    over = play_to_the_end(guests, code, Random(2))
    assert [seat["name"] for seat in over["seats"]] == ["Anna", "Ben", None, "千代"]
    assert min(line["place"] for line in over["result"]["standing"]) == 1


def test_what_may_be_left_out_of_a_body_may_be_left_out_with_the_body(client: TestClient) -> None:
    code = Guest.arrive(client).open(["human", "human"])["code"]
    token = client.post("/api/players").json()["token"]
    headers = {"authorization": f"Bearer {token}"}
    response = client.post(f"/api/rooms/{code}/seats", headers=headers)
    assert (response.status_code, response.json()["you"]) == (200, 1)


def test_a_stranger_sees_the_table_and_nobodys_hand(client: TestClient) -> None:
    _, view = in_turn(client)
    seen = Guest.arrive(client).see(view["code"])
    assert (seen["you"], seen["deal"]["hand"], seen["deal"]["legal"]) == (None, [], [])
    assert seen["deal"]["hands"] is None
    assert all(line["drawn"] == [] for line in seen["log"])


def test_a_drawn_card_stands_in_the_log_of_its_owner_only(client: TestClient) -> None:
    anna, ben = Guest.arrive(client), Guest.arrive(client)
    code = anna.open(["human", "human"])["code"]
    ben.post(f"/{code}/seats")
    anna.post(f"/{code}/start")
    view = anna.see(code)
    mover, other = (anna, ben) if view["deal"]["turn"] == 0 else (ben, anna)
    mover.move(view, "end")
    assert len(mover.see(code)["log"][-1]["drawn"]) == 1
    assert other.see(code)["log"][-1]["drawn"] == []


def in_turn(client: TestClient) -> tuple[Guest, dict[str, Any]]:
    guest = Guest.arrive(client)
    return guest, guest.in_turn()


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("AS>NE", {"not_in_hand", "corner_needs_king"}),
        ("N>NE", {"corner_needs_king"}),
        ("undo", {"nothing_to_undo"}),
        ("draw", {"cannot_draw"}),
        ("NE>N", {"no_pile_there"}),
        ("", {"malformed"}),
        ("7H", {"malformed"}),
        ("7H>X", {"malformed"}),
        ("🂡>N", {"malformed"}),
    ],
)
def test_a_wrong_move_is_refused_with_its_code_and_changes_nothing(
    client: TestClient, move: str, code: set[str]
) -> None:
    guest, view = in_turn(client)
    while view["deal"]["places"]["N"][0][0] == "K" or view["deal"]["places"]["NE"]:
        guest, view = in_turn(client)
    response = guest.move(view, move)
    assert response.status_code == 422
    assert response.json()["code"] in code
    assert response.json()["message"]
    assert guest.see(view["code"]) == view


def test_a_stale_move_is_a_conflict_that_shows_the_table_as_it_stands(client: TestClient) -> None:
    guest, view = in_turn(client)
    assert guest.move(view, "end").status_code == 200
    response = guest.move(view, "end")
    assert response.status_code == 409
    assert response.json()["code"] == "stale"
    assert response.json()["view"]["seq"] > view["seq"]


def test_whoever_has_no_seat_cannot_move(client: TestClient) -> None:
    _, view = in_turn(client)
    stranger = Guest.arrive(client)
    response = stranger.move(view, "end")
    assert (response.status_code, response.json()["code"]) == (403, "no_seat")


def test_whoever_is_not_in_turn_is_told_so(client: TestClient) -> None:
    guests = [Guest.arrive(client), Guest.arrive(client)]
    code = guests[0].open(["human", "human"])["code"]
    guests[1].post(f"/{code}/seats")
    view = guests[0].post(f"/{code}/start").json()
    response = guests[1 - view["deal"]["turn"]].move(view, "end")
    assert (response.status_code, response.json()["code"]) == (422, "not_your_turn")


@pytest.mark.parametrize(
    ("body", "option"),
    [
        ({"seats": ["computer:casual"] * 2}, "seats"),
        ({"seats": ["human", "computer:genius"]}, "seats"),
        ({"preset": "poker", "seats": ALONE}, "preset"),
        ({"rules": {"target": 0}, "seats": ALONE}, "target"),
        ({"rules": {"jokers": 2}, "seats": ALONE}, "jokers"),
        ({"rules": {"target": "25"}, "seats": ALONE}, "target"),
        ({"preset": "royal-corners", "seats": ["human"] * 5}, "most_players"),
    ],
)
def test_a_nonsense_table_is_refused_with_the_option_named(
    client: TestClient, body: dict[str, Any], option: str
) -> None:
    response = Guest.arrive(client).post("", body)
    assert (response.status_code, response.json()["code"]) == (422, "nonsense_rules")
    assert response.json()["option"] == option


NESTED = b"[" * 100_000 + b"]" * 100_000
BODIES = {
    "not json": (b"{", {400, 422}),
    "invalid utf-8": (b'{"seq": 1, "move": "\xff\xfe"}', {400, 422}),
    "too deep": (NESTED[:60_000], {400, 422}),
    "another shape": (b"[1, 2, 3]", {422}),
    "a number as text": (b'{"seq": "1", "move": "end"}', {422}),
    "a field too many": (b'{"seq": 1, "move": "end", "seat": 2}', {422}),
    "a huge number": (b'{"seq": 1e999, "move": "end"}', {422}),
    "a huge integer": (b'{"seq": ' + b"9" * 5000 + b', "move": "end"}', {400, 422}),
    "a megabyte": (b'{"seq": 1, "move": "' + b"x" * 1_000_000 + b'"}', {413}),
    "deep and large": (NESTED, {413}),
    "nothing": (b"", {422}),
}


@pytest.mark.parametrize("name", BODIES)
def test_a_body_that_is_none_gets_a_code_and_changes_nothing(
    client: TestClient, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    body, statuses = BODIES[name]
    guest, view = in_turn(client)
    headers = {**guest.headers, "content-type": "application/json"}
    response = client.post(f"/api/rooms/{view['code']}/moves", content=body, headers=headers)
    assert response.status_code in statuses
    assert response.json()["code"] in {"malformed", "too_large"}
    assert guest.see(view["code"]) == view
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.parametrize("code", ["NOROOM", "..", "%00", "x" * 300, "ｆｕｌｌ", "'--"])
def test_an_unknown_code_is_not_found(client: TestClient, code: str) -> None:
    response = Guest.arrive(client).client.get(f"/api/rooms/{code}")
    assert response.status_code in {404, 422}
    assert response.json()["code"] in {"room_not_found", "not_found", "malformed"}


def test_a_code_may_be_typed_in_small_letters(client: TestClient) -> None:
    guest, view = in_turn(client)
    assert guest.see(view["code"].lower()) == view


@pytest.mark.parametrize("token", ["", "x", "x" * 5000])
def test_an_unknown_token_is_refused_even_where_a_stranger_may_look(
    client: TestClient, token: str
) -> None:
    _, view = in_turn(client)
    headers = {"authorization": f"Bearer {token}"}
    response = client.get(f"/api/rooms/{view['code']}", headers=headers)
    assert (response.status_code, response.json()["code"]) == (401, "unauthorized")


def test_without_any_identity_no_table_is_opened(client: TestClient) -> None:
    assert client.post("/api/rooms", json={"seats": ALONE}).status_code == 401


def test_the_documents_of_the_api_have_every_call_and_an_example(client: TestClient) -> None:
    document = client.get("/api/openapi.json").json()
    assert set(document["paths"]) == {
        "/api/players",
        "/api/players/me",
        "/api/players/me/data",
        "/api/players/me/device-link",
        "/api/rooms",
        "/api/rooms/{code}",
        "/api/rooms/{code}/seats",
        "/api/rooms/{code}/seats/{seat}",
        "/api/rooms/{code}/rules",
        "/api/rooms/{code}/terms",
        "/api/rooms/{code}/start",
        "/api/rooms/{code}/reopen",
        "/api/rooms/{code}/back",
        "/api/rooms/{code}/relieve",
        "/api/rooms/{code}/phrases",
        "/api/rooms/{code}/moves",
        "/api/rooms/{code}/next",
        "/api/rooms/{code}/record",
        "/api/daily",
        "/api/daily/{day}",
        "/api/leaderboards/{period}",
        "/api/boards",
        "/api/boards/{link}",
        "/api/boards/{link}/members",
        "/api/boards/{link}/members/{number}",
        "/api/matches/{address}",
        "/api/matches/{address}/record",
    }
    assert "7H>N" in json.dumps(document)
