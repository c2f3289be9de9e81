"""Who one is: a name, and a link with a QR code that carries it to another device."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import DESKTOP, PACE, PHONE, TABLET, is_too_wide, looks
from tests.kit.axe import faults
from tests.kit.person import Person
from tests.kit.server import Server

PUBLIC = "http://kings.test"
LINK = ".invitation-link input"
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined });"
CAN_SHARE = """
  window.shared = [];
  navigator.share = async (what) => { window.shared.push(what); };
"""


@pytest.fixture(scope="module")
def known_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that others can reach, so that its links come with a QR code."""
    server = Server(tmp_path_factory.mktemp("known"), PACE, PUBLIC)
    server.start()
    yield server
    server.stop()
    assert server.errors() == []


def call(page: Page, url: str, name: str) -> None:
    page.goto(f"{url}/me")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()


def make_link(page: Page, url: str) -> str:
    """Make a link; return where it leads on the server of the test."""
    page.goto(f"{url}/me")
    page.get_by_role("button", name="Make a link").click()
    return page.locator(LINK).input_value().replace(PUBLIC, url)


def fits(page: Page) -> bool:
    """Whether nothing sticks out; the page about oneself, which tells one's matches, is longer."""
    high: bool = page.evaluate("document.documentElement.scrollHeight > innerHeight")
    long = urlsplit(page.url).path == "/me"
    return not is_too_wide(page) and (long or not high)


def test_a_link_carries_a_person_to_another_browser_once(
    context: BrowserContext, browser: Browser, known_server: Server
) -> None:
    person = Person(context, known_server.url)
    call(person.page, person.url, "Anna")
    link = make_link(person.page, person.url)
    assert person.page.locator(LINK).input_value().startswith(PUBLIC)
    phone = browser.new_context(viewport=PHONE)
    there = Person(phone, known_server.url)
    there.page.goto(link)
    expect(there.page.get_by_role("heading")).to_have_text("Continue as Anna on this device?")
    there.page.get_by_role("button", name="Continue here").click()
    expect(there.page.get_by_role("status")).to_have_text("You are Anna now, on this device, too.")
    there.page.goto(f"{person.url}/me")
    expect(there.page.get_by_label("Your name")).to_have_value("Anna")
    there.play_now()
    person.page.goto(person.url)
    expect(person.page.get_by_role("link", name="Continue your match")).to_be_visible()
    assert (person.complaints, there.complaints) == ([], [])
    answer = there.page.goto(link)
    assert answer is not None
    assert answer.status == 410
    expect(there.page.get_by_text("This link has been used")).to_be_visible()
    assert link.rpartition("/")[2] not in known_server.log.read_text()
    phone.close()


def test_without_script_names_and_links_work_too(browser: Browser, known_server: Server) -> None:
    here, there = (browser.new_context(java_script_enabled=False) for _ in range(2))
    page, other = here.new_page(), there.new_page()
    call(page, known_server.url, "Anna")
    call(other, known_server.url, "Ben")
    link = make_link(page, known_server.url)
    expect(page.get_by_role("button", name="Copy")).to_be_hidden()
    expect(page.get_by_role("button", name="Share")).to_be_hidden()
    page.get_by_role("button", name="Show the QR code large").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    other.goto(link)
    expect(other.get_by_text("you are Ben so far")).to_be_visible()
    other.get_by_role("button", name="Continue here").click()
    other.goto(f"{known_server.url}/me")
    expect(other.get_by_label("Your name")).to_have_value("Anna")
    here.close()
    there.close()


def test_the_pages_fit_the_screen_and_axe_finds_nothing(
    browser: Browser, known_server: Server
) -> None:
    context, other = (
        browser.new_context(reduced_motion="reduce", bypass_csp=True) for _ in range(2)
    )
    page, there = context.new_page(), other.new_page()

    def look_at(page: Page) -> None:
        for look in looks(page, (PHONE, TABLET, DESKTOP)):
            assert faults(page) == [], look
            assert fits(page), look

    page.goto(f"{known_server.url}/me")
    look_at(page)
    call(page, known_server.url, "Maximiliane Hohenstaufen")
    look_at(page)
    page.get_by_label("Your name").fill("Arschloch")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_be_visible()
    look_at(page)
    link = make_link(page, known_server.url)
    look_at(page)
    page.get_by_role("button", name="Show the QR code large").click()
    look_at(page)
    call(there, known_server.url, "Wilhelmina Hohenstaufen")
    there.goto(link)
    look_at(there)
    context.close()
    other.close()


def test_double_text_is_not_cut_off(person: Person) -> None:
    call(person.page, person.url, "Maximiliane Hohenstaufen")
    make_link(person.page, person.url)
    for path in ("", "/me"):
        if path:
            person.page.goto(person.url + path)
        person.page.evaluate("() => { document.documentElement.style.fontSize = '32px'; }")
        assert not is_too_wide(person.page)


def test_a_server_for_this_machine_alone_says_so_in_place_of_a_qr_code(person: Person) -> None:
    call(person.page, person.url, "Anna")
    make_link(person.page, person.url)
    expect(person.page.get_by_text("Only this machine can open the link")).to_be_visible()
    expect(person.page.locator("svg.qr")).to_have_count(0)
    assert faults(person.page) == []


@pytest.mark.parametrize("script", ["", NO_CLIPBOARD], ids=["by clipboard", "by selection"])
def test_the_link_is_copied_also_where_plain_http_has_no_clipboard(
    person: Person, script: str
) -> None:
    person.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    call(person.page, person.url, "Anna")
    if script:
        person.page.add_init_script(script)
    link = make_link(person.page, person.url)
    person.page.get_by_role("button", name="Copy").click()
    expect(person.page.get_by_role("status")).to_have_text("Copied.")
    person.page.goto(f"{person.url}/me")
    field = person.page.get_by_label("Your name")
    field.evaluate("(field) => { field.removeAttribute('maxlength'); field.value = ''; }")
    field.press("Control+V")
    expect(field).to_have_value(link)
    assert person.complaints == []


def test_a_phones_share_sheet_is_offered_where_there_is_one(person: Person) -> None:
    call(person.page, person.url, "Anna")
    person.page.add_init_script("delete Navigator.prototype.share;")
    make_link(person.page, person.url)
    expect(person.page.get_by_role("button", name="Share")).to_be_hidden()
    person.page.add_init_script(CAN_SHARE)
    link = make_link(person.page, person.url)
    person.page.get_by_role("button", name="Share").click()
    assert person.page.evaluate("shared") == [{"title": "King’s Corners", "url": link}]


def test_a_tap_shows_the_qr_code_large_and_another_puts_it_away(
    context: BrowserContext, known_server: Server
) -> None:
    person = Person(context, known_server.url)
    call(person.page, person.url, "Anna")
    make_link(person.page, person.url)
    person.page.get_by_role("button", name="Show the QR code large").click()
    large = person.page.get_by_role("dialog", name="QR code of the link")
    box = large.bounding_box()
    assert box is not None
    assert box["width"] == box["height"] > 300
    large.get_by_role("button").click()
    expect(large).to_be_hidden()
    assert person.complaints == []
