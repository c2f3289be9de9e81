from collections import Counter

from hypothesis import given

from engine.deal import Deal
from engine.keystream import Keystream
from engine.moves import END, PlayCard
from engine.players import beginner, casual
from tests.kit.contests import by_chance, share_won
from tests.kit.positions import play, position
from tests.kit.strategies import deals, seeds

FULL = "N 9S, E QD, S 4C, W 7H"


def choices(deal: Deal) -> Counter[str]:
    """What it chooses in a hundred repetitions."""
    view = deal.seen_by(deal.seat)
    return Counter(
        str(beginner.choose(view, Keystream(bytes(32), str(number)))) for number in range(100)
    )


def test_it_begins_its_turn_with_a_card_whenever_it_can() -> None:
    assert set(choices(position(["8D JS 5S", "2C"], FULL, stock="2S"))) == {"8D>N", "JS>E"}


def test_it_often_stops_after_a_card() -> None:
    deal = play(position(["8D JS 5S", "2C"], FULL, stock="2S"), "8D>N")
    chosen = choices(deal)
    assert set(chosen) == {"JS>E", "end"}
    assert 15 <= chosen["end"] <= 40


@given(deals(), seeds())
def test_it_moves_a_pile_only_when_nothing_else_is_left(deal: Deal, luck: bytes) -> None:
    view = deal.seen_by(deal.seat)
    move = beginner.choose(view, Keystream(luck, ""))
    if not isinstance(move, PlayCard) and move != END:
        assert END not in view.legal
        assert not any(isinstance(move, PlayCard) for move in view.legal)


def test_it_is_about_as_good_as_chance() -> None:
    assert 0.4 <= share_won(beginner.choose, by_chance, 100) <= 0.6


def test_it_is_beaten_by_a_casual_player() -> None:
    assert 0.005 <= share_won(beginner.choose, casual.choose, 100) <= 0.1
