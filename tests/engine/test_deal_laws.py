"""What holds of every deal, under every rule set."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import DECK
from engine.deal import Deal
from engine.moves import UNDO
from engine.places import SIDES
from engine.rules import (
    CLASSIC,
    Drawing,
)
from engine.violations import RuleViolation
from tests.kit.positions import all_cards, conceivable_moves, legal, play
from tests.kit.strategies import deals


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
