"""Being forgotten, by a page or by the API: nothing stays, and nothing new is written."""

from __future__ import annotations

import re
import sqlite3
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from anyio.from_thread import BlockingPortal
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from app.db.people import forget
from app.db.writer import Append, Write
from app.web.download import MATCHES_A_PIECE
from app.web.services import Services
from tests.kit.ended import ended, keep
from tests.kit.guests import Guest, another_browser, app_in, play_to_the_end

OURS = {"origin": "http://testserver"}


@pytest.fixture
def phone(client: TestClient) -> TestClient:
    """A second device of the same person, called Quintessa."""
    client.post("/me", data={"name": "Quintessa"})
    page = client.post("/me/devices").text
    found = re.search(r'value="(http://testserver/me/devices/[^"]+)"', page)
    assert found
    device = another_browser(client)
    device.post(urlsplit(found[1]).path)
    assert "You: Quintessa" in device.get("/").text
    return device


def client_portal(client: TestClient) -> BlockingPortal:
    assert client.portal
    return client.portal


def id_of(folder: Path, name: str) -> str:
    with sqlite3.connect(folder / "kings.sqlite3") as database:
        found = database.execute("SELECT id FROM players WHERE name = ?", (name,)).fetchone()
    return str(found[0])


def traces(folder: Path, player: str) -> set[str]:
    """The tables in which anything is kept under the id, logs of tables left aside."""
    with sqlite3.connect(folder / "kings.sqlite3") as database:
        found = {"players"} & {
            "players"
            for _ in database.execute("SELECT id FROM players WHERE id = ?", (player,)).fetchall()
        }
        tables = database.execute(
            """SELECT m.name FROM sqlite_master m, pragma_table_info(m.name) c
               WHERE m.type = 'table' AND c.name = 'player_id'"""
        )
        for (table,) in tables.fetchall():
            query = f"SELECT count(*) FROM {table} WHERE player_id = ?"
            if database.execute(query, (player,)).fetchone() != (0,):
                found.add(table)
    return found


def logged(folder: Path) -> list[str]:
    with sqlite3.connect(folder / "kings.sqlite3") as database:
        return [row[0] for row in database.execute("SELECT event FROM room_events ORDER BY n")]


def hear_out(socket: WebSocketTestSession) -> None:
    for _ in range(50):
        socket.receive_json()


def test_the_api_deletes_as_the_page_does(client: TestClient, tmp_path: Path) -> None:
    anna = Guest.arrive(client, "Anna")
    player = id_of(tmp_path, "Anna")
    luck = Random(1)
    keep(tmp_path, ended(luck, 1, [player], ["casual@2"]), ended(luck, 2, [player, "ben"]))
    code = anna.open()["code"]
    data = client.get("/api/players/me/data", headers=anna.headers)
    assert data.status_code == 200
    assert len(data.json()["matches"]) == 2
    assert client.delete("/api/players/me", headers=anna.headers).status_code == 204
    assert traces(tmp_path, player) == set()
    for path in ("/api/players/me/data", f"/api/rooms/{code}"):
        assert client.get(path, headers=anna.headers).status_code == 401
    assert client.get(f"/api/rooms/{code}").status_code == 404
    with sqlite3.connect(tmp_path / "kings.sqlite3") as database:
        assert database.execute("SELECT count(*) FROM matches").fetchone() == (1,)


def test_a_stranger_has_nothing_to_download_or_delete(client: TestClient) -> None:
    assert client.get("/api/players/me/data").status_code == 401
    assert client.delete("/api/players/me").status_code == 401


