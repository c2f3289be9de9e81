"""The name and the move to another device, by plain requests: forms work, tokens stay secret."""

from __future__ import annotations

import re
import sqlite3
from hashlib import sha256
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import urlsplit

import pytest
from starlette.testclient import TestClient

from app.web import device_links, refusing
from tests.kit.guests import Guest, another_browser, app_in

OURS = {"origin": "http://testserver"}
GONE = "This link has been used, or is too old."


@pytest.fixture
def other(client: TestClient) -> TestClient:
    return another_browser(client)


def call(client: TestClient, name: str) -> None:
    assert client.post("/me", data={"name": name}, follow_redirects=False).status_code == 303


def link(client: TestClient) -> str:
    """Make a link on this device; return its path."""
    page = client.post("/me/devices").text
    found = re.search(r'value="(http://testserver/me/devices/[^"]+)"', page)
    assert found, page
    return urlsplit(found[1]).path


def name_on(client: TestClient) -> str:
    found = re.search(r'id="name"\s+name="name"\s+value="([^"]*)"', client.get("/me").text)
    assert found
    return found[1]


def test_a_name_is_saved_and_shown_at_the_table(client: TestClient) -> None:
    answer = client.post("/me", data={"name": " Anna "})
    assert "Saved." in answer.text
    assert name_on(client) == "Anna"
    assert "Anna" in client.post("/play").text


def test_the_front_page_says_who_one_is_and_asks_a_newcomer(client: TestClient) -> None:
    assert "Choose your name" in client.get("/").text
    call(client, "Anna")
    assert "You: Anna" in client.get("/").text


@pytest.mark.parametrize("typed", ["", "  ", "\u3164", "x" * 25, "Arschloch", "x" * 300])
def test_a_name_that_is_refused_stays_in_its_field_with_the_reason(
    client: TestClient, typed: str
) -> None:
    answer = client.post("/me", data={"name": typed})
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in answer.text
    assert f'value="{typed}"' in answer.text
    assert "kings" not in client.cookies


def test_a_newcomer_is_proposed_a_name_and_has_nothing_to_move(client: TestClient) -> None:
    page = client.get("/me")
    assert "set-cookie" not in page.headers
    assert name_on(client) == name_on(client) != ""
    assert "/me/devices" not in page.text
    assert client.post("/me/devices", follow_redirects=False).headers["location"] == "/me"


def test_a_link_carries_name_and_seats_to_another_device_and_works_once(
    client: TestClient, other: TestClient
) -> None:
    call(client, "Anna")
    room = Guest(client, {}).in_turn()["code"]
    path = link(client)
    for _ in range(2):  # previews look, too
        assert "Continue as Anna" in other.get(path).text
        assert "kings" not in other.cookies
    assert other.post(path, follow_redirects=False).headers["location"] == "/?moved"
    assert room in other.get("/").text
    assert name_on(other) == name_on(client) == "Anna"
    third = another_browser(client)
    for answer in (third.get(path), third.post(path)):
        assert answer.status_code == 410
        assert GONE in answer.text
    assert "kings" not in third.cookies


def test_a_link_of_the_api_works_too(client: TestClient) -> None:
    guest = Guest.arrive(client, "Anna")
    made = client.post("/api/players/me/device-link", headers=guest.headers).json()
    assert client.post(urlsplit(made["url"]).path).status_code == 200
    assert name_on(client) == "Anna"


def test_used_late_replaced_and_made_up_links_are_answered_alike(
    client: TestClient, other: TestClient, tmp_path: Path
) -> None:
    call(client, "Anna")
    replaced, used = link(client), link(client)
    other.post(used)
    late = link(client)
    with sqlite3.connect(tmp_path / "kings.sqlite3") as database:
        database.execute("UPDATE device_links SET expires_at = 1")
    answers = {
        (answer.status_code, answer.text)
        for path in (replaced, used, late, "/me/devices/madeup", "/me/devices/" + "x" * 2000)
        for answer in (other.get(path), other.post(path))
    }
    assert len(answers) == 1


