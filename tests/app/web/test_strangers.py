"""Whoever means ill finds nothing out, takes no seat by force, and floods nobody."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from tests.kit.guests import Guest, app_in, play_to_the_end

EVIL = {"origin": "https://evil.example"}
SAFE = {"GET", "HEAD", "OPTIONS"}
ODD_SEATS = ("-1", "6", "99999999999999999999", "9" * 5000, "٣", "1.5", "x", "[]", "%00", "NaN")
ODD_TARGETS = ("-1", "0", "501", "9" * 5000, "٣٣٣٣", "1e9", "[]", "NaN", "")


@pytest.fixture
def limited(tmp_path: Path) -> TestClient:
    client = TestClient(app_in(tmp_path, rate_limits="on"))
    client.headers["origin"] = "http://testserver"
    return client


def routes(client: TestClient) -> list[BaseRoute]:
    """Every route of the app, those of included routers, too."""
    found: list[BaseRoute] = []
    waiting = list(client.app.routes)  # type: ignore[attr-defined]
    while waiting:
        route = waiting.pop()
        found.append(route)
        inner = getattr(route, "original_router", None)
        waiting += inner.routes if inner else []
    return found


def address(route: Route | WebSocketRoute, code: str) -> str:
    path: str = route.path
    return path.replace("{code}", code).replace("{seat}", "1").replace("{token}", "x")


def a_private_match(client: TestClient, host: Guest) -> str:
    """The code of a match that strangers may not watch."""
    code: str = host.open(["human", "human"])["code"]
    terms = client.put(f"/api/rooms/{code}/terms", json={"watching": False}, headers=host.headers)
    assert terms.status_code == 200
    client.put(f"/api/rooms/{code}/seats/1", json={"computer": "casual"}, headers=host.headers)
    assert host.post(f"/{code}/start").status_code == 200
    return code


def test_no_address_takes_anything_from_another_sites_page(client: TestClient) -> None:
    code = client.post("/rooms", follow_redirects=False).headers["location"].rpartition("/")[2]
    before = client.get(f"/api/rooms/{code}").json()
    tried = 0
    for route in routes(client):
        if isinstance(route, WebSocketRoute):
            tried += 1
            with (
                pytest.raises(WebSocketDenialResponse),
                client.websocket_connect(address(route, code), headers=EVIL),
            ):
                pass
        for method in (getattr(route, "methods", None) or set()) - SAFE:
            assert isinstance(route, Route)
            tried += 1
            answer = client.request(method, address(route, code), headers=EVIL)
            assert answer.status_code == 403, route.path
            assert "set-cookie" not in answer.headers
    assert tried > 25
    assert client.get(f"/api/rooms/{code}").json() == before


def test_a_room_that_is_not_open_answers_everywhere_like_one_that_is_missing(
    client: TestClient,
) -> None:
    code = a_private_match(client, Guest.arrive(client, "Anna"))
    stranger = Guest.arrive(client).headers
    for who in ({}, stranger):
        for route in routes(client):
            path = getattr(route, "path", "")
            if "{code}" not in path:
                continue
            assert isinstance(route, Route | WebSocketRoute)
            there, missing = address(route, code), address(route, "ZZZZZZ")
            if isinstance(route, WebSocketRoute):
                assert closing(client, there, who) == closing(client, missing, who)
                continue
            for method in route.methods or set():
                answers = [
                    client.request(method, path, headers=who, follow_redirects=False)
                    for path in (there, missing)
                ]
                assert len({(answer.status_code, answer.content) for answer in answers}) == 1, path
    joins = {typed: client.post("/join", data={"code": typed}) for typed in (code, "ZZZZZZ")}
    # What was typed stands in the field again.
    told = {(answer.status_code, answer.text.replace(typed, "")) for typed, answer in joins.items()}
    assert len(told) == 1


def closing(client: TestClient, path: str, headers: dict[str, str]) -> tuple[int, str]:
    with (
        client.websocket_connect(path, headers=headers) as socket,
        pytest.raises(WebSocketDisconnect) as closed,
    ):
        socket.receive_text()
    return closed.value.code, closed.value.reason


@pytest.mark.parametrize("seat", ODD_SEATS)
def test_a_seat_that_cannot_be_is_refused_with_a_page(client: TestClient, seat: str) -> None:
    own = client.post("/rooms", follow_redirects=False).headers["location"]
    for do in ("casual", "open", "drop", "remove", "", "['drop']"):
        answer = client.post(f"{own}/seats/{seat}", data={"do": do})
        assert answer.status_code in {404, 409, 422}
        assert answer.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize("target", ODD_TARGETS)
def test_a_target_that_cannot_be_is_refused_and_changes_nothing(
    client: TestClient, target: str
) -> None:
    own = client.post("/rooms", follow_redirects=False).headers["location"]
    before = client.get(f"/api{own}").json()["rules"]
    fields = {"preset": "classic", "preset_before": "classic", "target": target}
    answer = client.post(f"{own}/rules", data=fields)
    assert answer.status_code in {409, 422}
    assert client.get(f"/api{own}").json()["rules"] == before


def test_one_address_cannot_fill_the_open_tables(limited: TestClient) -> None:
    with limited as client:
        statuses: list[int] = []
        for _ in range(70):
            client.cookies.clear()
            statuses.append(client.post("/quick", follow_redirects=False).status_code)
        assert statuses == [303] * 60 + [429] * 10


def test_who_talks_without_end_is_asked_to_slow_down(limited: TestClient) -> None:
    with limited as client:
        anna = Guest.arrive(client, "Anna")
        code = anna.open(["human", "human"])["code"]
        answers = [anna.post(f"/{code}/phrases", {"phrase": "hello"}) for _ in range(12)]
        assert [answer.status_code for answer in answers] == [200] * 8 + [429] * 4


def test_a_guest_has_none_of_the_hosts_powers(client: TestClient) -> None:
    anna, ben = Guest.arrive(client, "Anna"), Guest.arrive(client, "Ben")
    code = anna.open(["human", "human", "human"])["code"]
    ben.post(f"/{code}/seats")
    before = without_presence(anna.see(code))
    url = f"/api/rooms/{code}"
    asked: list[tuple[str, str, object]] = [
        ("PUT", "/seats/2", {"computer": "casual"}),
        ("PUT", "/seats/3", {"computer": None}),
        ("DELETE", "/seats/0", None),
        ("DELETE", "/seats/2", None),
        ("PUT", "/rules", {"preset": "family"}),
        ("PUT", "/terms", {"visibility": "public"}),
        ("POST", "/start", None),
    ]
    for method, path, body in asked:
        answer = client.request(method, url + path, json=body, headers=ben.headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "not_host"), path
    assert without_presence(anna.see(code)) == before


def without_presence(view: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in view.items() if name not in {"seats", "watchers"}} | {
        "kinds": [seat["kind"] for seat in view["seats"]]
    }


def test_a_table_without_watchers_tells_strangers_nothing_of_its_matches_later_either(
    client: TestClient,
) -> None:
    host = Guest.arrive(client, "Host")
    code = a_private_match(client, host)
    play_to_the_end([host], code, Random(1))
    link = host.see(code)["result"]["link"]
    host.post(f"/{code}/reopen")
    seen = client.get(f"/api/rooms/{code}").json()
    assert seen["status"] == "lobby"
    assert not seen["sheet"]["matches"]
    assert host.see(code)["sheet"]["matches"]
    path = f"/api/rooms/{code}/record"
    for record in (path, path.removeprefix("/api")):
        assert client.get(record).status_code == 404
    assert client.get(path, headers=host.headers).status_code == 200
    assert client.get(f"/api/matches/{link}/record").status_code == 200
