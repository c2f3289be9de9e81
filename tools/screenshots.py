"""Take the pictures in docs/screenshots/ of a real match on a real server: `make screenshots`."""

from base64 import b64decode
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Literal

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from tests.kit.person import CARD, KNOWS_ALL, MATCH_OVER, ROUND_OVER, Person
from tests.kit.server import Server
from tools.browser import chromium

FOLDER = Path("docs", "screenshots")
FLAGS = ["--no-sandbox", "--disable-background-networking", "--no-first-run"]
SIZES: tuple[ViewportSize, ...] = (
    {"width": 360, "height": 640},
    {"width": 390, "height": 844},
    {"width": 820, "height": 1180},
    {"width": 844, "height": 390},
    {"width": 1440, "height": 900},
    {"width": 2560, "height": 1440},
)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PACE = 0.02
WEBP = {"format": "webp", "quality": 80}
"""A tenth of a PNG's size; only the browser's own protocol has it."""
SETTLED = "() => document.getAnimations().every((one) => one.playState !== 'running')"


def take(browser: Browser, url: str, size: ViewportSize, scheme: Literal["light", "dark"]) -> None:
    context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
    context.add_init_script(KNOWS_ALL)
    person, luck = Person(context, url), Random(7)
    session = context.new_cdp_session(person.page)

    def picture(name: str) -> None:
        file = FOLDER / f"{name}-{size['width']}x{size['height']}-{scheme}.webp"
        person.page.wait_for_function(SETTLED)
        shot = session.send("Page.captureScreenshot", WEBP)
        file.write_bytes(b64decode(shot["data"]))
        print(file)

    person.page.goto(url)
    picture("front")
    person.play_now()
    for _ in range(5):
        person.wait_for_my_turn()
        if not person.legal():
            person.go_on()
            continue
        person.make(luck.choice(person.legal()[:3]))
    person.until_there_is(CARD)
    picture("table")
    person.play_until(luck, ROUND_OVER)
    picture("round-end")
    person.play_until(luck, MATCH_OVER)
    picture("match-end")
    assert person.complaints == []
    context.close()


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data), PACE)
        server.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            for size, scheme in product(SIZES, SCHEMES):
                take(browser, server.url, size, scheme)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
