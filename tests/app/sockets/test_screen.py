"""What the browsers' sockets send adds up to what a fresh page shows."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from app.render.language import load_languages
from app.render.regions import private_regions, public_regions, whole_log
from app.render.score import LOG_LINES
from app.render.sentences import lately_said
from app.rooms.commands import GoOn, Leave, MakeMove, Start, TakeBack, TakeSeat
from app.rooms.room import Room
from app.sockets.screen import TableScreen
from app.web.limits import Limits
from app.web.live import Visitor
from engine.moves import UNDO
from engine.rules import PRESETS
from tests.kit.house import OPEN, open_house, person

PARTIAL = re.compile(r'<hx-partial hx-target="#([\w-]+)" hx-swap="outerMorph">(.*?)</hx-partial>')
GROWTH = re.compile(r'<hx-partial hx-target="#log" hx-swap="beforeend">(.*?)</hx-partial>')
LINE = re.compile(r"<li.*?</li>")
PEOPLE = ("anna", "ben", "cho")
ENGLISH = load_languages()["en"]


class Mirror:
    """A browser that remembers the regions it was sent."""

    def __init__(self, room: Room, player: str | None) -> None:
        self.player = player
        self.screen = TableScreen(Visitor(room, player, "here"), ENGLISH, Limits(on=False))
        self.regions: dict[str, str] = {}

    def look(self) -> None:
        """Do what the browser does with a frame: replace regions, and let the log grow."""
        for frame in self.screen.frames():
            self.regions |= dict(PARTIAL.findall(frame))
            for lines in GROWTH.findall(frame):
                old, end = self.regions["log"].removesuffix("</ol>"), "</ol>"
                self.regions["log"] = old + lines + end

    def log(self) -> list[str]:
        """The lines that the page keeps."""
        return LINE.findall(self.regions["log"])[-LOG_LINES:]


def assert_fresh(mirror: Mirror, room: Room) -> None:
    """What was sent adds up to what a fresh page shows."""
    table = room.seen_by(mirror.player)
    shown = {name: html for name, html in mirror.regions.items() if name != "log"}
    assert shown == {
        **public_regions(room.seen_by(None), ENGLISH),
        **private_regions(table, ENGLISH),
    }
    assert mirror.log() == LINE.findall(whole_log(table, ENGLISH)["log"])


@pytest.mark.parametrize("preset", PRESETS)
async def test_frames_add_up_to_a_fresh_page_however_slow_the_reader(
    tmp_path: Path, preset: str
) -> None:
    luck, over = Random(preset), 0
    rules = replace(PRESETS[preset], target=5)
    async with open_house(tmp_path / "kings.db", pace=1) as house:
        room = await house.rooms.open("anna", [person("anna"), OPEN, OPEN], rules)
        await room.ask(TakeSeat("ben"))
        await room.ask(TakeSeat("cho"))
        await room.ask(Start("anna", bytes(32)))
        mirrors = [Mirror(room, player) for player in (*PEOPLE, None)]
        for _ in range(500):
            over += room.state.status == "over"
            await step(room, luck)
            for mirror in mirrors:
                if luck.random() < 0.6:  # the others are slow, and look later
                    mirror.look()
                    assert_fresh(mirror, room)
    assert over, "no match was over, and none was played again"


async def step(room: Room, luck: Random) -> None:
    state = room.state
    if state.status == "over":
        await room.ask(Start("anna", luck.randbytes(32), state.seq))
        return
    if state.between_deals:
        await room.ask(GoOn(luck.choice(PEOPLE), state.seq))
        return
    deal = state.running.deal
    player = state.seats[deal.seat].player
    assert player
    if state.seats[deal.seat].computer:
        await room.ask(TakeBack(player))
        return
    if luck.random() < 0.03:
        await room.ask(Leave(luck.choice(PEOPLE)))
        return
    moves = (*deal.legal_moves(), UNDO) if deal.can_undo else deal.legal_moves()
    await room.ask(MakeMove(player, state.seq, luck.choice(moves)))


async def test_a_page_that_comes_back_says_what_a_fresh_one_would(tmp_path: Path) -> None:
    async with open_house(tmp_path / "kings.db", pace=1) as house:
        room = await house.rooms.open("anna", [person("anna"), OPEN], PRESETS["classic"])
        await room.ask(TakeSeat("ben"))
        await room.ask(Start("anna", bytes(32)))
        await room.ask(Leave("anna"))
        await room.ask(TakeBack("anna"))
        (frame,) = Mirror(room, "anna").screen.frames()
        said = "".join(
            f"<span>{sentence}</span>" for sentence in lately_said(room.seen_by("anna"), ENGLISH)
        )
        assert "You play again yourself." in said
        assert f'<hx-partial hx-target="#said" hx-swap="innerMorph">{said}</hx-partial>' in frame


async def test_a_stale_message_brings_all_regions_again(tmp_path: Path) -> None:
    async with open_house(tmp_path / "kings.db", pace=1) as house:
        room = await house.rooms.open("anna", [person("anna"), OPEN], PRESETS["classic"])
        await room.ask(TakeSeat("ben"))
        await room.ask(Start("anna", bytes(32)))
        mirror = Mirror(room, "anna")
        mirror.look()
        mirror.regions.clear()
        await mirror.screen.receive('{"seq": "1", "move": "end"}')
        mirror.look()
        assert_fresh(mirror, room)


async def test_a_message_replayed_after_it_was_carried_out_is_no_mistake(tmp_path: Path) -> None:
    async with open_house(tmp_path / "kings.db", pace=1) as house:
        room = await house.rooms.open("anna", [person("anna"), OPEN], PRESETS["classic"])
        await room.ask(TakeSeat("ben"))
        await room.ask(Start("anna", bytes(32)))
        in_turn = room.state.seats[room.state.running.deal.seat].player
        mirror = Mirror(room, in_turn)
        mirror.look()
        message = f'{{"seq": {room.state.seq}, "move": "end"}}'
        for _ in range(3):
            await mirror.screen.receive(message)
        (frame,) = mirror.screen.frames()
        assert '<hx-partial hx-target="#notice" hx-swap="textContent"></hx-partial>' in frame
