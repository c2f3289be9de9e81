import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.cards import DECK
from engine.moves import DRAW, END, UNDO, MalformedMove, Move, MovePile, PlayCard, parse
from engine.places import PLACES

ALL_MOVES: list[Move] = [
    *(PlayCard(card, place) for card in DECK for place in PLACES),
    *(MovePile(source, target) for source in PLACES for target in PLACES),
    DRAW,
    END,
    UNDO,
]
TEXTS = {str(move) for move in ALL_MOVES}


def test_every_move_reads_back_as_it_is_written() -> None:
    assert [parse(str(move)) for move in ALL_MOVES] == ALL_MOVES


def test_no_two_moves_are_equal_or_written_alike() -> None:
    assert len(set(ALL_MOVES)) == len(TEXTS) == len(ALL_MOVES) == 52 * 8 + 8 * 8 + 3


@given(st.one_of(st.text(), st.text("KQ7THSNEW>drawend ", max_size=6)))
@example("")
@example(">")
@example("7H>")
@example(">N")
@example("7H>N>E")
@example("7H > N")
@example("7h>n")
@example("END")
@example("N>7H")
@example("7H")
@example("7H>N\n")
def test_what_is_no_move_is_refused(text: str) -> None:
    if text in TEXTS:
        assert str(parse(text)) == text
    else:
        with pytest.raises(MalformedMove):
            parse(text)


def test_the_refusal_quotes_no_more_than_the_beginning_of_a_long_text() -> None:
    with pytest.raises(MalformedMove) as caught:
        parse("x" * 10_000)
    assert len(str(caught.value)) < 50
