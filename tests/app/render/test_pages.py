from __future__ import annotations

import re

import pytest
from markupsafe import Markup

from app.pages.film import film
from app.pages.showcase import showcase
from app.render.me import MePage
from app.render.pages import (
    ArrivalPage,
    DeviceLinkPage,
    ErrorPage,
    FrontPage,
    LobbyPage,
    Page,
    RulesPage,
    render_page,
)
from app.render.qr import qr_code
from app.render.regions import all_regions, frame, private_regions, public_regions, say
from app.render.sentences import told
from app.render.templating import environment
from app.rooms.events import Opened, SeatHolder
from app.rooms.state import RoomState
from app.table import Table
from engine.rules import Rules
from tests.app.render.showing import (
    ENGLISH,
    PLAYERS,
    STATIC,
    Elements,
    Play,
    page_for,
    static_url,
)
from tests.kit.looking import looked_at

HOSTILE = {
    "p0": "<script>alert(1)</script>",
    "p1": '"><hx-partial hx-target="#hand">',
    "p2": "{name}{0}%(x)s' onfocus='x",
}


def lobby(player: str | None, *, full: bool = False, names: dict[str, str] | None = None) -> Table:
    seats = (
        SeatHolder(player="p0"),
        SeatHolder(player="p1"),
        SeatHolder(computer="casual@1"),
        SeatHolder(player="p2") if full else SeatHolder(),
    )
    state = RoomState("ABC234").after(Opened("p0", seats, {}), 1, 0)
    names = {"p0": "Bea"} if names is None else names
    return looked_at(state, state.seat_of(player), names, {"p0"})


def lobby_page(table: Table, notice: str | None) -> LobbyPage:
    regions = all_regions(table, table, ENGLISH)
    url = f"http://localhost/rooms/{table.code}"
    return LobbyPage(table, regions, url, reachable=True, proposal="Otter", notice=notice)


def over() -> Play:
    play = Play(3, names=HOSTILE)
    play.until_over()
    return play


def render(page: Page) -> str:
    return render_page(page, ENGLISH, static_url)


def every_page() -> dict[str, str]:
    return {
        "front": render(FrontPage((), (), "Otter", film())),
        "front, to go on": render(
            FrontPage((lobby("p0", names=HOSTILE),), (lobby(None, names=HOSTILE),), "<b>", film())
        ),
        "front, named": render(FrontPage((), (), "Otter", film(), HOSTILE["p1"])),
        "rules": render(RulesPage(showcase())),
        "lobby": render(lobby_page(lobby("p0", names=HOSTILE), "Not <yet>.")),
        "me, new": render(MePage("Otter", known=False, named=False)),
        "me": render(MePage(HOSTILE["p1"], known=True, named=True, notice="Not <yet>.")),
        "moving": render(DeviceLinkPage("http://kings.test/me/devices/x", True, 10)),
        "moving, alone": render(DeviceLinkPage("http://localhost/me/devices/x", False, 10)),
        "arrival": render(ArrivalPage(HOSTILE["p0"], stranger=True, own_name=HOSTILE["p1"])),
        "arrival, unnamed": render(ArrivalPage(None, stranger=True, own_name=None)),
        "error": render(ErrorPage(404, "Nothing <here>", "Go & look.", "<Sorry>", None)),
        "error, to try again": render(ErrorPage(503, "Busy", "Wait.", "Sorry.", '/"><script>')),
        "table": page_for(Play(1, names=HOSTILE), "p0", "A <refusal>"),
        "watching": page_for(Play(1, names=HOSTILE), None),
        "over": page_for(over(), "p1"),
    }


PAGES = every_page()
EACH = pytest.mark.parametrize("html", PAGES.values(), ids=list(PAGES))


@EACH
def test_a_page_is_well_formed_and_speaks_its_language(html: str) -> None:
    found = Elements(html.removeprefix("<!DOCTYPE html>").strip()).found
    assert found[0] == ("html", {"lang": "en"})
    assert [tag for tag, _ in found].count("h1") == 1


@EACH
def test_a_page_keeps_to_a_strict_content_security_policy(html: str) -> None:
    for tag, attributes in Elements(html).found:
        assert tag != "style"
        assert tag != "script" or "src" in attributes
        assert "style" not in attributes
        assert not any(name.startswith(("on", "hx-on")) for name in attributes)


