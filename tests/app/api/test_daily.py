"""The daily game by the API: equal for everybody, told to nobody early, boards as computed."""

from __future__ import annotations

import hashlib
import re
import time
from datetime import date, timedelta
from random import Random
from typing import Any

import pytest
import schemathesis
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from engine.record import parse_record
from tests.kit.calendar import Clock
from tests.kit.guests import Guest, play_to_the_end

LEAP = date(2028, 2, 29)
SEEN = ("number", "dealer", "stock", "places", "hand", "legal")


@pytest.fixture
def clock() -> Clock:
    return Clock()


def begin(guest: Guest, day: date | None = None) -> dict[str, Any]:
    body = {"day": day.isoformat()} if day else {}
    response = guest.client.post("/api/daily", json=body, headers=guest.headers)
    assert response.status_code in {200, 201}, response.text
    view: dict[str, Any] = response.json()
    return view


def see_day(guest: Guest, day: date = LEAP) -> dict[str, Any]:
    response = guest.client.get(f"/api/daily/{day}", headers=guest.headers)
    assert response.status_code == 200, response.text
    seen: dict[str, Any] = response.json()
    return seen


def own_view(guest: Guest, code: str) -> dict[str, Any]:
    """The table when the guest is to move, or when the match is over."""
    for _ in range(2000):
        view = guest.see(code)
        if view["deal"]["legal"] or view["status"] == "over":
            return view
        time.sleep(0.001)
    raise TimeoutError(code)


def play(guest: Guest, code: str, seed: int, *, undo: bool) -> list[Any]:
    """Choose by this luck, now and then taking a card back first; return what was seen."""
    luck, doubt = Random(seed), Random(seed + 1)
    seen = []
    while (view := own_view(guest, code))["status"] != "over":
        deal = view["deal"]
        seen.append([deal[what] for what in SEEN])
        move = luck.choice(deal["legal"])
        if undo and move != "end" and doubt.random() < 0.5:
            tried = guest.move(view, move).json()
            if tried["deal"]["can_undo"]:
                view = guest.move(tried, "undo").json()
            else:
                continue
        assert guest.move(view, move).status_code == 200
    del view["result"]["link"]  # each game's own
    seen.append(view["result"])
    return seen


@pytest.mark.parametrize("seed", [1, 2])
def test_whoever_makes_the_same_moves_meets_the_same_cards_and_the_same_computers(
    client: TestClient, seed: int
) -> None:
    games = []
    for undo in (False, True, False):
        guest = Guest.arrive(client)
        code = begin(guest)["code"]
        seen = play(guest, code, seed, undo=undo)
        text = client.get(f"/api/rooms/{code}/record", headers=guest.headers).text
        record = parse_record(text)
        games.append((seen, moves_kept(record.moves), record.digest))
    assert games[0] == games[1] == games[2]


def moves_kept(moves: Any) -> list[Any]:
    """The moves without those that were taken back."""
    kept: list[Any] = []
    for deal, seat, move in moves:
        if str(move) == "undo":
            kept.pop()
        else:
            kept.append((deal, seat, str(move)))
    return kept


def test_the_first_call_begins_and_every_later_one_from_any_device_goes_on(
    client: TestClient,
) -> None:
    anna = Guest.arrive(client)
    first = client.post("/api/daily", headers=anna.headers)
    again = client.post("/api/daily", json={"day": "2028-02-29"}, headers=anna.headers)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json()["code"] == again.json()["code"]
    assert first.json()["day"] == again.json()["day"] == "2028-02-29"
    assert first.json()["terms"]["watching"] is False
    assert anna.open()["day"] is None


def test_what_is_asked_and_answered_is_as_documented(client: TestClient) -> None:
    schema = schemathesis.openapi.from_dict(client.get("/api/openapi.json").json())
    anna = Guest.arrive(client)
    code = begin(anna)["code"]
    for _ in range(2):
        schema["/api/daily/{day}"]["GET"].validate_response(
            client.get("/api/daily/2028-02-29", headers=anna.headers)
        )
        schema["/api/daily"]["POST"].validate_response(
            client.post("/api/daily", headers=anna.headers)
        )
        play_to_the_end([anna], code, Random(1))


