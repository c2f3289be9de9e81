"""Why a move is refused: stable codes with one English sentence each.

The sentences are also the message ids of the gettext catalogues: pages look up
``violation.refusal.sentence`` in the reader's language and fill in the same parameters.
"""

from __future__ import annotations

from typing import NamedTuple


class Refusal(NamedTuple):
    """A reason to refuse a move. Several sentences may share one code."""

    code: str
    sentence: str


def N_(sentence: str) -> str:  # noqa: N802
    """Mark a sentence for the catalogues; gettext is asked where the reader is known."""
    return sentence


NOT_YOUR_TURN = Refusal("not_your_turn", N_("It is not your turn."))
DEAL_OVER = Refusal("deal_over", N_("This round is over."))
NOT_IN_HAND = Refusal("not_in_hand", N_("You do not hold that card."))
NO_SUCH_PLACE = Refusal("no_such_place", N_("This game has no such place."))
WANTS_RED = Refusal("does_not_fit", N_("The {card} takes a red {rank}."))
WANTS_BLACK = Refusal("does_not_fit", N_("The {card} takes a black {rank}."))
WANTS_NOTHING = Refusal("does_not_fit", N_("Nothing fits on an ace."))
CORNER_NEEDS_KING = Refusal("corner_needs_king", N_("Only a king can begin a corner."))
CORNER_IS_FIXED = Refusal("corner_is_fixed", N_("A corner pile never moves."))
KING_PILES_STAY = Refusal("king_piles_stay", N_("In this game a king's pile stays on its side."))
NO_PILE_THERE = Refusal("no_pile_there", N_("There is no pile to move."))
SIDE_IS_EMPTY = Refusal("side_is_empty", N_("A pile never moves to an empty side."))
SIDE_NEEDS_KING = Refusal("side_needs_king", N_("That empty place now takes only a king."))
MUST_PLAY_KING = Refusal("must_play_king", N_("You must play your king before you end the turn."))
MUST_PLAY = Refusal("must_play", N_("You can still play, so you must."))
MUST_DRAW = Refusal("must_draw", N_("Draw until you can play."))
CANNOT_DRAW = Refusal("cannot_draw", N_("You cannot draw now."))
UNDO_NOT_ALLOWED = Refusal("undo_not_allowed", N_("This table plays without undo."))
NOTHING_TO_UNDO = Refusal("nothing_to_undo", N_("There is nothing to take back."))
TOO_MANY_UNDOS = Refusal("too_many_undos", N_("That was the last undo of this turn."))

REFUSALS: tuple[Refusal, ...] = tuple(
    value for value in tuple(globals().values()) if isinstance(value, Refusal)
)
"""Every reason there is, for catalogues and documentation."""


class RuleViolation(Exception):
    """An illegal move.

    ``code`` is stable; ``parameters`` are plain strings in the notation (card, rank) that
    fill the sentence.
    """

    def __init__(self, refusal: Refusal, **parameters: str) -> None:
        """Fill the sentence with its parameters."""
        super().__init__(refusal.sentence.format_map(parameters))
        self.refusal = refusal
        self.parameters = parameters

    @property
    def code(self) -> str:
        """The refusal's stable code."""
        return self.refusal.code

    @property
    def sentence(self) -> str:
        """The reason in English."""
        return str(self)


def refuse(refusal: Refusal | None) -> None:
    """Raise the violation, if there is a reason to.

    Raises:
        RuleViolation: there is one.
    """
    if refusal is not None:
        raise RuleViolation(refusal)
