from dataclasses import replace
from enum import StrEnum
from itertools import chain
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import VERSION
from engine.match import Match
from engine.moves import DRAW, END, UNDO, parse
from engine.players import PLAYERS
from engine.record import Record, RecordError, digest, parse_record
from engine.rules import CLASSIC, PRESETS
from tests.kit.recording import RECORDS, by_chance, by_computers, golden, record_of
from tests.kit.strategies import beginnings

MATCH, RECORD = by_computers(bytes(32), CLASSIC, ["casual@1", "beginner@1"])
TEXT = str(RECORD)


# Laws


@given(beginnings(), st.integers(0, 2**32), st.integers(0, 200))
def test_a_record_replays_to_the_match_it_was_made_of(begin: Match, luck: int, most: int) -> None:
    match, record = by_chance(begin, Random(luck), most)
    assert record.replay() == match


@given(beginnings(), st.integers(0, 2**32), st.integers(0, 200))
def test_a_record_reads_back_as_it_is_written(begin: Match, luck: int, most: int) -> None:
    _, record = by_chance(begin, Random(luck), most)
    assert parse_record(str(record)) == record


def test_a_record_reads_back_with_the_line_ends_of_a_form() -> None:
    assert parse_record(TEXT.replace("\n", "\r\n")) == RECORD


def test_the_positions_are_those_of_the_match_deals_included() -> None:
    positions = list(RECORD.positions())
    assert len(positions) == 1 + len(RECORD.moves) + MATCH.number - 1
    assert positions[0] == Match.begin(RECORD.seed, RECORD.rules, RECORD.players)
    assert positions[-1] == MATCH


def test_the_text_has_a_line_for_each_turn() -> None:
    """Rule 1.1: a match consists of deals, those of turns, and those of moves."""
    moves = [(1, 1, parse("7H>N")), (1, 1, UNDO), (1, 1, DRAW), (1, 1, END), (1, 0, END)]
    moves += [(1, 0, END), (2, 0, END)]
    record = record_of(MATCH, moves)
    assert str(record).partition("\n\n")[2] == (
        "deal 1\n1 7H>N undo draw end\n0 end\n0 end\n\ndeal 2\n0 end\n"
    )
    assert parse_record(str(record)) == record


def test_the_text_holds_no_card_that_was_not_played() -> None:
    """What was dealt follows from the seed; a record of a match in progress tells nothing else."""
    without_seed = str(replace(RECORD, seed=bytes(32), moves=()))
    assert without_seed.count("\n") == 6


# Golden records


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_recorded_matches_replay_to_the_state_they_ended_in(path: Path) -> None:
    """No change of the code may rewrite the past."""
    text = path.read_text(encoding="utf-8")
    record = parse_record(text)
    assert record.replay().over
    assert str(record) == text


def test_there_is_a_golden_record_of_every_preset_and_of_every_value_of_every_option() -> None:
    rules = [golden(path.stem).rules for path in RECORDS]
    assert {each.key for each in rules} == {None, *PRESETS}
    for name in CLASSIC.options():
        values = {each.options()[name] for each in rules}
        kind = type(getattr(CLASSIC, name))
        assert len(values) >= (len(kind) if issubclass(kind, StrEnum) else 2), name


BY_COMPUTERS = {
    "classic": ["casual@1", "beginner@1", "casual@1", "beginner@1"],
    "draw-first": ["casual@2", "beginner@1", "casual@1"],
    "four-sides": ["casual@2", "casual@1", "beginner@1"],
}


@pytest.mark.parametrize("name", BY_COMPUTERS)
def test_computer_players_make_the_recorded_choices_again(name: str) -> None:
    """Once published, a version of a computer player never changes."""
    record = golden(name)
    assert by_computers(record.seed, record.rules, BY_COMPUTERS[name])[1] == record


def test_every_version_of_a_computer_player_is_recorded() -> None:
    assert set(chain.from_iterable(BY_COMPUTERS.values())) == set(PLAYERS)


# Refusals


