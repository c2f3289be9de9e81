"""Cards and piles are moved by the mouse, by the finger and by double taps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, expect

from tests.browser.conftest import PHONE
from tests.kit.person import CARD, KNOWS_ALL, PILE, Person, at, hand, held, thing
from tests.kit.server import Server

NOWHERE = ".home"
FRAMES = "() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))"
CHOSE_WITHOUT_ARROWS = """(card) => {
  document.querySelector(card).click();
  return !document.querySelector("[data-step]").checkVisibility({ visibilityProperty: true });
}"""
"""Whoever goes on at once sees no arrows push away what is said."""
STUCK = ".lifted, .aimed, .dragging, .target, #table [aria-pressed=true]"


def bare(place: str) -> str:
    """An empty place, as a frame brings it."""
    kind = "corner" if len(place) > 1 else "side"
    spot = f'<button type="button" class="spot" data-place="{place}"></button>'
    return f'<div id="at-{place}" class="place {kind} bare">{spot}</div>'


def two_lie(place: str) -> str:
    """A pile of two on a side, as a frame brings it."""
    cards = '<i class="card s" data-r="9"></i><i class="card h" data-r="8"></i>'
    spot = f'<button type="button" class="spot" data-place="{place}" data-n="2">{cards}</button>'
    count = '<button type="button" class="count" aria-expanded="false">2</button>'
    return f'<div id="at-{place}" class="place side">{spot}{count}</div>'


def refused_places(person: Person, card: str) -> list[str]:
    return [place for place in "NESW" if f"{card}>{place}" not in person.legal()]


def nothing_is_stuck(person: Person) -> None:
    expect(person.page.locator(STUCK)).to_have_count(0)
    still = "() => document.querySelector('main').getAnimations({subtree: true}).length === 0"
    person.page.wait_for_function(still)


class Finger:
    """One finger on the screen, as the browser's own protocol moves it."""

    def __init__(self, session: CDPSession) -> None:
        self._session = session
        self._at = (0.0, 0.0)

    def press(self, point: tuple[float, float]) -> None:
        self._touch("touchStart", [point])
        self._at = point

    def move(self, point: tuple[float, float], steps: int = 6) -> None:
        (x, y), (to_x, to_y) = self._at, point
        for n in range(1, steps + 1):
            share = n / steps
            self._touch("touchMove", [(x + (to_x - x) * share, y + (to_y - y) * share)])
        self._at = point

    def lift(self) -> None:
        self._touch("touchEnd", [])

    def cancel(self) -> None:
        self._touch("touchCancel", [])

    def _touch(self, kind: str, points: list[tuple[float, float]]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


@pytest.fixture
def touched(browser: Browser, server: Server) -> Iterator[tuple[Person, Finger]]:
    context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    person = Person(context, server.url)
    yield person, Finger(context.new_cdp_session(person.page))
    assert person.complaints == []
    context.close()


# Dragging


@pytest.mark.parametrize("kind", [CARD, PILE], ids=["card", "pile"])
def test_the_mouse_drags_a_card_or_a_pile_to_where_it_may_go(person: Person, kind: str) -> None:
    person.play_a_beginner()
    move = person.until_there_is(kind)[0]
    what, place = move.split(">")
    before = person.seq
    person.drag(thing(what), at(place), drop=False)
    expect(person.page.locator(".aimed [data-place]")).to_have_attribute("data-place", place)
    person.page.mouse.up()
    person.wait_past(before)
    nothing_is_stuck(person)
    assert what not in hand(person)


def test_the_finger_drags_a_card_that_can_be_seen_above_it(
    touched: tuple[Person, Finger],
) -> None:
    person, finger = touched
    person.play_now()
    card, place = person.until_there_is(CARD)[0].split(">")
    before = person.seq
    x, y = person.middle(at(place))
    finger.press(person.middle(held(card)))
    finger.move((x, y + 30))
    person.page.wait_for_function(
        """([card, finger]) => {
             const { top, height } = document.querySelector(card).getBoundingClientRect();
             return top + height / 2 < finger;
           }""",
        arg=[f"{held(card)} .card", y + 30],
    )
    expect(person.page.locator(".aimed [data-place]")).to_have_attribute("data-place", place)
    finger.lift()
    person.wait_past(before)
    nothing_is_stuck(person)


def test_a_drag_onto_a_wrong_place_says_why_and_brings_the_card_home(person: Person) -> None:
    person.play_now_until_my_turn()
    card = next(card for card in hand(person) if refused_places(person, card))
    before, home = person.seq, person.middle(f"{held(card)} .card")
    person.drag(held(card), at(refused_places(person, card)[0]))
    expect(person.page.locator("#notice")).not_to_be_empty()
    nothing_is_stuck(person)
    assert (person.seq, person.middle(f"{held(card)} .card")) == (before, home)


def test_a_drag_that_ends_nowhere_brings_the_card_home_and_is_no_tap(person: Person) -> None:
    person.play_now_until_my_turn()
    before, cards = person.seq, hand(person)
    person.drag(held(cards[0]), NOWHERE)
    nothing_is_stuck(person)
    assert (person.seq, hand(person)) == (before, cards)


@pytest.mark.parametrize("way", ["by Escape", "by the browser"])
def test_a_drag_that_is_cancelled_leaves_nothing_lifted_and_the_hand_as_it_was(
    touched: tuple[Person, Finger], way: str
) -> None:
    person, finger = touched
    person.play_now_until_my_turn()
    cards = hand(person)
    finger.press(person.middle(held(cards[0])))
    finger.move(person.middle(held(cards[-1])))
    expect(person.page.locator(".lifted")).to_have_count(1)
    if way == "by Escape":
        person.page.keyboard.press("Escape")
        expect(person.page.locator(".lifted")).to_have_count(0)
        finger.lift()
    else:
        finger.cancel()
    nothing_is_stuck(person)
    assert hand(person) == cards


def test_a_card_stays_in_the_hand_while_frames_come_and_nothing_is_stuck_afterwards(
    person: Person,
) -> None:
    person.play_now_until_my_turn()
    card = hand(person)[0]
    person.drag(held(card), NOWHERE, drop=False)
    person.receive({name: person.served(name) for name in ("hand", "actions", "at-N", "seat-1")})
    expect(person.page.locator(f"{held(card)}.lifted")).to_have_count(1)
    lifted = person.middle(f"{held(card)} .card")[1]
    assert lifted < person.middle(held(card))[1]
    person.page.mouse.up()
    nothing_is_stuck(person)


def test_a_card_or_a_pile_that_goes_while_it_is_pressed_is_not_lifted(person: Person) -> None:
    person.play_now_until_my_turn()
    card = hand(person)[0]
    gone = {
        held(card): {"hand": '<div id="hand" class="hand" data-n="0"></div>'},
        at("N"): {"at-N": bare("N")},
    }
    for pressed, regions in gone.items():
        person.page.mouse.move(*person.middle(pressed))
        person.page.mouse.down()
        person.receive(regions)
        person.page.mouse.move(*person.middle(NOWHERE))
        expect(person.page.locator(".lifted, .dragging")).to_have_count(0)
        person.page.mouse.up()
    assert person.complaints == []


def test_a_pile_is_put_back_when_the_turn_ends_in_mid_drag(
    person: Person, context: BrowserContext
) -> None:
    person.play_a_beginner()
    what = person.until_there_is(PILE)[0].split(">")[0]
    other = Person(context, person.url)
    other.page.goto(person.page.url)
    other.wait_for_socket()
    person.page.bring_to_front()
    person.drag(at(what), NOWHERE, drop=False)
    expect(person.page.locator(".lifted")).to_have_count(1)
    before = person.seq
    other.make("end")
    person.wait_past(before)
    expect(person.page.locator(".lifted, .dragging")).to_have_count(0)
    person.page.mouse.up()


# The order of the hand


def test_an_order_made_by_dragging_outlasts_frames_and_a_reload(person: Person) -> None:
    person.play_now_until_my_turn()
    first, second, third, *others = hand(person)
    person.drag(held(first), held(third))
    wanted = [second, third, first, *others]
    assert hand(person) == wanted
    served = person.served("hand")
    assert re.findall(r'data-card="(..)"', served) == [first, second, third, *others]
    person.receive({"hand": served})
    assert hand(person) == wanted
    person.page.reload()
    assert hand(person) == wanted


def test_the_wish_for_colours_lays_black_and_red_apart_and_forgets_the_order_made_by_hand(
    person: Person,
) -> None:
    person.play_now_until_my_turn()
    cards = hand(person)
    person.drag(held(cards[0]), held(cards[2]))
    person.tap(".bar [popovertarget=settings]")
    person.page.get_by_role("radio", name="By colour").check()
    suits = [card[1] for card in hand(person)]
    assert suits == sorted(suits, key="SCHD".index)
    person.page.get_by_role("radio", name="By rank").check()
    assert hand(person) == cards


# Tapping twice, and holding


@pytest.fixture
def sent(person: Person) -> Callable[[], list[str]]:
    """The moves that the page has sent: what a tap sends is there when the tap is over."""
    person.page.add_init_script(
        """window.sent = [];
           addEventListener("submit", ({ submitter: { name, value } }) => {
             if (name === "move") sent.push(value);
           }, true);"""
    )
    return lambda: person.page.evaluate("() => window.sent")


def test_a_double_tap_plays_a_card_that_has_one_place_to_go(person: Person) -> None:
    person.play_now()
    move = person.until_there_is(CARD)[0]
    person.allow(move, "end")
    card = move.split(">")[0]
    person.page.locator(held(card)).dblclick()
    expect(person.page.locator(held(card))).to_have_count(0)
    expect(person.page.locator("#notice")).to_be_empty()


def test_empty_corners_are_one_place_for_a_double_tap(
    person: Person, sent: Callable[[], list[str]]
) -> None:
    person.play_now_until_my_turn()
    person.receive({"at-NW": bare("NW"), "at-SE": bare("SE")})
    card = hand(person)[0]
    person.allow(f"{card}>NW", f"{card}>SE")
    person.page.locator(held(card)).dblclick()
    assert sent() == [f"{card}>NW"]


@pytest.mark.parametrize("places", ["NE", ""], ids=["several", "none"])
def test_a_double_tap_sends_nothing_where_there_is_not_one_place(
    person: Person, sent: Callable[[], list[str]], places: str
) -> None:
    person.play_now_until_my_turn()
    card = hand(person)[0]
    person.allow("end", *(f"{card}>{place}" for place in places))
    person.page.locator(held(card)).dblclick()
    assert sent() == []
    expect(person.page.locator(held(card))).to_have_attribute("aria-pressed", "true")
    expect(person.page.locator(".target")).to_have_count(len(places))


def test_a_pile_that_is_fanned_out_and_goes_leaves_nothing_behind(person: Person) -> None:
    person.play_now()
    place = person.until_several_lie()
    person.tap(f"#at-{place} button.count")
    expect(person.page.locator(".ghost")).to_have_count(1)
    pile = person.served(f"at-{place}")
    person.receive({f"at-{place}": bare(place)})
    expect(person.page.locator(".ghost")).to_have_count(0)
    person.receive({f"at-{place}": pile})
    expect(person.page.locator(".count[aria-expanded=true], .ghost")).to_have_count(0)


@pytest.mark.parametrize("legal", ["", "end"])
def test_piles_that_can_go_nowhere_are_fanned_out_by_taps_one_after_the_other(
    person: Person, sent: Callable[[], list[str]], legal: str
) -> None:
    person.play_now_until_my_turn()
    actions = f'<div id="actions" class="actions" data-legal="{legal}"></div>'
    person.receive({"at-W": two_lie("W"), "at-E": two_lie("E"), "actions": actions})
    for place, fanned in (("W", ["W"]), ("E", ["E"]), ("E", [])):
        person.tap(at(place))
        expect(person.page.locator(".count[aria-expanded=true]")).to_have_count(len(fanned))
        for one in fanned:
            expect(person.page.locator(f"#at-{one} .ghost")).to_have_count(1)
    assert sent() == []
    person.receive({"actions": actions.replace(f'"{legal}"', '"W>E end"')})
    person.tap(at("W"))
    expect(person.page.locator(".ghost")).to_have_count(0)


def test_a_long_press_fans_a_pile_out_until_the_next_tap(
    touched: tuple[Person, Finger],
) -> None:
    person, finger = touched
    person.play_now()
    pile = at(person.until_several_lie())
    fanned = person.page.locator(".count[aria-expanded=true]")
    finger.press(person.middle(pile))
    expect(fanned).to_have_count(1)
    finger.lift()
    expect(fanned).to_have_attribute("aria-label", re.compile(r"all \d+ cards: .+ of .+ and "))
    person.page.evaluate(FRAMES)
    expect(fanned).to_have_count(1)
    person.tap("#prompt")
    expect(fanned).to_have_count(0)


def test_a_chosen_card_is_moved_within_the_hand_without_dragging(person: Person) -> None:
    person.play_now_until_my_turn()
    person.page.evaluate(KNOWS_ALL)
    person.page.reload()
    cards = hand(person)
    arrows = person.page.locator("[data-step]")
    expect(arrows.first).to_be_hidden()
    person.tap(held(cards[1]))
    assert person.page.evaluate(CHOSE_WITHOUT_ARROWS, held(cards[0]))
    person.tap(held(cards[1]))
    arrows.last.click()
    moved = [cards[0], cards[2], cards[1], *cards[3:]]
    assert hand(person) == moved
    expect(person.page.locator(held(cards[1]))).to_have_attribute("aria-pressed", "true")
    arrows.first.click()
    arrows.first.click()
    arrows.first.click()  # it is the first already
    assert hand(person) == [cards[1], cards[0], *cards[2:]]
    person.page.reload()
    assert hand(person) == [cards[1], cards[0], *cards[2:]]
