"""A line of the list of one's own tables."""

from __future__ import annotations

from app.render.listing import ListedTable, own_table
from engine.rules import PRESETS, Rules
from tests.app.render.showing import ENGLISH, Play


def line(play: Play, player: str = "p0") -> ListedTable:
    return own_table(play.table(player), ENGLISH)


def test_a_line_tells_round_points_and_turn() -> None:
    play = Play()
    in_turn = play.state.running.deal.seat
    for seat in range(3):
        told = line(play, f"p{seat}")
        assert told.yours == (seat == in_turn)
        assert told.words == ("Round 1 · your turn" if seat == in_turn else "Round 1")
    while play.state.running.number == 1:
        play.step()
    total = play.state.running.totals[0]
    assert line(play).words.startswith(f"Round 2 · {total} point")


def test_a_line_names_other_rules_than_the_classic_ones() -> None:
    assert line(Play(rules=PRESETS["royal-corners"])).words.startswith("Round 1 · Royal corners")
    assert line(Play(rules=Rules(undo=False))).words.startswith("Round 1 · Custom rules")
