"""The page of a finished match at many sizes: the layout is large, hands and names can be read."""

from __future__ import annotations

from uuid import uuid4

from playwright.sync_api import Page, ViewportSize

from engine.rules import CLASSIC
from tests.browser.conftest import DESKTOP, PHONE, TABLET, is_too_wide
from tests.kit.kept import keep
from tests.kit.person import Person
from tests.kit.recording import by_computers
from tests.kit.server import Server

NAMES = [
    "Maximiliane Hohenstaufen",
    "Bartholomew",
    "Ann",
    "Wolfeschlegelstein",
    "Cy",
    "Konstantinopolitan",
]
SIDEWAYS: ViewportSize = {"width": 844, "height": 390}
LOW: list[ViewportSize] = [
    {"width": 1366, "height": 625},
    {"width": 1280, "height": 720},
    {"width": 1180, "height": 820},
    {"width": 1100, "height": 700},
]
SIZES: list[ViewportSize] = [
    {"width": 320, "height": 568},
    PHONE,
    {"width": 390, "height": 844},
    TABLET,
    {"width": 568, "height": 320},
    SIDEWAYS,
    *LOW,
    DESKTOP,
    {"width": 2560, "height": 1440},
]


def watch(person: Person, server: Server, players: int, seat: str) -> Page:
    """Open the end of a match of beginners, where totals are largest."""
    _, record = by_computers(bytes(32), CLASSIC, ["beginner@1"] * players)
    link = keep(server.database, f"S{uuid4().hex[:8].upper()}-1", record, NAMES[:players])
    deals = record.moves[-1][0]
    person.page.goto(f"{server.url}/matches/{link}?deal={deals}&step=9&seat={seat}")
    return person.page


def test_the_ways_to_other_pages_stand_in_the_header_where_they_cost_no_height(
    person: Person, server: Server
) -> None:
    page = watch(person, server, 2, "all")
    for size in SIZES:
        page.set_viewport_size(size)
        assert page.locator(".bar-home nav").is_visible() == (size["width"] >= 560), size
        assert page.locator(".bar-home").evaluate("(bar) => bar.offsetHeight") <= 44, size
        assert not is_too_wide(page), size
