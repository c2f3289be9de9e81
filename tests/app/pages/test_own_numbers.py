"""One's own numbers, all of it as JSON, and being forgotten."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from random import Random

from starlette.testclient import TestClient

from app.db.endings import Ending
from tests.kit.dailies import add_daily_result
from tests.kit.ended import ended, keep
from tests.kit.guests import Guest, play_to_the_end


def play_alone(client: TestClient) -> Guest:
    me = Guest(client, {})
    client.post("/me", data={"name": "Quintessa"})
    play_to_the_end([me], me.open()["code"], Random(1))
    return me


def play_with(client: TestClient, me: Guest, other: Guest) -> str:
    code = str(me.open(["human", "human"], rules={"target": 100})["code"])  # two rounds at least
    other.post(f"/{code}/seats")
    me.post(f"/{code}/start")
    play_to_the_end([me, other], code)
    return code


def test_what_was_played_is_told_on_the_page_about_oneself(client: TestClient) -> None:
    assert "once you have finished a match" in client.get("/me").text
    play_alone(client)
    page = client.get("/me").text
    assert "With 3 computers" in page
    assert re.search(r'class="how">Place [1-4] · ', page)
    assert "fewer is better" in page
    assert "once you have finished a match" not in page


def me_on(client: TestClient, folder: Path) -> str:
    """Be somebody here; return the id."""
    client.post("/me", data={"name": "Quintessa"})
    with sqlite3.connect(folder / "kings.sqlite3") as database:
        found = database.execute("SELECT id FROM players WHERE name = 'Quintessa'").fetchone()
    return str(found[0])


def facts(page: str) -> dict[str, str]:
    """What the page tells in numbers, by what it calls them."""
    found = re.findall(r"<dt>([^<]*)</dt>\s*<dd>\s*(\S+)\s*</dd>", page)
    return dict(found)


def test_the_numbers_follow_from_the_results_of_all_matches(
    client: TestClient, tmp_path: Path
) -> None:
    me, luck = me_on(client, tmp_path), Random(3)
    written = [ended(luck, at, [me, "ben"], ["casual@2"]) for at in range(3)]
    alone = ["casual@1", "beginner@1"]
    written += [ended(luck, at, [me], alone, target=60) for at in range(3, 6)]
    keep(tmp_path, *written)
    own = [line for end in written for line in end.match.results if line.player == me]
    penalties = [
        points[line.seat]
        for end, line in zip(written, own, strict=True)
        for points in end.match.penalties
    ]
    kings, wins = sum(line.kings or 0 for line in own), sum(line.place == 1 for line in own)
    page = client.get("/me").text
    ranks = re.findall(r'class="rank"[^>]*>\s*(\d|<span class="crown">)', page)
    places = [str(line.place) for line in own]
    assert ranks == ['<span class="crown">' if place == "1" else place for place in places[::-1]]
    told = facts(page)
    assert told["Matches"] == "6"
    assert told["Wins"] == str(wins)
    assert told["Kings caught in hand"] == str(kings)
    assert told["Points a round"] == f"{sum(penalties) / len(penalties):.1f}"
    assert kings


def test_with_whom_one_plays_most_is_told_with_how_often_one_won(
    client: TestClient, tmp_path: Path
) -> None:
    me, luck = me_on(client, tmp_path), Random(4)
    met = [["Ben"], ["Ben"], ["Ben"], ["Gone"], ["Ben", "Gone"]]
    levels = [["casual@1"], ["casual@2", "casual@2"], [], ["beginner@1"], []]
    written = [
        ended(luck, at, [me, *others], computers)
        for at, (others, computers) in enumerate(zip(met, levels, strict=True))
    ]
    keep(tmp_path, *written)
    with sqlite3.connect(tmp_path / "kings.sqlite3") as database:
        database.execute("PRAGMA foreign_keys = ON")
        database.execute("UPDATE match_results SET player_id = NULL WHERE player_id = 'Gone'")
    won = [_place(end, me) == 1 for end in written]

    def line(name: str, which: list[int]) -> tuple[str, int, int]:
        return name, len(which), sum(won[number] for number in which)

    page = client.get("/me").text
    rows = re.findall(
        r'class="called">([^<]*)</span>\s*<span class="how">(\d+) match(?:es)? · (\d+) win', page
    )
    assert [(name, int(count), int(wins)) for name, count, wins in rows[:1]] == [
        line("Ben", [0, 1, 2, 4])
    ]
    assert {(name, int(count), int(wins)) for name, count, wins in rows} == {
        line("Ben", [0, 1, 2, 4]),
        line("A former player", [3, 4]),
        line("Computer: Casual", [0, 1]),
        line("Computer: Beginner", [3]),
    }


def _place(ending: Ending, player: str) -> int:
    return next(line.place for line in ending.match.results if line.player == player)


def test_the_rating_is_told_after_five_matches_and_drawn_from_the_sixth_on(
    client: TestClient, tmp_path: Path
) -> None:
    me, luck = me_on(client, tmp_path), Random(5)
    shown = []
    for at in range(7):
        ending = ended(luck, at, [me, "ben"])
        while not ending.counted:
            ending = ended(luck, at, [me, "ben"])
        keep(tmp_path, ending)
        shown.append(client.get("/me").text)
    assert "Still 4 matches with other people until you have a rating." in shown[0]
    assert "Still 1 match with other people until you have a rating." in shown[3]
    board = client.get("/api/leaderboards/all?board=rooms").json()
    now = board["you"]["rating"]
    assert 'class="rating-now"' in shown[4]
    assert "<svg" not in shown[4]
    assert f"{now} now" in shown[6]
    points = re.search(r'polyline points="([^"]+)"', shown[6])
    assert points
    assert len(points[1].split()) == 3


def test_each_of_the_last_matches_leads_to_its_replay(client: TestClient, tmp_path: Path) -> None:
    me, luck = me_on(client, tmp_path), Random(6)
    written = [ended(luck, at, [me], ["casual@2"]) for at in range(3)]
    keep(tmp_path, *written)
    links = re.findall(r'href="(/matches/[^"]+)"', client.get("/me").text)
    assert links == [f"/matches/{end.match.link}" for end in written[::-1]]
    assert client.get(links[0]).status_code == 200


def test_a_match_with_people_is_called_by_their_names(client: TestClient, tmp_path: Path) -> None:
    me, luck = me_on(client, tmp_path), Random(7)
    keep(tmp_path, ended(luck, 0, [me, "Ben", "Gone"], ["casual@2"]))
    with sqlite3.connect(tmp_path / "kings.sqlite3") as database:
        database.execute("UPDATE match_results SET player_id = NULL WHERE player_id = 'Gone'")
    page = client.get("/me").text
    told = {"Ben", "A former player", "1 computer"}
    (title,) = re.findall(r'<a href="/matches/[^"]+">\s*With ([^<]*?)\s*</a>', page)
    assert set(re.split(r",? and |, ", title)) == told


def test_the_longest_streak_stays_when_the_present_one_has_ended(
    client: TestClient, tmp_path: Path
) -> None:
    me = me_on(client, tmp_path)
    keep(tmp_path, ended(Random(1), 0, [me], ["casual@2"]))
    days = ("2028-02-27", "2028-02-28", "2028-02-29", "2028-03-04")
    for day in days:
        add_daily_result(tmp_path, day, "Quintessa", 1)
    told = facts(client.get("/me").text)
    assert (told["Daily streak"], told["Longest streak"]) == ("0", "3")


def test_the_download_has_the_name_every_match_and_its_record(client: TestClient) -> None:
    play_alone(client)
    data = client.get("/me/data").json()
    assert data["player"]["name"] == "Quintessa"
    assert [match["seat"] for match in data["matches"]] == [0]
    assert data["matches"][0]["record"].startswith("King's Corners record 1")
    client.cookies.clear()
    assert client.get("/me/data", follow_redirects=False).headers["location"] == "/me"


def test_whoever_is_deleted_is_a_former_player_in_others_matches_and_nowhere_else(
    client: TestClient, tmp_path: Path
) -> None:
    me, ben = play_alone(client), Guest.arrive(client, "Ben")
    play_with(client, me, ben)
    daily = client.post("/daily", follow_redirects=False).headers["location"][-6:]
    play_to_the_end([me], daily, Random(1))
    with sqlite3.connect(tmp_path / "kings.sqlite3") as database:
        (player,) = database.execute("SELECT id FROM players WHERE name = 'Quintessa'").fetchone()
    assert "Delete everything?" in client.get("/me/delete").text
    assert "Quintessa" in client.get("/me").text
    assert client.post("/me/delete", follow_redirects=False).headers["location"] == "/?deleted"
    with sqlite3.connect(tmp_path / "kings.sqlite3") as database:
        for table in ("daily_results", "counted_results", "daily_games", "match_results", "tokens"):
            query = f"SELECT count(*) FROM {table} WHERE player_id = ?"
            assert database.execute(query, (player,)).fetchone() == (0,)
        seats = database.execute(
            "SELECT count(*) FROM match_results WHERE player_id IS NULL AND computer IS NULL"
        )
        assert seats.fetchone() == (1,)
        assert database.execute("SELECT count(*) FROM matches").fetchone() == (1,)
    assert "Quintessa" not in client.get("/me").text
    assert client.get("/api/leaderboards/all").json()["entries"] == []
