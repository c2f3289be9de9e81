"""What a rule set changes, told option by option: one sentence for each that is not classic's."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any, NamedTuple

from app.render.language import Language
from app.render.options import rules_query
from engine.rules import (
    CLASSIC,
    PRESETS,
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

NAMES = {
    "classic": N_("Classic"),
    "draw-first": N_("Draw first"),
    "family": N_("Family"),
    "high-stakes": N_("High stakes"),
    "royal-corners": N_("Royal corners"),
}

_CHOSEN: dict[tuple[str, object], str] = {
    ("first_turn", FirstTurn.DEALER): N_("The dealer plays first."),
    ("layout", Layout.SIDES): N_(
        "There are four places only: no corners, and kings begin a pile on an empty side."
    ),
    ("drawing", Drawing.AT_START): N_("You draw at the start of your turn, not at its end."),
    ("drawing", Drawing.UNTIL_PLAYABLE): N_(
        "You draw only when you can do nothing, and go on until you can."
    ),
    ("dealt_kings", DealtKings.REPLACED): N_(
        "Kings dealt to a side go to a corner at once, and another card takes their place."
    ),
    ("dealt_kings", DealtKings.SIDE_LEFT_EMPTY): N_(
        "Kings dealt to a side go to a corner at once and leave it empty."
    ),
    ("king_piles_move", False): N_("A pile that begins with a king stays where it is."),
    ("empty_side", EmptySide.ANY_CARD_DIRECTLY): N_(
        "An empty side takes any card right after its pile has moved away, later only a king."
    ),
    ("held_kings", HeldKings.MUST_BE_PLAYED): N_(
        "Kings may not be kept back: as long as one has a place, your turn cannot end."
    ),
    ("going_out", GoingOut.OTHERS_PLAY_ON): N_(
        "When somebody goes out, the others play on until one is left."
    ),
    ("emptied_hand", EmptiedHand.DRAWS_THREE): N_(
        "Whoever empties the hand while a side is empty draws three cards and goes on."
    ),
    ("empty_stock", EmptyStock.MUST_PLAY): N_(
        "Once the stock is empty, whoever can play must play."
    ),
    ("card_values", CardValues.ACE_25): N_(
        "Aces left in hand cost 25, kings, queens, jacks and tens 10, all others 5."
    ),
    ("card_values", CardValues.ACE_15): N_(
        "Aces left in hand cost 15, kings, queens, jacks and tens 10, all others their number."
    ),
    ("tie", Tie.ONE_MORE_DEAL): N_("A tie for the win is played off in one more round."),
    ("undo", False): N_("Moves cannot be taken back."),
}


class Preset(NamedTuple):
    """A rule set as the rules page presents it; at its address one may open a table with it."""

    key: str
    name: str
    differences: tuple[str, ...]
    address: str


@cache
def presets_told(language: Language) -> tuple[Preset, ...]:
    return tuple(
        Preset(
            key,
            language.gettext(NAMES[key]),
            differences(rules, language),
            f"/with-rules?{rules_query(rules)}",
        )
        for key, rules in PRESETS.items()
    )


def preset_of(rules: Rules) -> str | None:
    """Return the key of the preset that these rules are, whatever the target."""
    options = {**rules.options(), "target": None}
    for key, preset in PRESETS.items():
        if {**preset.options(), "target": None} == options:
            return key
    return None


def rules_name(rules: Rules, language: Language) -> str:
    """Return what a rule set is called."""
    key = preset_of(rules)
    return language.gettext(NAMES[key]) if key else language.gettext("Custom rules")


def differences(rules: Rules, language: Language) -> tuple[str, ...]:
    """Tell how a rule set differs from classic, in the order of the options."""
    return tuple(
        _sentence(field.name, getattr(rules, field.name), language)
        for field in fields(rules)
        if getattr(rules, field.name) != getattr(CLASSIC, field.name)
    )


def _sentence(option: str, value: Any, language: Language) -> str:  # noqa: ANN401  # of any option
    match option:
        case "target":
            words = language.ngettext(
                "The match ends at {value} point.", "The match ends at {value} points.", value
            )
        case "most_players":
            words = language.gettext("It is for at most {value} players.")
        case _:
            words = language.gettext(_CHOSEN[option, value])
    return words.format(value=value)
