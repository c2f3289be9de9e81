import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import DECK
from engine.rules import CardValues
from engine.scoring import penalty, standing
from tests.kit.positions import cards


@pytest.mark.parametrize(
    ("values", "hand", "points"),
    [
        (CardValues.KING_TEN, "", 0),
        (CardValues.KING_TEN, "KS QH TD 2C AH", 14),
        (CardValues.KING_TEN, "KS KH KD KC", 40),
        (CardValues.ACE_25, "AS", 25),
        (CardValues.ACE_25, "KS QH JD TC", 40),
        (CardValues.ACE_25, "9S 5H 2D", 15),
        (CardValues.ACE_15, "AS", 15),
        (CardValues.ACE_15, "KS QH JD TC", 40),
        (CardValues.ACE_15, "9S 5H 2D", 16),
    ],
)
def test_a_hand_costs_what_the_table_of_values_says(
    values: CardValues, hand: str, points: int
) -> None:
    """Rules 5.6 and 7.1."""
    assert penalty(cards(hand), values) == points


@pytest.mark.parametrize(
    ("values", "points"),
    [
        (CardValues.KING_TEN, 40 + 48),
        (CardValues.ACE_25, 4 * (25 + 40 + 8 * 5)),
        (CardValues.ACE_15, 4 * (15 + 40 + sum(range(2, 10)))),
    ],
)
def test_the_whole_pack_costs_what_its_cards_do(values: CardValues, points: int) -> None:
    assert penalty(DECK, values) == points


def test_equal_totals_share_a_place_and_the_next_place_is_skipped() -> None:
    """Rule 5.9."""
    assert standing([30, 7, 12, 7]) == ((1, 7, 1), (3, 7, 1), (2, 12, 3), (0, 30, 4))


@given(st.lists(st.integers(0, 100), min_size=2, max_size=6))
def test_a_place_is_one_more_than_the_number_of_lower_totals(totals: list[int]) -> None:
    lines = standing(totals)
    assert sorted(line.seat for line in lines) == list(range(len(totals)))
    for seat, total, place in lines:
        assert total == totals[seat]
        assert place == 1 + len([other for other in totals if other < total])
