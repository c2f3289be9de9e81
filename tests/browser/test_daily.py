"""The daily game in a browser, to the text that is shared."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import Browser, expect

from tests.browser.conftest import PHONE, is_too_wide, looks
from tests.kit.axe import faults
from tests.kit.person import Person, play_unseen
from tests.kit.server import Server

MATCH_OVER = "#next a.primary"
CARDS = """() => [...document.querySelectorAll(".stage .card[data-r]")].map(
  (card) => card.dataset.r + card.classList[1])"""
LINES = """(field) => {
  const { lineHeight, paddingBlock } = getComputedStyle(field);
  return (field.scrollHeight - 2 * parseFloat(paddingBlock)) / parseFloat(lineHeight);
}"""
ENOUGH = 20
PAGES = ["/daily", "/daily/archive", "/leaderboards", "/leaderboards?board=rooms&period=all", "/me"]


def play_to_the_end(person: Person) -> None:
    """Play by luck, and after some moves no card any more: the shortest way there."""
    luck, page = Random(1), person.page
    for number in range(2000):
        page.wait_for_function(
            """() => document.getElementById("actions").dataset.legal ||
                     document.querySelector("#next :is(a, button)")?.checkVisibility()"""
        )
        if page.locator(MATCH_OVER).is_visible():
            return
        if page.locator("#next button").is_visible():
            person.go_on()
        elif legal := person.legal():
            ends = number > ENOUGH and "end" in legal
            person.make("end" if ends else luck.choice(legal[:3]))
    raise TimeoutError


def test_a_daily_is_played_from_the_front_page_to_the_text_that_is_shared(person: Person) -> None:
    page = person.page
    page.goto(person.url)
    page.get_by_role("link", name="Today’s game").click()
    expect(page.locator(".countdown .left")).to_have_text(re.compile(r"\d\d:\d\d:\d\d"))
    page.get_by_role("button", name="Play", exact=True).click()
    person.wait_for_socket()
    play_to_the_end(person)
    page.locator(MATCH_OVER).click()
    field = page.get_by_label("Your result as text")
    text = field.input_value()
    assert round(field.evaluate(LINES)) == len(text.split("\n"))  # none of them is broken
    assert text.startswith("King’s Corners, ")
    assert re.fullmatch(rf"{person.url}/daily/\d{{4}}-\d\d-\d\d/\w{{16}}", text.split("\n")[-1])
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").click()
    expect(page.locator(".invitation-news")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == text
    assert person.complaints == []


def told_everywhere(person: Person) -> dict[str, list[str]]:
    """What the day, its text, the archive and the replay tell whoever has just played."""
    page = person.page
    page.locator(MATCH_OVER).click()
    shared = page.get_by_label("Your result as text").input_value().splitlines()
    own = page.locator(".day-board .own")
    told = {
        # The number of players, and so the percentile, grow with each who ends.
        "text": [*shared[1].split(" · "), shared[2].split(" · ")[0], shared[3]],
        "board": [own.locator(part).inner_text() for part in (".rank", ".how", ".total")],
    }
    page.goto(f"{person.url}/daily/archive")
    told["archive"] = page.locator(".month .done").all_text_contents()
    page.goto(f"{person.url}/me")
    page.locator(".ranks .called a").first.click()
    page.keyboard.press("End")
    told["replay"] = [page.locator("#saying").inner_text(), *page.evaluate(CARDS)]
    return told


def test_two_who_choose_alike_come_to_the_same_end_and_every_page_tells_it(
    browser: Browser, server: Server
) -> None:
    told = []
    for _ in range(2):
        context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
        person = Person(context, server.url)
        table = person.begin("/daily")
        play_unseen([person], table, Random(1).choice)
        person.page.goto(server.url + table)
        told.append(told_everywhere(person))
        assert person.complaints == []
        context.close()
    assert told[0] == told[1]
    assert all(told[0].values())


def test_a_phone_on_its_side_shows_a_whole_month_of_daily_games(person: Person) -> None:
    for width, height in ((667, 375), (844, 390)):
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.goto(f"{person.url}/daily/archive")
        expect(person.page.locator(".month")).to_be_in_viewport(ratio=1)
        assert not is_too_wide(person.page)


def test_everybody_can_use_the_pages_of_the_daily_game(browser: Browser, server: Server) -> None:
    context = browser.new_context(reduced_motion="reduce", bypass_csp=True)
    context.set_default_timeout(15_000)
    person = Person(context, server.url)
    for played in (False, True):
        if played:
            play_unseen([person], person.begin("/daily"), lambda legal: legal[-1])
        for path in reversed(PAGES):
            person.page.goto(server.url + path)
            for look in looks(person.page):
                assert faults(person.page) == [], look
                assert not is_too_wide(person.page), look
    context.close()
