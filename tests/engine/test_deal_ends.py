"""How a deal ends: by going out, by a lap of passes, or because nobody can do anything."""

from dataclasses import replace

import pytest

from engine.cards import Card
from engine.events import (
    CardPlayed,
    CardsDrawn,
    DealEnded,
    Ending,
    TurnEnded,
    WentOut,
)
from engine.moves import parse
from engine.places import Place
from engine.rules import (
    PRESETS,
    EmptiedHand,
    EmptySide,
    GoingOut,
    Rules,
)
from tests.kit.positions import cards, play, position

FAMILY, ROYAL = PRESETS["family"], PRESETS["royal-corners"]
DRAW_FIRST = PRESETS["draw-first"]
PLAY_ON = Rules(going_out=GoingOut.OTHERS_PLAY_ON)
DRAWS_THREE = Rules(emptied_hand=EmptiedHand.DRAWS_THREE)
DIRECTLY = Rules(empty_side=EmptySide.ANY_CARD_DIRECTLY)

FULL = "N 9S, E QD, S 4C, W 7H"
"""Four sides with one card each; 8D and 8H, JS and JC, 3H and 3D, 6S and 6C fit."""


# Going out


def test_going_out_ends_the_deal_at_once_and_draws_nothing() -> None:
    """Rules 4.1 and 4.2."""
    deal, events = position(["8D", "KS 2C"], FULL, stock="2S 2D").play(0, parse("8D>N"))
    assert events == (
        CardPlayed(0, Card.parse("8D"), Place.N, Card.parse("9S")),
        WentOut(0),
        DealEnded(Ending.WENT_OUT, (0, 11)),
    )
    assert deal.stock == cards("2S 2D")
    assert (deal.ending, deal.out) == (Ending.WENT_OUT, (0,))
    assert deal.legal_moves() == ()


def test_going_out_onto_an_empty_side_is_going_out_in_classic() -> None:
    """Rule 4.1."""
    assert play(position(["8D", "2C"], "N 9S", stock="2S"), "8D>E").ending is Ending.WENT_OUT


def test_the_last_of_several_cards_of_a_turn_goes_out_too() -> None:
    """Rule 4.1."""
    deal = play(position(["8D 7C", "2C"], FULL, stock="2S 2D"), "8D>N 7C>N")
    assert (deal.ending, deal.stock) == (Ending.WENT_OUT, cards("2S 2D"))


def test_where_the_others_play_on_the_next_player_still_in_goes_on() -> None:
    """Rule 7.13."""
    deal = position(["8D", "3C 2C", "JS 5S"], FULL, stock="2S 2D 2H", rules=PLAY_ON)
    deal, events = deal.play(0, parse("8D>N"))
    assert events == (
        CardPlayed(0, Card.parse("8D"), Place.N, Card.parse("9S")),
        WentOut(0),
        TurnEnded(0),
    )
    assert (deal.seat, deal.stock, deal.ending) == (1, cards("2S 2D 2H"), None)
    assert [play(deal, "end").seat, play(deal, "end end").seat] == [2, 1]


def test_where_the_others_play_on_the_last_one_scores_the_hand_it_holds() -> None:
    """Rules 7.13 to 7.15."""
    deal = position(["8D", "KC 2C", "JS"], FULL, stock="2S 2D 2H", rules=PLAY_ON)
    deal = play(deal, "8D>N end")
    _, events = deal.play(2, parse("JS>E"))
    assert events[1:] == (WentOut(2), DealEnded(Ending.WENT_OUT, (0, 12, 0)))
    assert play(deal, "JS>E").out == (0, 2)


def test_where_the_others_play_on_a_lap_is_one_of_those_still_in() -> None:
    """Rules 5.2 and 7.13."""
    deal = position(["JS", "8D 2C", "8H 2D"], FULL, rules=PLAY_ON)
    deal = play(deal, "JS>E end end")
    assert (deal.ending, deal.penalties()) == (Ending.ALL_PASSED, (0, 2, 2))


