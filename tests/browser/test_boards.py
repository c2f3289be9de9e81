"""Boards and the page about oneself with much on them: they fit, and lead to the replays."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import DESKTOP, PHONE, TABLET, is_too_wide, looks
from tests.kit.axe import faults
from tests.kit.ended import ended, keep
from tests.kit.server import Server

NAME = "Maximiliane Löwenstein"
OTHERS = ("Wilhelmina Hohenstaufen", "千代子さんのおばあちゃん", "Ben")
BOARDS = [f"/leaderboards?board={board}&period=all" for board in ("rooms", "rating")]
TABS = """() => [...document.querySelectorAll(".tabs a")].filter((e) => {
  const range = document.createRange();
  range.selectNodeContents(e);
  const lines = new Set([...range.getClientRects()].map((r) => r.top));
  return lines.size > 1 || e.scrollWidth > e.clientWidth;
}).map((e) => e.textContent)"""
DAY_MS = 24 * 3600 * 1000


@pytest.fixture(scope="module")
def rich(browser: Browser, usual_server: Server) -> Iterator[tuple[Server, BrowserContext]]:
    """A server at which somebody has played much, and that person's browser."""
    server = usual_server
    context = browser.new_context(bypass_csp=True, java_script_enabled=True)
    page = context.new_page()
    page.goto(f"{server.url}/me")
    page.get_by_label("Your name").fill(NAME)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    fill(server.database)
    yield server, context
    context.close()


def fill(path: Path) -> None:
    with sqlite3.connect(path) as database:
        (me,) = database.execute(
            "SELECT id FROM players WHERE name = ? ORDER BY rowid DESC", [NAME]
        ).fetchone()
    luck, now = Random(2), time.time_ns() // 1_000_000
    for number in range(24):
        people = [me, *luck.sample(OTHERS, luck.randint(1, 3))]
        computers = ["casual@2"] if number % 3 else []
        at = now - (30 - number) * DAY_MS
        keep(path.parent, ended(luck, at, people, computers, target=25, public=number % 2 == 0))


def test_everybody_can_use_pages_with_much_on_them(rich: tuple[Server, BrowserContext]) -> None:
    server, context = rich
    page = context.new_page()
    for path in (*BOARDS, "/me"):
        page.goto(server.url + path)
        for line in page.locator("summary.line").all():
            line.click()
        for look in looks(page, (PHONE, TABLET, DESKTOP)):
            assert faults(page) == [], look
            assert not is_too_wide(page), look
    page.close()


def test_the_tabs_are_one_line_each_and_nothing_of_them_is_cut(
    rich: tuple[Server, BrowserContext],
) -> None:
    server, context = rich
    page = context.new_page()
    page.goto(server.url + BOARDS[0])
    for width in (320, 360, 390, 820):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate(TABS) == []
        assert not is_too_wide(page)
    page.close()


def test_a_line_unfolds_by_keys_and_leads_to_a_replay(rich: tuple[Server, BrowserContext]) -> None:
    server, context = rich
    page = context.new_page()
    page.goto(server.url + BOARDS[1])
    line = page.locator("summary.line", has_text="You")
    line.focus()
    page.keyboard.press("Enter")
    page.locator(".own .line-games a").first.click()
    page.wait_for_url(re.compile("/matches/"))
    expect(page.get_by_text(NAME).first).to_be_visible()
    page.close()


def test_the_rating_is_drawn_and_said(rich: tuple[Server, BrowserContext]) -> None:
    server, context = rich
    page = context.new_page()
    page.goto(f"{server.url}/me")
    chart = page.get_by_role("img", name=re.compile("^Your rating, match by match"))
    expect(chart).to_be_visible()
    assert drawn(page) <= 328
    page.close()


def drawn(page: Page) -> float:
    """How far to the right the last number of the chart reaches, in the chart's own units."""
    box: float = page.evaluate(
        "(({ x, width }) => x + width)(document.querySelector('.rating-chart .now').getBBox())"
    )
    return box
