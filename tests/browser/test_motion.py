"""Cards travel, and a few things are heard: never in anybody's way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.kit.person import CARD, ROUND_OVER, Person, play_unseen
from tests.kit.server import Server

FLIGHTS = ".flights > .flight"
CARD_ON_A_SIDE = CARD + "[NESW]$"
DRAWN = """(selector) => {
  const card = document.querySelector(selector).querySelector(".card");
  const { maskSize, width, paddingTop } = getComputedStyle(card, "::before");
  const [rank, , , suit] = maskSize.split(/[ ,]+/).map(parseFloat);
  return [rank, suit, parseFloat(paddingTop)].map((length) => length / parseFloat(width));
}"""
"""How large a card's rank and suit are and how low it begins, in widths of the card."""
NEW_CARD = '<i id="c-X" class="card s" data-r="A"></i>'

# Freezes what flies at the end of a frame, before any time has passed, when asked to.
WATCH = """
    window.made = 0;
    const Sound = window.AudioContext;
    window.AudioContext = class extends Sound {
      constructor(...given) { super(...given); window.made += 1; }
    };
    const all = (selector) => [...document.querySelectorAll(selector)];
    document.addEventListener("DOMContentLoaded", () => {
      window.dealt = all(".flight").length;
      const seen = (e, part) => {
        const { opacity, visibility } = getComputedStyle(e, part);
        return visibility === "visible" ? Number(opacity) : 0;
      };
      const [card] = all(".held");
      card?.classList.add("playable");
      window.told = [...all(".actions .primary, .cue").map((e) => seen(e)),
        ...(card ? [seen(card, "::before")] : [])];
      document.getElementById("table")?.addEventListener("htmx:after:swap", () => {
        if (!window.freeze || !all(".flight").length) return;
        for (const animation of document.getAnimations()) animation.pause();
        window.freeze = false;
      });
    });
"""


@pytest.fixture
def moving(browser: Browser) -> Iterator[BrowserContext]:
    """A browser of somebody who likes things to move."""
    context = browser.new_context(viewport=PHONE, reduced_motion="no-preference")
    context.set_default_timeout(15_000)
    context.add_init_script(f"{{{WATCH}}}")
    yield context
    context.close()


@pytest.fixture
def mover(moving: BrowserContext, server: Server) -> Person:
    return Person(moving, server.url)


def freeze_in(mover: Person, move: str) -> None:
    """Make a move, and stop its flight before any of it has passed."""
    mover.page.evaluate("() => { window.freeze = true; }")
    mover.make(move)
    expect(mover.page.locator(FLIGHTS)).not_to_have_count(0)


def finish(mover: Person) -> None:
    mover.page.evaluate("() => document.getAnimations().forEach((a) => a.finish())")
    expect(mover.page.locator(FLIGHTS)).to_have_count(0)


def play_a_card(mover: Person) -> tuple[str, str]:
    """Play a card from the hand with its flight frozen; return the card and the place."""
    mover.play_now()
    move = mover.until_there_is(CARD)[0]
    finish(mover)
    freeze_in(mover, move)
    card, place = move.split(">")
    return card, place


def box(mover: Person, selector: str) -> dict[str, float]:
    rect: dict[str, float] = mover.page.evaluate(
        "(selector) => document.querySelector(selector).getBoundingClientRect().toJSON()", selector
    )
    return rect


def boxes(mover: Person, selector: str) -> list[dict[str, int]]:
    """Where all of them are, in whole pixels."""
    found: list[dict[str, int]] = mover.page.locator(selector).evaluate_all(
        """(all) => all.map((one) => one.getBoundingClientRect())
             .map(({ left, top }) => ({ left: Math.round(left), top: Math.round(top) }))"""
    )
    return found


def receive_frozen(mover: Person, regions: dict[str, str]) -> None:
    """Let a frame come, and stop what flies before any of it has passed."""
    mover.page.evaluate("() => { window.freeze = true; }")
    mover.receive(regions)
    expect(mover.page.locator(FLIGHTS)).to_have_count(1)


def html_of(mover: Person, selector: str) -> str:
    html: str = mover.page.locator(selector).evaluate("(element) => element.outerHTML")
    return html


def test_a_played_card_is_seen_leaving_the_hand_and_a_tap_meanwhile_arrives(
    mover: Person,
) -> None:
    _, place = play_a_card(mover)
    flight = box(mover, FLIGHTS)
    assert flight["top"] > box(mover, "#prompt")["top"]
    mover.tap(f"[data-place={place}]")
    expect(mover.page.locator(f"[data-place={place}]")).to_have_attribute("aria-pressed", "true")
    expect(mover.page.locator(FLIGHTS)).to_have_count(0)


def test_nothing_in_flight_takes_a_tap(mover: Person) -> None:
    play_a_card(mover)
    flight = box(mover, FLIGHTS)
    caught = mover.page.evaluate(
        "({ x, y, width, height }) =>"
        " document.elementFromPoint(x + width / 2, y + height / 2).closest('.flights')",
        flight,
    )
    assert caught is None


