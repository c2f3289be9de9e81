"""The first visit to a table, in a real browser that has kept nothing: its bytes, its stability."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from bench.figure import Figure
from tests.kit.person import Person
from tests.kit.server import Server
from tools.browser import chromium

FLAGS = ["--no-sandbox", "--disable-background-networking", "--no-first-run"]
MOST_KILOBYTES = 60
MOST_SHIFT = 0.1
"""What Google's Web Vitals call good; 0 is none at all."""
SETTLING_MS = 1500
SHIFTS = """
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
"""


def figures() -> Iterator[Figure]:
    """Open a table on a phone, and measure until it lies still."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), 0.1)
        server.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            yield from _measured(browser, server.url)
        finally:
            browser.close()
            server.stop()


def _measured(browser: Browser, url: str) -> Iterator[Figure]:
    opener = browser.new_context()
    person = Person(opener, url)
    person.play_now_until_my_turn()
    context = browser.new_context(viewport={"width": 360, "height": 640})
    context.add_cookies(opener.cookies())  # type: ignore[arg-type]  # the same shape
    context.add_init_script(SHIFTS)
    page = context.new_page()
    session = context.new_cdp_session(page)
    received: list[float] = []

    def note(event: dict[str, Any]) -> None:
        received.append(event["encodedDataLength"])

    session.on("Network.loadingFinished", note)
    session.send("Network.enable")
    page.goto(person.page.url, wait_until="networkidle")
    kilobytes = sum(received) / 1000
    print(f"  {len(received)} answers", flush=True)
    yield Figure("first load of a table", kilobytes, "kB", "the most", MOST_KILOBYTES, "at most", 1)
    page.wait_for_timeout(SETTLING_MS)
    shifted = page.evaluate("window.shifted")
    yield Figure("layout shift", shifted, "", "what is good", MOST_SHIFT, "at most", 0)
