"""Lobbies by the API: seats, rules and terms, coming and going, and what is said."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.kit.guests import Guest, play_to_the_end


@pytest.fixture
def anna(client: TestClient) -> Guest:
    return Guest.arrive(client, "Anna")


@pytest.fixture
def ben(client: TestClient) -> Guest:
    return Guest.arrive(client, "Ben")


@pytest.fixture
def cho(client: TestClient) -> Guest:
    return Guest.arrive(client, "Cho")


def put(guest: Guest, path: str, body: object) -> Any:
    return guest.client.put(f"/api/rooms{path}", json=body, headers=guest.headers)


def delete(guest: Guest, path: str) -> Any:
    return guest.client.delete(f"/api/rooms{path}", headers=guest.headers)


def kinds(view: dict[str, Any]) -> list[str]:
    return [seat["kind"] for seat in view["seats"]]


def test_the_host_sets_seats_and_starts_with_those_who_sit(anna: Guest, ben: Guest) -> None:
    code = anna.open(["human", "human", "human", "human"])["code"]
    assert anna.post(f"/{code}/start").json()["code"] == "seats_open"
    ben.post(f"/{code}/seats")
    assert put(ben, f"/{code}/seats/2", {"computer": "casual"}).json()["code"] == "not_host"
    view = put(anna, f"/{code}/seats/2", {"computer": "casual"}).json()
    assert kinds(view)[2:] == ["computer:casual", "open"]
    assert put(anna, f"/{code}/seats/1", {"computer": "casual"}).json()["code"] == "seat_taken"
    assert put(anna, f"/{code}/seats/9", {"computer": "casual"}).status_code == 404
    assert put(anna, f"/{code}/seats/2", {"computer": "grandmaster"}).status_code == 422
    assert kinds(put(anna, f"/{code}/seats/4", {"computer": "beginner"}).json()) == [
        "human",
        "human",
        "computer:casual",
        "open",
        "computer:beginner",
    ]
    started = anna.post(f"/{code}/start").json()
    assert kinds(started) == ["human", "human", "computer:casual", "computer:beginner"]


def test_a_seat_is_taken_away_but_not_below_two(anna: Guest) -> None:
    code = anna.open(["human", "human", "human"])["code"]
    assert kinds(delete(anna, f"/{code}/seats/2").json()) == ["human", "open"]
    assert delete(anna, f"/{code}/seats/1").json()["code"] == "fewest_seats"
    assert delete(anna, f"/{code}/seats/7").status_code == 404


def test_a_guest_who_is_removed_cannot_come_back(anna: Guest, ben: Guest) -> None:
    code = anna.open(["human", "human"])["code"]
    ben.post(f"/{code}/seats")
    assert delete(ben, f"/{code}/seats/0").json()["code"] == "not_host"
    assert kinds(delete(anna, f"/{code}/seats/1").json()) == ["human", "open"]
    refused = ben.post(f"/{code}/seats")
    assert (refused.status_code, refused.json()["code"]) == (403, "removed")


def test_nobody_is_sent_away_who_has_sat_down_in_anothers_place(
    anna: Guest, ben: Guest, cho: Guest
) -> None:
    code = anna.open(["human", "human"])["code"]
    meant = ben.post(f"/{code}/seats").json()["seats"][1]["guest"]
    delete(ben, f"/{code}/seats/1")
    assert delete(anna, f"/{code}/seats/1?guest={meant}").json()["code"] == "no_guest"
    cho.post(f"/{code}/seats")
    assert delete(anna, f"/{code}/seats/1?guest={meant}").json()["code"] == "other_guest"
    seen = cho.see(code)["seats"][1]["guest"]
    assert kinds(delete(anna, f"/{code}/seats/1?guest={seen}").json()) == ["human", "open"]


def test_what_stands_for_a_guest_is_another_in_each_room_and_none_in_a_match(
    anna: Guest, ben: Guest
) -> None:
    codes = [anna.open(["human", "human"])["code"] for _ in range(2)]
    marks = [ben.post(f"/{code}/seats").json()["seats"][1]["guest"] for code in codes]
    assert len(set(marks)) == len(marks)
    started = anna.post(f"/{codes[0]}/start").json()
    assert [seat["guest"] for seat in started["seats"]] == [None, None]


def test_who_leaves_a_lobby_frees_the_seat_and_passes_the_host_on(anna: Guest, ben: Guest) -> None:
    code = anna.open(["human", "human"])["code"]
    ben.post(f"/{code}/seats")
    delete(anna, f"/{code}/seats/0")
    seats = ben.see(code)["seats"]
    assert [(seat["kind"], seat["host"]) for seat in seats] == [("open", False), ("human", True)]
    delete(ben, f"/{code}/seats/1")
    assert ben.post(f"/{code}/seats").json()["code"] == "room_not_found"


def test_rules_and_terms_are_the_hosts_and_fit_the_table(anna: Guest, ben: Guest) -> None:
    code = anna.open(["human"] * 5)["code"]
    ben.post(f"/{code}/seats")
    assert put(ben, f"/{code}/rules", {"preset": "family"}).status_code == 403
    assert put(anna, f"/{code}/rules", {"preset": "royal-corners"}).json()["code"] == (
        "too_many_seats"
    )
    view = put(anna, f"/{code}/rules", {"preset": "family", "rules": {"target": 30}}).json()
    assert (view["rules"]["drawing"], view["rules"]["target"]) == ("until-playable", 30)
    assert put(anna, f"/{code}/rules", {"rules": {"layout": "sides"}}).json()["option"]
    terms = put(anna, f"/{code}/terms", {"clock": 30, "pace": "quick"}).json()["terms"]
    assert terms == {"visibility": "private", "watching": True, "clock": 30, "pace": "quick"}
    assert put(anna, f"/{code}/terms", {"clock": 31}).status_code == 422


def test_open_tables_are_the_public_ones_at_which_somebody_waits(anna: Guest, ben: Guest) -> None:
    private = anna.open(["human", "human"])["code"]
    public = anna.open(["human", "human"], visibility="public")["code"]
    listed = ben.client.get("/api/rooms").json()["tables"]
    codes = [table["code"] for table in listed]
    assert public in codes
    assert private not in codes
    (table,) = [table for table in listed if table["code"] == public]
    assert (table["players"], table["free"]) == (["Anna"], 1)
    ben.post(f"/{public}/seats")
    assert public not in [table["code"] for table in ben.client.get("/api/rooms").json()["tables"]]


def test_where_watching_is_off_a_strangers_answer_is_that_of_no_table(
    anna: Guest, ben: Guest, client: TestClient
) -> None:
    code = anna.open(["human", "human"])["code"]
    put(anna, f"/{code}/terms", {"watching": False})
    ben.post(f"/{code}/seats")
    anna.post(f"/{code}/start")
    stranger = Guest.arrive(client)
    url = f"/api/rooms/{code}"
    seen = client.get(url, headers=stranger.headers)
    missing = client.get("/api/rooms/AAAAAA", headers=stranger.headers)
    assert (
        (seen.status_code, seen.content)
        == (missing.status_code, missing.content)
        == (
            404,
            missing.content,
        )
    )
    assert ben.see(code)["status"] == "playing"


def test_who_leaves_a_match_lends_the_seat_to_a_computer_and_takes_it_back(
    anna: Guest, ben: Guest
) -> None:
    code = anna.open(["human", "human"])["code"]
    ben.post(f"/{code}/seats")
    anna.post(f"/{code}/start")
    assert ben.post(f"/{code}/back").status_code == 200, "nothing to take back is no mistake"
    view = delete(ben, f"/{code}/seats/1").json()
    assert (view["seats"][1]["kind"], view["seats"][1]["stand_in"]) == ("human", "casual")
    assert view["log"][-1]["move"] == "handed-over"
    refused = ben.move(ben.see(code), "end").json()
    assert refused["code"] in {"computer_plays", "stale"}
    view = ben.post(f"/{code}/back").json()
    assert view["seats"][1]["stand_in"] is None


def test_nobody_is_relieved_who_has_not_been_idle_for_long(anna: Guest, ben: Guest) -> None:
    code = anna.open(["human", "human"])["code"]
    ben.post(f"/{code}/seats")
    view = anna.post(f"/{code}/start").json()
    body = {"seat": 1 - view["you"], "seq": view["seq"]}
    assert anna.post(f"/{code}/relieve", body).json()["code"] == "not_idle"


def test_a_match_after_the_other_keeps_the_seats_and_grows_the_score_sheet(
    anna: Guest, ben: Guest
) -> None:
    code = anna.open(["human", "human"], rules={"target": 5})["code"]
    ben.post(f"/{code}/seats")
    anna.post(f"/{code}/start")
    for number in (1, 2):
        over = play_to_the_end([anna, ben], code, Random(number))
        sheet = over["sheet"]
        assert (sheet["names"], sheet["seats"], len(sheet["matches"])) == (
            ["Anna", "Ben"],
            [0, 1],
            number,
        )
        assert [end["total"] for end in sheet["matches"][-1]] == [
            seat["total"] for seat in over["seats"]
        ]
        if number == 1:
            for body in (None, {"now": False}):
                asked = anna.post(f"/{code}/start", body).json()
                assert (asked["status"], [seat["ready"] for seat in asked["seats"]]) == (
                    "over",
                    [True, False],
                )
            begun = anna.post(f"/{code}/start", {"now": True}).json()
            assert begun["status"] == "playing"
            assert [(line["move"], line["seat"]) for line in begun["log"]] == [("deal", 0)]
    assert ben.post(f"/{code}/reopen").json()["status"] == "lobby"
    assert len(ben.see(code)["sheet"]["matches"]) == 2


def test_a_phrase_is_said_by_those_who_sit_and_heard_by_all(anna: Guest, ben: Guest) -> None:
    code = anna.open(["human", "human"])["code"]
    ben.post(f"/{code}/seats")
    with anna.client.websocket_connect(f"/api/rooms/{code}/socket", headers=anna.headers) as socket:
        socket.receive_json()
        assert ben.post(f"/{code}/phrases", {"phrase": "hello"}).status_code == 200
        while "said" not in (frame := socket.receive_json()):
            pass
        assert frame == {"said": {"seat": 1, "phrase": "hello"}}
    assert ben.post(f"/{code}/phrases", {"phrase": "rude"}).status_code == 422
    stranger = Guest.arrive(anna.client)
    assert stranger.post(f"/{code}/phrases", {"phrase": "hello"}).status_code == 403


def hear_until_closed(socket: Any) -> WebSocketDisconnect:
    try:
        while True:
            socket.receive_json()
    except WebSocketDisconnect as closed:
        return closed


def test_a_socket_is_closed_when_its_player_is_removed_or_watching_ends(
    anna: Guest, ben: Guest, client: TestClient
) -> None:
    code = anna.open(["human", "human"])["code"]
    put(anna, f"/{code}/terms", {"watching": False})
    path = f"/api/rooms/{code}/socket"
    cho, zoe = Guest.arrive(client), Guest.arrive(client)
    cho.post(f"/{code}/seats")
    with (
        client.websocket_connect(path, headers=cho.headers) as removed,
        client.websocket_connect(path, headers=zoe.headers) as stranger,
    ):
        delete(anna, f"/{code}/seats/1")
        closed = hear_until_closed(removed)
        assert (closed.code, closed.reason) == (1008, "removed")
        ben.post(f"/{code}/seats")
        anna.post(f"/{code}/start")
        closed = hear_until_closed(stranger)
        assert (closed.code, closed.reason) == (1008, "room_not_found")


def test_a_socket_of_a_lobby_that_everybody_has_left_is_closed(
    anna: Guest, client: TestClient
) -> None:
    code = anna.open(["human", "human"])["code"]
    stranger = Guest.arrive(client).headers
    with client.websocket_connect(f"/api/rooms/{code}/socket", headers=stranger) as socket:
        delete(anna, f"/{code}/seats/0")
        assert hear_until_closed(socket).reason == "room_not_found"


def test_only_a_match_that_one_plays_alone_with_computers_is_given_up(
    anna: Guest, ben: Guest
) -> None:
    alone, shared = anna.open()["code"], anna.open(["human", "human"])["code"]
    assert delete(anna, f"/{shared}").json()["code"] == "not_started"
    ben.post(f"/{shared}/seats")
    anna.post(f"/{shared}/start")
    assert delete(anna, f"/{shared}").json()["code"] == "others_play"
    assert delete(ben, f"/{alone}").json()["code"] == "no_seat"
    assert delete(anna, f"/{alone}").status_code == 204
    assert delete(anna, f"/{alone}").json()["code"] == "room_not_found"
    assert anna.see(shared)["status"] == "playing"
