"""Random people at the whole app, by pages, calls and sockets: nothing breaks, nobody is stuck."""

from __future__ import annotations

import asyncio
import json
import random
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from structlog.testing import capture_logs

from app.rooms import presence
from app.rooms import room as room_module
from app.rooms.room import Room
from app.rooms.state import RoomState
from engine.cards import DECK
from tests.kit.guests import app_in
from tests.kit.house import folded_again
from tests.kit.positions import all_cards
from tests.kit.visitors import Visitor, visitors

NAMES = ("Anna", "Ben", "Cho", "Zoe")
SHOWN = re.compile(r'(?:data-card="|id="c-)([A2-9TJQK][SHDC])"')
EXPECTED = {200, 303, 308, 401, 403, 404, 409, 422}
PATIENCE = 0.0002
"""A factor: friends are waited for 60 ms."""
ODD = ("-1", "0", "5", "6", "99999999999999999999", "٣", "x", "1.5", "")
MALFORMED = ("", "{", "null", "[]", '{"seq": []}', '{"say": "rude"}', '{"relieve": -1, "seq": 1}')


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FastAPI:
    monkeypatch.setattr(room_module, "VISIT_SECONDS", 0.02)
    monkeypatch.setattr(room_module, "ABSENCE_SECONDS", 0.05)
    monkeypatch.setattr(room_module, "TRY_AGAIN_SECONDS", 0.02)
    monkeypatch.setattr(presence, "AWAY_AFTER_MS", 20)
    return app_in(tmp_path, patience=PATIENCE)


async def room_of(app: FastAPI, code: str) -> Room:
    room: Room = await app.state.services.rooms.get(code)
    return room


async def gathered(app: FastAPI, people: list[Visitor]) -> Room:
    """A new room in which the first two sit."""
    opened = await people[0].ask("POST", "/rooms")
    own = opened.headers["location"]
    await people[1].ask("POST", f"{own}/seats")
    await people[0].ask("POST", f"{own}/rules", data={"preset_before": "", "target": "5"})
    return await room_of(app, own.rpartition("/")[2])


async def do_something(person: Visitor, room: Room, luck: random.Random) -> None:
    """One of the things that somebody may do in a browser or by a program, often wrong or late."""
    state = room.state
    own, api = f"/rooms/{state.code}", f"/api/rooms/{state.code}"
    legal = [str(move) for move in state.match.deal.legal_moves()] if state.match else ["end"]
    seq = state.seq - (luck.random() < 0.2)
    seat = luck.choice((*map(str, range(5)), *ODD))
    move = luck.choice((*legal, *legal, "undo", "KH>NE", "7H"))
    message: dict[str, Any] = luck.choice((
        *[{"seq": seq, "move": move}] * 6,
        {"seq": seq, "do": luck.choice(("next", "again", "now", "back", "dance"))},
        {"seq": seq, "relieve": luck.randrange(-1, 6)},
        {"say": luck.choice(("hello", "rude"))},
    ))  # fmt: skip
    forms: tuple[tuple[str, dict[str, str], float], ...] = (
        ("/moves", {name: str(value) for name, value in message.items()}, 6),
        ("/seats", {"name": luck.choice((*NAMES, "", "Arschloch", "x" * 30))}, 2),
        (f"/seats/{seat}", {"do": luck.choice(("casual", "open", "drop", "remove", "x"))}, 0.7),
        ("/name", {"name": luck.choice((*NAMES, "\u202e", "x" * 300))}, 0.3),
        ("/rules", {"preset_before": "classic", "target": seat} | {
            "preset": luck.choice(("classic", "family", "x"))
        }, 0.5),
        ("/terms", {"clock": luck.choice(("0", "15", "7")), "pace": "quick"} | {
            name: "1" for name in ("public", "watching") if luck.random() < 0.8
        }, 0.3),
        ("/start", {}, 1),
        ("/reopen", {}, 0.3),
        ("/leave", {}, 0.3),
    )  # fmt: skip
    calls: tuple[tuple[str, str, object, float], ...] = (
        ("POST", "/moves", {"seq": seq, "move": move}, 4),
        ("POST", "/seats", {}, 1),
        ("DELETE", f"/seats/{seat or 0}", None, 0.3),
        ("PUT", f"/seats/{seat or 0}", {"computer": luck.choice(("casual", "x", None))}, 0.3),
        ("PUT", "/rules", {"rules": {"target": luck.choice((5, 10**30))}}, 0.3),
        ("POST", "/start", None, 1),
        ("POST", "/next", {"seq": seq}, 1),
        ("POST", "/back", None, 1),
        ("POST", "/relieve", {"seat": luck.randrange(6), "seq": seq}, 0.5),
        ("POST", "/phrases", {"phrase": "hello"}, 0.3),
        ("GET", "", None, 1),
        ("GET", "/record", None, 0.3),
    )
    kind = luck.random()
    if luck.random() < 0.01:
        assert (await person.ask("POST", "/me/delete")).status_code == 303
    elif kind < 0.3 and person.lines:
        luck.choice(person.lines).say(message if luck.random() < 0.9 else luck.choice(MALFORMED))
    elif kind < 0.4:
        if len(person.lines) < 2:
            await person.connect(luck.choice((own, api)) + "/socket")
        else:
            await person.lines.pop().hang_up()
    elif kind < 0.7:
        path, fields, _ = luck.choices(forms, [weight for *_, weight in forms])[0]
        htmx = {"hx-request": "true"} if luck.random() < 0.5 else {}
        response = await person.ask("POST", own + path, data=fields, headers=htmx)
        assert response.status_code in EXPECTED, (path, response.text)
    elif kind < 0.95:
        method, path, body, _ = luck.choices(calls, [weight for *_, weight in calls])[0]
        response = await person.ask(method, api + path, json=body)
        assert response.status_code in EXPECTED, (path, response.text)
    else:
        await person.ask("GET", luck.choice(("/", own, own.lower())))


