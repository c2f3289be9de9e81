"""What a person wishes for holds at once and stays; who is new is told how, once."""

from __future__ import annotations

import re
from random import Random
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.browser.conftest import DESKTOP, PHONE, SCHEMES
from tests.kit.axe import faults
from tests.kit.person import CARD, PILE, Person
from tests.kit.server import Server

WISHES = [
    ("theme", "Dark"),
    ("colours", "Four colours"),
    ("sort", "By colour"),
    ("pace", "Not at all"),
    ("computers", "Quickly"),
    ("sound", "On"),
]
INK_BY_DAYLIGHT, INK_BY_LAMPLIGHT = "rgb(27, 39, 33)", "rgb(241, 233, 216)"
BLUE = "rgb(29, 87, 192)"
KING_TO_CORNER = "K[SHDC]>[NS][EW]"
TWO_LINES = """() => {
  const lines = (e) => {
    const words = document.createRange();
    words.selectNodeContents(e);
    return new Set(Array.from(words.getClientRects(), (r) => r.top)).size;
  };
  return [...document.querySelectorAll("#settings .segments span:last-child")]
    .filter((e) => lines(e) > 1).map((e) => e.textContent);
}"""


def wish(page: Page, group: str, words: str) -> None:
    page.locator("[popovertarget=settings]").first.click()
    radio = page.locator(f"#settings [name={group}]").and_(page.get_by_role("radio", name=words))
    radio.check()
    page.keyboard.press("Escape")


def chosen(page: Page) -> dict[str, str]:
    """Which radio button of each group the sheet shows as chosen, once the script has done it."""
    page.wait_for_selector("#settings :checked", state="attached")
    values: dict[str, str] = page.evaluate(
        """() => Object.fromEntries(Array.from(
             document.querySelectorAll("#settings :checked"), (e) => [e.name, e.value]))"""
    )
    return values


def colour(page: Page, selector: str) -> Any:
    return page.eval_on_selector(selector, "(element) => getComputedStyle(element).color")


def cue(page: Page) -> str:
    return page.locator("#cue [role=status]").inner_text()


# Wishes


def test_every_wish_survives_a_reload_and_holds_at_the_table_too(person: Person) -> None:
    page = person.page
    page.goto(person.url)
    before = chosen(page)
    for group, words in WISHES:
        wish(page, group, words)
    after = chosen(page)
    assert all(after[group] != before[group] for group in before)
    page.reload()
    assert chosen(page) == after
    person.play_now()
    assert chosen(page) == after
    assert person.complaints == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_theme_that_is_wished_for_holds_whatever_the_device_has(
    browser: Browser, server: Server, scheme: Literal["light", "dark"]
) -> None:
    context = browser.new_context(viewport=PHONE, color_scheme=scheme, reduced_motion="reduce")
    page = Person(context, server.url).page
    page.goto(server.url)
    device = INK_BY_DAYLIGHT if scheme == "light" else INK_BY_LAMPLIGHT
    bars = "() => [...document.querySelectorAll('meta[name=theme-color]')].map((e) => e.media)"
    assert colour(page, "body") == device
    for words, ink, media in [
        ("Light", INK_BY_DAYLIGHT, ["all", "not all"]),
        ("Dark", INK_BY_LAMPLIGHT, ["not all", "all"]),
    ]:
        wish(page, "theme", words)
        assert colour(page, "body") == ink
        assert page.evaluate(bars) == media
    wish(page, "theme", "Automatic")
    assert colour(page, "body") == device
    assert page.evaluate(bars) == [f"(prefers-color-scheme: {name})" for name in SCHEMES]
    context.close()


def test_no_choice_takes_two_lines_on_the_smallest_phone(person: Person) -> None:
    person.page.set_viewport_size({"width": 320, "height": 568})
    person.page.goto(person.url)
    person.page.get_by_role("button", name="Settings").click()
    assert person.page.evaluate(TWO_LINES) == []


def test_four_colours_make_diamonds_blue_and_two_make_them_red_again(person: Person) -> None:
    person.page.goto(person.url)
    red = colour(person.page, ".card.d")
    wish(person.page, "colours", "Four colours")
    assert colour(person.page, ".card.d") == BLUE
    wish(person.page, "colours", "Two colours")
    assert colour(person.page, ".card.d") == red


