"""The API's socket sends views as they change, and takes moves."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.kit.guests import Guest


def receive(socket: Any) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(socket.receive_text())
    return message


def test_a_move_over_one_persons_socket_shows_on_everybodys(client: TestClient) -> None:
    anna, ben = Guest.arrive(client), Guest.arrive(client)
    code = anna.open(["human", "human"])["code"]
    ben.post(f"/{code}/seats")
    anna.post(f"/{code}/start")
    path = f"/api/rooms/{code}/socket"
    with (
        client.websocket_connect(path, headers=anna.headers) as hers,
        client.websocket_connect(path, headers=ben.headers) as his,
    ):
        sockets = (hers, his)
        views = [receive(socket) for socket in sockets]
        while not all(seat["connected"] for seat in views[0]["seats"]):
            views[0] = receive(hers)
        turn = views[0]["deal"]["turn"]
        sockets[turn].send_text(json.dumps({"seq": views[0]["seq"], "move": "end"}))
        for number, socket in enumerate(sockets):
            view = receive(socket)
            while view["seq"] == views[0]["seq"]:
                view = receive(socket)
            assert view == (anna, ben)[number].see(code)
            assert view["deal"]["turn"] != turn


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[" * 5000,
        '{"seq": 1}',
        '{"move": "end"}',
        '{"seq": [], "move": "end"}',
        '{"seq": 1, "do": "dance"}',
        '{"seq": 1, "move": "7H>' + "N" * 9000 + '"}',
    ],
)
def test_a_malformed_frame_is_answered_and_the_socket_stays_open(
    client: TestClient, text: str
) -> None:
    guest = Guest.arrive(client)
    view = guest.in_turn()
    path = f"/api/rooms/{view['code']}/socket"
    with client.websocket_connect(path, headers=guest.headers) as socket:
        first = receive(socket)
        socket.send_text(text)
        assert receive(socket)["code"] == "malformed"
        socket.send_bytes(b"\x00\xff")
        assert receive(socket)["code"] == "malformed"
        socket.send_text(json.dumps({"seq": first["seq"] - 1, "move": "end"}))
        assert receive(socket)["code"] == "stale"
        assert receive(socket)["seq"] == first["seq"]


def test_a_stranger_is_shown_the_table_but_cannot_move(client: TestClient) -> None:
    guest = Guest.arrive(client)
    view = guest.in_turn()
    with client.websocket_connect(f"/api/rooms/{view['code']}/socket") as socket:
        seen = receive(socket)
        assert seen["deal"]["hand"] == []
        socket.send_text(json.dumps({"seq": seen["seq"], "move": "end"}))
        assert receive(socket)["code"] == "no_seat"


def test_the_socket_of_an_unknown_room_closes_with_a_reason(client: TestClient) -> None:
    with (
        client.websocket_connect("/api/rooms/NOROOM/socket") as socket,
        pytest.raises(WebSocketDisconnect) as closed,
    ):
        socket.receive_text()
    assert (closed.value.code, closed.value.reason) == (1008, "room_not_found")