@EACH
def test_names_and_sentences_are_escaped(html: str) -> None:
    assert "<script>alert" not in html
    assert '"><hx-partial' not in html
    assert "<yet>" not in html
    assert "<here>" not in html
    assert "<refusal>" not in html
    assert not any("onfocus" in attributes for _, attributes in Elements(html).found)


@EACH
def test_every_file_that_a_page_asks_for_exists(html: str) -> None:
    wanted = re.findall(r'"/static/1/([^"]+)"', html)
    assert wanted
    for name in wanted:
        assert name.startswith("vendor/") or (STATIC / name).is_file(), name


@EACH
def test_a_page_is_in_the_wished_colours_before_anything_is_painted(html: str) -> None:
    scripts = [a for tag, a in Elements(html).found if tag == "script"]
    assert scripts[0] == {"src": "/static/1/looks.js"}
    assert html.index("looks.js") < html.index('rel="stylesheet"') < html.index("<body")
    assert html.index("theme-color") < html.index("looks.js")


@pytest.mark.parametrize("name", ["front", "table", "watching"])
def test_the_settings_offer_every_wish_with_its_default(name: str) -> None:
    defaults = re.findall(r'^  (\w+): "(\w+)",', (STATIC / "wishes.js").read_text(), re.MULTILINE)
    found = Elements(PAGES[name]).found
    radios = [a for tag, a in found if tag == "input" and a.get("type") == "radio"]
    offered = {wish for wish, _ in defaults} - (set() if name == "front" else {"computers"})
    assert len(defaults) == 6
    assert {radio["name"] for radio in radios} == offered
    shown = {(radio["name"], radio["value"]) for radio in radios}
    assert {(wish, value) for wish, value in defaults if wish in offered} <= shown
    assert [tag for tag, _ in found].count("legend") == len(offered)


def test_every_cue_has_its_words() -> None:
    names = re.findall(
        r"^  (\w+): \(\) =>", (STATIC / "table" / "cues.js").read_text(), re.MULTILINE
    )
    (cue,) = [a for _, a in Elements(PAGES["table"]).found if a.get("id") == "cue"]
    assert names == ["play", "more", "king", "pile"]
    assert all(cue[f"data-{name}"] for name in names)


def test_frames_escape_names_too() -> None:
    play = Play(1, names=HOSTILE)
    for _ in play.steps(150):
        for player in (None, *PLAYERS[:-1]):
            table = play.table(player)
            text = frame(private_regions(table, ENGLISH)) + say(told(table, 0, ENGLISH))
            text += frame(public_regions(play.table(None), ENGLISH))
            assert "<script>" not in text
            assert '"><hx-partial hx-target="#hand">' not in text


def test_the_front_page_offers_to_go_on_only_where_there_is_a_match() -> None:
    assert "Continue your match" not in PAGES["front"]
    assert 'href="/rooms/ABC234"' in PAGES["front, to go on"]
    assert '<form method="post" action="/play">' in PAGES["front"]


def test_where_a_match_runs_the_front_page_makes_going_on_the_primary_button() -> None:
    primary = re.compile(r'class="primary big"[^>]*>\s*(?:<span>)?([^<]+)<')
    assert primary.findall(PAGES["front"]) == ["Play now"]
    assert primary.findall(PAGES["front, to go on"]) == ["Continue your match"]
    assert re.search(r'class="quiet big">New match<', PAGES["front, to go on"])


def test_the_front_page_and_the_table_tell_how_the_game_is_scored() -> None:
    for name in ("front", "table", "watching"):
        assert "Cards left in your hand cost a point each, kings ten." in PAGES[name]
        assert "When somebody reaches 25, the fewest points win." in PAGES[name]
    assert "ends at 25 points" in PAGES["table"]
    target = page_for(Play(1, Rules(target=60)), "p0")
    assert "When somebody reaches 60, the fewest points win." in target


def test_the_end_of_a_match_tells_why_it_is_the_end() -> None:
    assert "points: the fewest points win." in PAGES["over"]


@pytest.mark.parametrize("name", ["front", "front, to go on", "table", "watching", "over"])
def test_the_front_page_and_the_tables_help_lead_to_the_rules(name: str) -> None:
    assert 'href="/rules"' in PAGES[name]


def test_the_rules_page_leads_home_and_to_a_match() -> None:
    assert 'href="/"' in PAGES["rules"]
    assert '<form class="doors" method="post" action="/play">' in PAGES["rules"]


