"""Everything at the table is done by keys alone, and the focus is never lost."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Locator, expect

from tests.browser.conftest import PHONE
from tests.kit.person import CARD, HELD, MATCH_OVER, Person, at, hand, held
from tests.kit.server import Server

ENOUGH = 8


def focused(person: Person) -> Locator:
    return person.page.locator(":focus")


def press_until(person: Person, key: str, selector: str) -> None:
    """Press a key until the focus is there."""
    for _ in range(40):
        if person.page.locator(f"{selector}:focus").count():
            return
        person.page.keyboard.press(key)
    raise TimeoutError(selector)


def steps(person: Person, start: str, end: str) -> list[str]:
    """The arrow keys that lead from one place of the grid to another, around the stock."""
    rows, columns = "N S", "W E"

    def spot(place: str) -> tuple[int, int]:
        row = next((rows.index(c) for c in place if c in "NS"), 1)
        return row, next((columns.index(c) for c in place if c in "WE"), 1)

    (row, column), (to_row, to_column) = spot(start), spot(end)
    if row == 1 and to_row == 1 and column != to_column:
        return ["ArrowRight" if to_column > column else "ArrowLeft"]
    if column == 1 and to_column == 1 and row != to_row:
        return ["ArrowDown" if to_row > row else "ArrowUp"]
    down = ["ArrowDown" if to_row > row else "ArrowUp"] * abs(to_row - row)
    aside = ["ArrowRight" if to_column > column else "ArrowLeft"] * abs(to_column - column)
    # Never through the middle.
    return down + aside if column != 1 else aside + down


def walk(person: Person, place: str) -> None:
    here = focused(person).get_attribute("data-place")
    assert here is not None
    for key in steps(person, here, place):
        person.page.keyboard.press(key)
    expect(focused(person)).to_have_attribute("data-place", place)


def make_by_keys(person: Person, move: str) -> None:
    before = person.seq
    keys = person.page.keyboard
    if move in {"end", "undo"}:
        keys.press("d" if move == "end" else "u")
    elif re.match(CARD, move):
        card, place = move.split(">")
        if not focused(person).and_(person.page.locator(HELD)).count():
            press_until(person, "ArrowDown", HELD)
        cards = hand(person)
        here = cards.index(str(focused(person).get_attribute("data-card")))
        there = cards.index(card)
        for _ in range(abs(there - here)):
            keys.press("ArrowRight" if there > here else "ArrowLeft")
        keys.press("Enter")
        keys.press("ArrowUp")
        walk(person, place)
        keys.press("Enter")
    else:
        source, target = move.split(">")
        if not focused(person).and_(person.page.locator("[data-place]")).count():
            press_until(person, "ArrowUp", "[data-place]")
        walk(person, source)
        keys.press(" ")
        walk(person, target)
        keys.press("Enter")
    person.wait_past(before)


def test_a_match_is_played_to_its_end_by_keys_alone_and_the_focus_is_never_lost(
    person: Person,
) -> None:
    person.open(target=25)  # a lower one is reached, now and then, before one's first turn
    person.wait_for_my_turn()
    press_until(person, "Tab", HELD if person.legal() else "#next .primary")
    moves = 0
    for _ in range(300):
        person.wait_for_my_turn()
        if person.page.locator(MATCH_OVER).is_visible():
            break
        assert person.page.evaluate("() => document.activeElement !== document.body")
        if person.page.locator("#next .primary").first.is_visible():
            before = person.seq
            press_until(person, "Tab", "#next .primary")
            person.page.keyboard.press("Enter")
            person.wait_past(before)
        elif legal := person.legal():
            # Many moves at first; later, whoever passes comes to the end sooner.
            make_by_keys(person, "end" if moves > ENOUGH and "end" in legal else legal[0])
            moves += 1
    expect(person.page.locator(MATCH_OVER)).to_be_visible()
    assert moves > 1
    assert person.complaints == []


def test_hand_and_layout_are_one_tab_stop_each(person: Person) -> None:
    person.play_now_until_my_turn()
    stops = "[data-card][tabindex='0'], [data-place][tabindex='0']"
    for part in ("#hand", ".layout"):
        expect(person.page.locator(part).locator(stops)).to_have_count(1)


def test_the_arrow_up_leads_a_selected_card_to_its_first_target(person: Person) -> None:
    person.play_now()
    card, place = person.until_there_is(CARD)[0].split(">")
    person.page.locator(held(card)).focus()
    person.page.keyboard.press("Enter")
    person.page.keyboard.press("ArrowUp")
    expect(focused(person)).to_have_attribute("data-place", place)
    person.page.keyboard.press("Escape")
    expect(person.page.locator(".target")).to_have_count(0)


def test_an_arrow_at_the_edge_leads_nowhere_even_from_a_pile_that_stands_aside(
    person: Person,
) -> None:
    person.play_now_until_my_turn()
    cards = '<i class="card s" data-r="9"></i><i class="card h" data-r="8"></i>'
    spot = f'<button type="button" class="spot" data-place="W">{cards}</button>'
    count = '<button type="button" class="count" aria-expanded="false">2</button>'
    person.receive({"at-W": f'<div id="at-W" class="place side">{spot}{count}</div>'})
    person.page.locator("[data-place=W]").focus()
    person.page.keyboard.press("ArrowLeft")
    expect(focused(person)).to_have_attribute("data-place", "W")


def test_after_a_move_by_keys_the_focus_is_on_the_next_card(person: Person) -> None:
    person.play_now()
    moves = person.until_there_is(CARD)
    cards = hand(person)
    card = moves[0].split(">")[0]
    index = cards.index(card)
    person.page.locator(held(card)).focus()
    make_by_keys(person, moves[0])
    cards.remove(card)
    following = cards[min(index, len(cards) - 1)]
    expect(focused(person)).to_have_attribute("data-card", following)


def test_keys_carry_a_card_through_the_hand_and_the_focus_with_it(person: Person) -> None:
    person.play_now_until_my_turn()
    first, second, *others = hand(person)
    person.page.locator(held(first)).focus()
    person.page.keyboard.press("Shift+ArrowRight")
    assert hand(person) == [second, first, *others]
    expect(focused(person)).to_have_attribute("data-card", first)


def test_letters_do_nothing_with_modifiers_or_outside_the_game(
    person: Person,
) -> None:
    person.play_now_until_my_turn()
    before = person.seq
    for key in ("d", "?"):
        person.page.keyboard.press(key)
    expect(person.page.locator("#help")).to_be_hidden()
    person.page.keyboard.press("ArrowDown")
    person.page.keyboard.press("Alt+d")
    person.page.keyboard.press("?")
    expect(person.page.locator("#help")).to_be_visible()
    person.page.keyboard.press("d")
    person.page.keyboard.press("Escape")
    expect(person.page.locator("#help")).to_be_hidden()
    assert person.seq == before


def test_the_key_f_fans_the_pile_out_and_tells_its_cards(person: Person) -> None:
    person.play_now()
    person.page.locator(at(person.until_several_lie())).focus()
    person.page.keyboard.press("f")
    expect(focused(person)).to_have_attribute("aria-label", re.compile("all . cards:"))
    expect(focused(person)).to_have_attribute("aria-expanded", "true")
    person.page.keyboard.press("Escape")
    expect(focused(person)).to_have_class("spot")


def test_the_help_tells_of_keys_where_there_are_any(browser: Browser, server: Server) -> None:
    for touch in (False, True):
        context = browser.new_context(viewport=PHONE, has_touch=touch, is_mobile=touch)
        person = Person(context, server.url)
        person.play_now()
        person.page.locator(".bar [popovertarget=help]").click()
        expect(person.page.get_by_role("heading", name="How to move")).to_be_visible()
        keys = person.page.get_by_role("heading", name="With the keyboard")
        expect(keys).to_be_visible(visible=not touch)
        context.close()
