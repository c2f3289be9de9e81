"""A real browser at a real server."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

from tests.kit.friends import arrive
from tests.kit.person import Person
from tests.kit.server import Server
from tools.browser import chromium

FLAGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-sync",
    "--no-first-run",
]
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PHONE: ViewportSize = {"width": 360, "height": 640}
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
TABLET: ViewportSize = {"width": 820, "height": 1180}
PACE = 0.02
"""Fast, but slow enough for a round's end to be seen."""


def looks(page: Page, sizes: Sequence[ViewportSize] = (PHONE, DESKTOP)) -> Iterator[str]:
    """Show the page at each of these sizes in both themes, one after the other."""
    for size in sizes:
        for scheme in SCHEMES:
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)
            yield f"{page.url} at {size['width']} pixels, {scheme}"


def is_too_wide(page: Page) -> bool:
    """Whether one has to scroll sideways."""
    wide: bool = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return wide


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        path = os.environ.get("KINGS_TEST_BROWSER") or chromium()
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def pace() -> float:
    return PACE


@pytest.fixture(scope="session")
def usual_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of all tests that ask for no pace of their own."""
    server = Server(tmp_path_factory.mktemp("server"), PACE)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def server(usual_server: Server, tmp_path: Path, pace: float) -> Iterator[Server]:
    """A server, on which no error must happen; one with another pace is the test's own."""
    if pace == PACE:
        before = len(usual_server.errors())
        yield usual_server
        assert usual_server.errors()[before:] == []
        return
    server = Server(tmp_path, pace)
    server.start()
    yield server
    server.stop()
    assert server.errors() == []


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    context.set_default_timeout(15_000)
    yield context
    context.close()


@pytest.fixture
def person(context: BrowserContext, server: Server) -> Person:
    return Person(context, server.url)


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[list[Person]]:
    """Anna with a room, and Ben with its page before him."""
    anna, ben = arrive(browser, server.url), arrive(browser, server.url)
    room = anna.begin("/rooms")
    anna.post(f"{room}/name", form={"name": "Anna"})
    for person in (anna, ben):
        person.page.goto(server.url + room)
    yield [anna, ben]
    for person in (anna, ben):
        person.page.context.close()
