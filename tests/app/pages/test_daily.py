"""The pages of the daily game by plain requests."""

from __future__ import annotations

import re
import sqlite3
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient

from tests.kit.calendar import Clock
from tests.kit.dailies import add_daily_result
from tests.kit.guests import Guest, play_to_the_end

LEAP = date(2028, 2, 29)


@pytest.fixture
def clock() -> Clock:
    return Clock()


def begin(client: TestClient, path: str = "/daily") -> str:
    """Press the button of a day's page."""
    late = {"late": "yes"} if 'name="late"' in client.get(path).text else {}
    answer = client.post(path, data=late, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/rooms/")


def finish(client: TestClient, code: str, luck: int = 1) -> None:
    """Play as the browser's own player, whom the cookie names to the API, too."""
    play_to_the_end([Guest(client, {})], code, Random(luck))


def test_looking_at_todays_game_begins_nothing_and_makes_nobody_known(client: TestClient) -> None:
    page = client.get("/daily")
    assert "set-cookie" not in page.headers
    assert "February 29, 2028" in page.text
    assert "Continue" not in page.text


def test_the_button_begins_and_afterwards_goes_on(client: TestClient) -> None:
    code = begin(client)
    assert "Continue" in client.get("/daily").text
    assert begin(client) == code == begin(client, "/daily/2028-02-29")
    table = client.get(f"/rooms/{code}").text
    assert "Leave the table" not in table


def test_another_days_page_is_found_by_its_address_and_tomorrows_is_not(
    client: TestClient, clock: Clock
) -> None:
    client.get("/daily")
    assert client.get("/daily/2028-03-01").status_code == 404
    assert client.post("/daily/2028-03-01").status_code == 404
    assert client.get("/daily/nothing").status_code == 404
    clock.set("2028-03-01T00:00:00")
    assert "March 1, 2028" in client.get("/daily").text
    assert "played late" in client.get("/daily/2028-02-29").text


def test_from_each_day_one_goes_to_those_beside_it_that_have_a_game(
    client: TestClient, clock: Clock
) -> None:
    client.get("/daily")
    clock.set("2028-03-02T00:00:00")
    client.get("/daily")
    beside = {
        day: re.findall(r'href="/daily/([^"]*)"\s+rel="(\w+)"', client.get(f"/daily/{day}").text)
        for day in ("2028-02-29", "2028-03-01", "2028-03-02")
    }
    assert beside == {
        "2028-02-29": [("2028-03-01", "next")],
        "2028-03-01": [("2028-02-29", "prev"), ("2028-03-02", "next")],
        "2028-03-02": [("2028-03-01", "prev")],
    }


def test_whoever_has_no_name_is_led_to_one_when_the_game_is_over(client: TestClient) -> None:
    words, proposal = "Choose your name", "This is a proposal."
    code = begin(client)
    assert words not in client.get("/daily").text
    finish(client, code)
    assert words in client.get("/daily").text
    assert proposal in client.get("/me").text
    client.post("/me", data={"name": "Anna"})
    assert words not in client.get("/daily").text
    assert proposal not in client.get("/me").text


def test_the_result_leads_to_a_text_to_share_that_gives_nothing_away(client: TestClient) -> None:
    code = begin(client)
    finish(client, code)
    table = client.get(f"/rooms/{code}").text
    assert 'href="/daily/2028-02-29"' in table
    assert "Result and sharing" in table
    assert "Play again" not in table
    page = client.get("/daily").text
    found = re.search(r"<textarea[^>]*>([^<]*)</textarea>", page)
    assert found
    title, told, places, rounds, link = found[1].split("\n")
    assert title == "King’s Corners, February 29, 2028"
    assert re.fullmatch(r"\d+ points?, fewer is better · par \d+ · (clean|with undo)", told)
    assert re.fullmatch(r"(1st|2nd|3rd|4th) of 4 at the table", places)
    assert re.fullmatch(r"http://testserver/daily/2028-02-29/[a-z2-7]{16}", link)
    points = [
        0 if part == "👑" else int(part) for part in rounds.removeprefix("Rounds: ").split(", ")
    ]
    assert sum(points) == int(re.search(r"(\d+) point", told)[1])  # type: ignore[index]
    assert client.get(link).status_code == 200


def test_whoever_is_alone_so_far_sees_points_and_par_but_no_place(client: TestClient) -> None:
    finish(client, begin(client))
    page = client.get("/daily").text
    assert re.search(r"<b>\d+ points?</b>\s*<span>par \d+</span>", page)
    assert "Place 1" not in page


def test_every_page_of_a_day_is_whole_html_without_script_or_style_in_it(
    client: TestClient, clock: Clock
) -> None:
    pages = [client.get("/daily").text]
    finish(client, begin(client))
    pages.append(client.get("/daily").text)
    clock.go_to(LEAP + timedelta(days=3))
    pages += [client.get("/daily").text, client.get("/daily/2028-02-29").text]
    for page in pages:
        assert page.rstrip().endswith("</html>")
        assert not re.search(r"<style|style=|<script>|onclick", page)


def test_the_text_and_the_page_of_a_shared_result_tell_the_same_place(client: TestClient) -> None:
    finish(client, begin(client))
    found = re.search(r"<textarea[^>]*>([^<]*)</textarea>", client.get("/daily").text)
    assert found
    _, _, places, rounds, link = found[1].split("\n")
    client.cookies.clear()
    page = client.get(link).text
    assert f"{places} · {rounds}" in page


def test_the_text_tells_the_place_of_the_day_once_there_are_others(
    client: TestClient, tmp_path: Path
) -> None:
    Guest.arrive(client, "Anna")
    finish(client, begin(client))
    assert "place 1 of" not in client.get("/daily").text
    add_daily_result(tmp_path, "2028-02-29", "Anna", 900, place=4)
    page = client.get("/daily").text
    assert "at the table · place 1 of 2 today" in page
    assert "Better than 100 % of the others." in page


def test_nobody_is_better_than_none_of_the_others(client: TestClient, tmp_path: Path) -> None:
    Guest.arrive(client, "Anna")
    finish(client, begin(client))
    add_daily_result(tmp_path, "2028-02-29", "Anna", 0)
    with sqlite3.connect(tmp_path / "kings.sqlite3") as database:
        database.execute("UPDATE daily_results SET rank = 1, place = 1, total = 3, lead = 1")
    assert "Better than" not in client.get("/daily").text


def test_how_others_did_is_folded_until_one_has_played(client: TestClient, tmp_path: Path) -> None:
    Guest.arrive(client, "Anna")
    client.get("/daily")
    add_daily_result(tmp_path, "2028-02-29", "Anna", 12)
    folded = r"<details class=\"fold\">\s*<summary>Show how others did</summary>.*Anna.*?</details>"
    assert re.search(folded, client.get("/daily").text, re.DOTALL)
    finish(client, begin(client))
    page = client.get("/daily").text
    assert "Anna" in page
    assert "Show how others did" not in page


def test_a_past_day_says_its_date_and_neither_streak_nor_countdown(
    client: TestClient, clock: Clock
) -> None:
    finish(client, begin(client))
    today = client.get("/daily").text
    clock.go_to(LEAP + timedelta(days=1))
    past = client.get("/daily/2028-02-29").text
    for words in ("<title>Today’s game", "Streak", "Next game"):
        assert words in today
        assert words not in past
    assert "<title>February 29, 2028" in past
    assert "The game of" not in past


def test_the_front_page_says_when_todays_game_is_done(client: TestClient, clock: Clock) -> None:
    code = begin(client)
    assert "✓" not in client.get("/").text
    finish(client, code)
    page = client.get("/daily").text
    points = re.search(r"(\d+ points?), fewer is better", page)
    assert points
    assert f"✓ {points[1]}" in client.get("/").text
    clock.go_to(LEAP + timedelta(days=1))
    assert "✓" not in client.get("/").text


def test_a_replay_of_an_open_day_says_by_its_link_when_it_opens_and_by_no_guess(
    client: TestClient, clock: Clock
) -> None:
    code = begin(client)
    finish(client, code)
    result = client.get(f"/api/rooms/{code}").json()["result"]
    client.cookies.clear()
    page = client.get(f"/matches/{result['link']}")
    assert page.status_code == 404
    assert "opens to others when the day has closed" in page.text
    assert result["seed"] not in page.text
    for wrong in (result["link"][:-1], "a" * 16):
        assert "day" not in client.get(f"/matches/{wrong}").text.partition("<main")[2]
    clock.close(LEAP)
    assert client.get(f"/matches/{result['link']}").status_code == 200


def test_a_streak_is_told_before_the_next_game(client: TestClient, clock: Clock) -> None:
    for days in range(3):
        clock.go_to(LEAP + timedelta(days=days))
        finish(client, begin(client))
    clock.go_to(LEAP + timedelta(days=3))
    assert "3 days in a row so far." in client.get("/daily").text
    clock.go_to(LEAP + timedelta(days=4))
    assert "in a row" not in client.get("/daily").text


def test_a_late_game_is_called_late_and_stands_on_no_board(
    client: TestClient, clock: Clock
) -> None:
    client.get("/daily")
    clock.go_to(LEAP + timedelta(days=9))
    finish(client, begin(client, "/daily/2028-02-29"))
    page = client.get("/daily/2028-02-29").text
    assert "Played late" in page
    assert "at the table · played late" in page
    assert "Nobody finished this game in time." in page


def test_the_seed_is_on_the_page_once_the_day_is_closed(client: TestClient, clock: Clock) -> None:
    code = begin(client)
    finish(client, code)
    seed = client.get(f"/api/rooms/{code}").json()["result"]["seed"]
    client.cookies.clear()
    assert seed not in client.get("/daily/2028-02-29").text
    clock.close(LEAP)
    assert seed in client.get("/daily/2028-02-29").text


def test_the_front_page_has_a_door_to_it_and_no_daily_among_ones_tables(
    client: TestClient,
) -> None:
    code = begin(client)
    front = client.get("/").text
    assert 'href="/daily"' in front
    assert code not in front


def states(page: str) -> dict[str, str]:
    return {
        day: state
        for state, day in re.findall(r'<a class="(\w+)"\s+href="/daily/(\d{4}-\d\d-\d\d)"', page)
    }


def test_the_calendar_tells_which_days_were_played_in_time_and_which_late(
    client: TestClient, clock: Clock
) -> None:
    finish(client, begin(client))
    clock.go_to(LEAP + timedelta(days=3))
    finish(client, begin(client, "/daily/2028-03-01"))
    finish(client, begin(client))
    march = client.get("/daily/archive").text
    assert states(march) == {"2028-03-01": "late", "2028-03-02": "open", "2028-03-03": "done"}
    february = client.get("/daily/archive?month=2028-02").text
    assert states(february) == {"2028-02-29": "done"}
    points = client.get("/api/daily/2028-02-29").json()["you"]["result"]["total"]
    assert f"February 29, 2028: played, {points} points" in february
    assert f"<small>{points} pts</small>" in february
    assert "month=2028-02" in march
    assert "month=2028-03" in february
    assert "month=2028-01" not in february


def test_a_month_without_games_or_that_is_none_leads_to_the_nearest(client: TestClient) -> None:
    client.get("/daily")
    for month in ("2020-01", "2040-12", "nothing", "2028-13", ""):
        assert "February 2028" in client.get(f"/daily/archive?month={month}").text


def test_a_table_that_was_deleted_after_a_month_is_not_offered_and_its_result_stays(
    client: TestClient, clock: Clock, tmp_path: Path
) -> None:
    code = begin(client)
    finish(client, code)
    assert f"/rooms/{code}" in client.get("/daily/2028-02-29").text
    with sqlite3.connect(tmp_path / "kings.sqlite3") as database:
        database.execute("PRAGMA foreign_keys = ON")
        database.execute("DELETE FROM rooms")
    page = client.get("/daily/2028-02-29").text
    assert f"/rooms/{code}" not in page
    assert "Your result as text" in page


def test_whoever_presses_play_when_the_day_is_over_meanwhile_is_asked_first(
    client: TestClient, clock: Clock, tmp_path: Path
) -> None:
    assert 'name="late"' not in client.get("/daily").text
    clock.set("2028-03-01T00:00:01")
    answer = client.post("/daily/2028-02-29", follow_redirects=False)
    assert answer.headers["location"] == "/daily/2028-02-29"
    with sqlite3.connect(tmp_path / "kings.sqlite3") as database:
        assert database.execute("SELECT count(*) FROM daily_games").fetchone() == (0,)
    page = client.get("/daily/2028-02-29").text
    assert "Play it late" in page
    assert '<a href="/daily">' in page
    begin(client, "/daily/2028-02-29")


def test_a_game_that_was_begun_in_time_goes_on_after_its_day_without_a_question(
    client: TestClient, clock: Clock
) -> None:
    code = begin(client)
    clock.set("2028-03-01T00:00:01")
    answer = client.post("/daily/2028-02-29", follow_redirects=False)
    assert answer.headers["location"] == f"/rooms/{code}"
