"""Boards that people share by a link, for programs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from starlette.testclient import TestClient

from tests.kit.calendar import Clock
from tests.kit.dailies import add_daily_result
from tests.kit.guests import Guest


@pytest.fixture
def clock() -> Clock:
    return Clock()


def ask(guest: Guest, method: str, path: str = "", body: object = None) -> Any:
    return guest.client.request(method, f"/api/boards{path}", json=body, headers=guest.headers)


def make(guest: Guest, name: str = "Our family") -> str:
    answer = ask(guest, "POST", "", {"name": name})
    assert answer.status_code == 201, answer.text
    return f"/{answer.json()['link']}"


def test_a_board_is_made_joined_seen_renamed_left_and_deleted(
    client: TestClient, tmp_path: Path
) -> None:
    anna, ben = Guest.arrive(client, "Anna"), Guest.arrive(client, "Ben")
    board = make(anna)
    assert ask(ben, "GET", board).json()["you"] is None
    assert ask(ben, "POST", f"{board}/members").json()["you"] == 2
    add_daily_result(tmp_path, "2028-02-29", "Ben", 7)
    seen = ask(anna, "GET", board).json()
    assert seen["keeper"] == {"number": 1, "name": "Anna", "you": True}
    assert seen["waiting"] == [seen["keeper"]]
    assert [(line["place"], line["name"], line["average"]) for line in seen["entries"]] == [
        (1, "Ben", 7.0)
    ]
    assert seen["url"] == f"http://testserver/boards{board}"
    assert ask(ben, "GET").json() == {
        "boards": [{"link": board[1:], "name": "Our family", "members": 2, "played": 1}]
    }
    assert ask(anna, "PATCH", board, {"name": "The Kings"}).json()["name"] == "The Kings"
    assert ask(ben, "DELETE", f"{board}/members/2").status_code == 204
    assert ask(ben, "GET").json() == {"boards": []}
    assert ask(anna, "DELETE", board).status_code == 204
    assert ask(anna, "GET", board).json()["code"] == "board_not_found"


def test_each_refusal_has_its_code(client: TestClient) -> None:
    anna, ben = Guest.arrive(client, "Anna"), Guest.arrive(client, "Ben")
    board, stranger = make(anna), Guest(client, {})
    ask(ben, "POST", f"{board}/members")
    answers = [
        (stranger, "POST", "", {"name": "Mine"}, 401, "unauthorized"),
        (stranger, "POST", f"{board}/members", None, 401, "unauthorized"),
        (ben, "PATCH", board, {"name": "Mine"}, 403, "not_keeper"),
        (ben, "DELETE", board, None, 403, "not_keeper"),
        (ben, "DELETE", f"{board}/members/1", None, 403, "not_keeper"),
        (anna, "DELETE", f"{board}/members/9", None, 404, "no_such_member"),
        (anna, "PATCH", board, {"name": "fuck"}, 422, "name_refused"),
        (anna, "POST", "", {"name": ""}, 422, "name_empty"),
        (anna, "GET", f"{board}?period=all", None, 422, "malformed"),
        (anna, "GET", "/aaaaaaaaaaaaaaaa", None, 404, "board_not_found"),
    ]
    for guest, method, path, body, status, code in answers:
        answer = ask(guest, method, path, body)
        assert (answer.status_code, answer.json()["code"]) == (status, code), (method, path)
    assert ask(anna, "DELETE", f"{board}/members/2").status_code == 204
    for method, path in (("GET", board), ("POST", f"{board}/members")):
        answer = ask(ben, method, path)
        assert (answer.status_code, answer.json()["code"]) == (403, "off_the_board")
    for _ in range(19):
        make(anna)
    assert ask(anna, "POST", "", {"name": "More"}).json()["code"] == "too_many_boards"


def test_what_is_answered_is_as_documented(client: TestClient) -> None:
    anna = Guest.arrive(client, "Anna")
    schema = schemathesis.openapi.from_dict(client.get("/api/openapi.json").json())
    one, all_of_them = schema["/api/boards/{link}"], schema["/api/boards"]
    answer = ask(anna, "POST", "", {"name": "Our family"})
    all_of_them["POST"].validate_response(answer)
    link = answer.json()["link"]
    all_of_them["GET"].validate_response(ask(anna, "GET"))
    for period in ("today", "week", "month"):
        one["GET"].validate_response(ask(anna, "GET", f"/{link}?period={period}"))
    one["GET"].validate_response(ask(anna, "GET", "/aaaaaaaaaaaaaaaa"))
    one["PATCH"].validate_response(ask(anna, "PATCH", f"/{link}", {"name": "Kings"}))
    joined = schema["/api/boards/{link}/members"]["POST"]
    joined.validate_response(ask(anna, "POST", f"/{link}/members"))
