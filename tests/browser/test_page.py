"""The pages keep to the content security policy, to accessibility, and to the screen."""

from __future__ import annotations

from random import Random
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.conftest import DESKTOP, PHONE
from tests.kit.person import Person
from tests.kit.server import Server

SCHEMES = ("light", "dark")
SERIOUS = {"serious", "critical"}


def faults(page: Page) -> list[str]:
    """What axe finds of the serious kinds."""
    found = Axe().run(page).response["violations"]
    return [
        f"{fault['id']}: {[node['html'][:200] for node in fault['nodes']]}"
        for fault in found
        if fault["impact"] in SERIOUS
    ]


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
    assert faults(person.page) == []
    person.play_now()
    person.wait_for_my_turn()
    assert faults(person.page) == []
    person.play_until(Random(4), "#next [value=next]")
    assert faults(person.page) == []
    person.play_until(Random(4), "#next [value=again]")
    assert faults(person.page) == []
    person.page.goto(f"{server.url}/rooms/NOROOM")
    assert faults(person.page) == []
    context.close()


@pytest.mark.parametrize(
    "viewport",
    [PHONE, {"width": 390, "height": 844}, {"width": 844, "height": 390}, DESKTOP],
    ids=str,
)
def test_the_table_fits_the_screen_without_scrolling(
    browser: Browser, server: Server, viewport: ViewportSize
) -> None:
    context = browser.new_context(viewport=viewport, reduced_motion="reduce")
    person = Person(context, server.url)
    person.play_now()
    person.wait_for_my_turn()
    size = person.page.evaluate(
        "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    assert size[0] <= viewport["width"]
    assert size[1] <= viewport["height"]
    context.close()


@pytest.mark.parametrize(("path", "status"), [("/nowhere", 404), ("/rooms/NOROOM", 404)])
def test_a_wrong_address_is_answered_by_a_page_with_a_way_home(
    person: Person, path: str, status: int
) -> None:
    response = person.page.goto(person.url + path)
    assert response is not None
    assert response.status == status
    person.page.get_by_role("link").first.click()
    assert person.page.url.rstrip("/") == person.url