def test_where_the_others_play_on_the_deal_ends_when_those_still_in_are_stuck() -> None:
    """Rules 5.4 and 7.13."""
    deal = position(["JS", "2C", "2D"], FULL, rules=PLAY_ON)
    deal, events = deal.play(0, parse("JS>E"))
    assert events[-2:] == (TurnEnded(0), DealEnded(Ending.NOBODY_CAN, (0, 1, 1)))


def test_emptying_the_hand_with_an_empty_side_draws_three_and_goes_on() -> None:
    """Rule 7.16: the same turn, which may end at once."""
    deal = position(["8D", "2C"], "N 9S, E QD, S 4C", stock="2S 3S 4S 5S", rules=FAMILY)
    deal, events = deal.play(0, parse("8D>N"))
    assert events == (
        CardPlayed(0, Card.parse("8D"), Place.N, Card.parse("9S")),
        CardsDrawn(0, 3, cards("2S 3S 4S")),
    )
    assert (deal.seat, deal.hands[0], deal.stock) == (0, cards("2S 3S 4S"), cards("5S"))
    assert not deal.can_undo
    assert play(deal, "end").seat == 1


def test_who_draws_three_draws_what_is_left() -> None:
    """Rule 7.16."""
    deal = position(["8D", "2C"], "N 9S, E QD, S 4C", stock="2S", rules=DRAWS_THREE)
    assert play(deal, "8D>N").hands[0] == cards("2S")


def test_the_side_that_the_last_card_fills_counts_as_occupied() -> None:
    """Rules 7.16 and 7.17: looked at after the card has landed."""
    deal = position(["8D", "2C"], "N 9S, E QD, S 4C", stock="2S 3S 4S", rules=DRAWS_THREE)
    assert play(deal, "8D>W").ending is Ending.WENT_OUT


def test_with_an_empty_stock_emptying_the_hand_is_going_out() -> None:
    """Rule 7.17."""
    deal = position(["8D", "8H 5S"], "N 9S, E QD, S 4C", rules=DRAWS_THREE)
    assert play(deal, "8D>N").ending is Ending.WENT_OUT


def test_an_empty_corner_alone_is_no_reason_to_draw_three() -> None:
    """Rule 7.16 speaks of N, E, S and W."""
    deal = position(["8D", "2C"], FULL, stock="2S 3S", rules=DRAWS_THREE)
    assert play(deal, "8D>N").ending is Ending.WENT_OUT


def test_drawing_three_comes_before_playing_on() -> None:
    """Rule 7.17."""
    rules = replace(DRAWS_THREE, going_out=GoingOut.OTHERS_PLAY_ON)
    deal = position(["8D", "2C", "3C"], "N 9S", stock="2S 3S 4S", rules=rules)
    assert play(deal, "8D>N").out == ()


def test_three_drawn_cards_may_be_the_end_when_nobody_can_do_anything() -> None:
    """Rules 5.4 and 7.16, where only kings are welcome on empty sides."""
    rules = replace(DIRECTLY, emptied_hand=EmptiedHand.DRAWS_THREE)
    deal = position(["8D", "2C"], "N 9S, E QD", stock="2S", rules=rules)
    assert play(deal, "8D>N").ending is Ending.NOBODY_CAN


# How a deal ends without anybody going out


def test_a_stalemate_is_one_full_lap_after_the_last_card_is_drawn() -> None:
    """Rules 5.1 to 5.3 and 5.5: the turn that draws the last card does not count."""
    deal = position(["8D", "8H", "JS"], FULL, stock="2S")
    deal = play(deal, "end")
    assert deal.stock == ()
    deal = play(deal, "end end")
    assert (deal.idle, deal.ending) == (2, None)
    deal, events = deal.play(0, parse("end"))
    assert events == (TurnEnded(0), DealEnded(Ending.ALL_PASSED, (2, 1, 1)))
    assert deal.out == ()


