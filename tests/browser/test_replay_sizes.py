"""The page of a finished match at many sizes: the layout is large, hands and names can be read."""

from __future__ import annotations

from uuid import uuid4

import pytest
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
LAYOUT = """() => document.querySelector(".place .card").getBoundingClientRect().width"""
DEAL_TENS = """(count) => {
  const cards = Array.from({ length: count }, () => {
    const card = document.createElement("i");
    card.className = "card s";
    card.dataset.r = "10";
    return card;
  });
  document.querySelector(".sitter .open").replaceChildren(...cards);
}"""
CUT = """() => [...document.querySelectorAll(".open .card[data-r]")].filter((card) => {
  const box = card.getBoundingClientRect();
  const next = card.nextElementSibling?.getBoundingClientRect();
  const { paddingRight } = getComputedStyle(card, "::before");
  const stage = card.closest(".stage").getBoundingClientRect();
  const end = box.right - parseFloat(paddingRight) - 0.1;
  const covered = next && next.top === box.top && next.left < end;
  return covered || box.left < stage.left || box.right > stage.right || box.bottom > stage.bottom;
}).length"""
"""How many cards of open hands show less than their whole index."""
OUT_OF_CELL = """() => [...document.querySelectorAll(".sitter p *")]
  .filter((one) => !one.matches(".held-and-points, .unseen, .called *"))
  .filter((one) => {
    const box = one.getBoundingClientRect();
    const cell = one.closest(".sitter").getBoundingClientRect();
    return box.left < cell.left - 0.1 || box.right > cell.right + 0.1
      || box.top < cell.top - 0.1 || box.bottom > cell.bottom + 0.1;
  }).map((one) => one.textContent)"""


def watch(person: Person, server: Server, players: int, seat: str) -> Page:
    """Open the end of a match of beginners, where totals are largest."""
    _, record = by_computers(bytes(32), CLASSIC, ["beginner@1"] * players)
    link = keep(server.database, f"S{uuid4().hex[:8].upper()}-1", record, NAMES[:players])
    deals = record.moves[-1][0]
    person.page.goto(f"{server.url}/matches/{link}?deal={deals}&step=9&seat={seat}")
    return person.page


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("seat", ["0", "all"])
def test_in_low_windows_the_cards_of_the_layout_are_large(
    person: Person, server: Server, players: int, seat: str
) -> None:
    page = watch(person, server, players, seat)
    for size in LOW:
        page.set_viewport_size(size)
        assert page.evaluate(LAYOUT) >= 95, size


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("seat", ["0", "all"])
def test_no_index_of_an_open_hand_is_cut_and_no_total_leaves_its_players_cell(
    person: Person, server: Server, players: int, seat: str
) -> None:
    page = watch(person, server, players, seat)
    for size in SIZES:
        page.set_viewport_size(size)
        for cards in (8, 9, 12, 16, 24):
            page.evaluate(DEAL_TENS, cards)
            assert page.evaluate(CUT) == 0, (cards, size)
            assert page.evaluate(OUT_OF_CELL) == [], (cards, size)


def test_with_all_hands_open_the_cards_of_the_layout_fill_their_places(
    person: Person, server: Server
) -> None:
    page = watch(person, server, 4, "all")
    for size in SIZES:
        page.set_viewport_size(size)
        heights = page.locator(".layout :is(.place, .place .card)").evaluate_all(
            "(found) => found.map((one) => one.offsetHeight)"
        )
        assert max(heights) - min(heights) <= 1, size


def test_the_ways_to_other_pages_stand_in_the_header_where_they_cost_no_height(
    person: Person, server: Server
) -> None:
    page = watch(person, server, 2, "all")
    for size in SIZES:
        page.set_viewport_size(size)
        assert page.locator(".bar-home nav").is_visible() == (size["width"] >= 560), size
        assert page.locator(".bar-home").evaluate("(bar) => bar.offsetHeight") <= 44, size
        assert not is_too_wide(page), size