def test_after_its_flight_a_card_lies_where_it_belongs_and_nothing_is_left_over(
    mover: Person,
) -> None:
    card, place = play_a_card(mover)
    finish(mover)
    assert box(mover, f"#c-{card}") == box(mover, f"[data-place={place}]")
    left = mover.page.evaluate(
        """(card) => {
             const face = document.getElementById(`c-${card}`);
             return [face.getAnimations().length, getComputedStyle(face).opacity,
                     document.querySelectorAll("#table [style]").length];
           }""",
        card,
    )
    assert left == [0, "1", 0]


def test_a_frame_that_comes_meanwhile_lets_a_card_fly_on(mover: Person) -> None:
    play_a_card(mover)
    before = box(mover, FLIGHTS)
    mover.receive({"round": html_of(mover, "#round")})
    expect(mover.page.locator(FLIGHTS)).to_have_count(1)
    assert box(mover, FLIGHTS) == before


def test_what_is_taken_back_flies_back_to_the_hand(mover: Person) -> None:
    card, _ = play_a_card(mover)
    finish(mover)
    lay = box(mover, f"#c-{card}")
    freeze_in(mover, "undo")
    flight = box(mover, FLIGHTS)
    middle = (lay["left"] + lay["right"]) / 2
    assert (flight["left"] + flight["right"]) / 2 == pytest.approx(middle, abs=1)
    assert flight["top"] == pytest.approx(lay["top"], abs=1)


def test_a_card_flies_back_to_the_hand_drawn_as_it_is_there(mover: Person) -> None:
    mover.page.set_viewport_size(DESKTOP)
    card, _ = play_a_card(mover)
    finish(mover)
    freeze_in(mover, "undo")
    flying, lying = (mover.page.evaluate(DRAWN, e) for e in (FLIGHTS, f"[data-card='{card}']"))
    assert flying == pytest.approx(lying, abs=0.02)


def test_the_only_card_of_a_pile_makes_room_from_where_it_lay_and_goes_back_the_same_way(
    mover: Person,
) -> None:
    mover.play_now()
    move = below = ""
    while not below or mover.page.locator(f"{below} ~ .card").count():
        if below:
            mover.make(move)
        move = mover.until_there_is(CARD_ON_A_SIDE)[0]
        below = f"[data-place={move[-1]}] .card:first-child"
    for one in (move, "undo"):
        finish(mover)
        before = box(mover, below)
        freeze_in(mover, one)
        assert box(mover, below)["left"] == pytest.approx(before["left"], abs=1), one


def test_the_card_of_another_player_comes_from_that_players_seat(mover: Person) -> None:
    mover.play_now_until_my_turn()
    finish(mover)
    cards = mover.page.locator("#seat-2 .cards").inner_text()
    seat = html_of(mover, "#seat-2").replace(f">{cards}</b>", f">{int(cards) - 1}</b>")
    pile = html_of(mover, "#at-N").replace("</button>", f"{NEW_CARD}</button>", 1)
    receive_frozen(mover, {"seat-2": seat, "at-N": pile})
    flight, face = box(mover, FLIGHTS), box(mover, "#seat-2 .face")
    for one, other in (("left", "right"), ("top", "bottom")):
        middle = (face[one] + face[other]) / 2
        assert (flight[one] + flight[other]) / 2 == pytest.approx(middle, abs=5)


def test_a_card_on_its_way_to_the_hand_has_no_bar_until_it_is_there(mover: Person) -> None:
    mover.play_now_until_my_turn()
    finish(mover)
    mover.allow("X>N")
    button = f'<button type="button" class="held" data-card="X">{NEW_CARD}</button></div>'
    hand = html_of(mover, "#hand").removesuffix("</div>") + button
    receive_frozen(mover, {"hand": hand})
    opacity = "() => getComputedStyle(document.querySelector('.playable'), '::before').opacity"
    assert mover.page.evaluate(opacity) == "0"
    finish(mover)
    assert mover.page.evaluate(opacity) == "1"


def test_a_card_that_was_dragged_flies_on_from_where_it_was_let_go(mover: Person) -> None:
    mover.play_now()
    card, place = mover.until_there_is(CARD)[0].split(">")
    finish(mover)
    held, spot = box(mover, f"#c-{card}"), box(mover, f"[data-place={place}]")
    mouse = mover.page.mouse
    mouse.move(held["left"] + 10, held["top"] + 10)
    mouse.down()
    mouse.move(spot["left"] + 20, spot["top"] + 30, steps=4)
    mover.page.evaluate("() => { window.freeze = true; }")
    dropped, before = box(mover, f"#c-{card}"), mover.seq
    mouse.up()
    mover.wait_past(before)
    expect(mover.page.locator(FLIGHTS)).to_have_count(1)
    flight = box(mover, FLIGHTS)
    assert flight["top"] == pytest.approx(dropped["top"], abs=1)
    middle = (dropped["left"] + dropped["right"]) / 2
    assert (flight["left"] + flight["right"]) / 2 == pytest.approx(middle, abs=1)