def assert_whole(state: RoomState) -> None:
    if state.match:
        assert sorted(all_cards(state.match.deal)) == sorted(DECK)


async def settled(room: Room) -> None:
    """Wait until nothing changes by itself for a while."""
    seen = -1
    async with asyncio.timeout(20):
        while seen != room.state.n:
            seen = room.state.n
            await asyncio.sleep(0.15)


async def check_screens(people: list[Visitor], code: str) -> None:
    """Each open socket of a program is soon sent what a call answers: asking is a visit itself."""
    for person in people:
        async with asyncio.timeout(5):
            while True:
                if await shows_what_a_call_answers(person, code):
                    break
                await asyncio.sleep(0.01)


async def shows_what_a_call_answers(person: Visitor, code: str) -> bool:
    response = await person.ask("GET", f"/api/rooms/{code}")
    for line in person.lines:
        # A refusal may have a view, too, but is none.
        told = (json.loads(frame) for frame in line.frames if frame.startswith("{"))
        views = [view for view in told if "seats" in view]
        if views and not line.closed and response.status_code == 200:
            view, last = response.json(), views[-1]
            for seat in (*view["seats"], *last["seats"]):
                seat["hands_over_at"] = seat["connected"] = seat["idle"] = None
            view["watchers"] = last["watchers"] = None
            if last != view:
                return False
    return True


async def somebody_can_act(people: list[Visitor], room: Room) -> None:
    """One comes back and plays: the others' seats go to computers, and the match ends."""
    for person in people:
        await person.hang_up()
    state = room.state
    host = people[0]
    await host.connect(f"/rooms/{state.code}/socket")
    async with asyncio.timeout(60):
        while room.state.status == "playing":
            view = (await host.ask("GET", f"/api/rooms/{state.code}")).json()
            if view.get("you") is None:
                return
            deal, seq = view["deal"], view["seq"]
            if view["seats"][view["you"]]["stand_in"]:
                await host.ask("POST", f"/api/rooms/{state.code}/back")
            elif deal["legal"]:
                move = "end" if "end" in deal["legal"] else deal["legal"][0]
                await host.ask(
                    "POST", f"/api/rooms/{state.code}/moves", json={"seq": seq, "move": move}
                )
            elif deal["ending"]:
                await host.ask("POST", f"/api/rooms/{state.code}/next", json={"seq": seq})
            await asyncio.sleep(0.002)