@pytest.mark.parametrize(
    ("piles", "busy"),
    [("N 9S, E QD, S 4C, W 8C", "8H>N"), ("N 9D, E QD, S 4C, W 8C", "W>N")],
    ids=["play", "pile-move"],
)
def test_a_play_or_a_pile_move_starts_the_lap_again(piles: str, busy: str) -> None:
    """Rules 5.1 and 5.2."""
    deal = play(position(["8D 3H", "8H 5S"], piles), f"end {busy} end")
    assert (deal.idle, deal.ending) == (0, None)
    assert play(deal, "end end").ending is Ending.ALL_PASSED


def test_a_turn_whose_play_was_taken_back_is_idle() -> None:
    """Rules 5.1 and 6.3."""
    deal = position(["8D 3H", "8H 5S"], FULL)
    deal = play(deal, "end 8H>N undo")
    assert deal.idle == 1
    assert play(deal, "end").ending is Ending.ALL_PASSED


def test_where_one_draws_first_the_turn_of_the_last_card_is_not_idle() -> None:
    """Rules 5.1 and 7.4: whether the stock was empty is looked at before the draw."""
    deal = position(["8D", "8H"], FULL, stock="2S", rules=DRAW_FIRST)
    deal = play(deal, "end end")
    assert (deal.idle, deal.ending) == (0, None)
    assert play(deal, "end end").ending is Ending.ALL_PASSED


STUCK = "N 9S, E 6D, S 4C, W 7H, NE KD, SE KH, SW KC, NW AS"


def test_the_deal_ends_at_once_when_nobody_can_play_or_move() -> None:
    """Rules 5.4 and 5.5, within a turn; in classic only a made-up position gets there."""
    deal, events = position(["8D 2C", "TC KS"], STUCK).play(0, parse("8D>N"))
    assert events == (
        CardPlayed(0, Card.parse("8D"), Place.N, Card.parse("9S")),
        DealEnded(Ending.NOBODY_CAN, (1, 11)),
    )
    assert (deal.ending, deal.out) == (Ending.NOBODY_CAN, ())
    assert not deal.can_undo


def test_it_goes_on_while_any_player_can() -> None:
    """Rule 5.4: every hand is looked at, not only the next one."""
    deal = play(position(["8D 2C", "TC", "5S"], STUCK), "8D>N")
    assert deal.ending is None


def test_it_goes_on_while_a_pile_can_move() -> None:
    """Rule 5.4."""
    piles = "N 9S, E QD, S 4C, W JC, NE KD, SE KH, SW KC, NW AS"
    assert play(position(["8D 2C", "TC"], piles), "8D>N").ending is None


def test_it_goes_on_while_there_is_a_stock() -> None:
    """Rule 5.4."""
    assert play(position(["8D 2C", "TC"], STUCK, stock="3S 3C"), "8D>N end").ending is None


def test_drawing_the_last_card_may_be_the_end() -> None:
    """Rule 5.4."""
    deal = play(position(["2C", "TC"], STUCK, stock="AC"), "end")
    assert (deal.ending, deal.penalties()) == (Ending.NOBODY_CAN, (2, 1))


def test_drawing_the_last_card_in_vain_is_the_end_in_family() -> None:
    """Rules 5.4 and 7.5."""
    deal = play(position(["2C", "TC"], STUCK, stock="AC", rules=FAMILY), "draw")
    assert deal.ending is Ending.NOBODY_CAN


def test_giving_a_privilege_up_may_be_the_end() -> None:
    """Rules 5.4 and 7.9: the empty side took any card, now it takes none that is held."""
    deal = play(position(["2C", "3C"], "N 9S, E TH, S 4C, W 7H", rules=ROYAL), "N>E")
    assert deal.ending is None
    assert play(deal, "end").ending is Ending.NOBODY_CAN
