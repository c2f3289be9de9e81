"""Take the pictures in docs/screenshots/ of a real match on a real server: `make screenshots`.

And the icon for a phone's home screen, where no SVG can be.
"""

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
FLAGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--no-first-run",
    "--host-resolver-rules=MAP kings.example 127.0.0.1",
]
SIZES: tuple[ViewportSize, ...] = (
    {"width": 360, "height": 640},
    {"width": 390, "height": 844},
    {"width": 820, "height": 1180},
    {"width": 844, "height": 390},
    {"width": 1280, "height": 720},
    {"width": 1440, "height": 900},
    {"width": 2560, "height": 1440},
)
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
HOST = "kings.example"
"""A name that others would know, too: only then is there a QR code."""
ICON = Path("static", "touch-icon.png")
ICON_SIDE = 180
FRIENDS = ("Anna", "Grandpa Joe", "千代", "Maximilian")
PACE = 0.02
WEBP = {"format": "webp", "quality": 80}
"""A tenth of a PNG's size; only the browser's own protocol has it."""
SETTLED = "() => document.getAnimations().every((one) => one.playState !== 'running')"


class Photographer:
    """A person at a server, with a camera."""

    def __init__(self, browser: Browser, url: str, size: ViewportSize, scheme: Scheme) -> None:
        self.context = browser.new_context(
            viewport=size, color_scheme=scheme, reduced_motion="reduce"
        )
        self.context.add_init_script(KNOWS_ALL)
        self.person = Person(self.context, url)
        self._camera = self.context.new_cdp_session(self.person.page)
        self._name = f"{size['width']}x{size['height']}-{scheme}"

    def picture(self, name: str) -> None:
        file = FOLDER / f"{name}-{self._name}.webp"
        self.person.page.wait_for_function(SETTLED)
        shot = self._camera.send("Page.captureScreenshot", WEBP)
        file.write_bytes(b64decode(shot["data"]))
        print(file)

    def leave(self) -> None:
        assert self.person.complaints == [], self.person.complaints
        self.context.close()


def take_alone(browser: Browser, url: str, size: ViewportSize, scheme: Scheme) -> None:
    photographer = Photographer(browser, url, size, scheme)
    person, picture, luck = photographer.person, photographer.picture, Random(7)
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
    photographer.leave()


def take_with_friends(browser: Browser, url: str, size: ViewportSize, scheme: Scheme) -> None:
    people = [Photographer(browser, url, size, scheme) for _ in FRIENDS]
    host, *guests = people
    host.person.page.goto(url)
    host.person.page.get_by_role("button", name="With friends").click()
    host.person.page.wait_for_selector("#lobby")
    name = host.person.page.get_by_label("Your name")
    name.fill(FRIENDS[0])
    name.blur()
    for guest, called in zip(guests, FRIENDS[1:], strict=True):
        guest.person.page.goto(host.person.page.url)
        guest.person.page.get_by_label("Your name").fill(called)
        guest.person.page.get_by_role("button", name="Sit down").click()
        host.person.page.get_by_text(called).wait_for()
    host.picture("lobby")
    host.person.page.get_by_role("button", name="Start").click()
    for photographer in people:
        photographer.person.page.wait_for_selector(".held")
    host.picture("friends")
    for photographer in people:
        photographer.leave()


def take_icon(browser: Browser) -> None:
    """The project's mark, out to the edges: phones round the corners themselves."""
    page = browser.new_page(viewport={"width": ICON_SIDE, "height": ICON_SIDE})
    page.set_content(
        "<style>body { margin: 0 } svg { display: block } rect { rx: 0 }</style>"
        f"{ICON.with_name('crown.svg').read_text('utf-8')}"
    )
    page.screenshot(path=ICON)
    page.close()


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data), PACE)
        server.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            take_icon(browser)
            for size, scheme in product(SIZES, SCHEMES):
                take_alone(browser, server.url, size, scheme)
                take_with_friends(browser, server.url.replace("127.0.0.1", HOST), size, scheme)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
