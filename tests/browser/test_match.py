"""People play whole matches in the browser, whatever happens to the page and the server."""

from __future__ import annotations

import json
import re
import sqlite3
from itertools import pairwise, permutations
from random import Random

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ViewportSize,
    expect,
)

from tests.browser.conftest import DESKTOP, PHONE
from tests.kit.person import CARD, MATCH_OVER, PILE, ROUND_OVER, Person
from tests.kit.server import Server

USE_THE_BUTTON = "To draw, use the button."
END_BUTTON = "#actions [value=end]:not([aria-disabled])"


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_match_is_played_to_its_end_by_tapping_and_then_again(
    browser: Browser, server: Server, viewport: ViewportSize
) -> None:
    context = browser.new_context(viewport=viewport, reduced_motion="reduce")
    person = Person(context, server.url)
    # Of more players, one could be out, and the next match over, before it is one's turn.
    person.open("human", "computer:casual", target=5)
    person.page.reload()
    person.play_until(Random(1), MATCH_OVER)
    result = person.page.locator("#result")
    expect(result.locator("ol.standing li")).to_have_count(2)
    expect(result).to_contain_text("win")
    person.go_on()
    expect(result).to_be_hidden()
    expect(person.page.locator("#round")).to_contain_text("Round 1")
    assert person.complaints == []
    context.close()


def test_the_front_page_begins_one_match_and_another(person: Person) -> None:
    person.page.goto(person.url)
    for button in ("Play now", "New match"):
        person.page.get_by_role("button", name=button).click()
        person.wait_for_socket()
        person.wait_for_my_turn()
        person.page.locator("a.home").click()
    assert person.complaints == []


def test_a_reload_shows_the_table_as_it_was(person: Person) -> None:
    person.play_now()
    luck = Random(2)
    for _ in range(8):
        person.wait_for_my_turn()
        if not person.legal():
            break
        before, seq = person.looks(), person.seq
        person.page.reload()
        assert (person.looks(), person.seq) == (before, seq)
        person.wait_for_socket()
        person.make(luck.choice(person.legal()[:3]))


def test_a_closed_tab_finds_its_match_again_from_the_front_page(
    person: Person, context: BrowserContext
) -> None:
    person.play_now_until_my_turn()
    person.make("end")
    person.page.close()
    again = Person(context, person.url)
    again.page.goto(again.url)
    again.page.get_by_role("link", name="Continue your match").click()
    again.wait_for_my_turn()
    assert again.complaints == []


@pytest.mark.parametrize("pace", [0.5])
def test_a_killed_server_loses_nothing_that_was_shown_and_the_computers_play_on(
    person: Person, server: Server
) -> None:
    person.play_now_until_my_turn()
    seq = person.seq
    person.make("end")
    # A computer has moved, and another move of theirs is due.
    person.wait_past(seq + 1)
    shown, line = person.seq, told(person)[-1]
    server.kill()
    expect(person.page.locator("#offline")).to_be_visible()
    kept = len(events(server, person))
    assert kept >= shown
    server.start()
    person.wait_past(shown)
    expect(person.page.locator("#offline")).to_be_hidden()
    assert line in told(person)
    person.wait_past(kept)
    person.wait_for_my_turn()
    if person.legal():
        person.make(person.legal()[0])
    # The browser and htmx tell of each try to connect while the server was away.
    tries = re.compile("WebSocket|htmx:ws|ERR_CONNECTION_REFUSED")
    assert [text for text in person.complaints if not tries.search(text)] == []


def told(person: Person) -> list[str]:
    """The newest lines of the log on the page, oldest first."""
    return person.page.locator("#log li").all_text_contents()


def events(server: Server, person: Person) -> list[tuple[str, str]]:
    """The log of the person's room, as it is on the disk: the kinds and the events as JSON."""
    with sqlite3.connect(server.database) as database:
        query = "SELECT kind, event FROM room_events WHERE room = ? ORDER BY n"
        return database.execute(query, (person.page.url.rsplit("/", 1)[1],)).fetchall()


def turns_ended(server: Server, person: Person) -> int:
    """How often the person on seat 0 has ended a turn, as the log has it."""
    moves = [json.loads(event) for kind, event in events(server, person) if kind == "moved"]
    return sum(move["seat"] == 0 and move["move"] == "end" for move in moves)


def test_a_double_click_on_the_button_ends_one_turn(person: Person, server: Server) -> None:
    person.play_now()
    turns = 0
    for _ in range(4):
        person.wait_for_my_turn()
        if not person.legal():
            break
        before = person.seq
        person.page.locator("#actions [value=end]").dblclick()
        person.wait_past(before)
        person.wait_for_my_turn()
        assert person.page.locator("#notice").inner_text() == ""
        turns += 1
    assert turns_ended(server, person) == turns


