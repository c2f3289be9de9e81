"""Friends in browsers of their own, and whether all their pages show the same."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.kit.person import Person

PHONE: ViewportSize = {"width": 360, "height": 640}
AGREE_SECONDS = 15
PUBLIC = "#stage, #round, #stock, #score, #fingerprint, #result, [id^=at-], [id^=seat-]"
OWN = "#hand, #actions, #next, #you, #lobby"

# What scripts do to what the server sent (glow, order, selection, countdown) is left away.
LOOK = """
  const BY_SCRIPT = ["style", "aria-pressed", "aria-expanded", "tabindex"];
  const GLOW = ["short", "target", "movable", "playable", "aimed", "lifted", "counting", "shown"];
  const tidy = (root) => {
    const copy = root.cloneNode(true);
    for (const part of [copy, ...copy.querySelectorAll("*")]) {
      for (const name of BY_SCRIPT) part.removeAttribute(name);
      part.classList.remove(...GLOW);
      if (!part.className) part.removeAttribute("class");
      if (part.matches(".clock")) part.textContent = "";
    }
    return copy.outerHTML.replace(/\\s+/g, " ");
  };
  const own = (root) => [
    ...[...root.querySelectorAll("[data-card]")].map((card) => card.dataset.card).sort(),
    ...[...root.querySelectorAll("input, select")].map((field) =>
        field.type === "checkbox" ? field.checked : field.value),
    root.dataset.legal, root.textContent.replace(/\\s+/g, " ").trim(),
  ];
  const look = (page, publicly, privately) => ({
    all: Object.fromEntries([...page.querySelectorAll(publicly)].map((e) => [e.id, tidy(e)])),
    own: Object.fromEntries([...page.querySelectorAll(privately)].map((e) =>
           [e.id, e.id === "hand" ? own(e).slice(0, -1) : own(e)])),
    sitting: [...page.querySelectorAll("#lobby .seats li")].map((chair) => [
      chair.className, ((chair.querySelector("input.field") ?? {}).value ??
        chair.querySelector(".name").textContent).replace(/ \\d$/, "")]),
  });
"""
LIVE = f"([publicly, privately]) => {{ {LOOK} return look(document, publicly, privately); }}"
FRESH = f"""async ([publicly, privately]) => {{ {LOOK}
  const page = await (await fetch(location.href)).text();
  return look(new DOMParser().parseFromString(page, "text/html"), publicly, privately);
}}"""


def arrive(browser: Browser, url: str, viewport: ViewportSize = PHONE) -> Person:
    """Somebody with a browser of their own."""
    context = browser.new_context(viewport=viewport, reduced_motion="reduce")
    context.set_default_timeout(15_000)
    return Person(context, url)


def open_room(host: Person, name: str) -> str:
    """Open a room from the front page, be called this, and return the link of the invitation."""
    host.page.goto(host.url)
    host.page.get_by_role("button", name="With friends").click()
    call(host, name)
    return host.page.locator(".invitation-link input").input_value()


def call(person: Person, name: str) -> None:
    """Be called this, by the field at one's own seat."""
    person.page.wait_for_load_state()  # what is typed before is sent by nobody
    field = person.page.get_by_label("Your name")
    with person.page.expect_response("**/name"):
        field.fill(name)
        field.blur()


def sit_down(person: Person, name: str) -> None:
    """Sit down in the lobby that the page shows."""
    person.page.get_by_label("Your name").fill(name)
    person.page.get_by_role("button", name="Sit down").click()
    expect(person.page.locator(".invitation")).to_be_visible()


def agree(people: Sequence[Person]) -> None:
    """Wait until all pages show the same, each what a fresh one would, and fail if they do not."""
    end = time.monotonic() + AGREE_SECONDS
    while True:
        differences = _differences([person.page for person in people])
        if not differences:
            return
        if time.monotonic() > end:
            raise AssertionError("\n".join(differences))
        people[0].page.wait_for_timeout(50)


def _differences(pages: Sequence[Page]) -> list[str]:
    found = []
    first: dict[str, Any] | None = None
    for number, page in enumerate(pages):
        live = page.evaluate(LIVE, [PUBLIC, OWN])
        fresh = page.evaluate(FRESH, [PUBLIC, OWN])
        first = first or live
        for kind, beside, name in (
            ("all", fresh, "a fresh one"),
            ("own", fresh, "a fresh one"),
            ("sitting", first, "the first"),
            ("all", first, "the first"),
        ):
            if live[kind] != beside[kind]:
                found.append(f"page {number} and {name}: {_beside(live[kind], beside[kind])}")
    return found


def _beside(one: Any, other: Any) -> str:
    if isinstance(one, dict):
        return "; ".join(
            f"{key}:\n  {one.get(key)}\n  {other.get(key)}"
            for key in one.keys() | other.keys()
            if one.get(key) != other.get(key)
        )
    return f"\n  {one}\n  {other}"


def in_turn(people: Sequence[Person]) -> Person | None:
    """Who of them may move, None when the match is over; waits until somebody may."""
    end = time.monotonic() + AGREE_SECONDS
    while time.monotonic() < end:
        for person in people:
            if person.legal():
                return person
        if people[0].page.locator("#next [value=again]").is_visible():
            return None
        people[0].page.wait_for_timeout(20)
    raise TimeoutError


def pass_turns(people: Sequence[Person], turns: int = 1000) -> None:
    """Let whoever is in turn draw and pass, so many times or until the match is over."""
    for _ in range(turns):
        person = in_turn(people)
        if person is None:
            return
        person.make("end" if "end" in person.legal() else person.legal()[0])


def pass_until_in_turn(people: Sequence[Person], wanted: Person) -> None:
    """Let all draw and pass until it is this person's turn."""
    while in_turn(people) is not wanted:
        pass_turns(people, 1)


def start(people: list[Person]) -> None:
    """Begin the match, and wait until all are at the table."""
    people[0].page.get_by_role("button", name="Start").click()
    for person in people:
        person.page.wait_for_selector("#table")
        person.wait_for_socket()
