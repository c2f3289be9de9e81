import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import DECK
from engine.deal import Deal
from engine.moves import DRAW, END, Draw, EndTurn, MovePile, PlayCard, parse
from engine.places import PLACES
from engine.rules import (
    CLASSIC,
    PRESETS,
    EmptySide,
    EmptyStock,
    HeldKings,
    Rules,
)
from engine.violations import REFUSALS, RuleViolation
from tests.kit import naive
from tests.kit.positions import all_cards, conceivable_moves, legal, play, position
from tests.kit.strategies import deals, rule_sets

FAMILY, ROYAL = PRESETS["family"], PRESETS["royal-corners"]
KINGS_STAY = Rules(king_piles_move=False)
DIRECTLY = Rules(empty_side=EmptySide.ANY_CARD_DIRECTLY)
HELD_KINGS = Rules(held_kings=HeldKings.MUST_BE_PLAYED)
MUST_PLAY = Rules(empty_stock=EmptyStock.MUST_PLAY)
NO_UNDO = Rules(undo=False)

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


# Refusals

REFUSED = [
    # code, card and rank it names, position, move
    ("not_in_hand", "", position(["8D", "2C"], FULL), "8H>N"),
    ("not_in_hand", "", position(["8D", "8H"], FULL), "8H>N"),
    ("no_such_place", "", position(["KD", "2C"], FULL, rules=ROYAL), "KD>NE"),
    ("no_such_place", "", position(["KD", "2C"], "N KS", rules=ROYAL), "N>NE"),
    ("no_such_place", "", position(["KD", "2C"], "N KS", rules=ROYAL), "SW>N"),
    ("does_not_fit", "9S 8", position(["5S", "2C"], FULL), "5S>N"),
    ("does_not_fit", "QD J", position(["5S", "2C"], FULL), "5S>E"),
    ("does_not_fit", "", position(["KS", "2C"], "N AS"), "KS>N"),
    ("does_not_fit", "QD J", position(["5S", "2C"], FULL), "N>E"),
    ("does_not_fit", "8D 7", position(["5S", "2C"], "N 9S 8D"), "N>N"),
    ("does_not_fit", "", position(["5S", "2C"], "N 9S, NE AD"), "N>NE"),
    ("corner_needs_king", "", position(["5S", "2C"], FULL), "5S>NE"),
    ("corner_needs_king", "", position(["5S", "2C"], FULL), "N>NE"),
    ("corner_is_fixed", "", position(["5S", "2C"], "N KS, NE QH"), "NE>N"),
    ("corner_is_fixed", "", position(["5S", "2C"], "N KS, NE KH"), "NE>SE"),
    ("king_piles_stay", "", position(["5S", "2C"], "N KS", rules=KINGS_STAY), "N>NE"),
    ("no_pile_there", "", position(["5S", "2C"], "N KS"), "E>N"),
    ("no_pile_there", "", position(["5S", "2C"], "N KS"), "NE>N"),
    ("side_is_empty", "", position(["5S", "2C"], "N KS"), "N>E"),
    ("side_is_empty", "", position(["5S", "2C"], "N 5H"), "N>E"),
    ("side_needs_king", "", position(["5S", "2C"], "N KS", rules=DIRECTLY), "5S>E"),
    ("must_play_king", "", position(["KS", "2C"], FULL, rules=HELD_KINGS), "end"),
    ("must_play", "", position(["8D 5S", "2C"], FULL, rules=MUST_PLAY), "end"),
    ("must_play", "", position(["8D", "2C"], FULL, stock="2S", rules=FAMILY), "end"),
    ("must_play", "", position(["5S", "2C"], "N 9S, E TH, S 4C, W 7H", rules=FAMILY), "end"),
    ("must_draw", "", position(["5S", "2C"], FULL, stock="2S", rules=FAMILY), "end"),
    ("cannot_draw", "", position(["5S", "2C"], FULL, stock="2S"), "draw"),
    ("cannot_draw", "", position(["8D", "2C"], FULL, stock="2S", rules=FAMILY), "draw"),
    ("cannot_draw", "", position(["5S", "2C"], FULL, rules=FAMILY), "draw"),
    (
        "cannot_draw",
        "",
        play(position(["8D 5S", "2C"], FULL, stock="2S", rules=FAMILY), "8D>N"),
        "draw",
    ),
    (
        "undo_not_allowed",
        "",
        play(position(["8D 5S", "2C"], FULL, stock="2S", rules=NO_UNDO), "8D>N"),
        "undo",
    ),
    ("nothing_to_undo", "", position(["8D 5S", "2C"], FULL), "undo"),
    (
        "too_many_undos",
        "",
        play(position(["8D 5S", "2C"], FULL, stock="2S"), "8D>N undo " * 20 + "8D>N"),
        "undo",
    ),
    ("not_your_turn", "", replace(position(["8D", "2C"], FULL), seat=1), "end"),
    ("deal_over", "", play(position(["8D", "2C"], FULL), "8D>N"), "end"),
]