def test_nobody_learns_a_deal_or_its_seed_before_the_day_is_closed(
    client: TestClient, clock: Clock
) -> None:
    """Not by the API, the record, the page, the socket, the replay, another's game or the board."""
    anna, ben = Guest.arrive(client, "Anna"), Guest.arrive(client, "Ben")
    code = begin(anna)["code"]
    over = play_to_the_end([anna], code, Random(1))
    seed, link = over["result"]["seed"], over["result"]["link"]
    assert client.get(f"/api/matches/{link}", headers=anna.headers).status_code == 200
    clock.at += 24 * 3600 * 1000
    told = []
    for headers in (ben.headers, {}):
        for path in ("", "/record"):
            for where in (f"/api/rooms/{code}{path}", f"/rooms/{code}{path}"):
                answer = client.get(where, headers=headers)
                assert answer.status_code == 404
                told.append(answer.text)
        for address in (link, f"{code}-1"):
            for where in (f"/matches/{address}", f"/api/matches/{address}"):
                answers = (client.get(f"{where}{end}", headers=headers) for end in ("", "/record"))
                assert {answer.status_code for answer in answers} == {404}
        for where in (f"/api/rooms/{code}/socket", f"/rooms/{code}/socket"):
            with client.websocket_connect(where, headers=headers) as socket:
                with pytest.raises(WebSocketDisconnect) as closed:
                    socket.receive_text()
                assert closed.value.reason == "room_not_found"
        everywhere = ("/api/daily/2028-02-29", "/api/rooms")
        told += [client.get(where, headers=headers).text for where in everywhere]
        assert code not in client.get("/", headers=headers).text
    for text in told:
        assert seed not in text
        assert not re.search(r'"[A2-9TJQK][SHDC]"|data-card', text)
    day = see_day(ben)
    assert day["seed"] is day["par"] is None
    assert day["commitment"] == over["commitment"]
    clock.close(LEAP)
    closed_day = see_day(ben)
    assert closed_day["seed"] == seed
    assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == closed_day["commitment"]
    assert client.get(f"/api/rooms/{code}/record", headers=ben.headers).status_code == 404
    assert client.get(f"/api/matches/{link}", headers=ben.headers).status_code == 200


def test_tomorrows_hash_is_told_today_and_its_cards_are_not(
    client: TestClient, clock: Clock
) -> None:
    anna = Guest.arrive(client)
    tomorrow = LEAP + timedelta(days=1)
    told = see_day(anna, tomorrow)
    assert told["seed"] is None
    refused = client.post("/api/daily", json={"day": tomorrow.isoformat()}, headers=anna.headers)
    assert (refused.status_code, refused.json()["code"]) == (404, "no_such_day")
    for day in ("2028-03-02", "2028-02-28", "2028-02-30", "today"):
        answer = client.get(f"/api/daily/{day}", headers=anna.headers)
        assert (answer.status_code, answer.json()["code"]) == (404, "no_such_day")
    clock.go_to(tomorrow)
    assert begin(anna)["commitment"] == told["commitment"]


def test_a_result_is_told_with_its_place_and_par_to_whoever_has_played(client: TestClient) -> None:
    anna, ben = Guest.arrive(client, "Anna"), Guest.arrive(client)
    for guest, luck in ((anna, 1), (ben, 2)):
        code = begin(guest)["code"]
        assert see_day(guest)["you"] == {"code": code, "result": None}
        play_to_the_end([guest], code, Random(luck))
    seen = see_day(anna)
    assert seen["players"] == len(seen["board"]) == 2
    assert {entry["name"] for entry in seen["board"]} == {"Anna", None}
    own = next(entry for entry in seen["board"] if entry["you"])
    result = seen["you"]["result"]
    assert {key: own[key] for key in own.keys() & result.keys()} == {
        key: result[key] for key in own.keys() & result.keys()
    }
    assert result["percentile"] in {0, 100}
    assert result["late"] is False
    assert seen["par"]["match_place"] in {1, 2, 3, 4}
    totals = {
        line["seat"]: line["total"] for line in anna.see(seen["you"]["code"])["result"]["standing"]
    }
    assert result["total"] == totals[0]
    assert result["lead"] == min(totals[1], totals[2], totals[3]) - totals[0]


def test_undos_are_told(client: TestClient) -> None:
    anna, ben = Guest.arrive(client), Guest.arrive(client)
    for guest, undo in ((anna, True), (ben, False)):
        play(guest, begin(guest)["code"], 1, undo=undo)
        assert bool(see_day(guest)["you"]["result"]["undos"]) is undo


def test_a_late_game_stands_on_no_board(client: TestClient, clock: Clock) -> None:
    anna = Guest.arrive(client)
    see_day(anna)
    clock.go_to(LEAP + timedelta(days=5))
    play_to_the_end([anna], begin(anna, LEAP)["code"], Random(1))
    seen = see_day(anna)
    assert (seen["players"], seen["board"]) == (0, [])
    assert seen["you"]["result"]["late"] is True
    assert seen["you"]["result"]["place"] is None


def test_leaving_and_playing_again_are_refused_with_the_view(client: TestClient) -> None:
    anna = Guest.arrive(client)
    code = begin(anna)["code"]
    calls = [
        client.delete(f"/api/rooms/{code}/seats/0", headers=anna.headers),
        anna.post(f"/{code}/start"),
        anna.post(f"/{code}/reopen"),
    ]
    for answer in calls:
        assert (answer.status_code, answer.json()["code"]) == (409, "daily_game")
        assert answer.json()["view"]["code"] == code
