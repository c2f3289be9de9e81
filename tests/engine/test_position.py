from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card
from engine.deal import Deal
from engine.moves import DRAW, END, MovePile, PlayCard
from engine.places import Place
from engine.rules import (
    CLASSIC,
    PRESETS,
    EmptySide,
    EmptyStock,
    HeldKings,
    Rules,
)
from tests.kit.positions import cards, legal, play, position
from tests.kit.strategies import deals, rule_sets

FAMILY, ROYAL = PRESETS["family"], PRESETS["royal-corners"]
KINGS_STAY = Rules(king_piles_move=False)
DIRECTLY = Rules(empty_side=EmptySide.ANY_CARD_DIRECTLY)
HELD_KINGS = Rules(held_kings=HeldKings.MUST_BE_PLAYED)
MUST_PLAY = Rules(empty_stock=EmptyStock.MUST_PLAY)

FULL = "N 9S, E QD, S 4C, W 7H"
"""Four sides with one card each; 8D and 8H, JS and JC, 3H and 3D, 6S and 6C fit."""


def plays(deal: Deal) -> set[str]:
    return {str(move) for move in deal.legal_moves() if isinstance(move, PlayCard)}


def moved_piles(deal: Deal) -> set[str]:
    return {str(move) for move in deal.legal_moves() if isinstance(move, MovePile)}


# Plays


def test_a_card_goes_onto_piles_whose_top_card_it_fits() -> None:
    """Rule 3.2."""
    assert plays(position(["8D JS 3S 9H", "2C"], FULL)) == {"8D>N", "JS>E"}


def test_the_top_card_counts_and_not_the_bottom_card() -> None:
    """Rule 3.2."""
    deal = position(["8D 7C", "2C"], "N 9S 8H, E QD, S 4C, W 2H")
    assert plays(deal) == {"7C>N"}


def test_a_king_goes_to_every_empty_corner_and_other_cards_to_none() -> None:
    """Rules 1.5 and 3.3."""
    deal = position(["KS 5S", "2C"], f"{FULL}, SE KD")
    assert plays(deal) == {"KS>NE", "KS>SW", "KS>NW"}


def test_any_card_and_a_king_too_goes_to_an_empty_side() -> None:
    """Rule 3.4."""
    deal = position(["KS AD", "2C"], "N 9S, S 4C, W 7H, NE KD, SE KH, SW KC")
    assert plays(deal) == {"KS>E", "AD>E", "KS>NW"}


def test_corner_piles_are_built_on_like_any_other() -> None:
    """Rule 3.2."""
    assert "QH>NE" in plays(position(["QH 5S", "2C"], f"{FULL}, NE KS"))


def test_a_pile_grows_at_its_top_and_keeps_its_bottom_card() -> None:
    """Rule 1.6: what is laid next must fit on the card laid last."""
    deal = play(position(["8D 7C", "2C"], FULL, stock="2S"), "8D>N")
    assert deal.piles[Place.N] == cards("9S 8D")
    assert (deal.top(Place.N), deal.top(Place.NE)) == (Card.parse("8D"), None)
    assert plays(deal) == {"7C>N"}


# A turn


def test_a_turn_is_any_number_of_moves_in_any_order() -> None:
    """Rule 3.1: plays after pile moves and before them, as many as there are, or none."""
    deal = position(["8D 7C KS QH 5S 3S", "2C"], "N 9S, E TH, S JC, W AH", stock="2S 2H")
    for moves in ("8D>N N>E E>S 5S>N", "KS>NE QH>NE S>NE N>E E>NE 8D>NE", "N>E 5S>N 8D>E 7C>E"):
        after = deal
        for move in moves.split():
            assert {move, "end"} <= legal(after)
            after = play(after, move)
        assert (after.seat, after.turn, after.ending) == (0, 1, None)
        assert "end" in legal(after)


# Pile moves


def test_a_pile_moves_onto_the_pile_its_bottom_card_fits() -> None:
    """Rule 3.5: the moved pile's bottom card is the lower one, never the other way round."""
    deal = position(["2H", "2C"], "N 9S 8D, E TH, S 4C, W AH")
    assert moved_piles(deal) == {"N>E"}


def test_a_pile_moves_onto_a_corner_pile() -> None:
    """Rule 3.5."""
    assert moved_piles(position(["2H", "2C"], "N QH JS, E 9C, S 4C, W 7C, NE KS")) == {"N>NE"}


def test_an_ace_may_be_the_bottom_card_of_a_moved_pile() -> None:
    """Rules 1.3 and 3.5."""
    assert moved_piles(position(["9H", "9C"], "N AS, E 2D, S KC, W 7H, NE KD, SE KS, SW KH")) == {
        "N>E",
        "S>NW",
    }


