"""A connection that is cut, dead or away is told of or made anew, and the match goes on."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, WebSocketRoute, expect

from tests.kit.person import Person


def test_with_the_socket_cut_moves_go_by_post(person: Person, context: BrowserContext) -> None:
    context.route_web_socket("**/socket", lambda socket: socket.close(code=1011))
    person.page.goto(person.url)
    person.page.get_by_role("button", name="Play now").click()
    expect(person.page.locator("#offline")).to_be_visible()
    for _ in range(100):
        person.page.reload()
        if person.legal():
            break
        if person.page.locator("#next .primary").first.is_visible():
            person.go_on()
        person.page.wait_for_timeout(50)
    with person.page.expect_response("**/moves") as posted:
        person.make("end")
    assert posted.value.status == 200


def test_what_was_said_while_the_connection_was_lost_is_read_when_it_is_back(
    person: Person, context: BrowserContext
) -> None:
    person.play_now_until_my_turn()
    said = person.page.locator("#said > :last-child")
    before = said.inner_text()
    context.set_offline(offline=True)
    expect(person.page.locator("#offline")).to_be_visible()
    person.page.evaluate("document.querySelector('#said > :last-child').textContent = 'Long ago.'")
    context.set_offline(offline=False)
    expect(said).to_have_text(before)


def test_a_connection_that_only_looks_open_is_told_of_and_replaced(
    person: Person, context: BrowserContext
) -> None:
    dead = False

    def through(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda message: None if dead else server.send(message))

    context.route_web_socket("**/socket", through)
    person.play_now_until_my_turn()
    dead, before = True, person.seq
    person.tap("#actions [value=end]")
    # At every frame: a new connection may be there before one looks again a second later.
    person.page.wait_for_function("() => !document.getElementById('offline').hidden")
    dead = False
    expect(person.page.locator("#offline")).to_be_hidden()
    assert person.seq == before
    person.make("end")


def test_a_browser_that_is_offline_says_so_until_it_is_online(
    person: Person, context: BrowserContext
) -> None:
    person.play_now_until_my_turn()
    context.set_offline(offline=True)
    expect(person.page.locator("#offline")).to_be_visible()
    context.set_offline(offline=False)
    expect(person.page.locator("#offline")).to_be_hidden()
    person.make("end")


def test_going_back_and_forward_returns_to_a_living_table(person: Person) -> None:
    person.play_now_until_my_turn()
    person.page.locator("a.home").click()
    expect(person.page.get_by_role("button", name="New match")).to_be_visible()
    person.page.go_back()
    person.wait_for_my_turn()
    person.make("end")
    person.wait_for_my_turn()
    assert person.complaints == []
