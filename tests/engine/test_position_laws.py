"""What holds of every position, under every rule set."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from engine.cards import DECK
from engine.deal import Deal
from engine.moves import Draw, EndTurn, MovePile, PlayCard
from engine.places import PLACES
from engine.rules import (
    CLASSIC,
)
from engine.violations import RuleViolation
from tests.kit.positions import all_cards, conceivable_moves
from tests.kit.strategies import deals


def plays(deal: Deal) -> set[str]:
    return {str(move) for move in deal.legal_moves() if isinstance(move, PlayCard)}


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
