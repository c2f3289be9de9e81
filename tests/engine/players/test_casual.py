import pytest
from hypothesis import given

from engine.deal import Deal
from engine.keystream import Keystream
from engine.moves import PlayCard
from engine.players import casual
from engine.rules import PRESETS
from tests.kit.contests import by_chance, contest
from tests.kit.positions import play, position
from tests.kit.strategies import deals, seeds

ROYAL = PRESETS["royal-corners"]
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


def test_it_puts_a_king_on_an_empty_side_before_another_card_takes_it() -> None:
    """Rule 7.9: where there are no corners, the move after a pile's may be the king's last."""
    deal = position(["KS 5S", "2C"], "N 9S, E TD, S 4C, W 7H", stock="2S", rules=ROYAL)
    assert choice(deal) == "N>E"
    assert choice(play(deal, "N>E")) == "KS>N"


def test_it_puts_a_king_on_an_empty_side_before_it_moves_a_pile() -> None:
    """The king may be what the pile fits on, or one move later a place is empty, too."""
    deal = position(["KS 5S", "2C"], "N 9S, E TD, S 4C", stock="2S", rules=ROYAL)
    assert choice(deal) == "KS>W"


def test_as_first_published_it_puts_a_king_on_an_empty_side_last() -> None:
    deal = position(["KS 5S", "2C"], "N 9S, E TD, S 4C, NE KD, SE KH, SW KC, NW AS", stock="2S")
    deal = play(deal, "N>E")
    view, luck = deal.seen_by(0), Keystream(bytes(32), "")
    assert str(casual.choose_as_first_published(view, luck)) in {"5S>N", "5S>W"}
    assert str(casual.choose(view, luck)) in {"KS>N", "KS>W"}


@given(deals(), seeds())
def test_it_never_ends_a_turn_in_which_it_can_still_play(deal: Deal, luck: bytes) -> None:
    view = deal.seen_by(deal.seat)
    if any(isinstance(move, PlayCard) for move in view.legal):
        assert str(casual.choose(view, Keystream(luck, ""))) != "end"


@pytest.mark.parametrize("preset", PRESETS)
def test_it_beats_chance_in_four_of_five_deals_of_every_preset(preset: str) -> None:
    share, mine, theirs = contest(casual.choose, by_chance, 100, PRESETS[preset])
    assert share >= 0.8
    assert mine < theirs / 2


def test_it_has_become_better_where_there_are_no_corners() -> None:
    share, mine, theirs = contest(casual.choose, casual.choose_as_first_published, 100, ROYAL)
    assert share >= 0.6
    assert mine < 0.75 * theirs
