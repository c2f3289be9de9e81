"""A person at the table: looks at the page, taps cards and piles, and notes what goes wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from playwright.sync_api import APIResponse, BrowserContext, Page

CARD = "[A2-9TJQK][SHDC]>"
"""How the moves begin that play a card of the hand; and those that move a pile."""
PILE = "[NESW]>"
ROUND_OVER = "#next [value=next]"
MATCH_OVER = "#next [value=again]"
ALONE = ("human", "computer:casual", "computer:casual", "computer:beginner")


KNOWS_ALL = "localStorage.cues = JSON.stringify(['play', 'more', 'king', 'pile'])"
"""What the browser keeps of somebody who needs no cues."""
HEARS = "addEventListener('htmx:ws:after:message:incoming', () => { window.heard = true; }, true)"
"""The first frame has all regions: what a test changes on the page before, it would take back."""
HELD = "#hand [data-card]"


class Person:
    """One page, and everything the browser complained about on it."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.url = url
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda message: self._note(message.type, message.text))
        self.page.on("pageerror", lambda error: self._note("error", str(error)))
        context.add_init_script(HEARS)

    def _note(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"}:
            self.complaints.append(text)

    def play_now(self) -> None:
        """Begin a match as the front page's button does, without the time that this page takes."""
        self.page.goto(self.url + self.begin())
        self.wait_for_socket()

    def begin(self, path: str = "/play") -> str:
        """Ask for a match, which also makes one known; return the path of its table."""
        asked = self.post(path, max_redirects=0)
        return asked.headers["location"]

    def post(self, path: str, **more: Any) -> APIResponse:
        """Post as one's own page would."""
        return self.page.request.post(self.url + path, headers={"Origin": self.url}, **more)

    def play_now_until_my_turn(self) -> None:
        """Begin a match, and wait for the first turn: one in thirty rounds ends before it."""
        self.play_now()
        self.wait_for_my_turn()
        while not self.legal():
            self.go_on()
            self.wait_for_my_turn()

    def play_a_beginner(self) -> None:
        """Begin a match against one beginner, who leaves piles where they could be moved."""
        self.open("human", "computer:beginner")

    def open(self, *seats: str, **rules: int) -> None:
        """Open a table with these seats and rules, and begin a match."""
        self.page.goto(self.url + self.lay(*seats, **rules))
        self.wait_for_socket()

    def lay(self, *seats: str, **rules: int) -> str:
        """Begin a match as `open` does, but look elsewhere; return the path of its table."""
        self.begin()
        opened = self.post("/api/rooms", data={"seats": seats or ALONE, "rules": rules})
        return f"/rooms/{opened.json()['code']}"

    def open_at_the_end(self, end: str, rounds: int, *seats: str, **rules: int) -> None:
        """Open a table where so many rounds, or the match before them, are over."""
        table = self.lay(*seats, **rules)
        play_unseen([self], table, lambda legal: legal[-1], rounds)
        self.page.goto(self.url + table)
        self.wait_for_socket()
        self.page.locator(end).wait_for()

    def wait_for_socket(self) -> None:
        """Wait until the table is live: what is tapped then goes through the socket."""
        self.page.wait_for_function(
            """() => window.heard && document.getElementById("offline").hidden &&
                 !document.querySelector(
                 `.seat.away[data-seat="${document.getElementById("you").dataset.you}"]`)"""
        )

    # What the page shows

    @property
    def seq(self) -> int:
        return int(self.page.locator("#seq").input_value())

    def legal(self) -> list[str]:
        text = self.page.locator("#actions").get_attribute("data-legal") or ""
        return text.split()

    def looks(self) -> dict[str, Any]:
        """What the page shows of the game: regions by id, without glow and selection."""
        looks: dict[str, Any] = self.page.evaluate(
            """() => Object.fromEntries([...document.querySelectorAll(
                 "#hand [data-card], [data-place], [id^=seat-], #stock, #round")].map(
                 (e) => [e.id || e.dataset.card || e.dataset.place, e.textContent.trim()]))"""
        )
        return looks

    def wait_for_my_turn(self) -> None:
        self.page.wait_for_function(
            """() => document.getElementById("actions")?.dataset.legal ||
                     document.querySelector("#next .primary")?.checkVisibility()"""
        )

    # What a person does

    def tap(self, selector: str) -> None:
        self.page.locator(selector).click()

    def make(self, move: str) -> None:
        """Make a move by tapping, and wait until the table has it."""
        before = self.seq
        if move in {"end", "undo", "draw"}:
            self.tap(f"#actions [value={move}]")
        else:
            what, place = move.split(">")
            self.tap(f"[data-card='{what}']" if re.match(CARD, move) else f"[data-place={what}]")
            self.tap(f"[data-place={place}]")
        self.wait_past(before)

    def drag(self, source: str, target: str, *, drop: bool = True) -> None:
        """Drag by the mouse from the middle of what can be seen of a thing to that of another."""
        self.page.mouse.move(*self.middle(source))
        self.page.mouse.down()
        self.page.mouse.move(*self.middle(target), steps=6)
        if drop:
            self.page.mouse.up()

    def middle(self, selector: str) -> tuple[float, float]:
        box = self.page.locator(selector).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def wait_past(self, seq: int) -> None:
        self.page.wait_for_function(
            "(seq) => Number(document.getElementById('seq').value) > seq", arg=seq
        )

    def receive(self, regions: dict[str, str]) -> None:
        """Let a frame come that replaces these regions."""
        swap = 'hx-target="#{}" hx-swap="outerMorph"'
        self.page.wait_for_function("() => window.htmx")
        self.page.evaluate(
            """(text) => {
                 const owner = document.getElementById("table");
                 return htmx.swap({ sourceElement: owner, target: owner, swap: "none", text });
               }""",
            "".join(
                f"<hx-partial {swap.format(name)}>{html}</hx-partial>"
                for name, html in regions.items()
            ),
        )

    def served(self, region: str) -> str:
        """The region as the server has it now."""
        html: str = self.page.evaluate(
            """async (id) => {
                 const page = await (await fetch(location.href)).text();
                 const fresh = new DOMParser().parseFromString(page, "text/html");
                 return fresh.getElementById(id).outerHTML;
               }""",
            region,
        )
        return html

    def allow(self, *moves: str) -> None:
        """Let the page believe that these are the legal moves."""
        self.page.evaluate(
            "(legal) => { document.getElementById('actions').dataset.legal = legal; }",
            " ".join(moves),
        )

    def go_on(self) -> None:
        """Press the button that a round's or the match's end offers."""
        before = self.seq
        self.page.locator("#next .primary").first.click()
        self.wait_past(before)

    def until_there_is(self, what: str) -> list[str]:
        """Pass until there are moves that match the pattern; return them."""
        for _ in range(300):
            self.wait_for_my_turn()
            if moves := [move for move in self.legal() if re.match(what, move)]:
                return moves
            if self.legal():
                self.make("end")
            else:
                self.go_on()
        raise TimeoutError(what)

    def until_several_lie(self) -> str:
        """Play until one is in turn beside a pile of several cards; return its place."""
        for _ in range(300):
            self.wait_for_my_turn()
            several = self.page.locator(".place:has(button.count) .spot")
            if not self.legal():
                self.go_on()
            elif several.count():
                return str(several.first.get_attribute("data-place"))
            else:
                self.make(self.legal()[0])
        raise TimeoutError

    def pass_until(self, end: str) -> None:
        """Play no card until the page shows ``end``: the shortest way there."""
        for _ in range(300):
            self.wait_for_my_turn()
            if self.page.locator(end).is_visible():
                return
            if self.legal():
                self.make("end" if "end" in self.legal() else self.legal()[0])
            else:
                self.go_on()
        raise TimeoutError(end)

    def play_until(self, luck: Random, end: str) -> None:
        """Play by chance, mostly cards rather than passes, until the page shows ``end``."""
        for _ in range(3000):
            self.wait_for_my_turn()
            if self.page.locator(end).is_visible():
                return
            if self.page.locator("#next .primary").first.is_visible():
                self.go_on()
                continue
            legal = self.legal()
            if legal:
                self.make(luck.choice(legal[:3]))
        raise TimeoutError(end)


def play_unseen(
    people: Sequence[Person], table: str, choose: Callable[[list[str]], str], rounds: int = 999
) -> None:
    """Let whoever is in turn move by the API until so many rounds or the match are over.

    No page has to be drawn.
    """
    path = f"/api{table}"
    for _ in range(3000):
        for person in people:
            view = person.page.request.get(person.url + path).json()
            deal, at = view["deal"], {"seq": view["seq"]}
            if view["status"] == "over" or (deal["ending"] and deal["number"] == rounds):
                return
            if deal["legal"]:
                person.post(f"{path}/moves", data=at | {"move": choose(deal["legal"])})
            elif deal["ending"]:
                person.post(f"{path}/next", data=at)
            else:
                person.page.wait_for_timeout(5)
    raise TimeoutError(table)


def held(card: str) -> str:
    return f"[data-card='{card}']"


def at(place: str) -> str:
    return f"[data-place={place}]"


def thing(what: str) -> str:
    """The selector of a card of the hand, or of a pile."""
    return held(what) if re.match(CARD, f"{what}>") else at(what)


def hand(person: Person) -> list[str]:
    cards: list[str] = person.page.locator(HELD).evaluate_all(
        "(cards) => cards.map((card) => card.dataset.card)"
    )
    return cards
