"""A room before its match: everybody finds in, sees who is there, and knows what to do next."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, Route, expect

from tests.kit.friends import agree, arrive, call, open_room, pass_until_in_turn, sit_down, start
from tests.kit.person import Person
from tests.kit.server import Server

COVERED = """() => {
  const [said, prompt] = [".saying:last-child", "#prompt"]
    .map((a) => document.querySelector(a).getBoundingClientRect());
  return Math.min(said.bottom, prompt.bottom) > Math.max(said.top, prompt.top) &&
    Math.min(said.right, prompt.right) > Math.max(said.left, prompt.left);
}"""


def test_a_removed_guest_hears_so_and_cannot_come_back(people: list[Person]) -> None:
    anna, ben = people
    sit_down(ben, "Ben")
    link = ben.page.url
    anna.page.get_by_role("button", name="Remove").click()
    expect(ben.page.get_by_text("The host has given your seat")).to_be_visible()
    ben.page.goto(link)
    expect(ben.page.get_by_text("The host has given your seat")).to_be_visible()
    ben.page.get_by_role("link", name="Front page").click()
    expect(ben.page.get_by_role("button", name="Play now")).to_be_visible()
    expect(anna.page.locator("#chair-1 .name")).to_have_text("free")


def test_a_name_that_is_proposed_gives_way_to_what_is_typed(people: list[Person]) -> None:
    _, ben = people
    name = ben.page.get_by_label("Your name")
    assert name.input_value()
    for typed, shown in (("Ben", "Ben"), ("ny", "Benny")):  # the second tap is beside a letter
        name.click()
        ben.page.keyboard.type(typed)
        expect(name).to_have_value(shown)


def test_a_double_click_of_a_newcomer_takes_one_seat(people: list[Person]) -> None:
    anna, ben = people
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit down").dblclick()
    expect(ben.page.locator(".invitation")).to_be_visible()
    agree(people)
    expect(anna.page.locator("#lobby .seats li.human")).to_have_count(2)


def test_who_sits_down_or_leaves_in_one_tab_is_shown_so_in_the_other(
    people: list[Person],
) -> None:
    _, ben = people
    other, link = ben.page.context.new_page(), ben.page.url
    other.goto(link)
    sit_down(ben, "Ben")
    # This tab is still a stranger's: the identity came later. It finds the seat none the less.
    other.get_by_role("button", name="Sit down").click()
    expect(other.locator(".invitation")).to_be_visible()
    expect(other.locator("#notice")).to_be_empty()
    ben.page.get_by_role("button", name="Leave").click()
    ben.page.wait_for_url(f"{ben.url}/")
    expect(other.get_by_role("button", name="Sit down")).to_be_visible()
    ben.page.goto(link)
    sit_down(ben, "Ben")
    expect(other.locator(".invitation")).to_be_visible()


def test_a_name_that_is_being_typed_stays_while_others_come_and_go(
    people: list[Person], browser: Browser, server: Server
) -> None:
    anna, ben = people
    sit_down(ben, "Ben")
    field = ben.page.get_by_label("Your name")
    field.press("End")
    field.press_sequentially("jamin")
    cho = arrive(browser, server.url)
    cho.page.goto(ben.page.url)
    sit_down(cho, "Cho")
    expect(ben.page.locator("#chair-2 .name")).to_have_text("Cho")
    expect(field).to_have_value("Benjamin")
    expect(field).to_be_focused()
    field.press("Enter")
    expect(anna.page.locator("#chair-1 .name")).to_have_text("Benjamin")
    cho.page.context.close()


def test_what_a_host_chose_in_one_tab_is_shown_in_the_other_whatever_was_chosen_there(
    people: list[Person],
) -> None:
    anna, _ = people
    anna.page.get_by_label("Clock").select_option("15")
    other = Person(anna.page.context, anna.url)
    other.page.goto(anna.page.url)
    expect(other.page.get_by_label("Clock")).to_have_value("15")
    other.page.get_by_label("Clock").select_option("60")
    expect(anna.page.get_by_label("Clock")).to_have_value("60")
    agree([anna, other])


def test_a_name_that_is_refused_is_told_why_and_the_old_one_stays(people: list[Person]) -> None:
    anna, ben = people
    sit_down(ben, "Ben")
    ben.page.get_by_label("Your name").fill("Arschloch")
    ben.page.get_by_label("Your name").blur()
    expect(ben.page.get_by_role("alert")).to_contain_text("Somebody could mind this name")
    expect(anna.page.locator("#chair-1 .name")).to_have_text("Ben")


def test_every_closed_way_in_is_told_with_a_sentence_and_a_way_on(
    people: list[Person], browser: Browser, server: Server
) -> None:
    anna, ben = people
    link = ben.page.url
    cho = arrive(browser, server.url)
    cho.page.goto(server.url)
    cho.page.get_by_label("The code of a table").fill("zzz-zzz")
    cho.page.get_by_role("button", name="Join", exact=True).click()
    expect(cho.page.get_by_text("There is no table with this code")).to_be_visible()
    expect(cho.page.get_by_label("The code of a table")).to_have_value("zzz-zzz")
    expect(cho.page.get_by_role("link", name="Front page")).to_be_visible()

    for _ in range(2):
        anna.page.get_by_role("button", name="Take this seat away").first.click()
    expect(anna.page.locator("#lobby .seats li")).to_have_count(2)
    cho.page.goto(link)
    sit_down(ben, "Ben")
    cho.page.get_by_role("button", name="Sit down").click()
    expect(cho.page.get_by_role("alert")).to_contain_text("Every seat at this table is taken")

    # Once it has started, who waits in the lobby looks on.
    start([anna, ben])
    cho.page.wait_for_selector("#table")
    expect(cho.page.locator("#hand [data-card]")).to_have_count(0)
    cho.page.context.close()


def test_a_room_that_all_have_left_sends_whoever_looks_on_to_a_way_on(
    people: list[Person],
) -> None:
    anna, ben = people
    anna.page.get_by_role("button", name="Leave").click()
    expect(ben.page.get_by_text("There is no table with this code")).to_be_visible()
    expect(ben.page.get_by_role("link", name="Front page")).to_be_visible()


def test_a_lobby_without_its_connection_says_so_and_still_sees_who_comes(
    browser: Browser, server: Server
) -> None:
    anna, ben = arrive(browser, server.url), arrive(browser, server.url)
    anna.page.context.route_web_socket("**/socket", lambda socket: socket.close(code=1011))
    ben.page.goto(open_room(anna, "Anna"))
    expect(anna.page.get_by_text("Connection lost. Trying again")).to_be_visible()
    sit_down(ben, "Ben")
    expect(anna.page.locator("#chair-1 .name")).to_have_text("Ben")
    anna.page.get_by_role("button", name="Remove").click()
    expect(anna.page.locator("#chair-1 .name")).to_have_text("free")
    for person in (anna, ben):
        person.page.context.close()


def test_the_second_of_a_name_is_told_apart_and_keeps_the_name_in_the_own_field(
    people: list[Person],
) -> None:
    anna, ben = people
    call(anna, "Ben")
    sit_down(ben, "Ben")
    expect(anna.page.locator("#chair-1 .name")).to_have_text("Ben 2")
    expect(ben.page.get_by_label("Your name")).to_have_value("Ben")
    expect(ben.page.locator("#chair-1")).to_contain_text("you, here Ben 2")


def test_remove_meets_nobody_who_has_sat_down_since_the_page_was_shown(
    people: list[Person], browser: Browser, server: Server
) -> None:
    anna, ben = people
    link = ben.page.url
    sit_down(ben, "Ben")
    plain = browser.new_context(
        storage_state=anna.page.context.storage_state(), java_script_enabled=False
    ).new_page()
    plain.goto(link)
    ben.page.get_by_role("button", name="Leave").click()
    cho = arrive(browser, server.url)
    cho.page.goto(link)
    sit_down(cho, "Cho")
    plain.get_by_role("button", name="Remove").click()
    expect(plain.get_by_role("alert")).to_contain_text("Somebody else sits there by now")
    expect(anna.page.locator("#chair-1 .name")).to_have_text("Cho")
    for page in (plain, cho.page):
        page.context.close()


def test_what_is_chosen_before_the_script_has_come_holds(people: list[Person]) -> None:
    anna, ben = people
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    anna.page.route("**/lobby.js*", hold)
    anna.page.goto(anna.page.url, wait_until="commit")
    anna.page.get_by_label("Clock").select_option("15")
    anna.page.get_by_label("Anybody may join").check()
    held[0].continue_()
    sit_down(ben, "Ben")
    expect(ben.page.locator("#lobby .what")).to_contain_text("15 seconds a turn")
    expect(ben.page.locator("#lobby .what")).to_contain_text("open to anybody")
    expect(anna.page.get_by_label("Clock")).to_have_value("15")


def test_two_tabs_of_one_player_both_work(people: list[Person]) -> None:
    anna, ben = people
    sit_down(ben, "Ben")
    start(people)
    second = Person(ben.page.context, ben.url)
    second.page.goto(ben.page.url)
    second.wait_for_socket()
    for tab in (ben, second):
        pass_until_in_turn([anna, tab], tab)
        tab.make("end")
        agree([anna, ben, second])


def test_a_phrase_is_heard_by_all_but_those_who_have_muted_its_speaker(
    people: list[Person], browser: Browser, server: Server
) -> None:
    anna, ben = people
    sit_down(ben, "Ben")
    cho = arrive(browser, server.url)
    cho.page.goto(ben.page.url)
    sit_down(cho, "Cho")
    start([anna, ben, cho])
    cho.page.get_by_role("button", name="Say something").click()
    cho.page.get_by_role("checkbox", name="Ben").check()
    ben.page.get_by_role("button", name="Say something").click()
    ben.page.get_by_role("button", name="Good luck!").click()
    expect(anna.page.locator(".saying")).to_contain_text("Good luck!")
    expect(anna.page.locator(".saying .face")).to_have_text("B")
    anna.page.set_viewport_size({"width": 844, "height": 390})
    anna.page.get_by_role("button", name="Say something").click()
    anna.page.get_by_role("button", name="Thank you!").click()
    expect(anna.page.locator(".saying").last).to_contain_text("Thank you!")
    assert anna.page.evaluate(COVERED) is False
    expect(cho.page.locator(".saying")).to_contain_text("Thank you!")
    expect(cho.page.locator(".saying")).to_have_count(1)
    cho.page.context.close()


def test_the_time_of_a_turn_is_counted_down_on_every_screen(people: list[Person]) -> None:
    anna, ben = people
    sit_down(ben, "Ben")
    anna.page.get_by_label("Clock").select_option("15")
    expect(ben.page.locator("#lobby .what")).to_contain_text("15 seconds a turn")
    start(people)
    for person in people:
        expect(person.page.locator(".strip .turn .clock")).to_have_text(re.compile(r"^1?\ds$"))
    expect(anna.page.locator(".strip .clock")).to_have_count(1)


def test_the_keyboard_alone_creates_joins_and_starts(people: list[Person]) -> None:
    anna, ben = people
    anna.page.goto(anna.url)
    press(anna.page, anna.page.get_by_role("button", name="With friends"))
    expect(anna.page.locator("#lobby")).to_be_visible()
    code = anna.page.url.rpartition("/")[2]
    ben.page.goto(ben.url)
    ben.page.get_by_label("The code of a table").focus()
    ben.page.keyboard.type(code)
    ben.page.keyboard.press("Enter")
    press(ben.page, ben.page.get_by_role("button", name="Sit down"))
    expect(ben.page.locator(".invitation")).to_be_visible()
    expect(anna.page.locator("#lobby .seats li.human")).to_have_count(2)
    press(anna.page, anna.page.get_by_role("button", name="Start"))
    anna.page.wait_for_selector("#table")


def press(page: Page, button: object) -> None:
    """Reach a button by the tab key alone, and press it."""
    handle = button.element_handle()  # type: ignore[attr-defined]
    for _ in range(60):
        page.keyboard.press("Tab")
        if handle.evaluate("(button) => button === document.activeElement"):
            page.keyboard.press("Enter")
            return
    raise AssertionError("not to be reached by the tab key")
