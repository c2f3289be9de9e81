"""What messengers show of links: a picture of signs, no cards, no names, and nothing early."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from PIL import Image
from starlette.testclient import TestClient

from app.web.limits import POLICIES
from tests.kit.calendar import Clock
from tests.kit.guests import Guest, app_in, play_to_the_end

LEAP = date(2028, 2, 29)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def client(tmp_path: Path, clock: Clock) -> Iterator[TestClient]:
    app = app_in(tmp_path, clock, public_url="https://kings.example")
    with TestClient(app, base_url="https://kings.example") as client:
        client.headers["origin"] = "https://kings.example"
        yield client


@pytest.fixture
def shared(client: TestClient) -> str:
    """The path of a daily game's result that Quintessa has shared; afterwards nobody is known."""
    client.post("/me", data={"name": "Quintessa"})
    code = client.post("/daily", follow_redirects=False).headers["location"][-6:]
    play_to_the_end([Guest(client, {})], code, Random(1))
    text = re.search(r"<textarea[^>]*>([^<]*)</textarea>", client.get("/daily").text)
    assert text
    link = text[1].split("\n")[-1]
    assert re.fullmatch(r"https://kings\.example/daily/2028-02-29/[a-z2-7]{16}", link)
    client.cookies.clear()
    return link.removeprefix("https://kings.example")


def previewed(page: str) -> dict[str, str]:
    """What the page's head tells messengers."""
    head = page.partition("</head>")[0]
    return dict(re.findall(r'<meta (?:property|name)="([a-z:]+)"\s+content="([^"]*)"', head))


def test_a_shared_result_opens_the_day_and_is_previewed_by_a_picture_of_its_own(
    client: TestClient, shared: str
) -> None:
    page = client.get(shared)
    assert page.status_code == 200
    assert "Shared with you" in page.text
    assert ">Play</button>" in re.sub(r"\s+", "", page.text)
    told = previewed(page.text)
    assert told["og:title"] == "King’s Corners, February 29, 2028"
    assert told["og:url"] == f"https://kings.example{shared}"
    assert told["og:image"] == f"https://kings.example{shared}.png"
    assert told["twitter:card"] == "summary_large_image"
    assert re.match(
        r"\d+ points? · (1st|2nd|3rd|4th) of 4 at the table · Rounds: (👑|\d+)(, (👑|\d+))*\.",
        told["og:description"],
    )
    picture = client.get(f"{shared}.png")
    assert picture.headers["content-type"] == "image/png"
    assert Image.open(BytesIO(picture.content)).size == (1200, 630)
    assert len(picture.content) < 100_000


def test_a_preview_of_a_running_day_tells_neither_whose_it_is_nor_anything_of_its_cards(
    client: TestClient, clock: Clock, shared: str
) -> None:
    key = shared.rpartition("/")[2]
    for moment in ("open", "closed"):
        told = " ".join(previewed(client.get(shared).text).values())
        picture = client.get(f"{shared}.png")
        for text in (told, picture.content.decode("latin-1")):
            assert "Quintessa" not in text
            assert not re.search(r"spades|hearts|diamonds|clubs|seed", text)
        assert set(Image.open(BytesIO(picture.content)).info) <= {"transparency"}
        for path in (f"/matches/{key}", f"/api/matches/{key}", f"/matches/{key}/record"):
            assert client.get(path).status_code == 404, moment
        clock.close(LEAP)


def test_a_key_that_is_wrong_or_of_another_day_has_no_picture_and_still_leads_to_the_day(
    client: TestClient, clock: Clock, shared: str
) -> None:
    key = shared.rpartition("/")[2]
    clock.set("2028-03-01T12:00:00")
    client.get("/daily")
    for path in (f"/daily/2028-03-01/{key}", "/daily/2028-02-29/aaaaaaaaaaaaaaaa", f"{shared}x"):
        assert client.get(f"{path}.png").status_code == 404
        answer = client.get(path, follow_redirects=False)
        assert answer.status_code == 303
        assert answer.headers["location"] == path.rpartition("/")[0]
    for path in (f"/daily/never/{key}", f"/daily/2040-01-01/{key}"):
        assert client.get(path).status_code == 404
        assert client.get(f"{path}.png").status_code == 404


def test_a_picture_is_sent_once_to_whoever_keeps_it_and_goes_with_its_player(
    client: TestClient,
) -> None:
    client.post("/me", data={"name": "Quintessa"})
    code = client.post("/daily", follow_redirects=False).headers["location"][-6:]
    play_to_the_end([Guest(client, {})], code, Random(1))
    share = client.get("/api/daily/2028-02-29").json()["you"]["result"]["share"]
    assert share == client.get("/me/data").json()["shared_results"][0]["key"]
    path = f"/daily/2028-02-29/{share}.png"
    first = client.get(path)
    assert first.status_code == 200
    again = client.get(path, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(path, headers={"if-none-match": '"other"'}).content == first.content
    assert client.head(path).status_code == 200
    client.post("/me/delete")
    assert client.get(path).status_code == 404
    assert client.get(path.removesuffix(".png")).url.path == "/daily/2028-02-29"


def test_the_front_page_days_tables_boards_and_replays_share_one_standing_picture(
    client: TestClient, clock: Clock
) -> None:
    client.post("/me", data={"name": "Quintessa"})
    room = client.post("/rooms", follow_redirects=False).headers["location"]
    table = client.post("/play", follow_redirects=False).headers["location"]
    board = client.post("/boards", data={"board": "Us"}, follow_redirects=False).headers["location"]
    me = Guest(client, {})
    link = play_to_the_end([me], me.open()["code"], Random(1))["result"]["link"]
    client.cookies.clear()
    for path in ("/", "/daily", "/daily/2028-02-29", room, table, board, f"/matches/{link}"):
        told = previewed(client.get(path).text)
        assert told["og:image"] == "https://kings.example/preview.png", path
        assert told["og:title"], path
        assert told["og:description"], path
        assert told["twitter:card"] == "summary_large_image", path
        assert told["og:url"].startswith("https://kings.example/"), path
    assert "Quintessa invites you" in previewed(client.get(room).text)["og:title"]
    picture = client.get("/preview.png")
    assert Image.open(BytesIO(picture.content)).size == (1200, 630)
    assert picture.headers["cache-control"].startswith("public")


def test_what_is_not_there_has_no_preview(client: TestClient) -> None:
    for path in ("/rooms/AAAAAA", "/matches/aaaaaaaaaaaaaaaa", "/boards/aaaaaaaaaaaaaaaa"):
        assert "og:" not in client.get(path).text


def test_a_flood_of_wrong_keys_is_answered_without_looking(tmp_path: Path) -> None:
    app = app_in(tmp_path, Clock(), rate_limits="on")
    with TestClient(app) as client:
        most = int(POLICIES["wrong guesses"].partition("/")[0])
        answers = [
            client.get(f"/daily/2028-02-29/wrong{number}.png").status_code
            for number in range(most + 2)
        ]
        assert answers == [404] * most + [429] * 2
        assert client.get("/preview.png").status_code == 200