def test_a_dealt_king_moves_to_any_empty_corner_in_anybodys_turn() -> None:
    """Rule 3.6."""
    deal = position(["2H", "2C", "3C"], "N KS QH, E 9D, S 4C, W 7H, SE KD", stock="5S 5D 5C")
    expected = {"N>NE", "N>SW", "N>NW"}
    for seat in range(3):
        assert deal.seat == seat
        assert moved_piles(deal) == expected
        deal = play(deal, "end")


def test_a_pile_never_moves_to_an_empty_side() -> None:
    """Rule 3.9, for a king's pile too."""
    deal = position(["2H", "2C"], "N KS, E 9D, NE KD, SE KH, SW KC, NW QS")
    assert moved_piles(deal) == set()


def test_a_corner_pile_never_moves() -> None:
    """Rule 3.7, although the queen would fit on the king at N."""
    deal = position(["2H", "2C"], "N KS, E 9D, S 4C, W 7H, NE QH, SE KD, SW KH, NW KC")
    assert moved_piles(deal) == set()


def test_a_pile_is_never_split() -> None:
    """Rule 3.8: it moves by its bottom card alone, and takes all its cards along."""
    deal = position(["2H", "2C"], "N 9S 8D 7C, E TH, S 9C, W 8H")
    assert moved_piles(deal) == {"N>E", "S>E", "W>S"}
    after = play(deal, "N>E")
    assert (after.piles[Place.N], after.piles[Place.E]) == ((), cards("TH 9S 8D 7C"))


def test_a_dealt_king_is_moved_by_the_third_player() -> None:
    """Rule 3.6: whoever's turn it is, with the pile that lies on it."""
    deal = position(["2H", "2C", "3C"], "N KS QH, E 9D, S 4C, W 7H", stock="5S 5D 5C")
    after = play(deal, "end end N>SW")
    assert (after.seat, after.piles[Place.SW], after.piles[Place.N]) == (2, cards("KS QH"), ())


def test_a_pile_never_moves_onto_itself() -> None:
    assert "N>N" not in legal(position(["2H", "2C"], "N 9S 8D"))


def test_a_table_may_keep_kings_piles_on_their_sides() -> None:
    """The option king_piles_move."""
    deal = position(["2H", "2C"], "N KS, E QD, S 4C, W 7H", rules=KINGS_STAY)
    assert moved_piles(deal) == {"E>N"}


# Empty sides where only kings stay welcome


def test_where_a_pile_just_left_any_card_goes_and_later_only_a_king() -> None:
    """Rules 7.9 and 7.10."""
    deal = position(["5S KD 2D", "2C KH"], "N 9S, E TH, S 4C, W 7H", stock="QS", rules=DIRECTLY)
    moved = play(deal, "N>E")
    assert {"5S>N", "KD>N", "2D>N"} <= plays(moved)
    after_a_play = play(moved, "KD>NE")
    assert not {"5S>N", "2D>N"} & plays(after_a_play)
    next_turn = play(moved, "end")
    assert plays(next_turn) == {"KH>N", "KH>NE", "KH>SE", "KH>SW", "KH>NW"}


def test_a_second_pile_move_passes_the_privilege_on() -> None:
    """Rule 7.9."""
    deal = position(["5S 2D", "2C"], "N 9S, E TH, S JC, W 7H", rules=DIRECTLY)
    assert plays(play(deal, "N>E E>S")) == {"5S>E", "2D>E"}


def test_undo_brings_the_privilege_back() -> None:
    """Rule 6.3."""
    deal = position(["5S KD 2D", "2C"], "N 9S, E TH", stock="QS", rules=DIRECTLY)
    deal = play(deal, "N>E")
    assert legal(play(deal, "KD>NE undo")) == legal(deal)
    assert "5S>N" not in legal(play(deal, "undo"))


def test_four_places_have_no_corners() -> None:
    """Rule 7.19."""
    deal = position(["KD 5S", "2C"], "N 9S, E TH, S KC", rules=ROYAL)
    assert legal(deal) == {"KD>W", "N>E", "end"}


# Ending the turn and drawing


def test_ending_the_turn_is_always_possible_in_classic() -> None:
    """Rules 3.11 and 3.13, with and without a stock, with and without a card to play."""
    for stock in ("", "2S"):
        for hand in ("8D", "AD", "KS"):
            assert "end" in legal(position([hand, "3C"], FULL, stock=stock))


