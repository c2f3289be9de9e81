from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from app.render.regions import private_regions
from app.rooms.clock import MISSED_FOR_MS
from app.rooms.events import Moved
from engine.rules import CLASSIC, PRESETS, HeldKings, Rules
from tests.app.render.showing import ENGLISH, Play
from tests.kit.positions import position

PILES = "N KD, E TD, S 4C, W 9S 8H"


def room(
    hand: str, stock: str = "3D 4D", rules: Rules = CLASSIC, seat: int = 0, turn: int = 5
) -> Play:
    play = Play(0, rules)
    deal = position([hand, "2C 2S", "2D 5D", "AD 5C"], PILES, stock=stock, rules=rules, seat=seat)
    deal = replace(deal, turn=turn)
    play.state = replace(play.state, match=replace(play.state.running, deal=deal))
    return play


def seen(play: Play, player: str | None = "p0") -> dict[str, str]:
    return private_regions(play.table(player), ENGLISH)


def held(play: Play) -> list[str]:
    return re.findall(r'data-card="(..)"', seen(play)["hand"])


def test_the_hand_is_sorted_by_rank() -> None:
    assert held(room("2H KS 9C TH KH AD")) == ["KS", "KH", "TH", "9C", "2H", "AD"]


def test_a_drawn_card_is_marked_until_its_owner_plays() -> None:
    play = room("9C QH")
    play.add(Moved(0, "end"))
    assert 'class="held drawn" data-card="3D"' in seen(play)["hand"]
    for seat in (1, 2, 3):
        play.add(Moved(seat, "end"))
    assert 'class="held drawn" data-card="3D"' in seen(play)["hand"]
    play.add(Moved(0, "9C>E"))
    assert "drawn" not in seen(play)["hand"]


def test_the_button_says_what_it_does() -> None:
    assert "Draw &amp; end turn" in seen(room("9C"))["actions"]
    assert ">End turn<" in seen(room("9C", stock=""))["actions"]
    assert ">End turn<" in seen(room("9C", rules=PRESETS["draw-first"]))["actions"]
    assert ">Draw a card<" in seen(family_with_nothing_to_do())["actions"]


def family_with_nothing_to_do() -> Play:
    play = Play(0, PRESETS["family"])
    deal = position(
        ["2H", "2C", "2D", "AD"], "N QD, E TD, S 8C, W 6C", stock="3D 4D", rules=PRESETS["family"]
    )
    play.state = replace(play.state, match=replace(play.state.running, deal=deal))
    return play


def test_a_button_that_does_nothing_now_stays_but_says_so() -> None:
    actions = seen(room("9C", seat=1))["actions"]
    assert actions.count('aria-disabled="true"') == 2
    assert " disabled" not in actions
    actions = seen(room("9C"))["actions"]
    assert 'value="undo" aria-disabled="true"' in actions
    assert 'value="end">' in actions


def test_a_table_without_undo_has_no_such_button() -> None:
    assert "undo" not in seen(room("9C", rules=Rules(undo=False)))["actions"]


def prompt_for_others(**seat: Any) -> str:
    """Draw the prompt at seat 0 while seat 2, of whom this holds, is in turn and away."""
    table = room("9C", seat=2).table("p0")
    seats = list(table.seats)
    seats[2] = seats[2]._replace(**seat)
    return private_regions(table._replace(seats=tuple(seats)), ENGLISH)["prompt"]


def who(name: str) -> str:
    return f'<span class="who">{name}</span>'


def test_the_prompt_tells_whose_turn_it_is() -> None:
    assert ">Your turn<" in seen(room("9C"))["prompt"]
    assert f"{who('Carl')} is playing" in seen(room("9C", seat=1))["prompt"]
    away = prompt_for_others(idle=False)
    assert f"{who('Maximiliane Hohenstaufen')} is away</span>" in away
    assert "A computer takes over in <b" in away
    assert f'data-ends="{MISSED_FOR_MS}"' in away
    assert f"You are watching. {who('Bea')} is playing" in seen(room("9C"), None)["prompt"]


def test_whoever_is_waited_for_long_is_away_or_taking_a_while_and_can_be_relieved() -> None:
    for here, words in ((True, "is taking a while"), (False, "is away")):
        prompt = prompt_for_others(idle=True, here=here)
        assert f"<span>{who('Maximiliane Hohenstaufen')} {words}</span>" in prompt
        assert 'name="relieve" value="2"' in prompt


