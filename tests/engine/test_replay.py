from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.events import DealBegan
from engine.match import Match
from engine.moves import parse
from engine.record import IllegalMove, WrongEnd
from engine.replay import Replay
from tests.kit.recording import RECORDS, by_chance, golden
from tests.kit.strategies import beginnings

CLASSIC = golden("classic")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_deals_of_a_replay_have_all_positions_of_the_record_in_order(path: Path) -> None:
    record = golden(path.stem)
    replay = Replay.of(record)
    deals = range(1, len(replay.starts) + 1)
    assert [moment.match for number in deals for moment in replay.deal(number)] == list(
        record.positions()
    )


@given(beginnings(), st.integers(0, 2**32), st.integers(0, 200))
def test_each_moment_has_the_events_that_lead_to_it(begin: Match, luck: int, most: int) -> None:
    match, record = by_chance(begin, Random(luck), most)
    replay = Replay.of(record)
    assert replay.end == match
    for number in range(1, len(replay.starts) + 1):
        (before, nobody, began), *moves = replay.deal(number)
        assert (nobody, began) == (None, (DealBegan(number, before.deal.dealer),))
        made = [(seat, move) for deal, seat, move in record.moves if deal == number]
        for (seat, move), moment in zip(made, moves, strict=True):
            assert moment.seat == seat
            assert before.play(seat, move) == (moment.match, moment.events)
            before = moment.match


@pytest.mark.parametrize("number", [-1, 0, 99])
def test_there_is_no_other_deal(number: int) -> None:
    with pytest.raises(IndexError):
        list(Replay.of(CLASSIC).deal(number))


def test_a_forged_record_is_refused_with_the_move_its_number_and_the_reason() -> None:
    moves = list(CLASSIC.moves)
    moves[16] = (moves[16][0], moves[16][1], parse("KS>N"))
    with pytest.raises(IllegalMove, match=r"^move 17, KS>N: ") as caught:
        Replay.of(replace(CLASSIC, moves=tuple(moves)))
    assert caught.value.number == 17
    assert caught.value.violation is not None
    with pytest.raises(WrongEnd):
        Replay.of(replace(CLASSIC, digest="0" * 64))