def test_a_message_sent_twice_is_carried_out_once(person: Person, server: Server) -> None:
    person.play_now_until_my_turn()
    before = person.seq
    # Past the page's own guard: the same frame, twice, on the socket.
    person.page.evaluate(
        """async (seq) => {
             const url = location.href.replace('http', 'ws') + '/socket';
             const socket = new WebSocket(url);
             await new Promise((done) => { socket.onopen = done; });
             const frame = JSON.stringify({seq: String(seq), move: 'end'});
             socket.send(frame); socket.send(frame);
           }""",
        before,
    )
    person.wait_past(before)
    person.wait_for_my_turn()
    assert turns_ended(server, person) == 1


def test_a_refusal_says_why_and_changes_nothing(person: Person) -> None:
    person.play_now_until_my_turn()
    before, looks, legal = person.seq, person.looks(), person.legal()
    # A target that can itself move would be chosen in the place of the source.
    may_move = {move[0] for move in legal if move[1] == ">"}
    source, target = next(
        (source, target)
        for source, target in permutations("NESW", 2)
        if f"{source}>{target}" not in legal and target not in may_move
    )
    person.tap(f"[data-place={source}]")
    person.tap(f"[data-place={target}]")
    expect(person.page.locator("#notice")).not_to_be_empty()
    assert (person.seq, person.looks()) == (before, looks)


def test_what_is_selected_shows_where_it_may_go(person: Person) -> None:
    person.play_now()
    plays = person.until_there_is(CARD)
    card = plays[0].split(">")[0]
    person.tap(f"[data-card='{card}']")
    expect(person.page.locator(f"[data-card='{card}']")).to_have_attribute("aria-pressed", "true")
    wanted = {move.split(">")[1] for move in plays if move.startswith(card)}
    marked = person.page.locator(".target [data-place]").all()
    assert {button.get_attribute("data-place") for button in marked} == wanted
    person.page.keyboard.press("Escape")
    expect(person.page.locator(".target")).to_have_count(0)


def test_a_selected_card_leaves_all_others_to_be_tapped(person: Person) -> None:
    person.play_now_until_my_turn()
    for _ in range(3):
        person.until_there_is("end")
        person.make("end")
    person.until_there_is("end")
    cards = [card.get_attribute("data-card") for card in person.page.locator(".held").all()]
    for one, other in pairwise(cards):
        person.tap(f"[data-card='{one}']")
        # Where its index stands: at its left edge.
        person.page.locator(f"[data-card='{other}']").click(position={"x": 6, "y": 6})
        expect(person.page.locator("#hand [aria-pressed=true]")).to_have_attribute(
            "data-card", str(other)
        )
        person.page.keyboard.press("Escape")


def pick_what_nothing_takes(person: Person, beside: str) -> str:
    """Choose a card that fits nowhere, at a turn in which there is ``beside``; return that move."""
    while True:
        move = person.until_there_is(beside)[0]
        playable = {legal.split(">")[0] for legal in person.legal()}
        cards = [card.get_attribute("data-card") for card in person.page.locator(".held").all()]
        if useless := [card for card in cards if card not in playable]:
            person.tap(f"[data-card='{useless[0]}']")
            return move
        person.make("end")


def test_a_card_that_nothing_takes_gives_way_to_a_pile_that_can_move(person: Person) -> None:
    person.play_a_beginner()
    pile = pick_what_nothing_takes(person, PILE).split(">")[0]
    person.tap(f"[data-place={pile}]")
    expect(person.page.locator(f"[data-place={pile}]")).to_have_attribute("aria-pressed", "true")
    expect(person.page.locator("#notice")).to_be_empty()


def test_a_card_that_nothing_takes_says_so_and_is_put_back_when_the_turn_ends(
    person: Person,
) -> None:
    person.play_now()
    pick_what_nothing_takes(person, "end")
    expect(person.page.locator("#notice")).to_have_text("Nothing takes that now.")
    person.make("end")
    expect(person.page.locator("#hand [aria-pressed=true]")).to_have_count(0)


def test_a_new_match_begins_with_nothing_said_of_the_last(person: Person) -> None:
    person.open(target=1)
    person.pass_until(MATCH_OVER)
    said = person.page.locator("#said")
    expect(said).to_contain_text("the match")
    last = said.inner_text()  # computers may end the next match before one's turn, too
    person.go_on()
    expect(said).not_to_have_text(last)


def test_a_refusal_stays_to_be_read_while_the_others_play(person: Person) -> None:
    person.play_now_until_my_turn()
    person.page.evaluate(
        """() => { document.getElementById("notice").textContent = "Not so fast.";
                   document.getElementById("tapped").value = "end";
                   document.getElementById("moves").requestSubmit(
                     document.getElementById("tapped")); }"""
    )
    person.page.wait_for_function("() => !document.getElementById('actions').dataset.legal")
    expect(person.page.locator("#notice")).to_have_text("Not so fast.")