def test_the_theme_is_set_before_the_first_paint(person: Person) -> None:
    page = person.page
    page.goto(person.url)
    wish(page, "theme", "Dark")
    page.add_init_script(
        """new MutationObserver(() => {
             if (document.documentElement?.dataset.theme) window.themed ??= performance.now();
           }).observe(document, { attributes: true, childList: true, subtree: true });"""
    )
    page.reload()
    page.wait_for_function("() => performance.getEntriesByName('first-paint').length")
    assert page.evaluate("() => themed < performance.getEntriesByName('first-paint')[0].startTime")


def test_other_tabs_of_the_browser_follow(person: Person, context: BrowserContext) -> None:
    person.play_now()
    other = Person(context, person.url)
    other.page.goto(other.url)
    wish(other.page, "theme", "Dark")
    wish(other.page, "sort", "By colour")
    expect(person.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(person.page.locator("#settings [value=colour]")).to_be_checked()
    assert chosen(person.page) == chosen(other.page)


def test_the_sheet_is_used_by_keyboard_alone(person: Person) -> None:
    page = person.page
    page.goto(person.url)
    button = page.locator("[popovertarget=settings]").first
    button.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Settings")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(
        page.get_by_role("group", name="Theme").get_by_role("radio", name="Light")
    ).to_be_focused()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.keyboard.press("Escape")
    expect(button).to_be_focused()


def test_every_choice_is_large_enough_for_a_thumb(person: Person) -> None:
    person.page.goto(person.url)
    person.page.locator("[popovertarget=settings]").first.click()
    labels = person.page.locator("#settings label, #settings .close")
    boxes = [label.bounding_box() for label in labels.all()]
    assert len(boxes) == 16
    assert all(box and min(box["width"], box["height"]) >= 44 for box in boxes)


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_no_fault_with_the_sheet_open(
    browser: Browser, server: Server, viewport: ViewportSize
) -> None:
    context = browser.new_context(viewport=viewport, reduced_motion="reduce", bypass_csp=True)
    person = Person(context, server.url)
    person.page.goto(server.url)
    no_faults_in_any_theme(person.page)
    person.play_now_until_my_turn()
    no_faults_in_any_theme(person.page)
    context.close()


def no_faults_in_any_theme(page: Page) -> None:
    """Ask axe in both themes that may be wished for, with the sheet closed and open."""
    for theme in ("Light", "Dark"):
        wish(page, "theme", theme)
        assert faults(page) == [], theme
        page.locator("[popovertarget=settings]").first.click()
        assert faults(page) == [], theme
        page.keyboard.press("Escape")


# The tab


@pytest.mark.parametrize("pace", [0.5])
def test_title_and_icon_tell_of_ones_turn_for_as_long_as_it_lasts(person: Person) -> None:
    icon = person.page.locator("link[rel=icon]")
    person.play_now_until_my_turn()
    expect(person.page).to_have_title("Your turn · King’s Corners")
    expect(icon).to_have_attribute("href", re.compile("/crown-turn.svg$"))
    person.make("end")
    expect(icon).to_have_attribute("href", re.compile("/crown.svg$"))
    expect(person.page).to_have_title(re.compile("is playing · King’s Corners$"))


# Cues


def know(context: BrowserContext, *names: str) -> None:
    """Be somebody who has seen these cues already."""
    listed = ", ".join(f"'{name}'" for name in names)
    context.add_init_script(f"localStorage.cues ??= JSON.stringify([{listed}])")


def test_a_cue_is_there_until_it_is_answered_and_never_again(person: Person) -> None:
    person.play_now()
    person.until_there_is(CARD)
    expect(person.page.locator("#cue")).to_contain_text("Pick a card under a gold bar")
    person.page.reload()
    expect(person.page.locator("#cue")).to_contain_text("Pick a card under a gold bar")
    person.page.get_by_role("button", name="Got it").click()
    assert cue(person.page) == ""
    expect(person.page.get_by_role("button", name="Got it")).to_be_hidden()
    person.page.reload()
    person.wait_for_socket()
    assert cue(person.page) != "Pick a card under a gold bar: arrows show where."


def test_computers_hurry_for_whoever_is_alone_with_them_at_once_and_in_the_next_match(
    person: Person,
) -> None:
    def pace(table: str) -> Any:
        return person.page.request.get(f"{person.url}/api{table}").json()["terms"]["pace"]

    person.play_now()
    with person.page.expect_response("**/terms"):
        wish(person.page, "computers", "Quickly")
    assert pace(urlsplit(person.page.url).path) == "quick"
    another = person.begin()
    assert pace(another) == "usual"
    with person.page.expect_response("**/terms"):
        person.page.goto(person.url + another)
    assert pace(another) == "quick"


