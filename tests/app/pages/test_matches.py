"""The pages of finished matches: who finds them, and what they tell."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient

from engine.record import parse_record
from engine.record_json import parse_json
from tests.kit.guests import Guest, play_to_the_end
from tests.kit.kept import keep
from tests.kit.recording import golden

CLASSIC_RECORD = golden("classic")


@pytest.fixture
def link(client: TestClient, tmp_path: Path) -> str:
    """The link of a private match of Bea's and Carl's."""
    return keep(tmp_path / "kings.sqlite3", "ABC234-1", CLASSIC_RECORD, ["Bea", "Carl"])


def test_the_end_of_a_match_leads_to_its_replay(client: TestClient) -> None:
    room = str(client.post("/play", follow_redirects=False).headers["location"])
    assert "/matches/" not in client.get(room).text
    guest = Guest.arrive(client)
    code = guest.open()["code"]
    play_to_the_end([guest], code, Random(3))
    found = re.search(
        r'<a [^>]*href="(/matches/[a-z2-7]{16})"([^>]*)>Watch the replay',
        client.get(f"/rooms/{code}").text,
    )
    assert found
    assert 'target="_blank"' in found[2]  # who looks at it is still at the table
    page = client.get(found[1])
    assert page.status_code == 200
    assert code not in page.text


def test_a_replay_knows_its_readers_seat_and_that_strangers_have_none(
    client: TestClient, link: str, tmp_path: Path
) -> None:
    client.post("/me", data={"name": "Dora"})
    with sqlite3.connect(tmp_path / "kings.sqlite3") as connection:
        (dora,) = connection.execute("SELECT id FROM players WHERE name = 'Dora'").fetchone()
    own = keep(tmp_path / "kings.sqlite3", "ABC234-2", CLASSIC_RECORD, ["Bea", dora])
    assert 'data-you="1"' in client.get(f"/matches/{own}").text
    assert 'data-you=""' in client.get(f"/matches/{link}").text


def test_a_match_is_shown_by_its_link_at_any_moment(client: TestClient, link: str) -> None:
    page = client.get(f"/matches/{link}?deal=2&step=3&seat=1").text
    assert "Round 2 of" in page
    assert re.search(r'class="sitter own[^"]*" data-seat="1"', page)
    assert client.head(f"/matches/{link}").status_code == 200


def test_without_its_link_a_private_match_is_not_there(client: TestClient, link: str) -> None:
    for address in ("ABC234-1", link[:-1], link.upper(), f"{link}x"):
        assert client.get(f"/matches/{address}").status_code == 404
        assert client.get(f"/matches/{address}/record").status_code == 404
    assert link not in client.get("/matches").text


def test_public_matches_are_listed_the_latest_first(client: TestClient, tmp_path: Path) -> None:
    database = tmp_path / "kings.sqlite3"
    assert 'href="/matches"' in client.get("/").text
    assert "Nothing yet" in client.get("/matches").text
    for number in range(1, 4):
        keep(database, f"PUB234-{number}", CLASSIC_RECORD, ["Bea"], public=True, at=number)
    page = client.get("/matches").text
    links = re.findall(r"/matches/([a-z2-7]{16})", page)
    assert len(links) == 3
    assert "Bea, Bruno, Clara" in page
    with sqlite3.connect(database) as connection:
        query = "SELECT link FROM matches ORDER BY finished_at DESC"
        assert [row[0] for row in connection.execute(query)] == links


def test_a_preview_of_the_link_tells_no_names_and_no_cards(client: TestClient, link: str) -> None:
    head = client.get(f"/matches/{link}").text.partition("</head>")[0]
    assert '<meta property="og:title" content="Replay · King’s Corners">' in head
    assert "A match of 4 players to 25 points" in head
    assert 'content="noindex"' in head
    for name in ("Bea", "Carl", "Clara", "ABC234"):
        assert name not in head


def test_names_are_those_of_today(client: TestClient, link: str, tmp_path: Path) -> None:
    assert "Bea played" in client.get(f"/matches/{link}").text
    with sqlite3.connect(tmp_path / "kings.sqlite3") as database:
        database.execute("UPDATE players SET name = 'Beate' WHERE id = 'Bea'")
        database.execute("DELETE FROM players WHERE id = 'Carl'")
    page = client.get(f"/matches/{link}").text
    assert "Beate played" in page
    assert "A former player played" in page
    assert "Carl" not in page


def test_the_record_can_be_saved_as_text_and_as_json(client: TestClient, link: str) -> None:
    text = client.get(f"/matches/{link}/record")
    assert "attachment" in text.headers["content-disposition"]
    assert parse_record(text.text) == CLASSIC_RECORD
    other = client.get(f"/matches/{link}/record?form=json")
    assert parse_json(other.text) == CLASSIC_RECORD


def test_a_match_of_another_version_is_refused_by_a_page(
    client: TestClient, link: str, tmp_path: Path
) -> None:
    with sqlite3.connect(tmp_path / "kings.sqlite3") as database:
        database.execute("UPDATE matches SET record = replace(record, 'engine: 1', 'engine: 0')")
    page = client.get(f"/matches/{link}")
    assert page.status_code == 409
    assert "another version" in page.text


def test_whoever_played_in_a_match_is_told_of_it_as_at_the_table(client: TestClient) -> None:
    client.post("/me", data={"name": "Quintessa"})
    me = Guest(client, {})
    view = me.in_turn()
    deal = view["deal"]["number"]  # computers may have ended any other before one's turn
    link = play_to_the_end([me], view["code"], Random(1))["result"]["link"]
    for spot in ("", "seat=all", "seat=1", "seat=2"):
        page = client.get(f"/matches/{link}?deal={deal}&{spot}").text
        assert "You drew" in page
        assert not re.search(r"Quintessa (drew|played|moved|ended|went|dealt)", page)
    client.cookies.clear()
    page = client.get(f"/matches/{link}?deal={deal}&seat=all").text
    assert "Quintessa drew" in page
    assert not re.search(r"\b[Yy]ou (drew|played|moved|ended|went|dealt)", page)


def test_whoever_played_without_a_name_is_called_you_and_by_others_by_the_seat(
    client: TestClient,
) -> None:
    client.post("/play")
    me = Guest(client, {})
    link = play_to_the_end([me], me.in_turn()["code"], Random(1))["result"]["link"]
    assert "Player 1" not in client.get(f"/matches/{link}?seat=all").text
    client.cookies.clear()
    assert "Player 1" in client.get(f"/matches/{link}?seat=all").text
