"""Friends meet at a table, come and go, and all their screens always show the same."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from app.render.qr import qr_code
from tests.browser.conftest import DESKTOP
from tests.kit.friends import agree, arrive, open_room, pass_turns, pass_until_in_turn, sit_down
from tests.kit.person import MATCH_OVER, Person, hand, play_unseen
from tests.kit.server import Server

PUBLIC = "http://kings.test"
OF_THE_CUT = re.compile("WebSocket|htmx:ws|ERR_INTERNET_DISCONNECTED")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that others can reach, where nobody is waited for long."""
    server = Server(tmp_path_factory.mktemp("friends"), 0, PUBLIC, patience=0.02)
    server.start()
    yield server
    server.stop()
    assert server.errors() == []


def test_four_friends_play_a_match_to_its_end_while_they_come_and_go(
    browser: Browser, server: Server
) -> None:
    anna = arrive(browser, server.url, DESKTOP)
    link = open_room(anna, "Anna")
    code = link.rpartition("/")[2]
    there = link.replace(PUBLIC, server.url)
    ben, cho, dora, zoe = (arrive(browser, server.url) for _ in range(4))
    friends = [anna, ben, cho, dora]

    # By the link, by the code, by the QR code's address; two of them have the same name.
    ben.page.goto(there)
    sit_down(ben, "Ben")
    cho.page.goto(server.url)
    cho.page.get_by_label("The code of a table").fill(f" {code[:3].lower()} {code[3:].lower()}")
    cho.page.get_by_role("button", name="Join", exact=True).click()
    sit_down(cho, "Cho")
    assert anna.page.locator(".qr-button svg").first.evaluate(
        "(svg) => svg.querySelector('path').getAttribute('d')"
    ) in qr_code(link)
    dora.page.goto(there)
    sit_down(dora, "Ben")
    expect(anna.page.locator("#chair-3 .name")).to_have_text("Ben 2")
    agree(friends)

    host_sets_the_table(anna, friends)
    anna.page.get_by_role("button", name="Start").click()
    for friend in friends:
        friend.page.wait_for_selector("#table")
        friend.wait_for_socket()
    zoe.page.goto(there)
    everybody = [*friends, zoe]
    agree(everybody)
    pass_turns(friends, 3)
    agree(everybody)

    they_come_and_go(friends, everybody, there)

    pass_turns(friends)
    for one in everybody:
        expect(one.page.locator("#result")).to_be_visible()
    assert hand(zoe) == []
    agree(everybody)
    after_the_match(friends, everybody, there)
    for one in everybody:
        assert [text for text in one.complaints if not OF_THE_CUT.search(text)] == []
        one.page.context.close()


def host_sets_the_table(anna: Person, friends: list[Person]) -> None:
    """A computer comes and goes, the rules and the clock change, and the guests see it."""
    page = anna.page
    page.get_by_role("button", name="Add a seat").click()
    page.get_by_role("button", name="Add a computer").click()
    page.get_by_role("button", name="Beginner").click()
    agree(friends)
    page.get_by_label("Rules").select_option("family")
    page.get_by_label("Clock").select_option("30")
    for friend in friends[1:]:
        expect(friend.page.locator("#lobby .differences li").first).to_be_visible()
        expect(friend.page.locator("#lobby .what")).to_contain_text("30 seconds a turn")
    agree(friends)
    page.get_by_label("Rules").select_option("classic")
    page.get_by_label("Clock").select_option("0")
    page.get_by_label("Points at which the match ends").fill("5")
    page.get_by_label("Points at which the match ends").blur()
    page.get_by_role("button", name=re.compile("Free the seat")).click()
    page.get_by_role("button", name="Take this seat away").click()
    expect(page.locator("#lobby .seats li")).to_have_count(4)
    for friend in friends[1:]:
        expect(friend.page.locator("#lobby .what")).to_contain_text("to 5 points")
    agree(friends)


def they_come_and_go(friends: list[Person], everybody: list[Person], there: str) -> None:
    anna, ben, cho, dora = friends
    ben.page.reload()
    ben.wait_for_socket()
    agree(everybody)

    # One is offline while the three others play.
    pass_until_in_turn(friends, dora)
    cho.page.context.set_offline(offline=True)
    pass_turns([dora, anna, ben], 3)
    cho.page.context.set_offline(offline=False)
    expect(cho.page.locator("#offline")).to_be_hidden()
    agree(everybody)

    # One leaves on purpose while it is not that one's turn, and returns by opening the page.
    pass_until_in_turn(friends, cho)
    ben.page.get_by_role("button", name="Scores").click()
    ben.page.get_by_role("button", name="Leave the table").click()
    ben.page.wait_for_url(f"{ben.url}/")
    expect(anna.page.locator("#seat-1")).to_have_class(re.compile("lent"))
    agree([anna, cho, dora, everybody[-1]])
    ben.page.get_by_role("link", name="Continue your match").click()
    ben.wait_for_socket()
    expect(anna.page.locator("#seat-1")).not_to_have_class(re.compile("lent"))
    agree(everybody)
    assert hand(everybody[-1]) == []


def after_the_match(friends: list[Person], everybody: list[Person], there: str) -> None:
    """One asks for another match, the host, too, and does not wait for the others; then all go back
    to the lobby together.
    """
    names = friends[0].page.locator(".strip .name").all_text_contents()
    friends[2].page.locator(MATCH_OVER).click()
    expect(friends[2].page.locator("#next")).to_contain_text("Waiting for")
    expect(friends[0].page.locator("#next")).to_contain_text("wants to play again")
    agree(everybody)
    friends[0].page.locator(MATCH_OVER).dblclick()
    expect(friends[0].page.locator("#next")).to_contain_text("Waiting for")
    agree(everybody)
    friends[0].page.get_by_role("button", name="Start without them").click()
    for friend in friends:
        expect(friend.page.locator("#result")).to_be_hidden()
    assert friends[1].page.locator(".strip .name").all_text_contents() == names
    agree(everybody)
    one_closes_the_page_and_returns(friends, everybody, there)
    table = friends[0].page.url.removeprefix(friends[0].url)
    play_unseen(friends, table, lambda legal: legal[-1])
    for one in everybody:
        expect(one.page.locator("#result .sheet").last.locator("tbody tr")).to_have_count(2)
    agree(everybody)
    friends[0].page.get_by_role("button", name="Seats & rules").click()
    for one in everybody:
        one.page.wait_for_selector("#lobby")
        expect(one.page.locator("#lobby .sheet tbody tr")).to_have_count(2)
    agree(everybody)

    # The host leaves: the next one clockwise is the host.
    anna, ben, *others = everybody
    anna.page.get_by_role("button", name="Leave").click()
    anna.page.wait_for_url(f"{anna.url}/")
    expect(ben.page.get_by_role("button", name="Start")).to_be_visible()
    agree([ben, *others])


def one_closes_the_page_and_returns(
    friends: list[Person], everybody: list[Person], there: str
) -> None:
    """Not soon after this page was asked for: who asks counts as present for a while."""
    anna, dora = friends[0], friends[3]
    dora.page.close()
    expect(anna.page.locator("#seat-3")).to_have_class(re.compile("lent"), timeout=20_000)
    dora.page = dora.page.context.new_page()
    dora.page.goto(there)
    dora.wait_for_socket()
    expect(anna.page.locator("#seat-3")).not_to_have_class(re.compile("lent"))
    agree(everybody)
