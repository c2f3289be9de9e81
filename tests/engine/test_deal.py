from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import shuffle
from engine.cards import DECK, Card
from engine.deal import MOST_UNDOS, Deal
from engine.events import (
    CardPlayed,
    CardsDrawn,
    DealEnded,
    Ending,
    MoveUndone,
    PileMoved,
    TurnEnded,
    WentOut,
)
from engine.moves import UNDO, parse
from engine.places import SIDES, Place
from engine.rules import (
    CLASSIC,
    PRESETS,
    DealtKings,
    Drawing,
    EmptiedHand,
    EmptySide,
    GoingOut,
    Rules,
)
from engine.violations import RuleViolation
from tests.kit import naive
from tests.kit.positions import all_cards, cards, conceivable_moves, legal, play, position
from tests.kit.strategies import deals

FAMILY, ROYAL = PRESETS["family"], PRESETS["royal-corners"]
DRAW_FIRST = PRESETS["draw-first"]
PLAY_ON = Rules(going_out=GoingOut.OTHERS_PLAY_ON)
DRAWS_THREE = Rules(emptied_hand=EmptiedHand.DRAWS_THREE)
DIRECTLY = Rules(empty_side=EmptySide.ANY_CARD_DIRECTLY)

FULL = "N 9S, E QD, S 4C, W 7H"
"""Four sides with one card each; 8D and 8H, JS and JC, 3H and 3D, 6S and 6C fit."""

GOLDEN = Path(__file__).parent.parent / "golden" / "perft.txt"


def deck(sides: str, stock: str = "", players: int = 2) -> tuple[Card, ...]:
    """The pack in an order in which these cards come to the sides, and these to the stock."""
    wanted = cards(sides) + cards(stock)
    others = [card for card in DECK if card not in wanted and not card.is_king]
    others += [card for card in DECK if card not in wanted and card.is_king]
    return (*others[: 7 * players], *wanted, *others[7 * players :])


# Dealing


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("dealer", [0, 1])
def test_cards_are_dealt_one_at_a_time_from_the_dealers_left(players: int, dealer: int) -> None:
    """Rules 2.3 and 2.4."""
    deal = Deal.begin(CLASSIC, players, dealer, DECK)
    left = (dealer + 1) % players
    assert deal.hands[left] == DECK[0 : 7 * players : players]
    assert deal.hands[dealer] == DECK[players - 1 : 7 * players : players]
    on_sides = [deal.piles[side] for side in SIDES]
    assert on_sides == [(card,) for card in DECK[7 * players : 7 * players + 4]]
    assert deal.stock == DECK[7 * players + 4 :]
    assert [place for place in deal.piles if place.is_corner and deal.piles[place]] == []


def test_the_player_at_the_dealers_left_begins() -> None:
    """Rule 2.5."""
    assert [Deal.begin(CLASSIC, 3, dealer, DECK).seat for dealer in range(3)] == [1, 2, 0]


def test_in_royal_corners_the_dealer_begins() -> None:
    """The option first_turn; the cards still come from the dealer's left."""
    deal = Deal.begin(ROYAL, 3, 1, DECK)
    assert deal.seat == 1
    assert deal.hands[2][0] == DECK[0]
    assert list(deal.piles) == list(SIDES)


def test_dealt_kings_stay_on_their_sides_in_classic() -> None:
    deal = Deal.begin(CLASSIC, 2, 0, deck("KS 2H KD 3C"))
    assert deal.piles[Place.N] == cards("KS")
    assert deal.piles[Place.S] == cards("KD")


def test_dealt_kings_go_to_corners_and_are_replaced_again_and_again() -> None:
    """Rules 7.7 and 7.8."""
    rules = Rules(dealt_kings=DealtKings.REPLACED)
    deal = Deal.begin(rules, 2, 0, deck("2H KS 3C KD", "KH 5S 6S 7S"))
    assert {place.value: " ".join(map(str, pile)) for place, pile in deal.piles.items()} == {
        "N": "2H",
        "E": "5S",
        "S": "3C",
        "W": "6S",
        "NE": "KS",
        "SE": "KH",
        "SW": "KD",
        "NW": "",
    }
    assert deal.stock[0] == Card.parse("7S")


