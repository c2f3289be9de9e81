"""Why a move is refused: each code, and the sentence that says what would fit."""

from dataclasses import replace

import pytest

from engine.deal import Deal
from engine.moves import parse
from engine.rules import (
    PRESETS,
    EmptySide,
    EmptyStock,
    HeldKings,
    Rules,
)
from engine.violations import REFUSALS, RuleViolation
from tests.kit.positions import play, position

FAMILY, ROYAL = PRESETS["family"], PRESETS["royal-corners"]
KINGS_STAY = Rules(king_piles_move=False)
DIRECTLY = Rules(empty_side=EmptySide.ANY_CARD_DIRECTLY)
HELD_KINGS = Rules(held_kings=HeldKings.MUST_BE_PLAYED)
MUST_PLAY = Rules(empty_stock=EmptyStock.MUST_PLAY)
NO_UNDO = Rules(undo=False)

FULL = "N 9S, E QD, S 4C, W 7H"
"""Four sides with one card each; 8D and 8H, JS and JC, 3H and 3D, 6S and 6C fit."""


REFUSED = [
    # code, card and rank it names, position, move
    ("not_in_hand", "", position(["8D", "2C"], FULL), "8H>N"),
    ("not_in_hand", "", position(["8D", "8H"], FULL), "8H>N"),
    ("no_such_place", "", position(["KD", "2C"], FULL, rules=ROYAL), "KD>NE"),
    ("no_such_place", "", position(["KD", "2C"], "N KS", rules=ROYAL), "N>NE"),
    ("no_such_place", "", position(["KD", "2C"], "N KS", rules=ROYAL), "SW>N"),
    ("does_not_fit", "9S 8", position(["5S", "2C"], FULL), "5S>N"),
    ("does_not_fit", "QD J", position(["5S", "2C"], FULL), "5S>E"),
    ("does_not_fit", "", position(["KS", "2C"], "N AS"), "KS>N"),
    ("does_not_fit", "QD J", position(["5S", "2C"], FULL), "N>E"),
    ("does_not_fit", "8D 7", position(["5S", "2C"], "N 9S 8D"), "N>N"),
    ("does_not_fit", "", position(["5S", "2C"], "N 9S, NE AD"), "N>NE"),
    ("corner_needs_king", "", position(["5S", "2C"], FULL), "5S>NE"),
    ("corner_needs_king", "", position(["5S", "2C"], FULL), "N>NE"),
    ("corner_is_fixed", "", position(["5S", "2C"], "N KS, NE QH"), "NE>N"),
    ("corner_is_fixed", "", position(["5S", "2C"], "N KS, NE KH"), "NE>SE"),
    ("king_piles_stay", "", position(["5S", "2C"], "N KS", rules=KINGS_STAY), "N>NE"),
    ("no_pile_there", "", position(["5S", "2C"], "N KS"), "E>N"),
    ("no_pile_there", "", position(["5S", "2C"], "N KS"), "NE>N"),
    ("side_is_empty", "", position(["5S", "2C"], "N KS"), "N>E"),
    ("side_is_empty", "", position(["5S", "2C"], "N 5H"), "N>E"),
    ("side_needs_king", "", position(["5S", "2C"], "N KS", rules=DIRECTLY), "5S>E"),
    ("must_play_king", "", position(["KS", "2C"], FULL, rules=HELD_KINGS), "end"),
    ("must_play", "", position(["8D 5S", "2C"], FULL, rules=MUST_PLAY), "end"),
    ("must_play", "", position(["8D", "2C"], FULL, stock="2S", rules=FAMILY), "end"),
    ("must_play", "", position(["5S", "2C"], "N 9S, E TH, S 4C, W 7H", rules=FAMILY), "end"),
    ("must_draw", "", position(["5S", "2C"], FULL, stock="2S", rules=FAMILY), "end"),
    ("cannot_draw", "", position(["5S", "2C"], FULL, stock="2S"), "draw"),
    ("cannot_draw", "", position(["8D", "2C"], FULL, stock="2S", rules=FAMILY), "draw"),
    ("cannot_draw", "", position(["5S", "2C"], FULL, rules=FAMILY), "draw"),
    (
        "cannot_draw",
        "",
        play(position(["8D 5S", "2C"], FULL, stock="2S", rules=FAMILY), "8D>N"),
        "draw",
    ),
    (
        "undo_not_allowed",
        "",
        play(position(["8D 5S", "2C"], FULL, stock="2S", rules=NO_UNDO), "8D>N"),
        "undo",
    ),
    ("nothing_to_undo", "", position(["8D 5S", "2C"], FULL), "undo"),
    (
        "too_many_undos",
        "",
        play(position(["8D 5S", "2C"], FULL, stock="2S"), "8D>N undo " * 20 + "8D>N"),
        "undo",
    ),
    ("not_your_turn", "", replace(position(["8D", "2C"], FULL), seat=1), "end"),
    ("deal_over", "", play(position(["8D", "2C"], FULL), "8D>N"), "end"),
]


@pytest.mark.parametrize(
    ("code", "named", "deal", "move"),
    [pytest.param(*case, id=f"{case[0]}-{i}") for i, case in enumerate(REFUSED)],
)
def test_an_illegal_move_is_refused_with_its_code(
    code: str, named: str, deal: Deal, move: str
) -> None:
    """Rule 6.7; seat 0 tries."""
    with pytest.raises(RuleViolation) as caught:
        deal.verify(0, parse(move))
    assert caught.value.code == code
    parameters = caught.value.parameters
    assert f"{parameters.get('card', '')} {parameters.get('rank', '')}".rstrip() == named.rstrip()


def test_every_code_has_a_fixture_here() -> None:
    assert {code for code, *_ in REFUSED} == {refusal.code for refusal in REFUSALS}


@pytest.mark.parametrize(
    ("piles", "sentence"),
    [
        ("N 9S", "The 9S takes a red 8."),
        ("N JD", "The JD takes a black T."),
        ("N AH", "Nothing fits on an ace."),
    ],
)
def test_the_refusal_says_what_would_fit(piles: str, sentence: str) -> None:
    """Rule 6.7."""
    with pytest.raises(RuleViolation, match=f"^{sentence}$"):
        position(["5S", "2C"], piles).verify(0, parse("5S>N"))
