"""Boards that people share by a link: made, joined, kept, left and deleted, by forms alone."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient

from app.db.circles import MOST_MEMBERS
from tests.kit.calendar import Clock
from tests.kit.dailies import add_daily_result
from tests.kit.guests import Guest, another_browser, app_in, play_to_the_end

TODAY = "2028-02-29"  # a Tuesday


@pytest.fixture
def clock() -> Clock:
    return Clock()


def make(client: TestClient, board: str = "Our family", name: str = "Anna") -> str:
    answer = client.post("/boards", data={"board": board, "name": name}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    assert re.fullmatch(r"/boards/[a-z2-7]{16}", answer.headers["location"])
    return answer.headers["location"]


def join(client: TestClient, board: str, name: str) -> TestClient:
    other = another_browser(client)
    answer = other.post(f"{board}/members", data={"name": name}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, board)
    return other


def rows(page: str) -> list[tuple[str, str]]:
    """The places and names of a board, from top to bottom."""
    found = re.findall(
        r'class="rank">([^<]*)</b>\s*<span class="called">\s*<span[^>]*>([^<]*)', page
    )
    return [(place.strip(), name.strip()) for place, name in found]


def test_a_board_is_made_shown_by_its_link_and_joined_by_a_name(client: TestClient) -> None:
    assert "Make a board" in client.get("/boards").text
    board = make(client)
    ben = another_browser(client)
    page = ben.get(board).text
    assert "A board of Anna" in page
    assert "Join this board" in page
    assert "Invite somebody" not in page
    assert "set-cookie" not in ben.get(board).headers
    ben = join(client, board, "Ben")
    assert "Join this board" not in ben.get(board).text
    assert rows(client.get(board).text) == [("–", "Anna"), ("–", "Ben")]
    assert board in ben.get("/boards").text
    assert "Change this board" not in ben.get(board).text
    assert f"http://testserver{board}" in client.get(board).text


def test_it_has_the_order_of_the_leaderboards_and_says_who_has_not_played_yet(
    client: TestClient, tmp_path: Path
) -> None:
    board = make(client)
    for name in ("Ben", "Carla", "Dora"):
        join(client, board, name)
    Guest.arrive(client, "Stranger")
    add_daily_result(tmp_path, TODAY, "Anna", 20, place=2)
    add_daily_result(tmp_path, TODAY, "Carla", 3)
    add_daily_result(tmp_path, TODAY, "Stranger", 0)
    add_daily_result(tmp_path, "2028-02-28", "Ben", 9)
    add_daily_result(tmp_path, "2028-02-28", "Carla", 30, place=3)
    add_daily_result(tmp_path, "2028-02-01", "Ben", 9)
    today = client.get(board).text
    assert rows(today) == [("1", "Carla"), ("2", "Anna"), ("–", "Ben"), ("–", "Dora")]
    assert today.count("not yet") == 2
    week = rows(client.get(f"{board}?period=week").text)
    assert [name for _, name in week] == ["Ben", "Carla", "Anna", "Dora"]
    assert "2 wins · 2 games" in client.get(f"{board}?period=month").text
    for period in ("week", "month"):
        everybody = rows(client.get(f"/leaderboards?period={period}").text)
        members = [name for _, name in everybody if name != "Stranger"]
        assert [name for _, name in rows(client.get(f"{board}?period={period}").text)][
            : len(members)
        ] == members
    assert rows(client.get(f"{board}?period=nonsense").text) == rows(today)


def test_nobody_finds_it_without_the_link_and_no_search_engine_keeps_it(
    client: TestClient,
) -> None:
    board = make(client)
    for address in (
        board[:-1],
        board.upper().replace("BOARDS", "boards"),
        "/boards/x",
        "/boards/%00",
    ):
        answer = client.get(address)
        assert answer.status_code == 404
        assert "ask who sent you the link" in answer.text
    assert '<meta name="robots" content="noindex">' in client.get(board).text
    stranger = another_browser(client)
    for page in ("/", "/daily", "/leaderboards", "/boards"):
        assert board not in stranger.get(page).text
        assert "Our family" not in stranger.get(page).text.replace("“Our family”", "").replace(
            'placeholder="Our family"', ""
        )


def test_whoever_keeps_it_renames_it_takes_people_off_and_deletes_it_and_nobody_else_does(
    client: TestClient,
) -> None:
    board = make(client)
    ben, carla = join(client, board, "Ben"), join(client, board, "Carla")
    for other in (ben, carla, another_browser(client)):
        assert other.post(f"{board}/name", data={"board": "Mine"}).status_code == 403
        assert other.post(f"{board}/members/1/remove").status_code == 403
        assert other.post(f"{board}/delete").status_code == 403
    assert rows(client.get(board).text) == [("–", "Anna"), ("–", "Ben"), ("–", "Carla")]
    client.post(f"{board}/name", data={"board": "  The  Kings "})
    assert "<h1>The Kings</h1>" in client.get(board).text
    refused = client.post(f"{board}/name", data={"board": "fuck"})
    assert refused.status_code == 422
    assert "Somebody could mind this name" in refused.text
    assert client.post(f"{board}/members/2/remove").status_code == 200
    assert rows(client.get(board).text) == [("–", "Anna"), ("–", "Carla")]
    assert client.post(f"{board}/delete").status_code == 200
    for someone in (client, ben, carla, another_browser(client)):
        assert someone.get(board).status_code == 404
        assert board not in someone.get("/boards").text


def test_whoever_was_taken_off_sees_it_no_more_and_does_not_come_back_by_the_link(
    client: TestClient,
) -> None:
    board = make(client)
    ben = join(client, board, "Ben")
    client.post(f"{board}/members/2/remove")
    for answer in (ben.get(board), ben.post(f"{board}/members", data={"name": "Ben"})):
        assert answer.status_code == 403
        assert "taken you off it" in answer.text
        assert "Anna" not in answer.text
        assert "You are off this board" in answer.text
        assert "seat" not in answer.text
    assert board not in ben.get("/boards").text


def test_what_comes_twice_or_late_does_no_harm(client: TestClient) -> None:
    board = make(client)
    ben = join(client, board, "Ben")
    assert ben.post(f"{board}/members", data={"name": "Ben"}).status_code == 200
    assert rows(ben.get(board).text) == [("–", "Anna"), ("–", "Ben")]
    for _ in range(2):
        answer = ben.post(f"{board}/members/2/remove", follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, "/boards?left")
    for _ in range(2):
        answer = client.post(f"{board}/members/2/remove", follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, f"{board}?removed")
    carla = join(client, board, "Carla")
    client.post(f"{board}/members/2/remove")  # Ben's number is nobody else's
    assert rows(carla.get(board).text) == [("–", "Anna"), ("–", "Carla")]
    client.post(f"{board}/delete")
    for path in ("members", "name", "delete", "members/3/remove", "members/x/remove"):
        assert carla.post(f"{board}/{path}", data={"name": "C", "board": "C"}).status_code == 404


def test_a_full_board_says_so_to_whoever_would_join(client: TestClient) -> None:
    board = make(client)
    for number in range(2, MOST_MEMBERS + 1):
        guest = Guest.arrive(client, f"Guest {number}")
        answer = client.post(f"/api{board}/members", headers=guest.headers)
        assert answer.status_code == 200, answer.text
    late = another_browser(client)
    answer = late.post(f"{board}/members", data={"name": "Late"})
    assert answer.status_code == 409
    assert "takes no more" in answer.text
    assert "Join this board" in answer.text


def test_a_name_that_somebody_could_mind_is_refused_with_all_that_was_typed(
    client: TestClient,
) -> None:
    for board, name in (("fuck", "Anna"), ("Our family", "fuck"), ("", "Anna"), ("x" * 25, "Anna")):
        answer = client.post("/boards", data={"board": board, "name": name})
        assert answer.status_code == 422
        assert f'value="{board}"' in answer.text
    assert "board-links" not in client.get("/boards").text
    board = make(client)
    answer = another_browser(client).post(f"{board}/members", data={"name": "fuck"})
    assert answer.status_code == 422
    assert "Join this board" in answer.text
    tags = make(client, "<b>&amp;", "<i>Anna")
    assert "<b>&" not in client.get(tags).text
    assert "&lt;b&gt;&amp;amp;" in client.get(tags).text


def test_whoever_leaves_or_is_deleted_hands_it_on_and_the_last_one_deletes_it(
    client: TestClient,
) -> None:
    board = make(client)
    ben, carla = join(client, board, "Ben"), join(client, board, "Carla")
    data = client.get("/me/data").json()["boards"]
    assert [(one["circle"], one["name"], one["number"]) for one in data] == [
        (board.removeprefix("/boards/"), "Our family", 1)
    ]
    client.post("/me/delete")
    assert "A board of Ben" in carla.get(board).text
    assert "Change this board" in ben.get(board).text
    ben.post(f"{board}/members/2/remove")
    assert "Nobody else is on it" in carla.get(board).text
    carla.post("/me/delete")
    assert another_browser(client).get(board).status_code == 404


def test_it_tells_of_others_games_no_more_than_the_board_of_all(
    client: TestClient, tmp_path: Path
) -> None:
    board = make(client)
    ben = another_browser(client)
    ben.post(f"{board}/members", data={"name": "Ben"})
    code = ben.post("/daily", follow_redirects=False).headers["location"][-6:]
    assert "not yet" in client.get(board).text
    assert client.get(board).text.count("not yet") == 2  # also of whoever is playing just now
    play_to_the_end([Guest(ben, {})], code, Random(1))
    page = client.get(board).text
    entry = client.get("/api/leaderboards/today").json()["entries"][0]
    own = client.get(f"/api{board}").json()["entries"][0]
    assert {key: entry[key] for key in own if key != "number"} == {
        key: own[key] for key in own if key != "number"
    }
    for secret in (code, "/daily/2028", "/matches/", "Par"):
        assert secret not in page


def test_ones_boards_stand_beside_the_day_and_the_leaderboards_and_without_any_how_to_make_one(
    client: TestClient, tmp_path: Path
) -> None:
    for path in ("/daily", "/leaderboards"):
        assert "Only people with its link see it." in client.get(path).text
        assert 'href="/boards"' in client.get(path).text
    board = make(client)
    join(client, board, "Ben")
    add_daily_result(tmp_path, TODAY, "Ben", 9)
    for path in ("/daily", "/leaderboards", "/boards"):
        page = client.get(path).text
        assert f'href="{board}"' in page
        assert "1 of 2 played today" in page
        assert "Only people with its link see it." not in page


def test_every_page_of_boards_is_whole_html_without_script_or_style_in_it(
    client: TestClient,
) -> None:
    board = make(client)
    for someone in (client, another_browser(client)):
        for path in (board, "/boards"):
            page = someone.get(path).text
            assert page.rstrip().endswith("</html>")
            assert not re.search(r"<style|style=|<script>|onclick", page)


def test_links_are_not_found_by_trying_and_boards_are_not_made_without_end(
    tmp_path: Path,
) -> None:
    app = app_in(tmp_path, Clock(), rate_limits="on")
    with TestClient(app) as client:
        client.headers["origin"] = "http://testserver"
        board = make(client)
        tried = [client.get(f"/boards/wrong{number}").status_code for number in range(31)]
        assert tried == [404] * 30 + [429]
        assert another_browser(client).get(board).status_code == 429
        assert client.get(board).status_code == 200
        data = {"board": "More", "name": "Anna"}
        made = [client.post("/boards", data=data).status_code for _ in range(20)]
        assert made[-1] in {409, 429}
        assert made[0] == 200
