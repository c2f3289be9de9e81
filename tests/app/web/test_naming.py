"""A form's name is kept, and proposed the next time."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import Annotated

import pytest
from fastapi import FastAPI, Form
from starlette.requests import Request
from starlette.testclient import TestClient

from app.web.naming import keep_name, name_to_propose
from app.web.services import language_of
from tests.kit.guests import another_browser, app_in


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    app = app_in(tmp_path)

    @app.post("/named")
    async def named(request: Request, name: Annotated[str, Form()] = "") -> str:
        await keep_name(request, name)
        return await name_to_propose(request, language_of(request))

    @app.get("/named")
    async def proposed(request: Request, taken: str = "") -> str:
        return await name_to_propose(request, language_of(request), {taken})

    return app


def test_a_name_is_kept_and_an_empty_field_changes_nothing(app: FastAPI) -> None:
    with TestClient(app, headers={"origin": "http://testserver"}) as client:
        assert client.post("/named", data={"name": "  Anna "}).json() == "Anna"
        assert client.post("/named", data={"name": " "}).json() == "Anna"
        assert client.post("/named").json() == "Anna"
        assert client.post("/named", data={"name": "Arschloch"}).status_code == 422
        assert client.get("/named").json() == "Anna"
        assert client.post("/named", data={"name": "Annabel"}).json() == "Annabel"


def test_a_newcomer_is_proposed_a_free_name_and_is_not_written_down(
    app: FastAPI, tmp_path: Path
) -> None:
    with TestClient(app, headers={"origin": "http://testserver"}) as client:
        first = client.get("/named")
        assert client.get("/named").json() == first.json()
        assert client.get("/named", params={"taken": first.json()}).json() != first.json()
        assert client.post("/named").json() == first.json()
        assert client.post("/named", data={"name": "Arschloch"}).status_code == 422
        assert not client.cookies
    with sqlite3.connect(tmp_path / "kings.sqlite3") as database:
        assert database.execute("SELECT count(*) FROM players").fetchone() == (0,)


def test_a_player_with_a_seat_and_no_name_is_proposed_one(app: FastAPI) -> None:
    with TestClient(app, headers={"origin": "http://testserver"}) as client:
        client.post("/play")
        assert client.get("/named").json() == client.get("/named").json() != ""


def test_a_name_of_blanks_opens_a_table_by_a_nickname(app: FastAPI) -> None:
    with TestClient(app, headers={"origin": "http://testserver"}) as host:
        room = host.post("/rooms", data={"name": "  "}, follow_redirects=False).headers["location"]
        assert host.get(f"/api{room}").json()["seats"][0]["name"]


def test_two_newcomers_who_are_proposed_the_same_sit_by_different_names(app: FastAPI) -> None:
    with TestClient(app, headers={"origin": "http://testserver"}) as host:
        room = host.post("/rooms", follow_redirects=False).headers["location"]
        guests = [another_browser(host) for _ in range(3)]
        for guest in guests:
            guest.headers["user-agent"] = "Phone"
        pages = [guest.get(room).text for guest in guests]
        (first,), (second,) = (
            re.findall(r'name="name"[^>]*value="(.+?)"', page) for page in pages[:2]
        )
        assert first == second
        for guest, name in zip(guests, [first, second, "Zoe"], strict=True):
            guest.post(f"{room}/seats", data={"name": name})
        names = [seat["name"] for seat in host.get(f"/api{room}").json()["seats"]]
        assert len(set(names)) == len(names) == 4
        assert not any(name.endswith(" 2") for name in names)