def test_without_script_whoever_waits_has_a_link_to_look_again() -> None:
    play = Play(4)
    for state in play.steps(60):
        deal = state.running.deal
        waits = not deal.ending and deal.seat != 0
        assert ('<a class="quiet" href="/rooms/ABC234">Look again</a>' in page_for(play, "p0")) == (
            waits
        )


def test_the_front_page_has_a_picture_without_ids_and_says_which_game_it_is() -> None:
    assert 'id="c-' not in PAGES["front"] + PAGES["rules"]
    assert PAGES["front"].count('class="card ') > 10
    assert "solitaire" in PAGES["front"]


def test_a_stranger_may_sit_down_and_only_the_host_may_start() -> None:
    stranger = render(lobby_page(lobby("p9"), None))
    assert 'action="/rooms/ABC234/seats"' in stranger
    assert "/start" not in stranger
    host = render(lobby_page(lobby("p0"), None))
    assert 'action="/rooms/ABC234/start"' in host
    assert 'action="/rooms/ABC234/seats"' not in host
    guest = render(lobby_page(lobby("p1"), None))
    assert "/start" not in guest
    assert "/seats" not in guest


def test_who_does_not_choose_the_computers_reads_which_seats_are_theirs() -> None:
    told = [render(lobby_page(lobby(player), None)) for player in ("p0", "p1", "p9")]
    assert ["Computer: Casual" in html for html in told] == [False, True, True]


def test_a_guest_reads_who_starts_the_match() -> None:
    assert "Waiting for Bea to start." in render(lobby_page(lobby("p1"), None))


def test_without_script_every_legal_move_is_a_button() -> None:
    play = Play(4)
    for state in play.steps(200):
        deal = state.running.deal
        for seat, player in enumerate(PLAYERS[:-1]):
            _, _, after = page_for(play, player).partition("<noscript>")
            plain, _, _ = after.partition("</noscript>")
            legal = deal.legal_moves() if seat == deal.seat and not deal.ending else ()
            values = re.findall(r'value="([^"]+)"', plain)
            assert [value.replace("&gt;", ">") for value in values] == [str(move) for move in legal]


def test_the_table_connects_to_its_own_socket_and_posts_to_its_own_address() -> None:
    found = Elements(PAGES["table"]).found
    (owner,) = [attributes for _, attributes in found if "hx-ws:connect" in attributes]
    assert owner["hx-ws:connect"] == "/rooms/ABC234/socket"
    assert owner["hx-swap"] == "none"
    forms = [attributes for tag, attributes in found if tag == "form"]
    assert {form["method"] for form in forms} == {"post"}
    sent = [form["action"] for form in forms if "hx-ws:send" in form]
    assert set(sent) == {"/rooms/ABC234/moves"}


def test_a_person_without_a_name_is_called_by_the_seat() -> None:
    table = lobby("p0")._replace(you=None)
    assert "Player 2" in render(lobby_page(table, None))


def invitation(code: str | None, *, reachable: bool) -> str:
    url = "http://192.168.1.20:8000/rooms/K7Q2XM"
    macro = environment(ENGLISH).get_template("invitation.html").module.invitation  # type: ignore[attr-defined]
    return str(macro(code, url, Markup(qr_code(url)), reachable))


def test_an_invitation_has_a_code_to_read_out_a_link_and_a_qr_code() -> None:
    html = invitation("K7Q2XM", reachable=True)
    assert "<b>K7Q</b> <b>2XM</b>" in html
    assert "K, 7, Q, 2, X, M" in html
    assert html.count("<svg") == 2
    assert "HOST=0.0.0.0" not in html
    assert "invitation-code" not in invitation(None, reachable=True)


def test_an_invitation_that_leads_nowhere_else_says_so_in_place_of_a_qr_code() -> None:
    html = invitation("K7Q2XM", reachable=False)
    assert "Only this machine can open the link" in html
    assert "HOST=0.0.0.0" in html
    assert "<svg" not in html


@pytest.mark.parametrize("name", ["me", "me, new", "moving", "arrival"])
def test_pages_about_one_person_are_not_for_search_engines(name: str) -> None:
    assert '<meta name="robots" content="noindex">' in PAGES[name]


def test_an_error_that_may_pass_offers_to_ask_again_and_any_other_the_way_in() -> None:
    assert 'href="/&#34;&gt;&lt;script&gt;">Try again<' in PAGES["error, to try again"]
    assert "Try again" not in PAGES["error"]
    assert 'action="/play"' in PAGES["error"]
