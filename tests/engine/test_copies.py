"""Copies with changes are what `dataclasses.replace` makes of the same value."""

from __future__ import annotations

import dataclasses
from random import Random

import pytest

from engine.copies import replace
from engine.match import Match
from engine.rules import CLASSIC

MATCH = Match.begin(Random(1).randbytes(32), CLASSIC, 3)


def test_a_copy_differs_in_the_changes_alone_and_leaves_the_value_as_it_was() -> None:
    assert replace(MATCH, number=7) == dataclasses.replace(MATCH, number=7)
    assert replace(MATCH.deal, turn=9) == dataclasses.replace(MATCH.deal, turn=9)
    assert (MATCH.number, MATCH.deal.turn) == (1, 1)


def test_a_copy_is_as_frozen_as_the_value() -> None:
    copy = replace(MATCH, number=7)
    with pytest.raises(dataclasses.FrozenInstanceError):
        copy.number = 8  # type: ignore[misc]
