from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from app.render.regions import frame, grow_log, notice, private_regions, public_regions, say
from app.render.sentences import Told
from engine.cards import Card
from tests.app.render.showing import (
    ALL_RULES,
    ENGLISH,
    PLAYERS,
    VIEWERS,
    Elements,
    Play,
    page_for,
    permuted,
    regions_for,
)

PRESETS = pytest.mark.parametrize("preset", ALL_RULES)
FACE = re.compile(r'(?:id="c-|data-card=")([A2-9TJQK][SHDC])"')


def faces(html: str) -> set[Card]:
    return {Card.parse(text) for text in FACE.findall(html)}


@PRESETS
def test_a_region_is_one_element_that_stands_in_the_page_as_it_is_and_no_id_comes_twice(
    preset: str,
) -> None:
    play = Play(2, ALL_RULES[preset])
    for step, state in enumerate(play.steps()):
        if step % 20 and not state.running.deal.ending:
            continue
        for player in VIEWERS:
            regions, page = regions_for(play, player), page_for(play, player)
            for name, html in regions.items():
                (root,) = Elements(html).roots
                assert root["id"] == name
                assert html in page
            ids = Elements(page).ids
            assert len(ids) == len(set(ids))
            assert set(regions) <= set(ids)


def test_the_ids_of_the_regions_stay_the_same_for_a_whole_match() -> None:
    play = Play(3)
    ids = list(regions_for(play, "p0"))
    for _ in play.steps(20_000):
        assert list(regions_for(play, "p0")) == ids


@PRESETS
def test_regions_do_not_depend_on_cards_that_the_viewer_cannot_see(preset: str) -> None:
    play, luck = Play(4, ALL_RULES[preset]), Random(4)
    for state in play.steps():
        match = state.running
        if match.deal.ending:
            continue
        for player in VIEWERS:
            table = play.table(player)
            other = Play.__new__(Play)
            other.names = play.names
            other.state = replace(
                state, match=replace(match, deal=permuted(match.deal, table.you, luck))
            )
            assert private_regions(other.table(player), ENGLISH) == private_regions(table, ENGLISH)
            assert public_regions(other.table(None), ENGLISH) == public_regions(
                play.table(None), ENGLISH
            )


def test_a_page_shows_the_faces_of_the_layout_and_of_the_viewers_own_hand_only() -> None:
    play = Play(5)
    for state in play.steps(120):
        deal = state.running.deal
        layout = {card for pile in deal.piles.values() for card in pile}
        assert faces("".join(public_regions(play.table(None), ENGLISH).values())) == layout
        for player in VIEWERS:
            own = set(deal.hands[PLAYERS.index(player)]) if player in PLAYERS[:-1] else set()
            assert faces(page_for(play, player)) == layout | own


def test_after_a_card_is_played_few_public_regions_change() -> None:
    play, most = Play(6), 0
    before = public_regions(play.table(None), ENGLISH)
    for state in play.steps():
        after = public_regions(play.table(None), ENGLISH)
        changed = [name for name, html in after.items() if before[name] != html]
        if ">" in play.table(None).log[-1].move and not state.running.deal.ending:
            # The position, the seat, the place; where a pile left, and where the glow was.
            most = max(most, len(changed))
        before = after
    assert most <= 5


def test_a_lobby_has_regions_of_its_own_and_tells_that_it_is_one() -> None:
    table = Play(0).table("p0")._replace(match=None)
    assert set(public_regions(table, ENGLISH)) == {"stage"}
    assert set(private_regions(table, ENGLISH)) == {"lobby"}
    assert 'data-stage="lobby"' in public_regions(table, ENGLISH)["stage"]
    assert 'data-stage="match"' in public_regions(Play(0).table(None), ENGLISH)["stage"]


def test_only_the_viewers_legal_moves_are_in_the_page() -> None:
    play = Play(7)
    for state in play.steps():
        deal = state.running.deal
        for seat, player in enumerate(PLAYERS[:-1]):
            (actions,) = Elements(regions_for(play, player)["actions"]).roots
            legal = deal.legal_moves() if seat == deal.seat and not deal.ending else ()
            assert actions["data-legal"].split() == [str(move) for move in legal]


def test_a_frame_wraps_each_region_for_its_element() -> None:
    assert frame({"at-N": '<div id="at-N"></div>', "you": '<i id="you"></i>'}) == (
        '<hx-partial hx-target="#at-N" hx-swap="outerMorph"><div id="at-N"></div></hx-partial>'
        '<hx-partial hx-target="#you" hx-swap="outerMorph"><i id="you"></i></hx-partial>'
    )


def test_news_are_said_one_by_one_and_added_to_the_log() -> None:
    lines = [Told(2, ("A < B", "C")), Told(None, ("D",))]
    assert say(lines) == (
        '<hx-partial hx-target="#said" hx-swap="innerHTML">'
        "<span>A &lt; B</span><span>C</span><span>D</span></hx-partial>"
    )
    assert grow_log(lines) == (
        '<hx-partial hx-target="#log" hx-swap="beforeend">'
        '<li class="f2">A &lt; B C</li><li class="deal">D</li></hx-partial>'
    )


def test_what_is_not_said_aloud_leaves_the_live_region_as_it_is() -> None:
    lines = [Told(2, ("A",), aloud=False)]
    assert say(lines) == ""
    assert "<li" in grow_log(lines)


def test_a_notice_is_shown_or_taken_away() -> None:
    assert "Q &amp; A</hx-partial>" in notice("Q & A")
    assert notice(None).endswith('"textContent"></hx-partial>')


def test_a_player_in_turn_who_is_away_has_the_countdown_to_the_computer() -> None:
    play = Play()
    while play.state.running.deal.seat != 2:
        play.step(eager=0)
    away = play.table(None).seats[2].hands_over_at
    assert away
    assert f'data-ends="{away}"' in regions_for(play, None)["seat-2"]
