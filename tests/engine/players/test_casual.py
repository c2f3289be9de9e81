from hypothesis import given

from engine.deal import Deal
from engine.keystream import Keystream
from engine.moves import PlayCard
from engine.players import casual
from tests.kit.contests import by_chance, share_won
from tests.kit.positions import play, position
from tests.kit.strategies import deals, seeds

FULL = "N 9S, E QD, S 4C, W 7H"


def choice(deal: Deal) -> str:
    return str(casual.choose(deal.seen_by(deal.seat), Keystream(bytes(32), "")))


def test_it_puts_kings_into_corners_first() -> None:
    assert choice(position(["8D KS 5S", "2C"], f"{FULL}, NE KD, SE KH, SW KC")) == "KS>NW"


def test_it_plays_high_cards_before_low_ones() -> None:
    assert choice(position(["8D JS 3H", "2C"], FULL)) == "JS>E"


def test_it_plays_onto_piles_before_it_moves_piles_and_then_fills_empty_sides() -> None:
    deal = position(["8D 5S 2H", "2C"], "N 9S, E TH, S 4C, W 7H", stock="2S")
    assert choice(deal) == "8D>N"
    deal = play(deal, "8D>N")
    assert choice(deal) == "N>E"
    assert choice(play(deal, "N>E")) == "5S>N"


def test_it_puts_a_king_on_an_empty_side_last() -> None:
    deal = position(["KS 5S", "2C"], "N 9S, E TD, S 4C, NE KD, SE KH, SW KC, NW AS", stock="2S")
    deal = play(deal, "N>E")
    assert choice(deal) in {"5S>N", "5S>W"}


@given(deals(), seeds())
def test_it_never_ends_a_turn_in_which_it_can_still_play(deal: Deal, luck: bytes) -> None:
    view = deal.seen_by(deal.seat)
    if any(isinstance(move, PlayCard) for move in view.legal):
        assert str(casual.choose(view, Keystream(luck, ""))) != "end"


def test_it_beats_chance_in_nine_of_ten_deals() -> None:
    assert share_won(casual.choose, by_chance, 2_000) >= 0.9
