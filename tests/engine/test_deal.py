from dataclasses import replace

import pytest
from hypothesis import given

from engine.cards import DECK, Card
from engine.deal import Deal
from engine.events import (
    CardPlayed,
    CardsDrawn,
    MoveUndone,
    PileMoved,
    TurnEnded,
)
from engine.moves import UNDO, parse
from engine.places import SIDES, Place
from engine.rules import (
    CLASSIC,
    PRESETS,
    DealtKings,
    EmptiedHand,
    EmptySide,
    GoingOut,
    Rules,
)
from engine.violations import RuleViolation
from tests.kit.positions import cards, legal, play, position
from tests.kit.strategies import deals

FAMILY, ROYAL = PRESETS["family"], PRESETS["royal-corners"]
DRAW_FIRST = PRESETS["draw-first"]
PLAY_ON = Rules(going_out=GoingOut.OTHERS_PLAY_ON)
DRAWS_THREE = Rules(emptied_hand=EmptiedHand.DRAWS_THREE)

FULL = "N 9S, E QD, S 4C, W 7H"
"""Four sides with one card each; 8D and 8H, JS and JC, 3H and 3D, 6S and 6C fit."""


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


def test_in_royal_corners_four_places_are_dealt_and_there_are_no_others() -> None:
    """Rule 7.19."""
    assert list(Deal.begin(ROYAL, 3, 1, DECK).piles) == list(SIDES)


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
    deal = play(deal, "8D>N undo " * 20)
    assert play(deal, "8D>N").can_undo is False
    deal = play(deal, "end " + "8H>N undo " * 19 + "8H>N")
    assert deal.can_undo is True
    assert play(deal, "undo 8H>N").can_undo is False


def test_every_undo_of_a_turn_counts() -> None:
    """Rules 6.3 and 6.4."""
    deal = position(["8D QS KS", "2C"], FULL, stock="2S")
    assert play(deal, "8D>N KS>NE undo undo 8D>N undo").undone == 3


def test_undo_does_not_reach_back_across_the_handing_over_of_a_seat() -> None:
    """Rule 6.2; what follows can be taken back again, up to there."""
    deal = play(position(["8D QS KS", "2C"], FULL, stock="2S"), "8D>N").without_undo()
    assert (deal.can_undo, deal.latest) == (False, None)
    assert play(deal, "KS>NE").can_undo
    assert not play(deal, "KS>NE undo").can_undo


@pytest.mark.parametrize(
    ("rules", "stock", "moves"),
    [
        pytest.param(CLASSIC, "2S 2H", "8D>N end", id="the-draw-of-an-end"),
        pytest.param(DRAW_FIRST, "2S 2H", "8D>N end", id="the-draw-of-the-next-turn"),
        pytest.param(FAMILY, "KD 2H", "8D>N end draw", id="a-draw-of-ones-own"),
    ],
)
def test_undo_across_a_draw_is_refused(rules: Rules, stock: str, moves: str) -> None:
    """Rule 6.2."""
    deal = play(position(["8D 5S", "4D"], FULL, stock=stock, rules=rules), moves)
    with pytest.raises(RuleViolation) as caught:
        deal.play(deal.seat, UNDO)
    assert caught.value.code == "nothing_to_undo"


def test_undo_across_the_drawing_of_three_is_refused_and_later_moves_are_taken_back() -> None:
    """Rules 6.2 and 7.16."""
    deal = position(["8D", "4D"], "N 9S, E QD, S 4C", stock="7S 2H 2D 3D", rules=DRAWS_THREE)
    drawn = play(deal, "8D>N")
    assert not drawn.can_undo
    assert play(drawn, "7S>N undo").hands == drawn.hands
    assert not play(drawn, "7S>N undo").can_undo


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
