"""Nobody's page but ours can act for a person, and nothing comes without its headers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.types import Message, Receive, Scope, Send

from app.web.guards import BodyLimit, SameOrigin
from tests.kit.guests import ALONE, Guest, app_in

FOREIGN = (
    "http://[",
    "https://evil.example",
    "http://testserver:81",
    "null",
    "http://testserver.evil.example",
)


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_post_from_another_site_is_refused(client: TestClient, origin: str) -> None:
    response = client.post("/play", headers={"origin": origin})
    assert response.status_code == 403
    assert "set-cookie" not in response.headers


def test_a_post_with_a_cookie_and_no_origin_is_refused(client: TestClient) -> None:
    client.post("/play")
    del client.headers["origin"]
    assert client.post("/play").status_code == 403


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_socket_from_another_site_is_refused_before_it_opens(
    client: TestClient, origin: str
) -> None:
    room = client.post("/play", follow_redirects=False).headers["location"]
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        client.websocket_connect(f"{room}/socket", headers={"origin": origin}),
    ):
        pass
    assert denied.value.status_code == 403


def test_a_bearer_token_needs_no_origin(client: TestClient) -> None:
    guest = Guest.arrive(client)
    client.post("/play")
    del client.headers["origin"]
    assert guest.post("", {"seats": ALONE}).status_code == 201


@pytest.mark.parametrize("path", ["/", "/nowhere", "/rooms/NOROOM", "/healthz", "/api/rooms/X"])
def test_every_answer_has_a_strict_content_security_policy(client: TestClient, path: str) -> None:
    policy = client.get(path).headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


def test_an_error_of_ours_has_the_headers_too_and_says_nothing_of_itself(tmp_path: Path) -> None:
    app = app_in(tmp_path)

    @app.get("/broken")
    async def broken() -> None:
        raise RuntimeError("the hand")

    with TestClient(app, raise_server_exceptions=False) as client:
        response = client.get("/broken")
    assert response.status_code == 500
    assert "default-src 'self'" in response.headers["content-security-policy"]
    assert "the hand" not in response.text


async def test_half_a_body_is_no_move() -> None:
    reached = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        reached.append(await receive())

    messages: Iterator[Message] = iter(
        [
            {"type": "http.request", "body": b"seq=2&move=7H%3EN", "more_body": True},
            {"type": "http.disconnect"},
        ]
    )

    async def receive() -> Message:
        return next(messages)

    async def send(message: Message) -> None:
        reached.append(message)

    await BodyLimit(app)({"type": "http", "method": "POST", "headers": []}, receive, send)
    assert reached == []


def test_behind_a_proxy_the_public_address_is_ours(tmp_path: Path) -> None:
    with TestClient(app_in(tmp_path, public_url="https://kings.example")) as client:
        for origin, status in (("https://kings.example", 200), ("https://evil.example", 403)):
            assert client.post("/play", headers={"origin": origin}).status_code == status


@pytest.mark.parametrize("path", ["/play", "/rooms/K7Q2XM/socket"])
@pytest.mark.parametrize(
    ("public_url", "seen_as", "page", "is_ours"),
    [
        ("", "http", "http", True),
        ("", "http", "https", True),  # behind a proxy that keeps to itself how it was asked
        ("", "https", "https", True),
        ("", "https", "http", False),
        ("https://testserver", "http", "https", True),
        ("https://testserver", "http", "http", False),
        ("https://testserver", "https", "https", True),
        ("https://testserver", "https", "http", False),
        ("http://testserver", "http", "http", True),
        ("", "http", "ftp", False),
    ],
)
def test_a_page_that_came_by_http_is_foreign_to_a_site_known_to_be_served_by_https(
    path: str, public_url: str, seen_as: str, page: str, *, is_ours: bool
) -> None:
    is_socket = path.endswith("socket")
    scope: Scope = {
        "type": "websocket" if is_socket else "http",
        "method": "POST",
        "path": path,
        "scheme": seen_as.replace("http", "ws") if is_socket else seen_as,
        "headers": [(b"host", b"testserver"), (b"origin", f"{page}://testserver".encode())],
    }
    assert SameOrigin(Mock(), public_url)._is_ours(scope) == is_ours


def test_a_page_has_no_inline_script_or_style(client: TestClient) -> None:
    for page in (client.get("/").text, client.post("/play").text):
        assert "<style" not in page
        assert " style=" not in page
        assert "<script>" not in page
        assert " onclick=" not in page


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(client: TestClient) -> None:
    cookie = client.post("/play", follow_redirects=False).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_a_forged_cookie_is_a_newcomers(client: TestClient) -> None:
    room = client.post("/play", follow_redirects=False).headers["location"]
    client.cookies.clear()
    client.cookies.set("kings", "eyJwbGF5ZXIiOiJhIn0=.forged")
    response = client.post(
        f"{room}/moves", data={"seq": 2, "move": "end"}, headers={"hx-request": "true"}
    )
    assert "no seat" in response.text


def test_a_page_by_plain_http_has_no_header_that_browsers_complain_of(client: TestClient) -> None:
    name = "cross-origin-opener-policy"
    assert name not in client.get("/").headers
    assert client.get("https://testserver/").headers[name] == "same-origin"


@pytest.mark.parametrize("charset", ["punycode", "undefined", "idna", "unicode_escape", "latin-1"])
@pytest.mark.parametrize("path", ["/me", "/matches/open", "/join", "/api/players"])
def test_a_body_is_utf_8_whatever_is_said_of_it(
    client: TestClient, path: str, charset: str
) -> None:
    part = b'--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n9-9\r\n--b--\r\n'
    for kind, body in (
        ("multipart/form-data; boundary=b", part),
        ("application/x-www-form-urlencoded", b"name=Anna"),
        ("application/json", b'{"name": "Anna"}'),
    ):
        for said in (f"{kind}; charset={charset}", f'{kind}; Charset="{charset.upper()}"'):
            answer = client.post(path, content=body, headers={"content-type": said})
            assert answer.status_code == 422
            assert "kings" not in client.cookies


@pytest.mark.parametrize("path", ["/me", "/matches/open", "/join", "/rooms", "/boards"])
@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/x-www-form-urlencoded", b"name=%ff"),
        ("application/x-www-form-urlencoded", b"name=\xff"),
        ("application/x-www-form-urlencoded", b"&a" * 31),
        ("multipart/form-data", b"name=Anna"),
        ("multipart/form-data; boundary=b", b"name=Anna"),
        ("text/plain", b"name=Anna"),
        ("", b"name=Anna"),
    ],
)
def test_a_malformed_form_is_refused_everywhere(
    client: TestClient, path: str, kind: str, body: bytes
) -> None:
    answer = client.post(path, content=body, headers={"content-type": kind})
    assert 400 <= answer.status_code < 500, (answer.status_code, answer.text)
    assert "kings" not in client.cookies