def test_the_stock_draws_where_nothing_else_can_be_done_and_else_names_the_button(
    person: Person,
) -> None:
    person.play_now()
    told = drawn = False
    for _ in range(60):
        person.wait_for_my_turn()
        legal, before = person.legal(), person.seq
        if not legal:
            person.go_on()
            continue
        if legal == ["end"] and person.page.locator("#actions[data-draws]").count():
            person.tap("#stock")
            person.wait_past(before)
            drawn = True
        else:
            if not told and "end" in legal:
                person.tap("#stock")
                expect(person.page.locator("#notice")).to_have_text(USE_THE_BUTTON)
                told = True
            person.make(legal[0])
        if told and drawn:
            return
    raise TimeoutError


@pytest.mark.parametrize("by_tap", [False, True], ids=["by itself", "by a tap"])
def test_the_result_lets_the_last_card_be_seen_and_then_covers_the_table(
    browser: Browser, server: Server, by_tap: bool
) -> None:
    context = browser.new_context(viewport=PHONE)
    person = Person(context, server.url)
    person.play_now_until_my_turn()
    person.make("end")  # the socket's first frame, which has all regions, has come before
    ending = "document.querySelector('.ending').checkVisibility()"
    # What a frame at the end of a round does: the result is no longer hidden.
    person.receive({"result": '<div id="result" class="result"><h2>Over</h2></div>'})
    if not by_tap:
        expect(person.page.locator(".ending")).to_be_visible()
    else:
        seen = f"() => [{ending}, document.getElementById('prompt').click(), {ending}]"
        assert person.page.evaluate(seen) == [False, None, True]
    context.close()


def test_the_layout_stays_where_it_is_until_the_round_is_over(person: Person) -> None:
    person.play_now()
    person.page.evaluate(
        """() => {
             window.heights = new Set();
             const note = ([entry]) => window.heights.add(entry.contentRect.height);
             new ResizeObserver(note).observe(document.querySelector(".board"));
           }"""
    )
    person.pass_until(ROUND_OVER)
    assert person.page.evaluate("() => window.heights.size") == 1


def test_the_table_under_the_result_cannot_be_reached_and_the_next_round_has_the_focus(
    person: Person,
) -> None:
    person.play_now()
    person.pass_until(ROUND_OVER)
    inert = "() => document.querySelector('.board').inert && document.getElementById('hand').inert"
    assert person.page.evaluate(inert)
    person.tap(".peek")
    assert not person.page.evaluate(inert)
    person.tap(".peek")
    person.page.locator("#next .primary").focus()
    person.page.keyboard.press("Enter")
    person.page.wait_for_function(
        "() => document.getElementById('hand').contains(document.activeElement)"
    )


def test_ones_own_turn_is_spoken(person: Person) -> None:
    person.play_now_until_my_turn()
    prompt = person.page.locator("#prompt").inner_text()
    expect(person.page.locator("#spoken[role=status]")).to_have_text(prompt)


def test_undo_takes_the_last_move_back(person: Person) -> None:
    person.play_now()
    play = person.until_there_is(".*>")[0]
    before = person.looks()
    person.make(play)
    if person.legal():
        assert person.looks() != before
        person.make("undo")
        assert person.looks() == before


def test_two_tabs_of_one_person_show_the_same_table(
    person: Person, context: BrowserContext
) -> None:
    person.play_now_until_my_turn()
    other = Person(context, person.url)
    other.page.goto(person.page.url)
    other.wait_for_my_turn()
    other.make("end")
    seq = other.seq
    person.page.wait_for_function(
        "(seq) => Number(document.getElementById('seq').value) >= seq", arg=seq
    )
    person.wait_for_my_turn()
    other.wait_for_my_turn()
    assert other.looks() == person.looks()


def test_without_javascript_the_match_is_played_by_plain_forms(
    browser: Browser, server: Server
) -> None:
    context = browser.new_context(java_script_enabled=False, viewport=PHONE)
    page = context.new_page()
    page.goto(server.url)
    with page.expect_event("load"):  # a page that is about to go cannot be loaded again
        page.get_by_role("button", name="Play now").click()
    moves = 0
    for _ in range(200):
        page.reload()
        button = page.locator(f".plain-moves button, #next .primary, {END_BUTTON}").first
        if button.count() and button.is_visible():
            with page.expect_event("load"):
                button.click()
            moves += 1
        if moves == 8:
            break
        page.wait_for_timeout(20)
    assert moves == 8
    context.close()
