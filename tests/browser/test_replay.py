"""The page of a finished match: buttons, keys and the slider lead through it, for everybody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from engine.replay import Replay
from engine.rules import CLASSIC
from tests.browser.conftest import DESKTOP, PHONE, TABLET, is_too_wide, looks
from tests.kit.axe import all_faults
from tests.kit.kept import keep
from tests.kit.person import Person
from tests.kit.recording import GOLDEN, by_computers, golden
from tests.kit.server import Server

RECORD = golden("classic")
REPLAY = Replay.of(RECORD)
DEALS = len(REPLAY.starts)
LAST = [sum(number == deal for number, _, _ in RECORD.moves) for deal in range(1, DEALS + 1)]
CARDS = """() => [...document.querySelectorAll(".stage .card[data-r]")].map(
  (card) => card.dataset.r + card.classList[1] + "@" + (card.closest("[data-at]")?.dataset.at
    ?? card.closest("[data-seat]").dataset.seat))"""
POINTS = (
    """() => [...document.querySelectorAll(".stage .total b")].map((one) => +one.textContent)"""
)
SITTERS = """() => [...document.querySelectorAll(".sitter")].map((one) =>
  one.className + one.querySelector("p").innerHTML)"""
SIDEWAYS: list[ViewportSize] = [{"width": 568, "height": 320}, {"width": 844, "height": 390}]
OUT_OF_SIGHT = """() => [".stage", "#saying", ".slider", ".steps", ".speed"].filter((selector) => {
  const { left, right, bottom, width } = document.querySelector(selector).getBoundingClientRect();
  return !width || left < 0 || right > innerWidth || bottom > innerHeight;
})"""
"""What one has to scroll for, of the table and its controls."""
OUT_OF_PLACE = """() => {
  const box = (one) => one.getBoundingClientRect();
  const stage = box(document.querySelector(".stage"));
  const cards = [...document.querySelectorAll(".stage .card")].map(box);
  const faces = [...document.querySelectorAll(".stage .face")].map(box);
  return [
    ...[...cards, ...faces].filter(({ left, right, top, bottom }) =>
      left < stage.left || right > stage.right || top < stage.top || bottom > stage.bottom),
    ...faces.filter((face) => cards.some((card) => card.left < face.right && face.left < card.right
      && card.top < face.bottom && face.top < card.bottom)),
  ];
}"""
APART = """() => [...document.querySelectorAll(".open .card + .card")].map((card) =>
  card.getBoundingClientRect().left - card.previousSibling.getBoundingClientRect().left)"""
PLAYED_BY_OTHERS = """() => [...document.querySelectorAll(".moves li")].findIndex(
  (move) => !move.matches(".f0") && move.textContent.includes("played"))"""
CENTRE = """(card) => {
  const { left, top, width, height } = card.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""
ORIGINS = f"""() => document.getAnimations()
  .filter((one) => one.effect.target.matches(".sitter .card"))
  .map((one) => {{
    one.pause();
    one.currentTime = 0;
    return ({CENTRE})(one.effect.target);
  }})"""
FLIGHTS = """() => document.getAnimations()
  .filter((one) => one.effect.target.matches(".card")).length"""


@pytest.fixture
def address(server: Server) -> str:
    link = keep(server.database, f"R{uuid4().hex[:8].upper()}-1", RECORD, ["Maximiliane"])
    return f"{server.url}/matches/{link}"


@pytest.fixture
def moving(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=PHONE, reduced_motion="no-preference")
    context.set_default_timeout(15_000)
    yield context
    context.close()


def step(page: Page) -> int:
    return int(page.locator(".slider").input_value())


def shows_what_the_server_draws(page: Page, address: str, deal: int, seat: str) -> None:
    """Compare what the script has laid out with the page as it is served at that step."""
    seen = page.evaluate(CARDS), page.evaluate(SITTERS), page.locator("#saying").text_content()
    served = page.context.new_page()
    served.goto(f"{address}?deal={deal}&step={step(page)}&seat={seat}")
    assert seen == (
        served.evaluate(CARDS),
        served.evaluate(SITTERS),
        served.locator("#saying").text_content(),
    )
    served.close()


def test_keys_and_the_slider_lead_to_the_last_position_whose_totals_are_the_result(
    person: Person, address: str
) -> None:
    page = person.page
    page.goto(f"{address}?deal={DEALS}&seat=all")
    totals = list(REPLAY.end.totals)
    start = page.evaluate(CARDS)
    page.keyboard.press("End")
    assert (step(page), page.evaluate(POINTS)) == (LAST[-1], totals)
    page.keyboard.press("Home")
    assert (step(page), page.evaluate(CARDS)) == (0, start)
    for number in range(1, LAST[-1] + 1):
        page.keyboard.press("ArrowRight")
        assert step(page) == number
    assert page.evaluate(POINTS) == totals
    page.keyboard.press("ArrowRight")
    assert step(page) == LAST[-1]
    page.locator(".slider").focus()
    page.keyboard.press("Home")
    assert page.evaluate(CARDS) == start
    page.locator(".slider").fill(str(LAST[-1]))
    assert page.evaluate(POINTS) == totals
    assert person.complaints == []


@pytest.mark.parametrize("seat", ["all", "0", "2"])
def test_the_script_lays_out_what_the_server_draws_forwards_and_backwards(
    person: Person, address: str, seat: str
) -> None:
    page = person.page
    page.goto(f"{address}?deal=1&seat={seat}")
    for key, times in (("ArrowRight", 4), ("ArrowRight", 9), ("ArrowLeft", 3), ("End", 1)):
        for _ in range(times):
            page.keyboard.press(key)
        shows_what_the_server_draws(page, address, 1, seat)


def test_at_the_rounds_edge_the_buttons_lead_to_the_next_one_and_back(
    person: Person, address: str
) -> None:
    page = person.page
    page.goto(f"{address}?deal=1&step=last&seat=1")
    page.get_by_label("One move on").click()
    expect(page.locator("#replay")).to_have_attribute("data-deal", "2")
    expect(page.locator(".sitter.own")).to_have_attribute("data-seat", "1")
    page.get_by_label("One move back").click()
    expect(page.locator("#replay")).to_have_attribute("data-deal", "1")
    expect(page.locator(".slider")).to_be_visible()
    assert step(page) == LAST[0]
    page.get_by_label("To the beginning").click()
    expect(page.get_by_label("One move back")).to_have_attribute("aria-disabled", "true")
    page.get_by_label("One move back").click(force=True)
    assert step(page) == 0


def test_at_the_rounds_edge_the_keys_go_on_and_back_and_at_the_matchs_end_they_stay(
    person: Person, address: str
) -> None:
    page = person.page
    for focus in ("#replay", ".slider"):
        page.goto(f"{address}?deal=1&step=last&seat=1")
        page.locator(focus).focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator("#replay")).to_have_attribute("data-deal", "2")
        expect(page.locator(".slider")).to_be_visible()
        assert step(page) == 0
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#replay")).to_have_attribute("data-deal", "1")
        expect(page.locator(".slider")).to_be_visible()
        assert step(page) == LAST[0]


