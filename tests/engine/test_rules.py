import re
from dataclasses import FrozenInstanceError, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from engine.rules import (
    CLASSIC,
    PRESETS,
    Rules,
    RulesError,
)
from tests.kit.strategies import rule_sets

PAGE = Path(__file__).parent.parent.parent / "docs" / "rules.md"


def table(first_heading: str) -> list[list[str]]:
    """The cells of the page's table that begins with this heading, row by row."""
    page = PAGE.read_text(encoding="utf-8")
    rows = page.partition(f"| {first_heading} |")[2].partition("\n\n")[0].splitlines()[2:]
    return [row.strip("| ").split(" | ") for row in rows]


def values_on_the_page() -> dict[str, tuple[str, list[str]]]:
    """For each option, as the page calls it, its name in code and its values, without citations."""
    return {
        option: (name.strip("`"), [re.sub(r" \(.*\)", "", value) for value in values.split(" · ")])
        for option, name, values in table("option")
    }


def meant(name: str, words: str, values: list[str]) -> str | int | bool:
    """The value that the page's words for it mean."""
    classic = getattr(CLASSIC, name)
    if isinstance(classic, StrEnum):
        return str(list(type(classic))[values.index(words)])
    if isinstance(classic, bool):
        return classic if values.index(words) == 0 else not classic
    return int(words)


def test_classic_is_the_default_of_every_option() -> None:
    """Rule 7.1."""
    assert PRESETS["classic"] == CLASSIC == Rules()
    assert (CLASSIC.most_players, CLASSIC.target, CLASSIC.undo) == (6, 25, True)


def test_the_page_has_words_for_every_value_of_every_option() -> None:
    """Rule 7.1."""
    listed = dict(values_on_the_page().values())
    assert [*listed] == [*CLASSIC.options()]
    for name, values in listed.items():
        classic = getattr(CLASSIC, name)
        if isinstance(classic, StrEnum):
            assert len(values) == len(type(classic))
        elif not isinstance(classic, bool):
            assert values[0] == str(classic)


def test_each_preset_changes_what_the_page_says() -> None:
    listed = values_on_the_page()
    presets = {}
    for _, key, differences in table("preset"):
        options = CLASSIC.options()
        for difference in differences.split("; ") if differences != "nothing" else ():
            option, _, words = difference.partition(": ")
            name, values = listed[option]
            options[name] = meant(name, words, values)
        presets[key.strip("`")] = options
    assert presets == {key: preset.options() for key, preset in PRESETS.items()}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_knows_its_key(preset: str) -> None:
    assert PRESETS[preset].key == preset


def test_a_rule_set_never_changes() -> None:
    with pytest.raises(FrozenInstanceError):
        CLASSIC.target = 1  # type: ignore[misc]


def test_a_custom_table_has_no_key() -> None:
    assert replace(CLASSIC, target=30).key is None


@given(rule_sets())
def test_options_read_back_as_they_are_written(rules: Rules) -> None:
    assert Rules.from_options(rules.options()) == rules


@given(rule_sets())
def test_options_are_plain_data(rules: Rules) -> None:
    assert {type(value) for value in rules.options().values()} == {str, int, bool}


def test_options_left_out_are_those_of_classic() -> None:
    assert Rules.from_options({"target": 50}) == replace(CLASSIC, target=50)


SIDES = {"layout": "sides", "king_piles_move": False, "most_players": 4}


@pytest.mark.parametrize(
    ("options", "at_fault"),
    [
        ({"most_players": 1}, "most_players"),
        ({"most_players": 7}, "most_players"),
        ({"target": 0}, "target"),
        ({"target": 501}, "target"),
        (SIDES | {"dealt_kings": "to-corner-replaced"}, "dealt_kings"),
        (SIDES | {"dealt_kings": "to-corner-side-empty"}, "dealt_kings"),
        (SIDES | {"king_piles_move": True}, "king_piles_move"),
        (SIDES | {"most_players": 5}, "most_players"),
        ({"drawing": "until-playable"}, "empty_stock"),
        ({"colour": "green"}, "colour"),
        ({"drawing": "sometimes"}, "drawing"),
        ({"drawing": 1}, "drawing"),
        ({"drawing": None}, "drawing"),
        ({"drawing": ["at-end"]}, "drawing"),
        ({"target": "25"}, "target"),
        ({"target": 25.0}, "target"),
        ({"target": True}, "target"),
        ({"undo": 1}, "undo"),
        ({"undo": "true"}, "undo"),
    ],
)
def test_nonsense_is_refused_with_the_options_name(options: dict[str, Any], at_fault: str) -> None:
    """Rule 7.2."""
    with pytest.raises(RulesError) as caught:
        Rules.from_options(options)
    assert caught.value.option == at_fault
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    "options",
    [
        SIDES,
        SIDES | {"most_players": 2},
        {"drawing": "until-playable", "empty_stock": "must-play"},
        {"dealt_kings": "to-corner-replaced", "king_piles_move": False},
        {"target": 1},
        {"target": 500},
    ],
)
def test_what_makes_sense_is_accepted(options: dict[str, Any]) -> None:
    assert Rules.from_options(options).options().items() >= options.items()


def test_a_long_unknown_name_is_cut_in_the_error() -> None:
    with pytest.raises(RulesError) as caught:
        Rules.from_options({"x" * 10_000: 1})
    assert len(caught.value.option) == 40