@pytest.mark.parametrize(
    ("code", "named", "deal", "move"),
    [pytest.param(*case, id=f"{case[0]}-{i}") for i, case in enumerate(REFUSED)],
)
def test_an_illegal_move_is_refused_with_its_code(
    code: str, named: str, deal: Deal, move: str
) -> None:
    """Rule 6.7; seat 0 tries."""
    with pytest.raises(RuleViolation) as caught:
        deal.verify(0, parse(move))
    assert caught.value.code == code
    parameters = caught.value.parameters
    assert f"{parameters.get('card', '')} {parameters.get('rank', '')}".rstrip() == named.rstrip()


def test_every_code_has_a_fixture_here() -> None:
    assert {code for code, *_ in REFUSED} == {refusal.code for refusal in REFUSALS}


@pytest.mark.parametrize(
    ("piles", "sentence"),
    [
        ("N 9S", "The 9S takes a red 8."),
        ("N JD", "The JD takes a black T."),
        ("N AH", "Nothing fits on an ace."),
    ],
)
def test_the_refusal_says_what_would_fit(piles: str, sentence: str) -> None:
    """Rule 6.7."""
    with pytest.raises(RuleViolation, match=f"^{sentence}$"):
        position(["5S", "2C"], piles).verify(0, parse("5S>N"))


# Laws


@given(deals())
def test_a_move_is_listed_exactly_if_it_is_not_refused(deal: Deal) -> None:
    """Every conceivable move, of every seat."""
    listed = deal.legal_moves()
    assert len(set(listed)) == len(listed)
    accepted = set()
    for seat in range(len(deal.hands)):
        for move in conceivable_moves(deal):
            try:
                deal.verify(seat, move)
            except RuleViolation:
                continue
            assert seat == deal.seat
            accepted.add(move)
    assert accepted == set(listed)


@given(deals(st.just(CLASSIC)))
def test_the_moves_of_classic_are_those_of_a_second_implementation(deal: Deal) -> None:
    hand = [str(card) for card in deal.hands[deal.seat]]
    piles = {place.value: [str(card) for card in pile] for place, pile in deal.piles.items()}
    assert legal(deal) == naive.legal_moves(hand, piles)


@given(deals())
def test_somebody_in_turn_always_has_a_legal_move(deal: Deal) -> None:
    """Rule 3.13: two programs of others hang when nothing can be drawn."""
    assert deal.legal_moves()


@given(deals())
def test_the_moves_are_listed_in_the_published_order(deal: Deal) -> None:
    """Rule 6.6."""
    hand, places = deal.hands[deal.seat], list(PLACES)
    kinds = [PlayCard, MovePile, Draw, EndTurn]
    order = [
        (
            kinds.index(type(move)),
            hand.index(move.card) if isinstance(move, PlayCard) else 0,
            places.index(move.source) if isinstance(move, MovePile) else 0,
            places.index(move.place) if isinstance(move, PlayCard) else 0,
            places.index(move.target) if isinstance(move, MovePile) else 0,
        )
        for move in deal.legal_moves()
    ]
    assert order == sorted(order)


@given(deals())
def test_all_52_cards_are_always_somewhere(deal: Deal) -> None:
    assert sorted(all_cards(deal)) == sorted(DECK)


@given(deals())
def test_every_pile_runs_down_in_alternating_colours(deal: Deal) -> None:
    """Rule 1.3."""
    for pile in deal.piles.values():
        assert all(card.fits(under) for under, card in itertools.pairwise(pile))


@given(deals())
def test_every_corner_pile_stands_on_a_king(deal: Deal) -> None:
    """Rule 1.5."""
    for place, pile in deal.piles.items():
        assert not place.is_corner or not pile or pile[0].is_king


@given(deals(st.just(CLASSIC)))
def test_on_an_empty_stock_the_holder_of_the_highest_card_can_play_it(deal: Deal) -> None:
    """Classic: so rule 5.4 never ends a deal that was really dealt."""
    if not deal.stock:
        highest = max(card.rank for hand in deal.hands for card in hand)
        for seat, hand in enumerate(deal.hands):
            playable = {move.card for move in deal.plays(seat)}
            assert all(card in playable for card in hand if card.rank == highest)


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
