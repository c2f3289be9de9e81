"""The options of a rule set as a host chooses them: a label, and words for every value."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple
from urllib.parse import urlencode

from app.render.language import Language
from engine.rules import (
    CLASSIC,
    CardValues,
    DealtKings,
    Drawing,
    EmptiedHand,
    EmptySide,
    EmptyStock,
    FirstTurn,
    GoingOut,
    HeldKings,
    Layout,
    Rules,
    Tie,
)
from engine.violations import N_

Values = dict[str, str]

_OPTIONS: dict[str, tuple[str, Values]] = {
    "first_turn": (
        N_("The first turn"),
        {FirstTurn.LEFT_OF_DEALER: N_("left of the dealer"), FirstTurn.DEALER: N_("the dealer")},
    ),
    "layout": (
        N_("Places"),
        {
            Layout.SIDES_AND_CORNERS: N_("four sides and four corners"),
            Layout.SIDES: N_("four sides only"),
        },
    ),
    "drawing": (
        N_("Drawing"),
        {
            Drawing.AT_END: N_("one card at the end of the turn"),
            Drawing.AT_START: N_("one card at its start"),
            Drawing.UNTIL_PLAYABLE: N_("only when nothing can be played, until something can"),
        },
    ),
    "dealt_kings": (
        N_("Kings dealt to a side"),
        {
            DealtKings.STAY: N_("stay there"),
            DealtKings.REPLACED: N_("go to a corner, and a card takes their place"),
            DealtKings.SIDE_LEFT_EMPTY: N_("go to a corner, and the side is empty"),
        },
    ),
    "king_piles_move": (
        N_("Piles that begin with a king"),
        {"True": N_("may move to an empty corner"), "False": N_("stay where they are")},
    ),
    "empty_side": (
        N_("An empty side takes"),
        {
            EmptySide.ANY_CARD: N_("any card"),
            EmptySide.ANY_CARD_DIRECTLY: N_("any card right after its pile moved, later kings"),
        },
    ),
    "held_kings": (
        N_("Kings in hand"),
        {
            HeldKings.FREE: N_("may be kept"),
            HeldKings.MUST_BE_PLAYED: N_("must be played before the turn ends"),
        },
    ),
    "going_out": (
        N_("When somebody goes out"),
        {
            GoingOut.ENDS_DEAL: N_("the round ends"),
            GoingOut.OTHERS_PLAY_ON: N_("the others play on"),
        },
    ),
    "emptied_hand": (
        N_("An emptied hand while a side is empty"),
        {
            EmptiedHand.IS_OUT: N_("is out"),
            EmptiedHand.DRAWS_THREE: N_("draws three cards and goes on"),
        },
    ),
    "empty_stock": (
        N_("Once the stock is empty"),
        {
            EmptyStock.PASSING_FREE: N_("passing stays free"),
            EmptyStock.MUST_PLAY: N_("whoever can play must play"),
        },
    ),
    "card_values": (
        N_("Cards left in hand cost"),
        {
            CardValues.KING_TEN: N_("kings 10, others 1"),
            CardValues.ACE_25: N_("aces 25, kings to tens 10, others 5"),
            CardValues.ACE_15: N_("aces 15, kings to tens 10, others their number"),
        },
    ),
    "tie": (
        N_("A tie for the win"),
        {Tie.SHARED: N_("is shared"), Tie.ONE_MORE_DEAL: N_("is played off")},
    ),
    "undo": (
        N_("Taking moves back"),
        {"True": N_("is allowed"), "False": N_("is not")},
    ),
}


class Option(NamedTuple):
    """An option with the words for its values, classic's first."""

    name: str
    label: str
    values: Values


@cache
def options(language: Language) -> tuple[Option, ...]:
    """Return all options but the numbers, in the order of the rules."""
    return tuple(
        Option(
            name,
            language.gettext(label),
            {str(value): language.gettext(words) for value, words in values.items()},
        )
        for name, (label, values) in _OPTIONS.items()
    )


def rules_query(rules: Rules) -> str:
    """Return the rules as an address carries them: the options that are not classic's."""
    classic = CLASSIC.options()
    return urlencode(
        {name: value for name, value in rules.options().items() if value != classic[name]}
    )