def test_others_are_told_whom_a_computer_plays_for_and_not_that_somebody_is_away() -> None:
    prompt = prompt_for_others(idle=False, computer="casual@2")
    assert f">A computer plays for {who('Maximiliane Hohenstaufen')}<" in prompt
    assert "is away" not in prompt


def test_the_first_turn_of_a_match_tells_how_to_play_a_card() -> None:
    for turn in range(1, 5):
        assert ">Your turn: pick a card, then a pile<" in seen(room("9C", turn=turn))["prompt"]


def test_with_a_clock_the_prompt_of_whose_turn_it_is_counts_down() -> None:
    for seat, turn in ((0, 1), (0, 5), (1, 5)):
        table = room("9C", seat=seat, turn=turn).table("p0")._replace(deadline=9000)
        prompt = private_regions(table, ENGLISH)["prompt"]
        own = '>Your turn<b class="clock" data-ends="9000" aria-hidden="true"></b></span>'
        assert (own in prompt) == (seat == 0)
        assert ("data-ends" in prompt) == (seat == 0)


def test_in_the_first_turn_nobody_is_told_to_pick_a_card_where_only_a_pile_can_move() -> None:
    play = Play(0)
    deal = position(["2H", "2C", "2D", "AD"], "N QD, E JS, S 8C, W 6C", stock="3D 4D")
    play.state = replace(play.state, match=replace(play.state.running, deal=deal))
    assert ">Your turn: a pile can move<" in seen(play)["prompt"]


def stuck(stock: str) -> Play:
    play = Play(0)
    deal = position(["2H", "2C", "2D", "AD"], "N QD, E TD, S 8C, W 6C", stock=stock)
    play.state = replace(play.state, match=replace(play.state.running, deal=deal))
    return play


def test_the_prompt_tells_when_nothing_fits_and_what_to_do_then() -> None:
    assert ">Nothing fits: draw a card<" in seen(stuck("3D 4D"))["prompt"]
    assert ">Nothing fits: end your turn<" in seen(stuck(""))["prompt"]
    assert ">Nothing fits: draw a card<" in seen(family_with_nothing_to_do())["prompt"]


def test_in_the_first_turn_the_prompt_knows_how_to_go_on_from_what_is_chosen() -> None:
    assert "Now pick where it goes" in seen(room("9C", turn=1))["prompt"]
    assert "Now pick where it goes" not in seen(stuck(""))["prompt"]


def test_the_title_of_the_page_says_your_turn_whatever_the_prompt_explains() -> None:
    for prompt in (seen(room("9C", turn=1))["prompt"], seen(stuck(""))["prompt"]):
        assert 'data-title="Your turn"' in prompt


def test_the_page_knows_which_move_draws() -> None:
    assert 'data-draws="end"' in seen(room("9C"))["actions"]
    assert 'data-draws="draw"' in seen(family_with_nothing_to_do())["actions"]
    assert "data-draws" not in seen(room("9C", stock=""))["actions"]


def test_the_prompt_tells_of_a_duty_to_play() -> None:
    rules = Rules(held_kings=HeldKings.MUST_BE_PLAYED)
    assert "you must play first" in seen(room("KS 2H", rules=rules))["prompt"]


def test_who_is_out_watches_the_others() -> None:
    play = Play(0, PRESETS["royal-corners"])
    rules = PRESETS["royal-corners"]
    deal = position(["", "2C 3C", "2D", "AD"], "N KD", stock="3D", rules=rules, seat=1, out=(0,))
    play.state = replace(play.state, match=replace(play.state.running, deal=deal))
    regions = seen(play)
    assert f"You are out. {who('Carl')} is playing" in regions["prompt"]
    assert regions["actions"].count(">Draw &amp; end turn<") == 1
    assert regions["actions"].count('aria-disabled="true"') == 2


def test_a_stranger_has_no_hand_and_one_button_that_opens_another_table() -> None:
    regions = seen(room("9C"), None)
    assert regions["hand"] == '<div id="hand" class="hand" hidden></div>'
    assert "".join(regions.values()).count("<button") == 1
    assert '<form method="post" action="/play">' in regions["actions"]
    assert "Play your own match" in regions["actions"]
    assert 'data-you=""' in regions["you"]