@pytest.mark.parametrize("seed", range(3))
async def test_random_people_leave_the_app_whole(app: FastAPI, tmp_path: Path, seed: int) -> None:
    luck = random.Random(seed)
    heard: list[str] = []
    started = 0
    with capture_logs() as logs:
        async with visitors(app, NAMES, heard.append) as people:
            room = await gathered(app, people)
            for _ in range(400):
                if room.state.closed or room._gone:
                    room = await gathered(app, people)
                crowd = luck.sample(people, luck.choice((1, 1, 1, 3)))
                await asyncio.gather(*(do_something(person, room, luck) for person in crowd))
                assert_whole(room.state)
                started = max(started, room.state.match_number)
            await settled(room)
            await check_screens(people, room.state.code)
            await somebody_can_act(people, room)
            await settled(room)
            assert_whole(room.state)
            state = room.state
            assert await folded_again(app.state.services.reader, state) == state
            seeds = {match.seed.hex()} if (match := room.state.match) and not match.over else set()
    assert started, "no match ever started"
    assert [line for line in logs if line["log_level"] in {"error", "critical"}] == []
    with sqlite3.connect(tmp_path / "kings.sqlite3") as database:
        ids = {row[0] for row in database.execute("SELECT id FROM players")}
    secrets_told = [text for text in heard if any(secret in text for secret in ids | seeds)]
    assert secrets_told == []


async def test_a_page_shows_no_card_but_those_on_the_table_and_in_the_viewers_hand(
    app: FastAPI,
) -> None:
    luck = random.Random(1)
    async with visitors(app, NAMES, lambda _: None) as people:
        room = await gathered(app, people)
        own = f"/rooms/{room.state.code}"
        await people[0].ask("POST", f"{own}/start")
        checked = 0
        for _ in range(25):
            state = room.state
            deal = state.running.deal
            if deal.ending:
                break
            on_table = {str(card) for pile in deal.piles.values() for card in pile}
            for number, person in enumerate(people):
                hand = {str(card) for card in deal.hands[number]} if number < 2 else set()
                shown = set(SHOWN.findall((await person.ask("GET", own)).text))
                assert shown <= on_table | hand
                checked += len(shown)
                view = (await person.ask("GET", f"/api/rooms/{state.code}")).json()
                assert (set(view["deal"]["hand"]), view["deal"]["hands"]) == (hand, None)
            mover = people[deal.seat]
            move = str(luck.choice(deal.legal_moves()))
            await mover.ask("POST", f"{own}/moves", data={"seq": str(state.seq), "move": move})
        assert checked


async def test_of_two_who_race_for_a_seat_one_sits_and_the_other_hears_why(app: FastAPI) -> None:
    async with visitors(app, NAMES, lambda _: None) as people:
        opened = await people[0].ask("POST", "/rooms")
        own = opened.headers["location"]
        for _ in range(2):
            await people[0].ask("POST", f"{own}/seats/1", data={"do": "drop"})
        answers = await asyncio.gather(*(who.ask("POST", f"{own}/seats") for who in people[1:]))
        assert sorted(answer.status_code for answer in answers) == [303, 409, 409]
        told = [answer.text for answer in answers if answer.status_code == 409]
        assert all("Every seat at this table is taken." in text for text in told)
        room = await room_of(app, own.rpartition("/")[2])
        assert len(room.state.people) == 2


async def test_of_two_moves_on_one_position_one_is_made_and_the_other_is_told(
    app: FastAPI,
) -> None:
    async with visitors(app, NAMES[:2], lambda _: None) as people:
        room = await gathered(app, people)
        own = f"/rooms/{room.state.code}"
        await people[0].ask("POST", f"{own}/start")
        before = room.state
        moves = [str(move) for move in before.running.deal.legal_moves()]
        seat = before.running.deal.seat
        asked = {"seq": before.seq, "move": moves[0]}
        answers = await asyncio.gather(
            *(people[seat].ask("POST", f"/api{own}/moves", json=asked) for _ in range(2))
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        assert [a.json()["code"] for a in answers if a.status_code == 409] == ["stale"]
        made = [line.move for line in room.state.logs[-1] if line.at_seq == before.seq]
        assert made == moves[:1]