def test_dealt_kings_may_leave_their_sides_empty() -> None:
    """Rule 7.7; the stock is not touched."""
    rules = Rules(dealt_kings=DealtKings.SIDE_LEFT_EMPTY)
    deal = Deal.begin(rules, 2, 0, deck("2H KS 3C KD", "KH 5S"))
    assert (deal.piles[Place.E], deal.piles[Place.W]) == ((), ())
    assert (deal.piles[Place.NE], deal.piles[Place.SE]) == (cards("KS"), cards("KD"))
    assert deal.stock[:2] == cards("KH 5S")


def test_a_side_left_empty_by_a_dealt_king_takes_only_kings_where_privilege_counts() -> None:
    """Rule 7.11."""
    rules = Rules(dealt_kings=DealtKings.SIDE_LEFT_EMPTY, empty_side=EmptySide.ANY_CARD_DIRECTLY)
    deal = Deal.begin(rules, 2, 0, deck("2H KS 3C 4D"))
    assert not [move for move in legal(deal) if move.endswith(">E") and move[0] not in "KNSW"]


def test_the_first_turn_begins_with_a_draw_where_one_draws_first() -> None:
    """Rules 7.3 and 7.4: dealt by the game, not a move."""
    deal = Deal.begin(DRAW_FIRST, 2, 0, DECK)
    assert deal.hands[1] == (*DECK[0:14:2], DECK[18])
    assert deal.stock == DECK[19:]
    assert (deal.turn, deal.step, deal.can_undo) == (1, 0, False)


# A turn


def test_a_play_a_pile_move_and_an_end_with_a_draw_are_told_as_events() -> None:
    """Rules 3.2, 3.5 and 3.12."""
    deal = position(["8D QS", "2C"], "N 9S, E TH, S 4C, W 7H", stock="2S 2D")
    deal, events = deal.play(0, parse("8D>N"))
    assert events == (CardPlayed(0, Card.parse("8D"), Place.N, Card.parse("9S")),)
    deal, events = deal.play(0, parse("N>E"))
    assert events == (PileMoved(0, Place.N, Place.E, Card.parse("9S"), Card.parse("TH")),)
    assert (deal.piles[Place.N], deal.piles[Place.E]) == ((), cards("TH 9S 8D"))
    deal, events = deal.play(0, parse("end"))
    assert events == (CardsDrawn(0, 1, cards("2S")), TurnEnded(0))
    assert deal.hands == (cards("QS 2S"), cards("2C"))
    assert (deal.seat, deal.turn, deal.step, deal.stock) == (1, 2, 0, cards("2D"))


def test_an_emptied_side_is_not_refilled() -> None:
    """Rule 3.10."""
    deal = play(position(["5S", "2C"], "N 9S, E TH", stock="2S 2D"), "N>E end end")
    assert deal.piles[Place.N] == ()


def test_with_an_empty_stock_the_turn_just_ends() -> None:
    """Rule 3.13."""
    deal, events = position(["8D", "8H"], FULL).play(0, parse("end"))
    assert events == (TurnEnded(0),)
    assert deal.seat == 1


def test_play_goes_clockwise() -> None:
    """Rule 2.5."""
    deal = position(["8D", "8H", "2C"], FULL, stock="2S 2D 2H AC")
    seats = []
    for _ in range(4):
        seats.append(deal.seat)
        deal = play(deal, "end")
    assert seats == [0, 1, 2, 0]


def test_where_one_draws_first_the_end_draws_for_the_next_player() -> None:
    """Rules 7.3 and 7.4."""
    deal, events = position(["8D", "8H"], FULL, stock="2S", rules=DRAW_FIRST).play(0, parse("end"))
    assert events == (TurnEnded(0), CardsDrawn(1, 1, cards("2S")))
    assert deal.hands == (cards("8D"), cards("8H 2S"))
    assert (deal.seat, deal.step, deal.can_undo) == (1, 0, False)


def test_where_one_draws_first_an_empty_stock_means_no_draw() -> None:
    """Rule 7.3."""
    deal, events = position(["8D", "8H"], FULL, rules=DRAW_FIRST).play(0, parse("end"))
    assert events == (TurnEnded(0),)
    assert deal.hands == (cards("8D"), cards("8H"))


def test_in_family_the_end_draws_nothing() -> None:
    """Rule 7.5."""
    deal = play(position(["8D 5S", "8H"], FULL, stock="2S 2D", rules=FAMILY), "8D>N end")
    assert deal.hands == (cards("5S"), cards("8H"))