def test_no_two_buttons_of_a_replay_look_alike(person: Person, address: str) -> None:
    page = person.page
    page.goto(address)
    shapes = page.locator(".steps > *").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one, '::before').clipPath)"
    )
    assert len(set(shapes)) == len(shapes) == 5


def test_another_view_and_the_address_keep_the_moment(person: Person, address: str) -> None:
    page = person.page
    page.goto(f"{address}?seat=all")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    assert page.url.endswith("?deal=1&step=5&seat=all")
    page.locator(".views").get_by_text("Bruno").click()
    expect(page.locator(".sitter.own")).to_have_attribute("data-seat", "1")
    expect(page.locator(".slider")).to_be_visible()
    assert step(page) == 5
    page.locator(".moves li").nth(2).locator("a").click()
    assert page.url.endswith("?deal=1&step=2&seat=1")


def test_it_plays_at_three_speeds_and_goes_on_with_the_next_round(
    person: Person, address: str
) -> None:
    page = person.page
    page.clock.install()
    page.goto(f"{address}?deal=1&step={LAST[0] - 3}&seat=all")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.clock.run_for(800)
    assert step(page) == LAST[0] - 2
    page.get_by_label("Fast").check(force=True)
    page.clock.run_for(1400)
    page.clock.run_for(700)
    assert step(page) == LAST[0]
    page.clock.run_for(3000)
    expect(page.locator("#replay")).to_have_attribute("data-deal", "2")
    expect(page.get_by_label("Fast")).to_be_checked()
    page.clock.run_for(1300)
    assert step(page) >= 1
    page.get_by_role("button", name="Pause").click()
    before = step(page)
    page.clock.run_for(9000)
    assert step(page) == before
    assert person.complaints == []


def test_cards_fly_from_where_they_were(moving: BrowserContext, address: str) -> None:
    page = moving.new_page()
    page.goto(f"{address}?deal=1&seat=0")
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
        assert page.evaluate(FLIGHTS) > 0, key


def test_a_play_that_is_taken_back_flies_from_its_pile_into_the_hidden_hand(
    moving: BrowserContext, address: str
) -> None:
    page = moving.new_page()
    page.goto(f"{address}?deal=1&seat=0")
    played = page.evaluate(PLAYED_BY_OTHERS)
    page.goto(f"{address}?deal=1&seat=0&step={played}")
    card = page.locator(".fresh .card:last-child")
    lay = card.evaluate(CENTRE)
    page.keyboard.press("ArrowLeft")
    origins = page.evaluate(ORIGINS)
    assert [pytest.approx(at, abs=2) for at in origins] == [lay]


def test_with_reduced_motion_nothing_flies(person: Person, address: str) -> None:
    person.page.goto(f"{address}?deal=1&seat=0")
    for _ in range(5):
        person.page.keyboard.press("ArrowRight")
        assert person.page.evaluate(FLIGHTS) == 0


