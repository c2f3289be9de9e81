import re

import pytest

from engine.violations import NOT_IN_HAND, REFUSALS, WANTS_RED, RuleViolation, refuse

CODES = {
    "not_your_turn",
    "deal_over",
    "not_in_hand",
    "no_such_place",
    "does_not_fit",
    "corner_needs_king",
    "corner_is_fixed",
    "king_piles_stay",
    "no_pile_there",
    "side_is_empty",
    "side_needs_king",
    "must_play_king",
    "must_play",
    "must_draw",
    "cannot_draw",
    "undo_not_allowed",
    "nothing_to_undo",
    "too_many_undos",
}


def test_the_codes_are_stable() -> None:
    """Rule 6.7: programs and catalogues rely on them, so none may change or go."""
    assert {refusal.code for refusal in REFUSALS} == CODES


def test_the_sentence_is_filled_with_its_parameters() -> None:
    violation = RuleViolation(WANTS_RED, card="8S", rank="7")
    assert violation.code == "does_not_fit"
    assert violation.sentence == "The 8S takes a red 7."
    assert violation.parameters == {"card": "8S", "rank": "7"}


def test_every_refusal_is_a_whole_sentence_with_known_parameters_only() -> None:
    for _, sentence in REFUSALS:
        assert sentence.endswith(".")
        assert set(re.findall(r"{(\w+)}", sentence)) <= {"card", "rank"}


def test_only_a_reason_refuses() -> None:
    refuse(None)
    with pytest.raises(RuleViolation):
        refuse(NOT_IN_HAND)
