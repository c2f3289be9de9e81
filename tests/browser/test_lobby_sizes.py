"""A lobby on screens of all sizes: all of it is seen, and what matters at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.kit.axe import faults
from tests.kit.friends import open_room, sit_down, start
from tests.kit.person import Person
from tests.kit.server import Server

LONG = "Maximiliane Hohenstaufen"
JAPANESE = "さくらこさくらこさくらこさくらこさくらこさくらこ"
SMALL: tuple[ViewportSize, ...] = ({"width": 360, "height": 640}, {"width": 844, "height": 390})
TOO_SMALL = """
  (least) => [...document.querySelectorAll("a, button, input, select, summary")]
    .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.matches("p a, li a"))
    .map((e) => [e.outerHTML.slice(0, 90), (e.closest(".switch") ?? e).getBoundingClientRect()])
    .filter(([, { width, height }]) => Math.min(width, height) < least)
    .map(([html, { width, height }]) => `${html} ${width} × ${height}`)
"""
WIDE: tuple[ViewportSize, ...] = (
    {"width": 1440, "height": 900},
    {"width": 2560, "height": 1440},
)
CUT = """[...document.querySelectorAll(".invitation-link input")]
  .filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.value)"""
ARROWS = """[...document.querySelectorAll("select")]
  .filter((e) => parseFloat(getComputedStyle(e).paddingRight) < 32).map((e) => e.name)"""
UNDER_THE_BAR = """() => {
  const bar = document.querySelector(".begin");
  const { top } = bar.getBoundingClientRect();
  return [...document.querySelectorAll("main :is(p, a, button, input, select, label)")]
    .filter((e) => e.checkVisibility() && !bar.contains(e) && !e.closest("[popover]"))
    .filter((e) => e.getBoundingClientRect().bottom > top).map((e) => e.outerHTML);
}"""
COLUMNS = """() => new Set(
  Array.from(document.querySelectorAll(".option"), (option) => option.offsetLeft)).size"""
TOO_WIDE = "document.documentElement.scrollWidth - innerWidth"


@pytest.mark.parametrize("width", [320, 360, 820])
def test_the_bar_of_a_lobby_covers_nothing_at_the_page_s_end(
    people: list[Person], width: int
) -> None:
    sit_down(people[1], "Ben")
    for person in people:
        person.page.set_viewport_size({"width": width, "height": 568})
        person.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        assert person.page.evaluate(UNDER_THE_BAR) == []


@pytest.mark.parametrize("viewport", WIDE, ids=str)
def test_on_a_wide_screen_all_that_a_host_chooses_stands_above_the_bar_and_rules_in_columns(
    people: list[Person], viewport: ViewportSize
) -> None:
    page = people[0].page
    page.set_viewport_size(viewport)
    assert page.evaluate(UNDER_THE_BAR) == []
    page.get_by_text("More rules").click()
    assert page.evaluate(COLUMNS) == 3
    rules = page.locator(".options").bounding_box()
    clock = page.get_by_label("Clock").bounding_box()
    assert rules is not None
    assert clock is not None
    assert clock["y"] > rules["y"] + rules["height"]


def test_a_lobby_leads_to_the_other_pages_where_its_buttons_leave_room(
    people: list[Person],
) -> None:
    page = people[0].page
    ways = page.get_by_role("navigation").get_by_role("link")
    for width in (320, 360, 1440):
        page.set_viewport_size({"width": width, "height": 640})
        expect(ways).to_have_text(["Daily", "Boards", "You"])
        assert page.evaluate(TOO_WIDE) <= 0
    page.set_viewport_size({"width": 844, "height": 390})
    expect(ways).to_have_count(0)
    page.get_by_role("link", name="King’s Corners").click(trial=True)
    page.get_by_role("button", name="Leave").click(trial=True)


def test_the_link_is_whole_where_there_is_room_and_no_arrow_touches_an_edge(
    people: list[Person],
) -> None:
    page = people[0].page
    for viewport in WIDE:
        page.set_viewport_size(viewport)
        assert page.evaluate(CUT) == []
        assert page.evaluate(ARROWS) == []


def test_six_with_long_names_fit_small_screens_start_and_leave_in_sight_and_axe_finds_nothing(
    browser: Browser, server: Server
) -> None:
    contexts = [
        browser.new_context(viewport=SMALL[0], reduced_motion="reduce", bypass_csp=True)
        for _ in range(4)
    ]
    host, guest, stranger, other = (Person(context, server.url) for context in contexts)
    link = open_room(host, LONG)
    guest.page.goto(link)
    sit_down(guest, JAPANESE)
    other.page.goto(link)
    sit_down(other, JAPANESE)
    host.page.get_by_label("Anybody may join").check()
    for _ in range(2):
        with host.page.expect_response("**/seats/*"):
            host.page.get_by_role("button", name="Add a seat").click()
    stranger.page.goto(link)
    expect(stranger.page.locator("#lobby .seats li")).to_have_count(6)
    front = contexts[2].new_page()
    front.goto(server.url)
    expect(front.locator(".listed.open li").first).to_be_visible()
    for viewport in SMALL:
        for page in (host.page, guest.page, stranger.page, front):
            page.set_viewport_size(viewport)
            assert page.evaluate(TOO_SMALL, 32) == []
        expect(host.page.get_by_role("button", name="Start")).to_be_in_viewport(ratio=1)
        expect(guest.page.get_by_role("button", name="Leave")).to_be_in_viewport(ratio=1)
        for person in (host, guest, stranger):
            person.page.get_by_role("link", name="King’s Corners").click(trial=True)
    fit_small_screens(host.page, guest.page, stranger.page, front)
    for _ in range(3):
        with host.page.expect_response("**/seats/*"):
            host.page.get_by_role("button", name="Add a computer").first.click()
    fit_small_screens(host.page)
    start([host, guest, other])
    fit_small_screens(host.page, guest.page, stranger.page)
    for context in contexts:
        context.close()


def fit_small_screens(*pages: Page) -> None:
    for page in pages:
        for viewport in SMALL:
            page.set_viewport_size(viewport)
            assert faults(page) == []
            assert page.evaluate(TOO_WIDE) <= 0
