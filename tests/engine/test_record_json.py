import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.__main__ import main
from engine.match import Match
from engine.record import Record, RecordError, parse_record
from engine.record_json import parse_either, parse_json, record_json
from tests.kit.recording import RECORDS, by_chance, golden
from tests.kit.strategies import beginnings

CLASSIC = golden("classic")


def as_json(record: Record) -> str:
    return json.dumps(record_json(record))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_text_and_json_of_a_golden_record_read_back_as_the_same_record(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = parse_record(text)
    assert parse_json(as_json(record)) == record
    assert parse_either(as_json(record)) == parse_either(text) == record
    assert str(parse_json(as_json(record))) == text


@given(beginnings(), st.integers(0, 2**32), st.integers(0, 200))
def test_json_reads_back_as_it_is_written(begin: Match, luck: int, most: int) -> None:
    _, record = by_chance(begin, Random(luck), most)
    assert parse_json(as_json(record)) == record


CHANGES: list[tuple[dict[str, Any], str]] = [
    ({"seed": None}, "the record lacks 'seed'"),
    ({"seed": 7}, "."),
    ({"seed": "00"}, "the seed has 32 bytes"),
    ({"players": "two"}, "is no number"),
    ({"players": 1e999}, "is no number"),
    ({"players": []}, "."),
    ({"rules": []}, "."),
    ({"rules": {"colour": "green"}}, "no such option"),
    ({"moves": 3}, "."),
    ({"moves": [3]}, "."),
    ({"moves": [[3]]}, "."),
    ({"moves": [["0 7H>X"]]}, "not a move"),
    ({"moves": [["north end"]]}, "is no number"),
]


@pytest.mark.parametrize(("changes", "why"), CHANGES, ids=str)
def test_what_is_no_record_is_refused(changes: dict[str, Any], why: str) -> None:
    found = {**record_json(CLASSIC), **changes}
    text = json.dumps({name: value for name, value in found.items() if value is not None})
    with pytest.raises(RecordError, match=why):
        parse_either(text)


@given(st.text())
def test_any_other_text_is_refused_as_no_record(text: str) -> None:
    for other in (text, "{" + text, "[" + text):
        with pytest.raises(RecordError):
            parse_either(other)


def test_nested_beyond_measure_is_refused() -> None:
    with pytest.raises(RecordError):
        parse_either('{"rules":' + "[" * 60_000)


def test_the_command_verifies_json_too(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(as_json(CLASSIC), encoding="utf-8")
    assert main(["verify", str(path)]) == 0
