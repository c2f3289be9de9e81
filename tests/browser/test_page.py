"""The pages keep to the content security policy, to accessibility, and to the screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from tests.browser.conftest import DESKTOP, PHONE, looks
from tests.kit.axe import all_faults
from tests.kit.person import CARD, MATCH_OVER, ROUND_OVER, Person
from tests.kit.server import Server


@pytest.fixture
def judged(browser: Browser, server: Server) -> Iterator[Person]:
    """Somebody whose pages axe may enter."""
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce", bypass_csp=True)
    yield Person(context, server.url)
    context.close()


@pytest.mark.parametrize("path", ["/", "/rules", "/rooms/NOROOM"])
def test_axe_finds_no_fault_and_every_text_stands_out(judged: Person, path: str) -> None:
    judged.page.goto(judged.url + path)
    no_faults(judged.page)


def test_axe_finds_no_fault_at_the_table_and_in_its_sheets(judged: Person) -> None:
    person = judged
    person.play_now_until_my_turn()
    no_faults(person.page)
    person.tap("#hand [data-card] >> nth=0")
    no_faults(person.page)
    for panel in ("help", "settings"):
        person.tap(f"[popovertarget={panel}] >> nth=0")
        no_faults(person.page)
        person.page.keyboard.press("Escape")


@pytest.mark.parametrize(("end", "target"), [(ROUND_OVER, 500), (MATCH_OVER, 1)])
def test_axe_finds_no_fault_at_the_end_and_what_comes_next_is_at_hand(
    judged: Person, end: str, target: int
) -> None:
    judged.open_at_the_end(end, 1, target=target)
    no_faults(judged.page)
    for viewport in (PHONE, DESKTOP):
        judged.page.set_viewport_size(viewport)
        assert fits(judged.page, end, viewport)


def no_faults(page: Page) -> None:
    """Ask axe by daylight and by lamplight, on a phone and on a desktop."""
    for look in looks(page):
        assert all_faults(page) == [], look


def test_a_browser_that_lacks_the_colours_is_called_too_old_and_no_other(judged: Person) -> None:
    """Ours becomes one by being asked for a function that no browser has."""

    def without(route: Route) -> None:
        sheet = route.fetch()
        route.fulfill(
            response=sheet, body=sheet.text().replace("(color: light-dark(", "(color: no(")
        )

    page, told = judged.page, judged.page.get_by_text("too old")
    page.goto(judged.url)
    expect(told).to_be_hidden()
    page.route("**/app.css", without)
    page.reload()
    expect(told).to_be_visible()


@pytest.mark.parametrize("name", ["How to play", "Settings", "Scores"])
def test_a_sheet_says_what_it_is_and_is_scrolled_and_closed_by_keys(
    person: Person, name: str
) -> None:
    person.play_now()
    person.page.set_viewport_size({"width": 360, "height": 200})
    button = person.page.locator(".bar").get_by_role("button", name=name)
    button.focus()
    person.page.keyboard.press("Enter")
    sheet = person.page.get_by_role("dialog", name=name)
    expect(sheet).to_be_visible()
    if name == "Scores":
        for _ in range(2):  # past the button that closes it
            person.page.keyboard.press("Tab")
        expect(sheet.locator(".recent")).to_be_focused()
    else:
        expect(sheet).to_be_focused()
    person.page.keyboard.press("ArrowDown")
    scrolled = "() => document.activeElement.closest('.record, [popover]').scrollTop > 0"
    person.page.wait_for_function(scrolled)
    person.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(button).to_be_focused()


def test_no_page_is_laid_out_again_and_again(person: Person) -> None:
    """A picture in nested grids without definite widths takes a thousand rounds, and seconds."""
    session = person.page.context.new_cdp_session(person.page)
    session.send("Performance.enable")
    rounds = {}
    for path in ("/", "/rules", "/daily"):
        person.page.goto(person.url + path)
        metrics = session.send("Performance.getMetrics")["metrics"]
        rounds[path] = next(one["value"] for one in metrics if one["name"] == "RecalcStyleCount")
    assert max(rounds.values()) < 200, rounds


def test_what_shows_where_one_may_play_is_seen_in_forced_colours(
    browser: Browser, server: Server
) -> None:
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce", forced_colors="active")
    person = Person(context, server.url)
    person.play_now()
    card = person.until_there_is(CARD)[0].split(">")[0]
    person.tap(f"[data-card='{card}']")
    person.page.wait_for_selector(".target")
    drawn = person.page.evaluate(
        """() => [[".playable", "::before"], [".target", "::after"], [".gear", null]].map(
             ([selector, part]) => getComputedStyle(document.querySelector(selector), part)
               .backgroundColor)"""
    )
    ground = person.page.evaluate(
        """() => {
             const sheet = document.body.appendChild(document.createElement("p"));
             sheet.style.background = "Canvas";
             return getComputedStyle(sheet).backgroundColor;
           }"""
    )
    assert ground not in drawn
    context.close()


@pytest.mark.parametrize(
    "viewport",
    [
        PHONE,
        {"width": 390, "height": 844},
        {"width": 640, "height": 360},
        {"width": 844, "height": 390},
        DESKTOP,
    ],
    ids=str,
)
def test_the_table_fits_the_screen_without_scrolling(
    browser: Browser, server: Server, viewport: ViewportSize
) -> None:
    context = browser.new_context(viewport=viewport, reduced_motion="reduce")
    person = Person(context, server.url)
    person.play_now_until_my_turn()
    # A busy machine's browser may lay out a new page for its own window first.
    person.page.wait_for_function("(high) => innerHeight === high", arg=viewport["height"])
    width, height = size(person.page)
    assert width <= viewport["width"]
    assert height <= viewport["height"]
    context.close()


def fits(page: Page, button: str, viewport: ViewportSize) -> bool:
    """Whether the button is on the screen, and nothing has to be scrolled to reach it."""
    box = page.locator(button).bounding_box()
    assert box is not None
    ends = box["y"] + box["height"]
    return ends <= viewport["height"] and size(page)[1] <= viewport["height"]


def size(page: Page) -> list[int]:
    """How wide and how high the page is with all that has to be scrolled to."""
    sizes: list[int] = page.evaluate(
        """() => [Math.max(document.documentElement.scrollWidth, document.body.scrollWidth),
                  Math.max(document.documentElement.scrollHeight, document.body.scrollHeight)]"""
    )
    return sizes


def test_with_text_at_200_percent_no_page_grows_sideways_and_cards_stay_large(
    person: Person,
) -> None:
    double = "() => { document.documentElement.style.fontSize = '32px'; }"
    person.page.goto(person.url)
    person.page.evaluate(double)
    assert size(person.page)[0] == PHONE["width"]
    person.play_now_until_my_turn()
    person.page.evaluate(double)
    assert size(person.page)[0] == PHONE["width"]
    card = person.page.locator(".spot .card").first.bounding_box()
    assert card is not None
    assert card["width"] >= 40
    person.make("end")


@pytest.mark.parametrize(("path", "status"), [("/nowhere", 404), ("/rooms/NOROOM", 404)])
def test_a_wrong_address_is_answered_by_a_page_with_a_way_home(
    person: Person, path: str, status: int
) -> None:
    response = person.page.goto(person.url + path)
    assert response is not None
    assert response.status == status
    person.page.get_by_role("link").first.click()
    assert person.page.url.rstrip("/") == person.url
