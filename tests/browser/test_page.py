"""The pages keep to the content security policy, to accessibility, and to the screen."""

from __future__ import annotations

from random import Random
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.conftest import DESKTOP, PHONE
from tests.kit.axe import SERIOUS, faults
from tests.kit.person import Person
from tests.kit.server import Server

SCHEMES = ("light", "dark")


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_no_serious_fault_on_any_page(
    browser: Browser, server: Server, viewport: ViewportSize, scheme: Literal["light", "dark"]
) -> None:
    context = browser.new_context(
        viewport=viewport, color_scheme=scheme, reduced_motion="reduce", bypass_csp=True
    )
    person = Person(context, server.url)
    person.page.goto(server.url)
    assert faults(person.page, SERIOUS) == []
    person.play_now_until_my_turn()
    assert faults(person.page, SERIOUS) == []
    for end in ("#next [value=next]", "#next [value=again]"):
        person.play_until(Random(4), end)
        assert faults(person.page) == []
        assert fits(person.page, end, viewport)
    person.page.goto(f"{server.url}/rooms/NOROOM")
    assert faults(person.page, SERIOUS) == []
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
