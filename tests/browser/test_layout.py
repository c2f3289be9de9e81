"""Whatever lies on the table, and whoever sits at it: all is on the screen, and can be tapped."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize

from app.web.assets import Assets
from tests.kit.person import MATCH_OVER, ROUND_OVER, Person
from tests.kit.server import Server
from tests.kit.tables import MadeUp, page_of, tables

SIZES: list[ViewportSize] = [
    {"width": 320, "height": 568},
    {"width": 360, "height": 640},
    {"width": 390, "height": 844},
    {"width": 820, "height": 1180},
    {"width": 844, "height": 390},
    {"width": 1440, "height": 900},
    {"width": 2560, "height": 1440},
]
CARD_ON_A_PHONE = {320: 47}
"""How wide the layout's cards are at least, by the screen's width."""
CARD_ELSEWHERE = 62
FAULTS = """(least) => {
  const faults = [];
  const { innerWidth: width, innerHeight: height } = window;
  const root = document.documentElement;
  if (root.scrollWidth > width || root.scrollHeight > height ||
      document.body.scrollHeight > document.body.clientHeight) faults.push("the page scrolls");
  const name = (e) => e.id || e.dataset.place || e.dataset.card || e.className || e.tagName;
  const areas = [".bar", ".strip", ".layout", ".prompt", ".said", "#hand", "#actions"]
    .map((a) => document.querySelector(a)).filter((a) => a.checkVisibility());
  for (const [i, a] of areas.entries()) for (const b of areas.slice(i + 1)) {
    const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
    const across = Math.min(p.right, q.right) - Math.max(p.left, q.left);
    const down = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
    if (across > 1 && down > 1) faults.push(`${name(a)} and ${name(b)} overlap by ${down}`);
  }
  for (const e of document.querySelectorAll("button, a")) {
    if (!e.checkVisibility() || e.closest("[popover]:not(:popover-open)")) continue;
    const r = e.getBoundingClientRect();
    if (!r.width) continue;
    if (r.left < -0.5 || r.top < -0.5 || r.right > width + 0.5 || r.bottom > height + 0.5)
      faults.push(`${name(e)} is cut off`);
    const [x, y, d] = [(r.left + r.right) / 2, (r.top + r.bottom) / 2, least / 2 - 0.5];
    for (const at of [[x - d, y], [x + d, y], [x, y - d], [x, y + d]])
      if (!e.contains(document.elementFromPoint(...at))) faults.push(`${name(e)} missed at ${at}`);
  }
  const [board, top, middle] = [".board", ".place", ".stock"]
    .map((a) => document.querySelector(a).getBoundingClientRect());
  const [above, between] = [top.top - board.top, middle.top - top.bottom];
  if (above > Math.max(12, between + 2)) faults.push(`${above} px are empty above the layout`);
  for (const e of document.querySelectorAll(".facts, .prompt, .round, .actions button"))
    if (e.scrollWidth > e.clientWidth + 1) faults.push(`${name(e)} is cut short`);
  return faults;
}"""
ENDING = """(least) => {
  const faults = [];
  const { innerWidth: width, innerHeight: height } = window;
  if (document.documentElement.scrollWidth > width) faults.push("the page scrolls");
  const result = document.getElementById("result");
  if (result.scrollWidth > result.clientWidth) faults.push("the result scrolls sideways");
  const { bottom } = result.getBoundingClientRect();
  for (const e of document.querySelectorAll(".ending h2, .peek, #next :is(a, button)")) {
    const r = e.getBoundingClientRect();
    if (r.left < 0 || r.top < 0 || r.right > width || r.bottom > height)
      faults.push(`${e} is cut off`);
    if (!e.matches("h2") && Math.min(r.width, r.height) < least) faults.push(`${e} is small`);
    if (e.matches("h2") && r.bottom > bottom) faults.push("the title is to be scrolled to");
    if (!e.contains(document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2)))
      faults.push(`${e} is covered`);
  }
  const rows = Map.groupBy(
    [...document.querySelectorAll("#next :is(a, button)")].map((e) => e.getBoundingClientRect()),
    (r) => r.top);
  for (const edge of ["left", "right"]) {
    const ends = [...rows.values()].map((row) => row.at(edge === "left" ? 0 : -1)[edge]);
    if (Math.max(...ends) - Math.min(...ends) > 1) faults.push(`the ${edge} edges are ${ends}`);
  }
  if (width > height && height < 400) {
    if (document.querySelector(".ending").getBoundingClientRect().top > 0)
      faults.push("what lies under the sheet is cut above it");
    const last = document.querySelector(".hands > :last-child, .standing > :last-child");
    if (last.getBoundingClientRect().bottom > bottom) faults.push("a row of the result is cut");
  }
  return faults;
}"""
PEEKED = """() => {
  const [peek, next] = [".peek", "#next"]
    .map((a) => document.querySelector(a).getBoundingClientRect());
  return Math.max(next.top - peek.bottom, next.left - peek.right);
}"""
APART = 8
USUAL_PHONE = 360
ROWS = "new Set([...document.querySelectorAll('.seat')].map((seat) => seat.offsetTop)).size"
CARD = "document.querySelector('.spot > .card').offsetWidth"
WIDTHS = "[...document.querySelectorAll('.held')].map((e) => e.getBoundingClientRect().width)"


@pytest.mark.parametrize("made_up", list(tables()), ids=lambda made_up: str(made_up[:3]))
def test_every_table_fits_the_screen_and_all_of_it_can_be_read_and_tapped(
    browser: Browser, server: Server, made_up: MadeUp
) -> None:
    page = browser.new_page(reduced_motion="reduce")
    page.route("**/*.js", lambda route: route.abort())
    show(page, server, made_up)
    found = {}
    for viewport in SIZES:
        page.set_viewport_size(viewport)
        faults = page.evaluate(FAULTS, 32)
        least = 40 if made_up.hand <= 16 and viewport["width"] >= USUAL_PHONE else 32
        if page.evaluate(ROWS) > 1:
            faults.append("the seats are more than one row")
        if page.evaluate(CARD) < CARD_ON_A_PHONE.get(viewport["width"], CARD_ELSEWHERE):
            faults.append("the cards of the layout are small")
        widths = page.evaluate(WIDTHS)
        assert len(widths) == made_up.hand
        faults += [f"a card of the hand shows {width} px" for width in widths if width < least]
        if faults:
            found[str(viewport)] = faults
    assert found == {}
    page.close()


@pytest.mark.parametrize(("end", "target"), [(ROUND_OVER, 500), (MATCH_OVER, 1)])
def test_the_ends_of_rounds_and_matches_fit_every_screen(
    browser: Browser, server: Server, end: str, target: int
) -> None:
    context = browser.new_context(viewport=SIZES[0], reduced_motion="reduce")
    person = Person(context, server.url)
    person.open("human", *["computer:casual"] * 5, target=target)
    person.pass_until(end)
    found = {}
    for viewport in SIZES:
        person.page.set_viewport_size(viewport)
        faults = person.page.evaluate(ENDING, 32)
        person.tap(".peek")
        if person.page.evaluate(PEEKED) < APART:
            faults.append("the way back to the result touches what comes next")
        person.tap(".peek")
        if faults:
            found[str(viewport)] = faults
    assert found == {}
    context.close()


def show(page: Page, server: Server, made_up: MadeUp) -> None:
    """Open a made-up table where the server would show a real one, in its styles."""
    html = page_of(made_up.table, Assets().url)

    def answer(route: Route) -> None:
        route.fulfill(body=html, content_type="text/html; charset=utf-8")

    page.route("**/rooms/ABC234", answer)
    page.goto(f"{server.url}/rooms/ABC234")
    page.unroute("**/rooms/ABC234")
