import pytest

from engine.cards import DECK, KINGS, TAKES, Card, Rank, Suit


def test_the_pack_has_52_different_cards_in_the_canonical_order() -> None:
    assert len(set(DECK)) == 52
    assert " ".join(map(str, DECK[:14])) == "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS KH"
    assert str(DECK[-1]) == "AC"


def test_a_card_reads_back_as_it_is_written() -> None:
    assert [Card.parse(str(card)) for card in DECK] == list(DECK)


@pytest.mark.parametrize("text", ["", "K", "10H", "kH", "Kh", "1S", "KX", "KS ", "SK"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no such card"):
        Card.parse(text)


def test_the_ranks_from_high_to_low_begin_with_the_king_and_end_with_the_ace() -> None:
    """Rule 1.2."""
    assert [rank.letter for rank in sorted(Rank, reverse=True)] == list("KQJT98765432A")
    assert max(DECK).rank is Rank.KING
    assert min(DECK).rank is Rank.ACE


@pytest.mark.parametrize(
    ("card", "other"), [("QH", "KS"), ("9C", "TD"), ("AS", "2H"), ("TD", "JC"), ("2C", "3H")]
)
def test_a_card_fits_one_rank_up_and_on_the_other_colour(card: str, other: str) -> None:
    """Rule 1.3."""
    assert Card.parse(card).fits(Card.parse(other))


@pytest.mark.parametrize(
    ("card", "other"),
    [("QD", "KH"), ("QS", "KC"), ("KS", "QH"), ("JH", "KS"), ("KH", "AS"), ("QH", "QS")],
)
def test_no_other_card_fits(card: str, other: str) -> None:
    """Rule 1.3."""
    assert not Card.parse(card).fits(Card.parse(other))


def test_nothing_fits_on_an_ace_and_two_cards_on_any_other() -> None:
    """Rule 1.3."""
    for card in DECK:
        assert len(TAKES[card]) == (0 if card.rank is Rank.ACE else 2)
        assert all(fitting.is_red != card.is_red for fitting in TAKES[card])


def test_the_four_kings_are_known_as_such() -> None:
    assert {card.suit for card in KINGS} == set(Suit)
    assert all(card.is_king == (card in KINGS) for card in DECK)
