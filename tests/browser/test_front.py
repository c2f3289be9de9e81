"""The front page and the rules: the picture plays, nothing shifts, everybody can use them."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, ViewportSize, expect

from tests.browser.conftest import DESKTOP, PHONE, TABLET, is_too_wide
from tests.kit.person import Person
from tests.kit.server import Server

WIDE: ViewportSize = {"width": 2560, "height": 1440}
LAPTOPS: list[ViewportSize] = [
    {"width": 1024, "height": 768},
    {"width": 1100, "height": 700},
    {"width": 1366, "height": 625},
]
LOW: ViewportSize = {"width": 1280, "height": 577}
SIZES = [PHONE, {"width": 640, "height": 360}, TABLET, *LAPTOPS, DESKTOP, WIDE]
SHIFTS = """
  window.shifts = [];
  new PerformanceObserver((list) => shifts.push(...list.getEntries().map((entry) => entry.value)))
    .observe({ type: "layout-shift", buffered: true });
"""
POSITION = """() => JSON.stringify(
  [...document.querySelectorAll(".scene [data-at]")].map((place) => [
    place.dataset.at, ...[...place.querySelectorAll(".card")].map((card) => card.dataset.r)]))"""

SMALL: list[ViewportSize] = [
    {"width": 320, "height": 568},
    PHONE,
    {"width": 568, "height": 320},
    {"width": 667, "height": 375},
]
SIZES_OF_SUITS = """(wide) => {
  const card = document.querySelector(".shown .card:is([data-r='6'], [data-r='8'])");
  card.style.setProperty("--w", `${wide}px`);
  const sizes = getComputedStyle(card, "::before").maskSize.split(", ").map(parseFloat);
  return [sizes[2], sizes[4]];
}"""
LINKS_BESIDE_DOORS = """() => {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector(".learn a"));
  return words.getBoundingClientRect().left - document.querySelector(".doors").offsetLeft;
}"""
ROOM_IN_DOORS = """() => [...document.querySelectorAll(".doors :is(button, a span)")]
  .map((door) => {
    const words = document.createRange();
    words.selectNodeContents(door);
    return door.closest(".big").clientWidth - words.getBoundingClientRect().width;
  })"""
BROKEN = """() => [...document.querySelectorAll(".doors :is(button, a span)")]
  .filter((door) => {
    const words = document.createRange();
    words.selectNodeContents(door);
    return words.getClientRects().length > 1;
  }).map((door) => door.textContent)"""
ROWS_OF_LINKS = """() => new Set(
  [...document.querySelectorAll(".learn a")].map((link) => link.offsetTop)).size"""


@pytest.fixture
def moving(browser: Browser) -> Iterator[BrowserContext]:
    """A browser whose owner likes motion, and whose clock the test sets."""
    context = browser.new_context(viewport=PHONE, reduced_motion="no-preference")
    context.set_default_timeout(15_000)
    yield context
    context.close()


def position(page: Page) -> str:
    return str(page.evaluate(POSITION))


@pytest.mark.parametrize("viewport", SIZES, ids=str)
def test_the_picture_and_the_door_to_play_are_on_the_first_screen(
    browser: Browser, server: Server, viewport: ViewportSize
) -> None:
    context = browser.new_context(viewport=viewport, reduced_motion="reduce")
    page = context.new_page()
    page.goto(server.url)
    for selector in (".hello h1", ".picture", ".doors .primary", ".learn"):
        box = page.locator(selector).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= viewport["width"]
        assert box["y"] + box["height"] <= viewport["height"]
    assert not is_too_wide(page)
    context.close()


def test_with_a_match_running_each_door_is_in_one_line_and_a_whole_code_is_seen(
    person: Person,
) -> None:
    page = person.page
    person.play_now()
    page.goto(person.url)
    field = page.get_by_label("The code of a table")
    field.fill("WWW-WWW")
    for size in [*SMALL, *LAPTOPS, LOW]:
        page.set_viewport_size(size)
        assert page.evaluate(BROKEN) == [], size
        assert page.evaluate(ROWS_OF_LINKS) == 1, size
        assert field.evaluate("(field) => field.scrollWidth <= field.clientWidth"), size
        links = page.locator(".learn").bounding_box()
        assert links is not None
        assert links["y"] + links["height"] <= size["height"], size
        picture = page.locator(".picture").bounding_box()
        assert picture is not None
        assert picture["y"] + picture["height"] <= size["height"], size


def test_the_picture_ends_within_a_window_that_its_words_are_too_large_for(person: Person) -> None:
    person.page.set_viewport_size({"width": 1366, "height": 625})
    person.page.goto(person.url)
    person.page.evaluate("() => { document.documentElement.style.fontSize = '32px'; }")
    picture = person.page.locator(".picture").bounding_box()
    assert picture is not None
    assert picture["y"] + picture["height"] <= 625


@pytest.mark.parametrize("viewport", LAPTOPS, ids=str)
def test_beside_the_picture_the_links_are_one_line_below_the_doors_and_no_door_is_too_narrow(
    person: Person, viewport: ViewportSize
) -> None:
    person.page.set_viewport_size(viewport)
    person.page.goto(person.url)
    assert person.page.evaluate(ROWS_OF_LINKS) == 1
    assert abs(person.page.evaluate(LINKS_BESIDE_DOORS)) < 2
    assert min(person.page.evaluate(ROOM_IN_DOORS)) >= 20


def test_the_picture_plays_its_film_to_the_end_and_again_and_nothing_on_the_page_shifts(
    moving: BrowserContext, server: Server
) -> None:
    person = Person(moving, server.url)
    page = person.page
    page.clock.install()
    page.add_init_script(SHIFTS)
    page.goto(server.url)
    expect(page.locator(".pause")).to_be_visible()
    first = position(page)
    steps = (page.locator(".scene").get_attribute("data-steps") or "").split()
    moves = [step for step in steps if "+" not in step]
    seen = [first]
    for _ in range(5 * len(steps)):
        page.clock.run_for(300)  # beside the time that passes: never two steps at once
        seen.append(position(page))
        if len(set(seen)) == len(moves) + 1:
            break
    assert len(set(seen)) == len(moves) + 1
    assert page.locator(".own .card").count() == 0
    places = json.loads(seen[-1])
    assert sum(len(cards) - 1 for _, *cards in places) > 0
    page.clock.run_for(3000)
    assert position(page) == first
    assert page.locator(".own .card").count() == 7
    assert page.evaluate("shifts") == []
    assert person.complaints == []


def test_a_tap_pauses_the_picture_and_another_lets_it_go_on(
    moving: BrowserContext, server: Server
) -> None:
    page = moving.new_page()
    page.clock.install()
    page.goto(server.url)
    button = page.get_by_role("button", name="Pause the picture")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    still = position(page)
    page.clock.run_for(9000)
    assert position(page) == still
    button.click()
    page.clock.run_for(4500)
    assert position(page) != still


def test_out_of_sight_the_picture_rests(moving: BrowserContext, server: Server) -> None:
    page = moving.new_page()
    page.clock.install()
    page.goto(server.url)
    expect(page.locator(".pause")).to_be_visible()
    page.evaluate(
        """() => new Promise((seen) => {
             new IntersectionObserver(([entry]) => entry.isIntersecting || seen())
               .observe(document.querySelector(".picture"));
             document.querySelector(".picture").style.display = "none";
           })"""
    )
    before = position(page)
    page.clock.run_for(6000)
    assert position(page) == before


def test_with_reduced_motion_the_picture_is_still_and_has_no_button(person: Person) -> None:
    person.page.clock.install()
    person.page.goto(person.url)
    before = position(person.page)
    person.page.clock.run_for(6000)
    assert position(person.page) == before
    expect(person.page.locator(".pause")).to_be_hidden()


def test_without_script_the_page_is_whole(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto(server.url)
    expect(page.locator(".pause")).to_be_hidden()
    expect(page.locator(".scene .card").first).to_be_visible()
    page.get_by_role("link", name="The rules", exact=True).click()
    expect(page.get_by_role("heading", name="Kings and corners")).to_be_visible()
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("#table")).to_be_visible()
    context.close()


def test_the_rules_fit_a_phone_and_double_text(person: Person) -> None:
    for size in ("16px", "32px"):
        person.page.goto(f"{person.url}/rules")
        person.page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", size)
        assert not is_too_wide(person.page)


@pytest.mark.parametrize("viewport", [PHONE, TABLET, DESKTOP])
def test_every_hand_of_the_rules_pictures_stays_clear_of_the_felts_edges(
    person: Person, viewport: ViewportSize
) -> None:
    person.page.set_viewport_size(viewport)
    person.page.goto(f"{person.url}/rules")
    clear = person.page.locator(".shown").evaluate_all(
        """(all) => all.map((felt) => {
          const edges = felt.getBoundingClientRect();
          const hand = felt.querySelectorAll(".shown-hand .card");
          const cards = Array.from(hand, (card) => card.getBoundingClientRect());
          return Math.min(cards[0].left - edges.left, edges.right - cards.at(-1).right);
        })"""
    )
    assert len(clear) > 10
    assert min(clear) >= 16


@pytest.mark.parametrize("viewport", [TABLET, {"width": 1100, "height": 700}, DESKTOP, WIDE])
def test_no_row_of_presets_is_left_half_empty(person: Person, viewport: ViewportSize) -> None:
    person.page.set_viewport_size(viewport)
    person.page.goto(f"{person.url}/rules")
    rows, most = person.page.locator(".presets").evaluate(
        """(presets) => {
          const ends = {};
          for (const { offsetTop, offsetLeft, offsetWidth } of presets.children) {
            ends[offsetTop] = Math.max(ends[offsetTop] ?? 0, offsetLeft + offsetWidth);
          }
          return [Object.values(ends), presets.offsetLeft + presets.offsetWidth];
        }"""
    )
    assert len(rows) > 1
    assert min(rows) >= most - 2


@pytest.mark.parametrize("wide", [44, 89.05, 89.5, 89.8, 90, 160])
def test_a_card_shows_either_one_large_suit_or_pips(person: Person, wide: float) -> None:
    person.page.goto(f"{person.url}/rules")
    large, pip = person.page.evaluate(SIZES_OF_SUITS, wide)
    assert (large > 0) is (wide < 90)
    assert (pip > 0) is (wide >= 90)


def test_a_door_opens_once_and_again_when_its_page_comes_back(person: Person) -> None:
    page, knocks = person.page, list[str]()

    def hold(route: Route) -> None:
        knocks.append(route.request.url)
        route.fulfill(status=204)  # the page stays

    page.route("**/rooms", hold)
    page.goto(person.url)
    door = page.get_by_role("button", name="With friends")
    door.dblclick()
    show = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: %s }))"
    page.evaluate(show % "false")
    door.click()
    assert len(knocks) == 1
    page.evaluate(show % "true")
    with page.expect_request("**/rooms"):
        door.click()
    assert len(knocks) == 2
