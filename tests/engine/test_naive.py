"""The engine against a second implementation: the same moves, the same ends, the same counts."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import shuffle
from engine.deal import Deal
from engine.moves import UNDO, parse
from engine.rules import PRESETS, Rules
from tests.kit import naive
from tests.kit.naive import Table
from tests.kit.strategies import rule_sets

GOLDEN = Path(__file__).parent.parent / "golden" / "perft.txt"


def begin(rules: Rules, players: int, dealer: int, number: int) -> tuple[Deal, Table]:
    deck = shuffle.deck(number.to_bytes(32, "big"), 1)
    table = naive.deal(rules.options(), players, dealer, texts(deck))
    return Deal.begin(rules, players, dealer, deck), table


def go_on(deal: Deal, table: Table, move: str) -> tuple[Deal, Table]:
    return deal.play(deal.seat, parse(move)).deal, naive.after(table, move)


def texts(values: tuple[object, ...]) -> list[str]:
    return list(map(str, values))


def assert_same(deal: Deal, table: Table) -> None:
    """Both have come to the same state, and allow the same moves there in the same order."""
    assert texts(deal.legal_moves()) == naive.legal_moves(table)
    assert [texts(hand) for hand in deal.hands] == table.hands
    assert {place.value: texts(pile) for place, pile in deal.piles.items()} == table.places
    assert texts(deal.stock) == table.stock
    assert (deal.seat, deal.turn, deal.idle) == (table.seat, table.turn, table.idle)
    assert list(deal.out) == table.out
    assert (deal.ending or "") == table.over
    assert deal.penalties() == naive.penalties(table)


@given(rule_sets(), st.integers(2, 6), st.integers(0, 5), st.integers(0, 2**64), st.randoms())
def test_a_deal_goes_as_in_a_second_implementation(
    rules: Rules, players: int, dealer: int, number: int, luck: Random
) -> None:
    """For every rule set, at every step of a deal by chance, some moves taken back, to its end."""
    players = min(players, rules.most_players)
    deal, table = begin(rules, players, dealer % players, number)
    assert_same(deal, table)
    back: list[Table] = []
    undone = 0
    while not deal.ending:
        assert str(deal.hurried_move()) == naive.hurried_move(table)
        assert deal.can_undo == (rules.undo and bool(back) and undone < 20)
        if deal.can_undo and luck.random() < 0.1:
            deal, table, undone = deal.play(deal.seat, UNDO).deal, back.pop(), undone + 1
        else:
            before = table
            deal, table = go_on(deal, table, luck.choice(naive.legal_moves(table)))
            # Rule 6.2: never back across a draw or the end of a turn.
            drew = table.stock != before.stock
            back = [] if drew or table.turn > before.turn else [*back, before]
            undone = 0 if table.turn > before.turn else undone
        assert_same(deal, table)


# Golden counts


def leaves(deal: Deal, depth: int) -> list[int]:
    """Count the sequences of 1, 2, … moves; those that end the deal earlier count once."""
    if deal.ending:
        return [1] * depth
    moves = deal.legal_moves()
    totals = [len(moves)] + [0] * (depth - 1)
    for move in moves if depth > 1 else ():
        for i, count in enumerate(leaves(deal.play(deal.seat, move).deal, depth - 1)):
            totals[i + 1] += count
    return totals


def late(deal: Deal, table: Table, number: int) -> tuple[Deal, Table]:
    """The first position with an empty stock on a way that the number tells."""
    step = number
    while deal.stock:
        moves = naive.legal_moves(table)
        deal, table = go_on(deal, table, moves[step * step % len(moves)])
        step += 1
    return deal, table


def counts() -> list[tuple[str, str, int, int, list[int]]]:
    lines = [line.split() for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
    return [
        (preset, where, int(players), int(number), list(map(int, expected)))
        for preset, where, players, number, *expected in filter(None, lines)
        if preset != "#"
    ]


@pytest.mark.parametrize(
    ("preset", "where", "players", "number", "expected"),
    [pytest.param(*line, id=f"{line[0]}-{line[1]}-{line[2]}") for line in counts()],
)
def test_as_many_positions_are_reachable_as_ever(
    preset: str, where: str, players: int, number: int, expected: list[int]
) -> None:
    """A change of any rule shows here, and both implementations count alike."""
    deal, table = begin(PRESETS[preset], players, 0, number)
    if where == "late":
        deal, table = late(deal, table, number)
    assert leaves(deal, len(expected)) == expected
    assert naive.leaves(table, len(expected)) == expected


def test_each_preset_is_counted_far_from_the_opening_and_with_an_empty_stock() -> None:
    for where in ("opening", "late"):
        enough = {preset for preset, at, *_, ends in counts() if at == where and ends[-1] >= 10_000}
        assert enough == set(PRESETS)
