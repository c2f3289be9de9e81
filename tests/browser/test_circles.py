"""A board by a link in browsers: made, sent, joined, left, and fit for everybody."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE, is_too_wide, looks
from tests.kit.axe import all_faults, faults
from tests.kit.person import Person
from tests.kit.server import Server

WIDE = "W" * 24
FIELDS = """() => [...document.querySelectorAll("input[name]:not([type=hidden])")]
  .filter((e) => e.checkVisibility() && !e.closest("[popover]"))
  .map((e) => getComputedStyle(e)).map((s) => `${s.borderRadius} ${s.borderColor}`)"""
JAPANESE = "千代と花子のおばあちゃん" * 2


def make_board(page: Page, url: str, board: str, name: str) -> None:
    page.goto(f"{url}/boards")
    page.get_by_label("Name of the board").fill(board)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Make the board").click()


def test_fields_look_alike_on_all_pages(browser: Browser, server: Server) -> None:
    keeper, guest = (Person(browser.new_context(), server.url) for _ in range(2))
    keeper.page.goto(f"{server.url}/me")
    usual = keeper.page.evaluate(FIELDS)
    make_board(keeper.page, server.url, "Our family", "Anna")
    keeper.page.wait_for_url("**/boards/*")
    pages = [keeper.page.url, f"{server.url}/boards", f"{server.url}/daily", server.url]
    for path in pages:
        guest.page.goto(path)
        assert set(guest.page.evaluate(FIELDS)) <= set(usual), path
    for person in (keeper, guest):
        person.page.context.close()


def test_a_family_meets_on_a_board_without_any_script(browser: Browser, server: Server) -> None:
    contexts = [browser.new_context(viewport=PHONE, java_script_enabled=False) for _ in range(2)]
    anna, ben = (Person(context, server.url) for context in contexts)
    anna.page.goto(f"{server.url}/leaderboards")
    anna.page.get_by_role("link", name="Make a board").click()
    make_board(anna.page, server.url, "Our family", "Anna")
    link = anna.page.get_by_label("Link", exact=True).last.input_value()
    assert link == anna.page.url
    other_tab = contexts[1].new_page()
    for page in (other_tab, ben.page):
        page.goto(link)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Join", exact=True).click()
    expect(ben.page.locator(".ranks .called")).to_have_text([re.compile("Anna"), re.compile("Ben")])
    other_tab.get_by_role("button", name="Join", exact=True).click()
    expect(other_tab.locator(".ranks .called")).to_have_count(2)
    ben.page.get_by_text("Leave this board").click()
    ben.page.get_by_role("button", name="Leave", exact=True).click()
    expect(ben.page.get_by_role("status")).to_have_text("You have left the board.")
    expect(ben.page.locator(".board-links")).to_have_count(0)
    anna.page.reload()
    anna.page.get_by_text("Change this board").click()
    anna.page.get_by_text("Delete the board for everybody").click()
    anna.page.get_by_role("button", name="Yes, delete the board").click()
    expect(anna.page.get_by_role("status")).to_have_text("The board is deleted, for everybody.")
    ben.page.goto(link)
    expect(ben.page.get_by_text("ask who sent you the link")).to_be_visible()
    assert anna.complaints == []
    for context in contexts:
        context.close()


def test_nobody_is_taken_off_and_no_board_deleted_by_a_single_tap(
    browser: Browser, server: Server
) -> None:
    contexts = [browser.new_context(viewport=PHONE, java_script_enabled=False) for _ in range(2)]
    anna, ben = (Person(context, server.url) for context in contexts)
    make_board(anna.page, server.url, "Our family", "Anna")
    ben.page.goto(anna.page.url)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Join", exact=True).click()
    anna.page.reload()
    anna.page.get_by_text("Change this board").click()
    for_good = anna.page.get_by_role("button", name="Take Ben off for good")
    expect(for_good).to_be_hidden()
    expect(anna.page.get_by_role("button", name="Yes, delete the board")).to_be_hidden()
    anna.page.get_by_text("Remove Ben").click()
    expect(anna.page.locator(".board-page .called")).to_have_count(2)
    for_good.click()
    expect(anna.page.get_by_role("status")).to_contain_text("off the board, for good")
    expect(anna.page.locator(".board-page .called")).to_have_count(1)
    for context in contexts:
        context.close()


def test_everybody_can_use_a_board(browser: Browser, server: Server) -> None:
    contexts = [browser.new_context(reduced_motion="reduce", bypass_csp=True) for _ in range(2)]
    anna, ben = (Person(context, server.url) for context in contexts)
    make_board(anna.page, server.url, WIDE, JAPANESE)
    board = anna.page.url
    ben.page.goto(board)
    for look in looks(ben.page):
        assert faults(ben.page) == [], look
    ben.page.get_by_label("Your name").fill(WIDE)
    ben.page.get_by_role("button", name="Join", exact=True).click()
    for address in (board, f"{server.url}/boards", f"{server.url}/daily"):
        anna.page.goto(address)
        anna.page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
        for look in looks(anna.page):
            assert all_faults(anna.page) == [], look
            assert not is_too_wide(anna.page), look
    for context in contexts:
        context.close()