def header(**changes: str | None) -> str:
    """The record's text with header lines changed or left out."""
    head, _, body = TEXT.partition("\n\n")
    title, *lines = head.splitlines()
    values = dict(line.split(": ", 1) for line in lines) | changes
    return "\n".join([title, *(f"{k}: {v}" for k, v in values.items() if v), "", body])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "a record begins with"),
        ("King's Corners record 2\n", "a record begins with"),
        ("\n" + TEXT, "a record begins with"),
        (header(seed=None), "the header lacks 'seed'"),
        (header(rules=None), "the header lacks 'rules'"),
        (header(players=None), "the header lacks 'players'"),
        (header(digest=None), "the header lacks 'digest'"),
        (header(engine=None), "the header lacks 'engine'"),
        (header(seed="00"), "the seed has 32 bytes"),
        (header(seed="xyz"), "hex"),
        (header(players="two"), "is no number"),
        (header(players="9" * 5000), "digits"),
        (header(rules="{"), "Expecting"),
        (header(rules="[]"), "items"),
        (header(rules="[" * 100_000), "recursion"),
        (header(rules='{"colour": "green"}'), "no such option"),
        (header(rules='{"target": 0}'), "between 1 and 500"),
        (TEXT + "0 7H>X\n", "not a move: '7H>X'"),
        (TEXT + "north end\n", "is no number"),
        (TEXT + "deal two\n0 end\n", "is no number"),
    ],
    ids=range(20),
)
def test_what_is_no_record_is_refused(text: str, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        parse_record(text)


@given(st.text())
def test_any_other_text_is_refused_as_no_record(text: str) -> None:
    with pytest.raises(RecordError):
        parse_record(text)


@given(st.text())
def test_any_text_in_place_of_the_moves_is_read_or_refused(text: str) -> None:
    try:
        record = parse_record(TEXT.partition("\n\n")[0] + "\n\n" + text)
    except RecordError:
        return
    assert parse_record(str(record)).moves == record.moves


def test_a_record_from_before_an_option_existed_replays_as_classic_there() -> None:
    assert parse_record(header(rules="{}")).replay() == MATCH


def refused(record: Record) -> str:
    with pytest.raises(RecordError) as caught:
        record.replay()
    return str(caught.value)


def test_a_record_of_another_version_is_refused() -> None:
    assert refused(replace(RECORD, engine="0")) == f"recorded by engine 0, this is engine {VERSION}"


def test_a_record_of_too_many_players_is_refused() -> None:
    record = replace(RECORD, rules=PRESETS["royal-corners"], players=5)
    assert refused(record) == "This game is for 2 to 4 players."


def test_a_record_with_another_end_is_refused() -> None:
    assert refused(replace(RECORD, digest="0" * 64)) == "the moves do not lead to the recorded end"
    assert refused(replace(RECORD, moves=RECORD.moves[:-1])).endswith("recorded end")


def test_a_record_with_another_seed_is_refused() -> None:
    """It deals other cards, on which the same moves are not legal."""
    for number in range(1, 20):
        assert refused(replace(RECORD, seed=bytes([number]) * 32)).startswith("move ")


def test_an_illegal_move_is_named_with_its_number_and_its_reason() -> None:
    moves = (*RECORD.moves[:3], (1, 0, parse("N>N")), *RECORD.moves[3:])
    assert refused(replace(RECORD, moves=moves)).startswith("move 4, N>N: ")


@pytest.mark.parametrize(("deal", "reason"), [(2, "no deal is due"), (0, "cannot follow"), (3, "")])
def test_a_move_in_a_deal_that_is_not_due_is_refused(deal: int, reason: str) -> None:
    moves = ((deal, RECORD.moves[0][1], RECORD.moves[0][2]),)
    assert reason in refused(replace(RECORD, moves=moves))


def test_a_move_after_the_match_is_refused() -> None:
    last = RECORD.moves[-1][0]
    assert "This round is over" in refused(replace(RECORD, moves=(*RECORD.moves, (last, 0, END))))
    after = replace(RECORD, moves=(*RECORD.moves, (last + 1, 0, END)))
    assert "no deal is due" in refused(after)


# The digest


def test_the_digest_is_another_one_after_every_move() -> None:
    positions = list(RECORD.positions())
    assert len(set(map(digest, positions))) >= len(positions) - 1


def test_the_digest_does_not_depend_on_what_could_be_taken_back() -> None:
    assert digest(replace(MATCH, deal=MATCH.deal.without_undo())) == digest(MATCH)
