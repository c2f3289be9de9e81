"""What holds of every deal, under every rule set."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import shuffle
from engine.cards import DECK, Card
from engine.deal import Deal
from engine.moves import UNDO
from engine.places import SIDES
from engine.rules import (
    CLASSIC,
    PRESETS,
    Drawing,
    EmptiedHand,
    Rules,
)
from engine.violations import RuleViolation
from tests.kit import naive
from tests.kit.positions import all_cards, cards, conceivable_moves, legal, play
from tests.kit.strategies import deals

DRAWS_THREE = Rules(emptied_hand=EmptiedHand.DRAWS_THREE)


GOLDEN = Path(__file__).parent.parent / "golden" / "perft.txt"


def deck(sides: str, stock: str = "", players: int = 2) -> tuple[Card, ...]:
    """The pack in an order in which these cards come to the sides, and these to the stock."""
    wanted = cards(sides) + cards(stock)
    others = [card for card in DECK if card not in wanted and not card.is_king]
    others += [card for card in DECK if card not in wanted and card.is_king]
    return (*others[: 7 * players], *wanted, *others[7 * players :])


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