def play_with_more_to_play(person: Person) -> None:
    """Play a card after which another can be played, too."""
    person.make(person.until_there_is(CARD)[0])
    while not any(">" in move for move in person.legal()):
        if person.legal():
            person.make("end")
        person.make(person.until_there_is(CARD)[0])


def test_the_first_play_teaches_the_first_cue_and_brings_the_second(person: Person) -> None:
    person.play_now()
    play_with_more_to_play(person)
    expect(person.page.locator("#cue")).to_contain_text("or end your turn below")
    person.make("end")
    assert cue(person.page) != "Play on as you like, or end your turn below."


def test_the_second_cue_is_there_for_as_long_as_there_is_a_play_to_undo(
    person: Person, context: BrowserContext
) -> None:
    know(context, "play", "king", "pile")
    person.play_now()
    play_with_more_to_play(person)
    expect(person.page.locator("#cue")).to_contain_text("or end your turn below")
    person.page.reload()
    expect(person.page.locator("#cue")).to_contain_text("or end your turn below")
    person.wait_for_socket()
    person.make("undo")
    assert cue(person.page) == ""


@pytest.mark.parametrize("size", [(320, 568), (360, 640), (390, 844)], ids=str)
def test_no_cue_moves_the_layout(person: Person, size: tuple[int, int]) -> None:
    person.page.set_viewport_size({"width": size[0], "height": size[1]})
    person.play_now()
    heights = person.page.evaluate(
        """() => {
             const cue = document.getElementById("cue");
             const high = () => document.querySelector(".board").getBoundingClientRect().height;
             cue.classList.remove("shown");
             const heights = { none: high() };
             cue.classList.add("shown");
             for (const button of cue.querySelectorAll("button")) button.hidden = false;
             for (const [name, words] of Object.entries(cue.dataset)) {
               cue.querySelector("[role=status]").textContent = words;
               heights[name] = high();
             }
             return heights;
           }"""
    )
    assert len(heights) > 4
    assert len(set(heights.values())) == 1, heights


def test_where_nothing_can_be_kept_no_cue_comes_twice(
    person: Person, context: BrowserContext
) -> None:
    context.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); };")
    person.play_now()
    person.until_there_is(CARD)
    person.page.get_by_role("button", name="Got it").click()
    person.make("end")
    person.until_there_is(CARD)
    assert cue(person.page) != "Pick a card under a gold bar: arrows show where."


@pytest.mark.parametrize(
    ("known", "move", "words"),
    [
        (("play", "more", "pile"), KING_TO_CORNER, "Kings begin corners"),
        (("play", "more", "king"), PILE, "A pile under a gold bar can move"),
    ],
    ids=["king", "pile"],
)
def test_a_cue_comes_with_the_first_move_of_its_kind_and_goes_with_it(
    person: Person,
    context: BrowserContext,
    known: tuple[str, ...],
    move: str,
    words: str,
) -> None:
    know(context, *known)
    person.play_a_beginner()
    possible = person.until_there_is(move)[0]
    expect(person.page.locator("#cue")).to_contain_text(words)
    person.make(possible)
    assert cue(person.page) == ""
    person.page.reload()
    assert cue(person.page) == ""


def test_whoever_skips_them_sees_no_cue_any_more(person: Person) -> None:
    person.play_now()
    person.until_there_is(CARD)
    person.page.get_by_role("button", name="Skip all hints").click()
    luck = Random(5)
    for _ in range(6):
        assert cue(person.page) == ""
        person.wait_for_my_turn()
        if not person.legal():
            break
        person.make(luck.choice(person.legal()[:3]))
    person.page.reload()
    assert cue(person.page) == ""


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_cue_covers_nothing(browser: Browser, server: Server, viewport: ViewportSize) -> None:
    context = browser.new_context(viewport=viewport, reduced_motion="reduce")
    person = Person(context, server.url)
    person.play_now()
    person.until_there_is(CARD)
    page = person.page
    box = page.locator("#cue").bounding_box()
    assert box is not None
    for other in page.locator("#prompt, .spot, .held, #actions button").all():
        beside = other.bounding_box()
        assert beside is not None
        across = min(box["x"] + box["width"], beside["x"] + beside["width"])
        down = min(box["y"] + box["height"], beside["y"] + beside["height"])
        assert across <= max(box["x"], beside["x"]) or down <= max(box["y"], beside["y"])
    context.close()