def test_only_where_one_draws_until_playable_is_drawing_a_move() -> None:
    """Rule 7.5."""
    assert "draw" not in legal(position(["AD", "3C"], FULL, stock="2S 2D"))
    assert "draw" in legal(position(["AD", "3C"], FULL, stock="2S 2D", rules=FAMILY))


def test_drawing_until_playable_is_all_that_one_can_do() -> None:
    """Rules 7.5 and 7.6: draw, draw, then play or move, and only then end."""
    deal = position(["AD", "3C"], FULL, stock="2S 8D 5D 5C", rules=FAMILY)
    assert legal(deal) == {"draw"}
    assert legal(play(deal, "draw")) == {"draw"}
    assert legal(play(deal, "draw draw")) == {"8D>N"}
    assert legal(play(deal, "draw draw 8D>N")) == {"end"}
    assert play(deal, "draw draw 8D>N end").seat == 1


def test_a_pile_that_can_move_forbids_drawing_and_moving_it_is_enough() -> None:
    """Rules 7.5 and 7.6."""
    deal = position(["AD", "3C"], "N 9S, E TH, S 4C, W 7H", stock="2S", rules=FAMILY)
    assert legal(deal) == {"N>E"}
    assert legal(play(deal, "N>E")) == {"AD>N", "end"}


def test_with_an_empty_stock_one_must_move_a_pile_when_nothing_can_be_played() -> None:
    """Rule 7.6."""
    deal = position(["AD", "3C"], "N 9S, E TH, S 4C, W 7H", rules=FAMILY)
    assert legal(deal) == {"N>E"}


def test_who_can_do_nothing_on_an_empty_stock_may_end() -> None:
    """Rule 7.6."""
    deal = position(["AD", "3D"], FULL, rules=FAMILY)
    assert legal(deal) == {"end"}


def test_a_held_king_that_has_a_place_keeps_the_turn_from_ending() -> None:
    """Rule 7.12."""
    deal = position(["KS 5S KD", "3C"], FULL, stock="2S", rules=HELD_KINGS)
    assert "end" not in legal(deal)
    assert "end" not in legal(play(deal, "KS>NE"))
    assert "end" in legal(play(deal, "KS>NE KD>SE"))


def test_a_held_king_without_a_place_may_be_kept() -> None:
    """Rule 7.12."""
    full = "N 9S, E QD, S 4C, W 7H, NE KC, SE KH, SW 2H, NW 3S"
    assert "end" in legal(position(["KS 5S", "3C"], full, rules=HELD_KINGS))


def test_who_can_play_on_an_empty_stock_must_play_one_card() -> None:
    """Rule 7.18; moving a pile is no substitute."""
    deal = position(["8D 5S AD", "3C"], "N 9S, E QD, S 4C, W KS", rules=MUST_PLAY)
    assert "end" not in legal(deal)
    assert "end" not in legal(play(deal, "E>W"))
    assert "end" in legal(play(deal, "8D>N"))
    assert "end" in legal(replace(deal, stock=position([""], stock="2S").stock))
    assert "end" in legal(position(["5S", "3C"], FULL, rules=MUST_PLAY))


# Ending somebody's turn for them


@given(deals(rule_sets()))
def test_a_hurried_turn_ends_and_only_by_legal_moves(deal: Deal) -> None:
    """Rule 6.8."""
    turn, moves = deal.turn, 0
    while not deal.ending and deal.turn == turn:
        deal = deal.play(deal.seat, deal.hurried_move()).deal
        moves += 1
        assert moves <= 60


@given(deals(st.sampled_from([CLASSIC, PRESETS["draw-first"], ROYAL])))
def test_without_duties_a_hurried_turn_just_ends(deal: Deal) -> None:
    """Rule 6.8."""
    assert deal.hurried_move() == END


@given(deals(st.just(FAMILY)))
def test_in_family_a_hurried_turn_draws_then_makes_one_move(deal: Deal) -> None:
    """Rule 6.8."""
    turn, moves = deal.turn, []
    if deal.played or deal.moved:
        assert deal.hurried_move() == END
        return
    while not deal.ending and deal.turn == turn:
        moves.append(deal.hurried_move())
        deal = deal.play(deal.seat, moves[-1]).deal
    assert len([move for move in moves if move not in (DRAW, END)]) <= 1


def test_a_hurried_turn_plays_the_kings_it_must_and_no_other_card() -> None:
    """Rules 6.8 and 7.12."""
    deal = position(["8D KS KD", "2C"], FULL, stock="2S", rules=HELD_KINGS)
    assert str(deal.hurried_move()) == "KS>NE"
    assert str(play(deal, "KS>NE").hurried_move()) == "KD>SE"
    assert play(deal, "KS>NE KD>SE").hurried_move() == END
