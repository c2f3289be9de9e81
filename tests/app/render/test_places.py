from __future__ import annotations

from dataclasses import replace

from app.render.piles import pile_regions
from app.rooms.events import Moved
from app.table import Table
from engine.rules import CLASSIC, PRESETS, Rules
from tests.app.render.showing import ENGLISH, Play
from tests.kit.positions import position


def regions(moves: str, piles: str, rules: Rules = CLASSIC, hand: str = "9C QH KS") -> str:
    """The region of W after the moves of the seat in turn, and that of E."""
    room = Play(0, rules)
    deal = position([hand, "2C", "2D", "AD"], piles, stock="3D 4D", rules=rules)
    room.state = replace(room.state, match=replace(room.state.running, deal=deal))
    for move in moves.split():
        room.add(Moved(room.state.running.deal.seat, move))
    table: Table = room.table(None)
    assert table.match is not None
    drawn = pile_regions(table, table.match, ENGLISH)
    return drawn["at-W"] + drawn["at-E"]


PILES = "N KD, E TD, S 4C, W 9S 8H"


def test_a_pile_tells_its_bottom_and_its_top_card_and_how_many_there_are() -> None:
    html = regions("", PILES)
    assert "West pile, 2 cards, 9 of spades at the bottom, 8 of hearts on top" in html
    assert "East pile: 10 of diamonds" in html
    assert html.count('class="count"') == 1


def test_what_was_just_played_glows_until_something_else_is_played() -> None:
    assert 'id="at-E" class="place side fresh"' in regions("9C>E", PILES)
    assert 'id="at-E" class="place side fresh"' in regions("9C>E end", PILES)
    assert 'id="at-E" class="place side fresh"' not in regions("9C>E undo", PILES)
    assert 'id="at-E" class="place side fresh"' in regions("W>E", PILES)
    assert 'class="place side fresh"' not in regions("", PILES)


def test_an_empty_side_says_that_it_takes_any_card() -> None:
    assert "West side, empty, any card" in regions("W>E", PILES)


def test_an_empty_side_takes_only_a_king_where_the_rules_say_so() -> None:
    rules = PRESETS["royal-corners"]
    piles = "N QD, E TD, S 4C, W 9S 8H"
    assert "West side, empty, any card" in regions("W>E", piles, rules)
    assert "West side, empty, kings only" in regions("W>E end", piles, rules)