@pytest.mark.parametrize("whose", ["the device's", "the person's"])
def test_by_either_wish_for_less_motion_nothing_moves(
    person: Person, mover: Person, whose: str
) -> None:
    if whose == "the person's":
        person = mover
        person.page.add_init_script("localStorage.wishes = JSON.stringify({ pace: 'none' })")
    person.page.add_init_script(
        """window.moved = [];
           window.note = () => {
             const scripted = document.getAnimations().filter((a) => !(a instanceof CSSTransition));
             const steps = scripted.flatMap((a) => a.effect.getKeyframes());
             window.moved.push(...steps.flatMap(Object.keys));
           };
           document.addEventListener("DOMContentLoaded", () => {
             document.getElementById("table")?.addEventListener("htmx:after:swap", window.note);
             document.addEventListener("pointerup", window.note);
           });"""
    )
    person.play_now()
    person.make(person.until_there_is(CARD)[0])
    person.drag("#hand [data-card] >> nth=0", "a.home")
    moved = set(person.page.evaluate("() => window.moved"))
    assert "opacity" in moved
    assert not moved & {"transform", "translate", "scale", "rotate"}


@pytest.mark.parametrize("pace", [20])
def test_a_new_match_is_dealt_and_a_reload_shows_it_lying(mover: Person) -> None:
    mover.play_now()
    mover.page.wait_for_load_state("domcontentloaded")
    assert mover.page.evaluate("() => window.dealt") == 32
    assert max(mover.page.evaluate("() => window.told")) < 1  # what one may do is told afterwards
    mover.page.reload()
    assert mover.page.evaluate("() => window.dealt") == 0


def test_the_cards_of_a_round_leave_for_the_stock_before_the_next_is_dealt(mover: Person) -> None:
    mover.open_at_the_end(ROUND_OVER, 1, "human", "computer:casual", target=500)
    table = mover.page.url.removeprefix(mover.url)
    if mover.page.request.get(f"{mover.url}/api{table}").json()["deal"]["dealer"]:
        # A computer would begin the next round, and its moves end what is seen here.
        play_unseen([mover], table, lambda legal: legal[-1], 2)
        mover.page.goto(mover.url + table)
        mover.wait_for_socket()
    piles = ".layout .card[id]:last-child"
    lay = {(card["left"], card["top"]) for card in boxes(mover, piles)}
    mover.page.evaluate("() => { window.freeze = true; }")
    mover.tap(ROUND_OVER)
    expect(mover.page.locator(FLIGHTS)).not_to_have_count(0)
    fly = {(card["left"], card["top"]) for card in boxes(mover, f"{FLIGHTS}:has([data-r])")}
    assert lay
    assert lay <= fly


def test_the_penalties_are_counted_up_but_stand_in_the_page_from_the_start(
    mover: Person,
) -> None:
    mover.play_now()
    mover.page.evaluate(
        """() => {
             window.costs = new Promise((done) => new MutationObserver(() => {
               const cost = document.querySelector(".cost.counting");
               if (cost) done([cost.textContent, cost.getAnimations().length]);
             }).observe(document.body, { subtree: true, attributes: true }));
           }"""
    )
    row = '<li><span class="open"></span><b class="cost"><span>penalty </span>+12</b></li>'
    mover.receive({"result": f'<div id="result"><ol class="hands">{row}</ol></div>'})
    mover.tap("#prompt")
    assert mover.page.evaluate("() => window.costs") == ["penalty +12", 1]
    mover.page.keyboard.press("Shift")
    expect(mover.page.locator(".counting")).to_have_count(0)


@pytest.mark.parametrize(("wish", "made"), [("off", 0), ("on", 1)])
def test_sound_is_made_only_when_it_is_wanted_and_the_page_was_touched(
    mover: Person, wish: str, made: int
) -> None:
    mover.page.goto(mover.url)
    mover.page.evaluate(
        "(sound) => localStorage.setItem('wishes', JSON.stringify({ sound }))", wish
    )
    mover.play_now()
    assert mover.page.evaluate("() => window.made") == 0
    mover.tap("#prompt")
    assert mover.page.evaluate("() => window.made") == made


def test_every_sound_can_be_heard_and_none_is_loud_or_long(mover: Person) -> None:
    mover.play_now()
    sounds: dict[str, Any] = mover.page.evaluate(
        """async () => {
             const table = document.querySelector("script[type=module]").src;
             const { TONES } = await import(new URL("table/tones.js", table));
             const sounds = {};
             for (const [name, tone] of Object.entries(TONES)) {
               const context = new OfflineAudioContext(1, 44100 * 2, 44100);
               tone(context, 0);
               const samples = (await context.startRendering()).getChannelData(0);
               const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
               const heard = (sample) => Math.abs(sample) > peak / 100;
               const [first, last] = [samples.findIndex(heard), samples.findLastIndex(heard)];
               sounds[name] = [peak, first / 44100, last / 44100, Math.abs(samples[last + 1])];
             }
             return sounds;
           }"""
    )
    assert len(sounds) == 8
    for name, (peak, begins, ends, rest) in sounds.items():
        assert 0.02 < peak < 0.3, name
        assert begins < 0.06, name
        assert 0.05 < ends < 1.2, name
        assert rest < 0.005, name  # it fades, and does not break off with a click
