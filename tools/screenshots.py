"""Take the pictures in docs/screenshots/ of a real match on a real server: `make screenshots`."""

from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Literal

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from tests.kit.person import KNOWS_ALL, Person
from tests.kit.server import Server
from tools.browser import chromium

FOLDER = Path("docs", "screenshots")
FLAGS = ["--no-sandbox", "--disable-background-networking", "--no-first-run"]
SIZES: tuple[ViewportSize, ...] = (
    {"width": 360, "height": 640},
    {"width": 820, "height": 1180},
    {"width": 1440, "height": 900},
)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PACE = 0.02
SETTLED = "() => document.getAnimations().every((one) => one.playState !== 'running')"


def take(browser: Browser, url: str, size: ViewportSize, scheme: Literal["light", "dark"]) -> None:
    context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
    context.add_init_script(KNOWS_ALL)
    person, luck = Person(context, url), Random(7)

    def picture(name: str) -> None:
        file = f"{name}-{size['width']}x{size['height']}-{scheme}.png"
        person.page.wait_for_function(SETTLED)
        person.page.screenshot(path=FOLDER / file)
        print(FOLDER / file)

    person.page.goto(url)
    picture("front")
    person.play_now()
    for _ in range(12):
        person.wait_for_my_turn()
        if not person.legal():
            person.go_on()
            continue
        person.make(luck.choice(person.legal()[:3]))
    person.wait_for_my_turn()
    picture("table")
    person.play_until(luck, "#next [value=next]")
    picture("round-end")
    person.play_until(luck, "#next [value=again]")
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
