"""The scores beside or over the table: how all stand, and what happened, at every size."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.conftest import DESKTOP
from tests.browser.test_layout import SIZES, box, show
from tests.kit.person import ROUND_OVER, Person
from tests.kit.server import Server
from tests.kit.tables import tables

NARROW: ViewportSize = {"width": 1024, "height": 768}
LINES_IN_SIGHT = """() => {
  const { bottom } = document.querySelector(".recent").getBoundingClientRect();
  return [...document.querySelectorAll(".log li")].filter(
    (line) => line.getBoundingClientRect().bottom <= bottom - 12).length;
}"""
UNSEEN = """() => {
  const isSeen = (row) => {
    const { left, right, top, bottom } = row.getBoundingClientRect();
    return row.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  };
  const [names, totals, ...rounds] = document.querySelectorAll("#score tr");
  const faults = [];
  for (const one of document.querySelectorAll(".record, .record > *")) one.scrollTop = 0;
  for (const [at, row] of rounds.entries()) {
    if (at) row.scrollIntoView({ block: "end" }); // the newest one is there without that
    for (const one of [names, totals, row])
      if (!isSeen(one)) faults.push(`${one.textContent} is not seen at the end of ${at}`);
  }
  return faults;
}"""


@pytest.fixture
def after_many(browser: Browser, server: Server) -> Iterator[Page]:
    """A table of six where nine rounds were played, and some moves of the tenth."""
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce")
    person = Person(context, server.url)
    person.open_at_the_end(ROUND_OVER, 9, "human", *["computer:casual"] * 5, target=500)
    person.go_on()
    person.until_several_lie()
    # Should that round be over, too, its result would lie on the scores.
    person.page.evaluate("document.querySelector('.ending').style.display = 'none'")
    yield person.page
    context.close()


def test_names_totals_and_every_round_are_seen_together_after_many(after_many: Page) -> None:
    for viewport in (NARROW, *SIZES):
        after_many.set_viewport_size(viewport)
        unfold(after_many)
        assert after_many.evaluate(UNSEEN) == [], viewport
        fold(after_many)


def test_beside_the_layout_the_last_moves_stay_in_sight_after_many_rounds(after_many: Page) -> None:
    for viewport in (NARROW, *SIZES[5:]):
        after_many.set_viewport_size(viewport)
        assert after_many.evaluate(LINES_IN_SIGHT) >= 2, viewport


def test_the_way_to_leave_the_table_stays_where_it_is_while_the_log_grows(
    browser: Browser, server: Server
) -> None:
    page = browser.new_page(reduced_motion="reduce")
    page.route("**/*.js", lambda route: route.abort())
    show(page, server, next(tables()))
    for viewport in SIZES:
        page.set_viewport_size(viewport)
        unfold(page)
        before = box(page, ".leave button")
        assert box(page, ".record")["bottom"] <= before["top"]
        assert before["bottom"] <= viewport["height"]
        page.evaluate("for (let n = 0; n < 20; n += 1) log.append(log.lastChild.cloneNode(true))")
        assert box(page, ".leave button") == before
    page.close()


def unfold(page: Page) -> None:
    """Open the sheet, where the scores do not stand beside the layout."""
    if page.locator(".bar [popovertarget=side]").is_visible():
        page.evaluate("document.getElementById('side').showPopover()")


def fold(page: Page) -> None:
    page.evaluate("document.getElementById('side').hidePopover()")
