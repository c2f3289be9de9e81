"""The pages by plain requests: forms work, errors are pages, nothing is kept by caches."""

from __future__ import annotations

import re
import sqlite3
from functools import partial
from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient

from app.pages import health
from engine.record import parse_record
from tests.kit.guests import Guest, play_to_the_end


def seq_and_legal(page: str) -> tuple[str, list[str]]:
    seq = re.search(r'name="seq" value="(\d+)"', page)
    legal = re.search(r'data-legal="([^"]*)"', page)
    assert seq
    assert legal
    return seq[1], legal[1].replace("&gt;", ">").split()


def until_my_turn(client: TestClient, room: str) -> tuple[str, list[str]]:
    for _ in range(500):
        seq, legal = seq_and_legal(client.get(room).text)
        if legal:
            return seq, legal
    raise TimeoutError(room)


@pytest.fixture
def room(client: TestClient) -> str:
    return str(client.post("/play", follow_redirects=False).headers["location"])


def test_play_now_leads_to_a_table_with_a_hand_of_seven(client: TestClient, room: str) -> None:
    page = client.get(room).text
    assert len(set(re.findall(r'data-card="(\w\w)"', page))) == 7


def test_a_plain_form_makes_a_move_and_leads_back_to_the_table(
    client: TestClient, room: str
) -> None:
    seq, legal = until_my_turn(client, room)
    response = client.post(
        f"{room}/moves", data={"seq": seq, "move": legal[0]}, follow_redirects=False
    )
    assert (response.status_code, response.headers["location"]) == (303, room)
    assert int(seq_and_legal(client.get(room).text)[0]) > int(seq)


def test_a_form_sent_again_after_it_was_carried_out_is_no_mistake(
    client: TestClient, room: str
) -> None:
    seq, legal = until_my_turn(client, room)
    for _ in range(2):
        response = client.post(f"{room}/moves", data={"seq": seq, "move": legal[0]})
        assert response.status_code == 200
        assert "changed since then" not in response.text


def test_the_scripts_form_is_answered_by_all_regions(client: TestClient, room: str) -> None:
    seq, legal = until_my_turn(client, room)
    response = client.post(
        f"{room}/moves", data={"seq": seq, "move": legal[0]}, headers={"hx-request": "true"}
    )
    assert response.status_code == 200
    assert response.text.count("<hx-partial") > 20


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"move": "end"}, "could not be read"),
        ({"seq": "x", "move": "end"}, "could not be read"),
        ({"seq": "1", "move": "7H"}, "could not be read"),
        ({"seq": "1", "do": "dance"}, "could not be read"),
        ({"seq": "1", "move": "end"}, "changed since then"),
        ({"seq": "1", "do": "next"}, "changed since then"),
    ],
)
def test_a_wrong_form_shows_the_table_with_the_reason(
    client: TestClient, room: str, fields: dict[str, str], sentence: str
) -> None:
    response = client.post(f"{room}/moves", data=fields)
    assert response.status_code == 422
    assert sentence in response.text
    assert 'id="hand"' in response.text


def test_an_illegal_move_is_explained_in_words_of_the_page(client: TestClient, room: str) -> None:
    seq, _ = until_my_turn(client, room)
    response = client.post(f"{room}/moves", data={"seq": seq, "move": "undo"})
    assert "There is nothing to take back." in response.text


def test_a_file_in_place_of_a_move_is_no_move(client: TestClient, room: str) -> None:
    files = {"move": ("x.txt", b"end"), "seq": (None, b"1")}
    assert client.post(f"{room}/moves", files=files).status_code == 422