def test_in_family_a_draw_is_a_move_and_cannot_be_taken_back() -> None:
    """Rules 6.2 and 7.5."""
    deal, events = position(["5S", "2C"], FULL, stock="8D 2D", rules=FAMILY).play(0, parse("draw"))
    assert events == (CardsDrawn(0, 1, cards("8D")),)
    assert (deal.seat, deal.step, deal.can_undo) == (0, 1, False)


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
    """Rules 5.1 to 5.3: the turn that draws the last card does not count."""
    deal = position(["8D", "8H", "JS"], FULL, stock="2S")
    deal = play(deal, "end")
    assert deal.stock == ()
    deal = play(deal, "end end")
    assert (deal.idle, deal.ending) == (2, None)
    deal, events = deal.play(0, parse("end"))
    assert events == (TurnEnded(0), DealEnded(Ending.ALL_PASSED, (2, 1, 1)))


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
    """Rule 5.4, within a turn; in classic only a made-up position gets there."""
    deal, events = position(["8D 2C", "TC KS"], STUCK).play(0, parse("8D>N"))
    assert events == (
        CardPlayed(0, Card.parse("8D"), Place.N, Card.parse("9S")),
        DealEnded(Ending.NOBODY_CAN, (1, 11)),
    )
    assert deal.ending is Ending.NOBODY_CAN
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


# Undo


def test_undo_takes_moves_back_one_by_one_to_the_beginning_of_the_turn() -> None:
    """Rule 6.1."""
    deal = position(["8D QS KS", "2C"], "N 9S, E TH, S 4C, W 7H", stock="2S")
    later = play(deal, "8D>N N>E KS>NE")
    texts = []
    while later.can_undo:
        later, events = later.play(0, UNDO)
        texts += [str(event.move) for event in events if isinstance(event, MoveUndone)]
    assert texts == ["KS>NE", "N>E", "8D>N"]
    assert replace(later, undone=0) == deal


def test_a_turn_has_twenty_undos_and_the_next_one_has_its_own() -> None:
    """Rule 6.4."""
    deal = position(["8D QS", "8H 2C"], FULL, stock="2S 2D")
    deal = play(deal, "8D>N undo " * MOST_UNDOS)
    assert play(deal, "8D>N").can_undo is False
    assert play(deal, "end 8H>N").can_undo is True


def test_every_undo_of_a_turn_counts() -> None:
    """Rules 6.3 and 6.4."""
    deal = position(["8D QS KS", "2C"], FULL, stock="2S")
    assert play(deal, "8D>N KS>NE undo undo 8D>N undo").undone == 3


def test_undo_does_not_reach_back_across_the_handing_over_of_a_seat() -> None:
    """Rule 6.2; what follows can be taken back again, up to there."""
    deal = play(position(["8D QS KS", "2C"], FULL, stock="2S"), "8D>N").without_undo()
    assert not deal.can_undo
    assert play(deal, "KS>NE").can_undo
    assert not play(deal, "KS>NE undo").can_undo


def test_undo_does_not_reach_into_the_turn_before() -> None:
    """Rule 6.2."""
    assert not play(position(["8D QS", "2C"], FULL, stock="2S"), "8D>N end").can_undo
    assert not play(position(["8D QS", "JS"], FULL), "8D>N end").can_undo


def test_going_out_cannot_be_taken_back_where_the_others_play_on() -> None:
    """Rule 6.2."""
    deal = position(["8D", "2C 3C", "4D"], FULL, stock="2S", rules=PLAY_ON)
    assert not play(deal, "8D>N").can_undo


@given(deals())
def test_undo_restores_all_but_its_own_counter(deal: Deal) -> None:
    """Rule 6.3, for every move after which undo is possible."""
    for move in deal.legal_moves():
        later = deal.play(deal.seat, move).deal
        if later.seat == deal.seat and later.can_undo:
            assert later.play(deal.seat, UNDO).deal == replace(deal, undone=deal.undone + 1)


# Laws


def snapshot(deal: Deal) -> str:
    return repr(deal)


@given(deals())
def test_every_legal_move_can_be_made_and_conserves_the_52_cards(deal: Deal) -> None:
    before = snapshot(deal)
    for move in deal.legal_moves():
        later = deal.play(deal.seat, move).deal
        assert sorted(all_cards(later)) == sorted(DECK)
        assert later != deal
    assert snapshot(deal) == before