def test_whoever_is_somebody_here_is_warned_and_wholly_replaced(
    client: TestClient, other: TestClient
) -> None:
    call(client, "Anna")
    call(other, "Ben")
    room = other.post("/play", follow_redirects=False).headers["location"]
    path = link(client)
    assert "you are Ben so far" in other.get(path).text
    assert "You are Anna now" in other.post(path).text
    assert name_on(other) == "Anna"
    assert room not in other.get("/").text


def test_whoever_would_be_replaced_is_offered_a_link_to_stay_oneself_elsewhere(
    client: TestClient, other: TestClient
) -> None:
    call(client, "Anna")
    call(other, "Ben")
    page = other.get(path := link(client)).text
    assert re.search(r'action="/me/devices">\s*<button[^>]*>\s*Make a link for Ben\s*<', page)
    bens = link(other)
    other.post(path)
    third = another_browser(client)
    assert "You are Ben now" in third.post(bens).text
    assert name_on(third) == "Ben"


def test_only_what_has_been_done_is_said_to_be_done(client: TestClient) -> None:
    assert "nothing is kept of you" not in client.get("/").text
    assert "You are" not in client.get("/?moved").text
    call(client, "Anna")
    assert "nothing is kept of you" not in client.get("/?deleted").text
    assert "nothing is kept of you" in client.post("/me/delete").text


def test_a_device_without_a_name_is_warned_as_well(client: TestClient, other: TestClient) -> None:
    client.post("/play")
    other.post("/play")
    page = other.get(link(client)).text
    assert "Continue on this device?" in page
    assert "You have played on this device before." in page


def test_ones_own_link_leads_to_oneself_and_stays_whole(
    client: TestClient, other: TestClient
) -> None:
    call(client, "Anna")
    path = link(client)
    assert client.get(path, follow_redirects=False).headers["location"] == "/me"
    assert other.get(path).status_code == 200


def test_another_sites_page_uses_no_link_up(client: TestClient, other: TestClient) -> None:
    call(client, "Anna")
    path = link(client)
    assert other.post(path, headers={"origin": "https://evil.example"}).status_code == 403
    assert other.get(path).status_code == 200


def test_the_page_of_a_link_tells_no_other_site_its_address_and_is_not_kept(
    client: TestClient, other: TestClient
) -> None:
    call(client, "Anna")
    headers = other.get(link(client)).headers
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store"


def test_no_token_is_logged_when_the_database_fails(
    client: TestClient, other: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call(client, "Anna")
    path, log = link(client), Mock()
    monkeypatch.setattr(refusing, "logger", log)
    with sqlite3.connect(tmp_path / "kings.sqlite3") as database:
        database.execute("ALTER TABLE device_links RENAME TO elsewhere")
    assert [other.get(path).status_code, other.post(path).status_code] == [503, 503]
    assert len(log.error.mock_calls) == 2
    token = path.rpartition("/")[2]
    for logged in log.error.mock_calls:
        said = f"{logged.args} {logged.kwargs} {logged.kwargs['exc_info']}"
        assert token not in said
        assert sha256(token.encode()).hexdigest() not in said


def test_guessing_links_is_limited_and_then_a_right_one_looks_like_a_wrong_one(
    tmp_path: Path,
) -> None:
    app = app_in(tmp_path, rate_limits="on")
    with TestClient(app, headers=OURS) as client:
        call(client, "Anna")
        path = link(client)
        other = another_browser(client)
        statuses = [other.get(f"/me/devices/guess{n}").status_code for n in range(15)]
        statuses += [other.post(f"/me/devices/guess{n}").status_code for n in range(16)]
        assert statuses == [410] * 30 + [429]
        assert (other.get(path).status_code, other.post(path).status_code) == (429, 429)
        assert "kings" not in other.cookies


def test_making_links_is_limited(tmp_path: Path) -> None:
    app = app_in(tmp_path, rate_limits="on")
    with TestClient(app, headers=OURS) as client:
        call(client, "Anna")
        statuses = [client.post("/me/devices").status_code for _ in range(21)]
        assert statuses == [200] * 20 + [429]


def test_a_token_cannot_be_guessed() -> None:
    assert device_links.TOKEN_BYTES >= 32