def test_the_download_has_every_match_once_and_all_else_but_secrets(
    client: TestClient, tmp_path: Path
) -> None:
    anna, luck = Guest.arrive(client, "Anna"), Random(1)
    player, most = id_of(tmp_path, "Anna"), 2 * MATCHES_A_PIECE + 3
    keep(tmp_path, *(ended(luck, at // 2, [player], ["casual@2"], target=1) for at in range(most)))
    code = anna.open()["code"]
    client.post("/api/daily", headers=anna.headers)
    client.post("/api/players/me/device-link", headers=anna.headers)
    answer = client.get("/api/players/me/data", headers=anna.headers)
    data = answer.json()
    assert len({match["id"] for match in data["matches"]}) == len(data["matches"]) == most
    assert [row["room"] for row in data["tables"]] == [code]
    assert len(data["begun_daily_games"]) == 1
    assert [list(row) for row in data["device_links"]] == [["expires_at"]]
    assert [list(row) for row in data["tokens"]] == [["created_at"]]
    assert "hash" not in answer.text


def test_downloads_are_limited_by_who_asks(tmp_path: Path) -> None:
    with TestClient(app_in(tmp_path, rate_limits="on"), headers=OURS) as client:
        for name in ("Anna", "Ben"):
            guest = Guest.arrive(client, name)
            get = partial(client.get, "/api/players/me/data", headers=guest.headers)
            assert [get().status_code for _ in range(7)] == [200] * 6 + [429]


def test_the_download_has_the_ratings(client: TestClient, tmp_path: Path) -> None:
    anna = Guest.arrive(client, "Anna")
    player, luck = id_of(tmp_path, "Anna"), Random(1)
    ending = ended(luck, 1, [player, "ben"])
    while not ending.counted:
        ending = ended(luck, 1, [player, "ben"])
    keep(tmp_path, ending)
    data = client.get("/api/players/me/data", headers=anna.headers).json()
    assert [line["number"] for line in data["ratings"]] == [1]
    assert data["matches"][0]["kings"] is not None


@pytest.mark.parametrize(
    "path", ["/", "/me", "/daily", "/daily/archive", "/leaderboards", "/matches", "/me/delete"]
)
def test_another_device_is_nobody_afterwards(
    client: TestClient, phone: TestClient, path: str
) -> None:
    client.post("/me/delete")
    answer = phone.get(path)
    assert answer.status_code == 200
    assert "Quintessa" not in answer.text
    assert "kings" not in phone.cookies


@pytest.mark.parametrize("form", ["/play", "/daily", "/rooms", "/quick", "/me", "/me/devices"])
def test_whoever_goes_on_there_is_somebody_new(
    client: TestClient, phone: TestClient, tmp_path: Path, form: str
) -> None:
    player = id_of(tmp_path, "Quintessa")
    client.post("/me/delete")
    answer = phone.post(form, data={"name": "Zoe"}, follow_redirects=False)
    assert answer.status_code == 303
    assert traces(tmp_path, player) == set()
    assert not any(player in event for event in logged(tmp_path))


@pytest.mark.parametrize("way", ["/daily", "/play"])
def test_a_game_that_is_open_on_another_device_is_gone_and_writes_nothing(
    client: TestClient, phone: TestClient, tmp_path: Path, way: str
) -> None:
    player = id_of(tmp_path, "Quintessa")
    room = client.post(way, follow_redirects=False).headers["location"]
    with phone.websocket_connect(f"/api{room}/socket", headers=OURS) as socket:
        view = socket.receive_json()
        client.post("/me/delete")
        with pytest.raises(WebSocketDisconnect) as closed:
            hear_out(socket)
        assert closed.value.reason == "room_not_found"
    move = {"seq": view["seq"], "move": "end"}
    assert phone.post(f"/api{room}/moves", json=move).status_code in {401, 404}
    assert phone.get(room).status_code == 404
    assert traces(tmp_path, player) == set()
    assert logged(tmp_path) == []


def test_at_a_table_with_others_a_computer_has_the_seat_and_the_match_goes_on(
    client: TestClient, phone: TestClient, tmp_path: Path
) -> None:
    me, ben = Guest(client, {}), Guest.arrive(client, "Ben")
    player = id_of(tmp_path, "Quintessa")
    code = str(me.open(["human", "human"], rules={"target": 5})["code"])
    ben.post(f"/{code}/seats")
    me.post(f"/{code}/start")
    with phone.websocket_connect(f"/api/rooms/{code}/socket", headers=OURS) as socket:
        socket.receive_json()
        client.post("/me/delete")
        view = ben.see(code)
        former, other = view["seats"]
        assert (former["kind"], former["name"], former["stand_in"]) == ("human", None, "casual")
        assert other["host"]
        # What the other device still sends is a stranger's.
        for message in ({"seq": view["seq"], "do": "back"}, {"say": "hello"}):
            socket.send_json(message)
        play_to_the_end([ben], code, Random(1))
    assert traces(tmp_path, player) == set()
    with sqlite3.connect(tmp_path / "kings.sqlite3") as database:
        results = database.execute("SELECT computer IS NULL FROM match_results ORDER BY seat")
        assert results.fetchall() == [(0,), (1,)]
        assert database.execute("SELECT count(*) FROM counted_results").fetchone() == (0,)
    again = ben.post(f"/{code}/start")
    assert again.status_code == 200
    assert not any(player in event for event in logged(tmp_path)[-1:])


class Deletion:
    """Deletes a player in the middle of a request: right before its first write is done."""

    def __init__(self, parts: Services, player: str) -> None:
        self._writer, self._player, self.done = parts.writer, player, False
        self._append, self._run = parts.writer.append, parts.writer.run

    async def __aenter__(self) -> None:
        self._writer.append, self._writer.run = self.append, self.run  # type: ignore[method-assign]

    async def __aexit__(self, *_: object) -> None:
        del self._writer.append, self._writer.run

    async def _delete(self) -> None:
        if not self.done:
            self.done = True
            await self._run(partial(forget, player=self._player))

    async def append(self, append: Append) -> bool:
        await self._delete()
        return await self._append(append)

    async def run(self, write: Write) -> Any:
        await self._delete()
        return await self._run(write)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/daily", None),
        ("POST", "/api/rooms", {"seats": ["human", "human"]}),
        ("POST", "/api/rooms", {"seats": ["human", "computer:casual"]}),
        ("POST", "/api/boards", {"name": "Bo"}),
        ("PATCH", "/api/players/me", {"name": "Zombie"}),
        ("POST", "/api/players/me/device-link", None),
        ("POST", "/api/rooms/{code}/seats", None),
        ("POST", "/api/boards/{board}/members", None),
        ("POST", "/daily", None),
        ("POST", "/play", None),
        ("POST", "/rooms", None),
        ("POST", "/me", {"name": "Zombie"}),
        ("POST", "/me/devices", None),
        ("POST", "/rooms/{code}/seats", None),
        ("POST", "/boards/{board}/members", None),
        ("POST", "/boards", {"board": "Bo"}),
    ],
)
def test_a_request_that_is_under_way_at_a_deletion_brings_nobody_back(
    client: TestClient, tmp_path: Path, method: str, path: str, body: dict[str, Any] | None
) -> None:
    anna, ben = Guest.arrive(client, "Anna"), Guest.arrive(client, "Ben")
    player = id_of(tmp_path, "Anna")
    link = client.post("/api/players/me/device-link", headers=anna.headers).json()["url"]
    code = ben.open(["human", "human", "human"])["code"]
    board = client.post("/api/boards", json={"name": "Bens"}, headers=ben.headers).json()["link"]
    device = another_browser(client)
    device.post(urlsplit(link).path)
    by_api = path.startswith("/api")
    with client_portal(client).wrap_async_context_manager(
        Deletion(client.app.state.services, player)  # type: ignore[attr-defined]
    ):
        answer = device.request(
            method,
            path.format(code=code, board=board),
            json=body if by_api else None,
            data=None if by_api else body or {"name": ""},
            headers=anna.headers if by_api else {},
        )
    assert answer.status_code == 401, answer.text
    assert traces(tmp_path, player) == set()
    assert not any(player in event for event in logged(tmp_path))
    assert player not in device.get("/me/data").text
    assert "Zombie" not in {seat["name"] for seat in ben.see(code)["seats"]}


def test_in_a_lobby_the_seat_is_free_and_the_next_one_is_the_host(
    client: TestClient, phone: TestClient, tmp_path: Path
) -> None:
    me, ben = Guest(client, {}), Guest.arrive(client, "Ben")
    code = str(me.open(["human", "human"])["code"])
    ben.post(f"/{code}/seats")
    client.post("/me/delete")
    view = ben.see(code)
    assert [seat["kind"] for seat in view["seats"]] == ["open", "human"]
    assert view["seats"][1]["host"]
    assert ben.post(f"/{code}/start").status_code == 409