@pytest.mark.parametrize("path", ["/rooms/NOROOM", "/rooms/NOROOM/record", "/nothing"])
def test_what_is_not_there_is_a_page_that_says_so(client: TestClient, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert response.headers["content-type"].startswith("text/html")


def test_a_stranger_sees_the_table_without_hand_and_buttons(client: TestClient, room: str) -> None:
    client.cookies.clear()
    page = client.get(room).text
    assert "data-card" not in page
    assert seq_and_legal(page)[1] == []


def test_the_record_is_handed_out_when_the_match_is_over(client: TestClient) -> None:
    guest = Guest.arrive(client)
    code = guest.open()["code"]
    get_record = partial(client.get, f"/rooms/{code}/record")
    assert get_record().status_code == 409
    play_to_the_end([guest], code, Random(3))
    response = get_record()
    assert "attachment" in response.headers["content-disposition"]
    parse_record(response.text).replay()


def test_people_meet_in_the_lobby_and_start(client: TestClient) -> None:
    host = Guest.arrive(client)
    room = f"/rooms/{host.open(['human', 'human'])['code']}"
    assert client.post(f"{room}/start").status_code == 403
    assert client.post(f"{room}/seats", follow_redirects=False).status_code == 303
    assert client.post(f"{room}/seats").status_code == 200, "sitting down twice is no mistake"
    host.post(f"{room.removeprefix('/rooms')}/start")
    assert 'id="hand"' in client.get(room).text


def test_a_code_in_small_letters_leads_to_the_table(client: TestClient, room: str) -> None:
    response = client.get(room.lower(), follow_redirects=False)
    assert (response.status_code, response.headers["location"]) == (308, room)


def test_pages_are_never_kept_and_versioned_files_always(client: TestClient, room: str) -> None:
    page = client.get(room)
    assert page.headers["cache-control"] == "no-store"
    assets = re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text)
    assert assets
    for asset in assets:
        response = client.get(asset)
        assert response.status_code == 200
        assert "immutable" in response.headers["cache-control"]


def test_the_front_page_offers_the_match_that_still_runs(client: TestClient, room: str) -> None:
    assert room in client.get("/").text
    client.cookies.clear()
    assert "/rooms/" not in client.get("/").text


def test_whoever_only_looks_is_not_written_down(
    client: TestClient, room: str, tmp_path: Path
) -> None:
    client.cookies.clear()
    for path in ("/", room):
        assert "set-cookie" not in client.get(path).headers
    with sqlite3.connect(tmp_path / "kings.sqlite3") as database:
        assert database.execute("SELECT count(*) FROM players").fetchone() == (1,)


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_the_server_tells_that_it_is_well(client: TestClient, path: str) -> None:
    assert client.get(path).json() == {"status": "ok"}


def test_a_file_asked_for_by_another_version_is_what_there_is_now_and_not_kept(
    client: TestClient,
) -> None:
    response = client.get("/static/0123456789ab/table.js")
    assert response.status_code == 200
    assert response.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["table.js", "", "..%2f..%2fpyproject.toml", "x/../../README.md"])
def test_no_file_is_served_outside_the_folder_of_a_version(client: TestClient, path: str) -> None:
    assert client.get(f"/static/{path}").status_code == 404


@pytest.mark.parametrize("path", ["/", "/healthz", "/readyz"])
def test_whoever_only_asks_for_the_head_gets_it(client: TestClient, path: str) -> None:
    assert client.head(path).status_code == 200


def test_the_server_is_not_ready_while_it_cannot_write(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "PATIENCE", 0.1)
    with sqlite3.connect(tmp_path / "kings.sqlite3") as database:
        database.execute("BEGIN IMMEDIATE")
        assert client.get("/readyz").status_code == 503
        database.rollback()
    monkeypatch.undo()
    assert client.get("/readyz").status_code == 200


@pytest.mark.parametrize(
    "path", ["/", "/daily", "/daily/archive", "/leaderboards", "/boards", "/me", "/matches", "/no"]
)
def test_every_page_answers_head_as_get_without_the_page(client: TestClient, path: str) -> None:
    head, get = client.head(path), client.get(path)
    assert (head.status_code, head.headers["content-type"]) == (
        get.status_code,
        get.headers["content-type"],
    )