def test_without_script_links_lead_through_the_match(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}?deal=1&step={LAST[0] - 1}&seat=0")
    for hidden in (".slider", ".play", ".speed", "#check"):
        expect(page.locator(hidden)).to_be_hidden()
    page.get_by_label("One move on").click()
    expect(page.locator("#saying")).to_contain_text("The round is over")
    page.get_by_label("One move on").click()
    expect(page.locator("#saying")).to_contain_text("Round 2")
    page.get_by_label("One move back").click()
    expect(page.locator("#saying")).to_contain_text("The round is over")
    page.locator(".views").get_by_text("All open").click()
    expect(page.locator(".stage .card.back")).to_have_count(1)
    context.close()


@pytest.mark.parametrize("subtle", [True, False])
def test_the_browser_checks_the_shuffle_itself(
    person: Person, address: str, *, subtle: bool
) -> None:
    page = person.page
    if not subtle:
        page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    page.goto(address)
    assert page.evaluate("Boolean(crypto.subtle)") is subtle
    page.get_by_role("button", name="Check it here").click()
    expect(page.locator("#verdict")).to_contain_text("It fits")
    assert person.complaints == []


def test_a_record_is_brought_as_a_file_or_pasted_and_watched(
    person: Person, server: Server
) -> None:
    page = person.page
    page.goto(f"{server.url}/matches/open")
    page.get_by_label("A file, text or JSON").set_input_files(GOLDEN / "classic.record")
    page.get_by_role("button", name="Watch it").click()
    expect(page.locator("#saying")).to_contain_text("Round 1")
    expect(page.locator(".slider")).to_be_visible()
    page.keyboard.press("End")
    page.get_by_label("One move on").click()
    expect(page.locator("#saying")).to_contain_text("Round 2")
    expect(page.locator(".slider")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.locator(".views").get_by_text("Player 3").click()
    expect(page.locator(".sitter.own")).to_have_attribute("data-seat", "2")
    assert step(page) == 1
    page.goto(f"{server.url}/matches/open")
    page.get_by_label("Or paste it here").fill(str(RECORD).replace(" end", " end end", 1))
    page.get_by_role("button", name="Watch it").click()
    expect(page.get_by_role("alert")).to_contain_text(
        re.compile(r"Round 1, move \d+ \(end\): It is another")
    )


def test_axe_finds_nothing(browser: Browser, server: Server, address: str) -> None:
    context = browser.new_context(reduced_motion="reduce", bypass_csp=True)
    page = context.new_page()
    pages = [f"{address}?deal=1&step=9&seat={seat}" for seat in ("0", "all")]
    for url in (*pages, f"{server.url}/matches", f"{server.url}/matches/open"):
        page.goto(url)
        for look in looks(page):
            assert all_faults(page) == [], look
    context.close()


def test_the_table_and_its_controls_fit_the_first_screen_and_nothing_overflows(
    person: Person, server: Server
) -> None:
    page = person.page
    for name in ("classic", "family", "four-sides", "gaps"):
        link = keep(server.database, f"F{uuid4().hex[:8].upper()}-1", golden(name))
        for query in ("seat=0", "seat=all", "seat=all&deal=1&step=last"):
            page.goto(f"{server.url}/matches/{link}?{query}")
            for viewport in (PHONE, *SIDEWAYS, TABLET, DESKTOP):
                page.set_viewport_size(viewport)
                fits(page, viewport)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_on_a_phone_each_of_seven_open_cards_shows_its_index(
    person: Person, server: Server, players: int
) -> None:
    _, record = by_computers(bytes(32), CLASSIC, ["beginner@1"] * players)
    link = keep(server.database, f"A{uuid4().hex[:8].upper()}-1", record)
    person.page.set_viewport_size(PHONE)
    person.page.goto(f"{server.url}/matches/{link}?seat=all")
    apart = person.page.evaluate(APART)
    assert len(apart) == players * 6
    assert min(apart) >= 14
    fits(person.page, PHONE)


def test_in_the_dark_no_line_of_the_chart_is_grey(person: Person, server: Server) -> None:
    _, record = by_computers(bytes(32), CLASSIC, ["beginner@1"] * 6)
    link = keep(server.database, f"C{uuid4().hex[:8].upper()}-1", record)
    person.page.emulate_media(color_scheme="dark")
    person.page.goto(f"{server.url}/matches/{link}")
    strokes = person.page.locator(".chart polyline").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one).stroke)"
    )
    assert len(strokes) == 6
    for stroke in strokes:
        lightness, chroma = map(float, re.findall(r"[\d.]+", stroke)[:2])
        assert lightness > 0.7
        assert chroma > 0.12, strokes


def fits(page: Page, viewport: ViewportSize) -> None:
    assert page.evaluate(OUT_OF_SIGHT) == [], (page.url, viewport)
    assert not is_too_wide(page)
    assert page.evaluate(OUT_OF_PLACE) == [], (page.url, viewport)


def test_nothing_overflows_a_phone_with_double_text(person: Person, address: str) -> None:
    for url in (address, f"{person.url}/matches", f"{person.url}/matches/open"):
        person.page.goto(url)
        person.page.evaluate("document.documentElement.style.fontSize = '32px'")
        assert not is_too_wide(person.page), url
