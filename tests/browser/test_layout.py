"""Whatever lies on the table, and whoever sits at it: all is on the screen, and can be tapped."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from app.web.assets import Assets
from tests.browser.conftest import DESKTOP
from tests.kit.person import CARD as CARD_MOVES
from tests.kit.person import MATCH_OVER, ROUND_OVER, Person, at
from tests.kit.server import Server
from tests.kit.tables import MadeUp, page_of, tables, with_people_away

SIZES: list[ViewportSize] = [
    {"width": 320, "height": 568},
    {"width": 360, "height": 640},
    {"width": 390, "height": 844},
    {"width": 820, "height": 1180},
    {"width": 844, "height": 390},
    {"width": 1280, "height": 720},
    {"width": 1366, "height": 625},
    {"width": 1440, "height": 900},
    {"width": 2560, "height": 1440},
]
LEAST_CARD = {320: 47, 1280: 150, 1366: 130}
"""How wide the layout's cards are at least, by the screen's width."""
CARD_ELSEWHERE = 62
FAULTS = """(least) => {
  const faults = [];
  const { innerWidth: width, innerHeight: height } = window;
  const root = document.documentElement;
  if (root.scrollWidth > width || root.scrollHeight > height ||
      document.body.scrollHeight > document.body.clientHeight) faults.push("the page scrolls");
  const name = (e) => e.id || e.dataset.place || e.dataset.card || e.className || e.tagName;
  const areas = [".bar", ".strip", ".layout", ".prompt", ".said", "#hand", "#actions"]
    .map((a) => document.querySelector(a)).filter((a) => a.checkVisibility());
  for (const [i, a] of areas.entries()) for (const b of areas.slice(i + 1)) {
    const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
    const across = Math.min(p.right, q.right) - Math.max(p.left, q.left);
    const down = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
    if (across > 1 && down > 1) faults.push(`${name(a)} and ${name(b)} overlap by ${down}`);
  }
  for (const e of document.querySelectorAll("button, a")) {
    if (!e.checkVisibility() || e.closest("[popover]:not(:popover-open)")) continue;
    const r = e.getBoundingClientRect();
    if (!r.width) continue;
    if (r.left < -0.5 || r.top < -0.5 || r.right > width + 0.5 || r.bottom > height + 0.5)
      faults.push(`${name(e)} is cut off`);
    const [x, y, d] = [(r.left + r.right) / 2, (r.top + r.bottom) / 2, least / 2 - 0.5];
    for (const at of [[x - d, y], [x + d, y], [x, y - d], [x, y + d]])
      if (!e.contains(document.elementFromPoint(...at))) faults.push(`${name(e)} missed at ${at}`);
  }
  const [board, top, middle] = [".board", ".place", ".stock"]
    .map((a) => document.querySelector(a).getBoundingClientRect());
  const [above, between] = [top.top - board.top, middle.top - top.bottom];
  if (above > Math.max(12, between + 2)) faults.push(`${above} px are empty above the layout`);
  const held = [...document.querySelectorAll(".held")];
  for (const e of held.filter((one) => one.offsetTop < held.at(-1).offsetTop)) {
    const { paddingTop, maskSize } = getComputedStyle(e.firstElementChild, "::before");
    const [rank, suit] = maskSize.split(", ").map(parseFloat);
    const over = parseFloat(paddingTop) + rank + suit - e.offsetHeight;
    if (over > 0) faults.push(`the next row lies on ${over} px of ${name(e)}`);
  }
  for (const e of document.querySelectorAll(".card:not(.back)"))
    for (const part of ["::before", "::after"])
      if (parseFloat(getComputedStyle(e, part).maskSize) % 1)
        faults.push("a rank is cut out between pixels: WebKit draws edges of others with it");
  const heights = new Set(held.map((e) => e.firstElementChild.offsetHeight));
  if (heights.size > 1) faults.push(`the hand's cards are ${[...heights]} px high`);
  const side = document.getElementById("side");
  if (side.checkVisibility() && side.scrollHeight > side.clientHeight)
    faults.push("the scores' panel is too small for what it holds");
  for (const e of document.querySelectorAll(".facts, .prompt, .round, .actions button"))
    if (e.scrollWidth > e.clientWidth + 1) faults.push(`${name(e)} is cut short`);
  return faults;
}"""
ENDING = """async (least) => {
  const faults = [];
  await new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)));
  const { innerWidth: width, innerHeight: height } = window;
  if (document.documentElement.scrollWidth > width) faults.push("the page scrolls");
  const result = document.getElementById("result");
  if (result.scrollWidth > result.clientWidth) faults.push("the result scrolls sideways");
  const { bottom } = result.getBoundingClientRect();
  for (const e of document.querySelectorAll(".ending h2, .peek, #next :is(a, button)")) {
    if (e.matches(".peek") && !e.checkVisibility()) continue;
    const r = e.getBoundingClientRect();
    if (r.left < 0 || r.top < 0 || r.right > width || r.bottom > height)
      faults.push(`${e} is cut off`);
    if (!e.matches("h2") && Math.min(r.width, r.height) < least) faults.push(`${e} is small`);
    if (e.matches("h2") && r.bottom > bottom) faults.push("the title is to be scrolled to");
    if (!e.contains(document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2)))
      faults.push(`${e} is covered`);
  }
  const rows = Map.groupBy(
    [...document.querySelectorAll("#next :is(a, button)")].map((e) => e.getBoundingClientRect()),
    (r) => r.top);
  for (const edge of ["left", "right"]) {
    const ends = [...rows.values()].map((row) => row.at(edge === "left" ? 0 : -1)[edge]);
    if (Math.max(...ends) - Math.min(...ends) > 1) faults.push(`the ${edge} edges are ${ends}`);
  }
  const { top } = document.querySelector(".ending").getBoundingClientRect();
  const strip = document.querySelector(".strip").getBoundingClientRect();
  if (strip.top < top && top < strip.bottom) faults.push("the players are cut in two");
  const sideways = width > height && height < 400;
  if (sideways && top > 0) faults.push("what lies under the sheet is cut above it");
  const rest = result.scrollHeight - result.clientHeight - result.scrollTop;
  if (rest >= 40 === document.querySelector(".more-below").hidden)
    faults.push(`${rest} px are below, and the sign says otherwise`);
  for (const e of document.querySelectorAll(".scroll, .tally"))
    if (e.scrollWidth > e.clientWidth) faults.push("penalties are cut sideways");
  for (const e of document.querySelectorAll(".ending .chart")) {
    if (e.getBoundingClientRect().width < e.viewBox.baseVal.width * 0.9)
      faults.push("the chart's words are small");
  }
  for (const e of document.querySelectorAll(".ending .open:has(.card)")) {
    const tops = Array.from(e.querySelectorAll(".card"), (card) => card.offsetTop);
    const last = tops.filter((top) => top === tops.at(-1)).length;
    if (last < Math.min(3, tops.length)) faults.push("a card lies in a row by itself");
  }
  const standing = document.querySelector(".standing > :last-child");
  const hand = (sideways || height >= 640) && document.querySelector(".hands > :last-child");
  const last = standing ?? hand;
  if (last && last.getBoundingClientRect().bottom > bottom - (standing ? 20 : 0))
    faults.push("a row of the result is cut");
  return faults;
}"""
LONGEST_TITLE = """() => {
  document.querySelector(".crowning h2").textContent = "Stalemate: everybody passed";
}"""
"""Luck brings it seldom."""
PEEKED = """() => {
  const [peek, next] = [".peek", "#next"]
    .map((a) => document.querySelector(a).getBoundingClientRect());
  return Math.max(next.top - peek.bottom, next.left - peek.right);
}"""
COVERED_BY_RESULT = """() => {
  const left = document.querySelector(".ending").getBoundingClientRect().left;
  return [...document.querySelectorAll(".layout .card")]
    .some((card) => card.getBoundingClientRect().right > left);
}"""
CLEAR = """((above, below) => document.querySelector(below).getBoundingClientRect().top -
  document.querySelector(above).getBoundingClientRect().bottom)"""
COVERED = 3
"""How many pixels of the padding of whose turn it is a refusal of two lines may cover."""
_WHOLE = "K Q J 10 9 8 7 6 5 4 3 2 A"
APART = 8
USUAL_PHONE = 360
ROWS = "new Set([...document.querySelectorAll('.seat')].map((seat) => seat.offsetTop)).size"
STRIP = """() => {
  const faults = [];
  const written = (e) => {
    const range = document.createRange();
    range.selectNodeContents(e);
    return range.getBoundingClientRect();
  };
  for (const clock of document.querySelectorAll(".clock")) clock.textContent = "4:59";
  for (const seat of document.querySelectorAll(".seat")) {
    const parts = [...seat.querySelectorAll(".cards, .total, .state, .clock")]
      .filter((e) => e.checkVisibility({ visibilityProperty: true }) && e.textContent);
    const { right: edge, bottom } = seat.getBoundingClientRect();
    for (const e of parts)
      if (e.getBoundingClientRect().bottom > bottom) faults.push(`${e.textContent} hangs out`);
    for (const [i, a] of parts.entries()) {
      const p = written(a);
      if (a.matches(".cards") && p.right > edge) faults.push(`${a.textContent} is cut`);
      for (const b of parts.slice(i + 1)) {
        const q = written(b);
        const across = Math.min(p.right, q.right) - Math.max(p.left, q.left);
        const down = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
        if (across > 1 && down > 3) faults.push(`${b.textContent} lies on ${a.textContent}`);
      }
    }
  }
  return faults;
}"""
NAMED = """() => [...document.querySelectorAll(".seat .called .name")].filter(
  (e) => e.checkVisibility()).map((e) => {
    const text = e.firstChild;
    const faults = [];
    for (const { 0: word, index } of text.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map((r) => r.top));
      if (lines.size > 1) faults.push(`${word} is broken`);
    }
    const small = parseFloat(getComputedStyle(e).fontSize);
    if (innerWidth >= 1100 && small < 13) faults.push(`${text.data} is ${small} px large`);
    return faults;
  }).flat()"""
CUT = """() => {
  const [card, next] = document.querySelectorAll("#at-W .spot > .card");
  const { paddingLeft, maskSize } = getComputedStyle(card, "::before");
  return parseFloat(paddingLeft) + parseFloat(maskSize) - (next.offsetLeft - card.offsetLeft);
}"""
"""How much of the rank of a card in a fan the next one covers."""
CARD = "document.querySelector('.spot > .card').offsetWidth"
LARGE_FACES = """[...document.querySelectorAll(".held .card")].filter(
  (card) => parseFloat(getComputedStyle(card, "::after").maskSize) > 0)"""
"""Cards of the hand that are drawn as large ones are, which neighbours would cut."""
WIDTHS = "[...document.querySelectorAll('.held')].map((e) => e.getBoundingClientRect().width)"


@pytest.mark.parametrize("made_up", list(tables()), ids=lambda made_up: str(made_up[:3]))
def test_every_table_fits_the_screen_and_all_of_it_can_be_read_and_tapped(
    browser: Browser, server: Server, made_up: MadeUp
) -> None:
    page = browser.new_page(reduced_motion="reduce")
    page.route("**/*.js", lambda route: route.abort())
    show(page, server, made_up)
    found = {}
    for viewport in SIZES:
        page.set_viewport_size(viewport)
        faults = page.evaluate(FAULTS, 32)
        least = 40 if made_up.hand <= 16 and viewport["width"] >= USUAL_PHONE else 32
        if page.evaluate(f"{LARGE_FACES}.length"):
            faults.append("a card of the hand has a large one's face")
        if page.evaluate(ROWS) > 1:
            faults.append("the seats are more than one row")
        if page.evaluate(CARD) < LEAST_CARD.get(viewport["width"], CARD_ELSEWHERE):
            faults.append("the cards of the layout are small")
        widths = page.evaluate(WIDTHS)
        assert len(widths) == made_up.hand
        faults += [f"a card of the hand shows {width} px" for width in widths if width < least]
        if faults:
            found[str(viewport)] = faults
    assert found == {}
    page.close()


@pytest.mark.parametrize("made_up", list(with_people_away()), ids=lambda made_up: str(made_up[:3]))
def test_a_seat_tells_what_its_player_does_beside_the_cards_and_breaks_no_name(
    browser: Browser, server: Server, made_up: MadeUp
) -> None:
    page = browser.new_page(reduced_motion="reduce")
    page.route("**/*.js", lambda route: route.abort())
    show(page, server, made_up)
    for viewport in SIZES:
        page.set_viewport_size(viewport)
        assert page.evaluate(STRIP) + page.evaluate(NAMED) == [], viewport
    page.close()


def test_a_raised_card_and_a_refusal_leave_readable_what_is_said(person: Person) -> None:
    page = person.page
    person.play_now_until_my_turn()
    page.wait_for_load_state()
    card = page.locator(".held").first
    for viewport in SIZES:
        page.set_viewport_size(viewport)
        card.click()
        assert page.evaluate(f"{CLEAR}('.said', '.held[aria-pressed=true] .card')") >= 0, viewport
        page.evaluate("notice.textContent = 'A black 9 goes on a red 10, not on a black one.'")
        assert page.evaluate(f"{CLEAR}('.prompt span', '#notice')") >= -COVERED, viewport
        assert page.evaluate(f"{CLEAR}('#notice', '.held[aria-pressed=true] .card')") >= -1
        assert not page.locator(".said").is_visible()
        page.evaluate("notice.textContent = ''")
        page.keyboard.press("Escape")


@pytest.mark.parametrize("viewport", [DESKTOP, {"width": 1024, "height": 768}])
@pytest.mark.parametrize("place", ["NW", "SE"])
def test_beside_a_large_layout_a_refusal_stands_on_the_place_that_was_tapped(
    person: Person, place: str, viewport: ViewportSize
) -> None:
    person.play_now_until_my_turn()
    person.page.set_viewport_size(viewport)
    person.tap(at(place))
    expect(person.page.locator("#notice")).not_to_be_empty()
    told, tapped, board = (box(person.page, one) for one in ("#notice", at(place), ".board"))
    assert tapped["top"] < told["top"] < told["bottom"] < tapped["bottom"]
    assert tapped["left"] < (told["left"] + told["right"]) / 2 < tapped["right"]
    assert board["left"] <= told["left"]
    assert told["right"] <= board["right"]
    assert person.page.locator(".said").is_visible()


def test_a_pile_that_is_fanned_out_stays_where_it_lies_and_shows_whole_cards(
    person: Person,
) -> None:
    person.play_now()
    person.make(person.until_there_is(CARD_MOVES)[0])  # its answer is the last frame that comes
    pile = "".join(f'<i class="card s" data-r="{rank}"></i>' for rank in _WHOLE.split())
    spot = f'<button class="spot" data-place="W" data-n="13">{pile}</button>'
    count = '<button class="count" aria-expanded="false">13</button>'
    person.receive({"at-W": f'<div id="at-W" class="place side">{spot}{count}</div>'})
    for viewport in SIZES:
        person.page.set_viewport_size(viewport)
        before = (
            box(person.page, "#at-W .spot > .card:last-child"),
            box(person.page, "#at-W .count"),
        )
        person.tap("#at-W .count")
        after = box(person.page, "#at-W .ghost > :last-child"), box(person.page, "#at-W .count")
        assert person.page.evaluate(CUT) <= 0
        assert [pytest.approx(each, abs=1) for each in before] == list(after)
        widths = person.page.locator("#at-W .spot > .card").evaluate_all(
            "(cards) => cards.map((card) => Math.round(card.getBoundingClientRect().width))"
        )
        assert set(widths) == {round(before[0]["width"])}
        fan, board = box(person.page, "#at-W .spot"), box(person.page, ".board")
        last = box(person.page, "#at-W .spot > .card:last-child")
        assert board["left"] <= fan["left"]
        first = box(person.page, "#at-W .spot > .card:first-child")
        assert fan["right"] - last["right"] == pytest.approx(first["left"] - fan["left"], abs=2)
        assert fan["right"] <= board["right"]
        person.tap("#prompt")  # any tap puts it back


def box(page: Page, selector: str) -> dict[str, float]:
    rect: dict[str, float] = page.locator(selector).evaluate(
        "(e) => e.getBoundingClientRect().toJSON()"
    )
    return rect


@pytest.mark.parametrize(
    ("end", "rounds", "target"),
    [(ROUND_OVER, 1, 500), (ROUND_OVER, 3, 500), (MATCH_OVER, 1, 1), (MATCH_OVER, 9, 50)],
)
def test_the_ends_of_rounds_and_matches_fit_every_screen(
    browser: Browser, server: Server, end: str, rounds: int, target: int
) -> None:
    context = browser.new_context(viewport=SIZES[0], reduced_motion="reduce")
    person = Person(context, server.url)
    person.open_at_the_end(end, rounds, "human", *["computer:casual"] * 5, target=target)
    if end == ROUND_OVER:
        person.page.evaluate(LONGEST_TITLE)
    found = {}
    for viewport in SIZES:
        person.page.set_viewport_size(viewport)
        faults = person.page.evaluate(ENDING, 32)
        if person.page.locator(".peek").is_visible():
            person.tap(".peek")
            if person.page.evaluate(PEEKED) < APART:
                faults.append("the way back to the result touches what comes next")
            person.tap(".peek")
        elif person.page.evaluate(COVERED_BY_RESULT):
            faults.append("the result hides a part of the layout that one cannot look at")
        if faults:
            found[str(viewport)] = faults
    assert found == {}
    # Turned while one looks at the table, a tablet shows the result beside it.
    person.page.set_viewport_size({"width": 820, "height": 1180})
    person.tap(".peek")
    expect(person.page.locator("#result")).to_be_hidden()
    person.page.set_viewport_size({"width": 1180, "height": 820})
    expect(person.page.locator("#result")).to_be_visible()
    context.close()


def show(page: Page, server: Server, made_up: MadeUp) -> None:
    """Open a made-up table where the server would show a real one, in its styles."""
    html = page_of(made_up.table, Assets().url)

    def answer(route: Route) -> None:
        route.fulfill(body=html, content_type="text/html; charset=utf-8")

    page.route("**/rooms/ABC234", answer)
    page.goto(f"{server.url}/rooms/ABC234")
    page.unroute("**/rooms/ABC234")