@given(deals())
def test_an_illegal_move_changes_nothing(deal: Deal) -> None:
    """Rule 6.7."""
    before, allowed = snapshot(deal), deal.legal_moves()
    for move in conceivable_moves(deal):
        if move not in allowed:
            with pytest.raises(RuleViolation):
                deal.play(deal.seat, move)
    assert snapshot(deal) == before


@given(deals())
def test_nobody_else_has_a_move(deal: Deal) -> None:
    """Rule 6.5."""
    for move in [*deal.legal_moves(), UNDO]:
        with pytest.raises(RuleViolation, match="It is not your turn"):
            deal.play((deal.seat + 1) % len(deal.hands), move)


def longest(deal: Deal, choose: Callable[[Deal], int]) -> int:
    """Play one turn for as long as possible without ending it, and count its moves."""
    turn, moves = deal.turn, 0
    while not deal.ending and deal.turn == turn:
        going_on = [move for move in deal.legal_moves() if str(move) != "end"]
        if not going_on:
            break
        deal = deal.play(deal.seat, going_on[choose(deal) % len(going_on)]).deal
        moves += 1
    return moves


@given(deals(), st.randoms(use_true_random=False).map(lambda luck: luck.getrandbits))
def test_a_turn_cannot_go_on_for_ever(deal: Deal, bits: Callable[[int], int]) -> None:
    """Rule 3.14: each play takes a card for good, each pile move a side, kings' the corner."""
    assert longest(deal, lambda _: bits(16)) <= 2 * 52
    assert longest(deal, lambda _: -1) <= 2 * 52


@given(deals(st.just(CLASSIC)))
def test_every_pile_move_leaves_one_occupied_side_fewer(deal: Deal) -> None:
    """Rule 3.14."""

    def occupied(deal: Deal) -> int:
        return sum(bool(deal.piles[side]) for side in SIDES)

    for move in deal.pile_moves():
        assert occupied(deal.play(deal.seat, move).deal) == occupied(deal) - 1


@given(deals())
def test_steps_plays_and_pile_moves_are_counted_net_of_undo(deal: Deal) -> None:
    before = (deal.step, deal.played, deal.moved)
    for move in deal.legal_moves():
        later = deal.play(deal.seat, move).deal
        if later.turn == deal.turn and not later.ending:
            step, played, moved = (
                after - before
                for after, before in zip(
                    (later.step, later.played, later.moved), before, strict=True
                )
            )
            assert step == 1
            assert played + moved == (str(move) != "draw")


@given(deals())
def test_a_draw_takes_the_front_card_of_the_stock_to_the_end_of_the_hand(deal: Deal) -> None:
    if deal.rules.drawing is Drawing.AT_END and deal.stock and "end" in legal(deal):
        later = play(deal, "end")
        assert later.hands[deal.seat] == (*deal.hands[deal.seat], deal.stock[0])
        assert later.stock == deal.stock[1:]


# Golden counts


def leaves(deal: Deal, depth: int) -> int:
    """Count the sequences of moves of this length, and the shorter ones that end the deal."""
    if depth == 0 or deal.ending:
        return 1
    return sum(leaves(deal.play(deal.seat, move).deal, depth - 1) for move in deal.legal_moves())


def counts() -> list[tuple[str, int, int, list[int]]]:
    lines = [line.split() for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
    return [
        (preset, int(number), int(players), list(map(int, expected)))
        for preset, number, players, *expected in filter(None, lines)
        if preset != "#"
    ]


@pytest.mark.parametrize(("preset", "number", "players", "expected"), counts())
def test_as_many_positions_are_reachable_as_ever(
    preset: str, number: int, players: int, expected: list[int]
) -> None:
    """A change of any rule shows here; classic's are counted by a second implementation too."""
    order = shuffle.deck(number.to_bytes(32, "big"), 1)
    deal = Deal.begin(PRESETS[preset], players, 0, order)
    assert [leaves(deal, depth) for depth in range(1, len(expected) + 1)] == expected
    if preset == "classic":
        texts = list(map(str, order))
        again = [naive.leaves(texts, players, 0, depth + 1) for depth in range(len(expected))]
        assert again == expected
