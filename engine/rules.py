"""Rule sets: a frozen value with one field per option; presets are such values."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from engine.violations import N_


class FirstTurn(StrEnum):
    """Who plays first in a deal."""

    LEFT_OF_DEALER = "left-of-dealer"
    DEALER = "dealer"


class Layout(StrEnum):
    """Which places there are."""

    SIDES_AND_CORNERS = "sides-and-corners"
    SIDES = "sides"


class Drawing(StrEnum):
    """When a player draws."""

    AT_END = "at-end"
    AT_START = "at-start"
    UNTIL_PLAYABLE = "until-playable"


class DealtKings(StrEnum):
    """What becomes of a king dealt to a side."""

    STAY = "stay"
    REPLACED = "to-corner-replaced"
    SIDE_LEFT_EMPTY = "to-corner-side-empty"


class EmptySide(StrEnum):
    """What an empty side takes."""

    ANY_CARD = "any-card"
    ANY_CARD_DIRECTLY = "any-card-directly-after-its-pile-moved"


class HeldKings(StrEnum):
    """Whether a king in the hand may be kept."""

    FREE = "free"
    MUST_BE_PLAYED = "must-be-played"


class GoingOut(StrEnum):
    """What happens when a player goes out."""

    ENDS_DEAL = "ends-deal"
    OTHERS_PLAY_ON = "others-play-on"


class EmptiedHand(StrEnum):
    """What emptying the hand means while a side is empty."""

    IS_OUT = "is-out"
    DRAWS_THREE = "draws-three"


class EmptyStock(StrEnum):
    """Whether one may pass once the stock is empty."""

    PASSING_FREE = "passing-free"
    MUST_PLAY = "must-play"


class CardValues(StrEnum):
    """The penalty of a card left in hand."""

    KING_TEN = "king-10-others-1"
    ACE_25 = "ace-25-tens-10-others-5"
    ACE_15 = "ace-15-tens-10-others-face"


class Tie(StrEnum):
    """What equal lowest totals mean."""

    SHARED = "shared"
    ONE_MORE_DEAL = "one-more-deal"


class RulesError(ValueError):
    """Options that make no sense together, or a value out of range.

    ``option`` is the name of the field at fault.
    """

    def __init__(self, option: str, sentence: str) -> None:
        """Keep the option's name beside the sentence."""
        super().__init__(sentence)
        self.option = option


HAND_SIZE = 7
FEWEST_PLAYERS, MOST_PLAYERS = 2, 6
LOWEST_TARGET, HIGHEST_TARGET = 1, 500
MOST_PLAYERS_ON_FOUR_PLACES = 4


@dataclass(frozen=True, slots=True)
class Rules:
    """One rule set; the default of every option is classic's (sections 1 to 6 of the rules).

    Raises:
        RulesError: on construction, when options contradict each other.
    """

    most_players: int = MOST_PLAYERS
    first_turn: FirstTurn = FirstTurn.LEFT_OF_DEALER
    layout: Layout = Layout.SIDES_AND_CORNERS
    drawing: Drawing = Drawing.AT_END
    dealt_kings: DealtKings = DealtKings.STAY
    king_piles_move: bool = True
    empty_side: EmptySide = EmptySide.ANY_CARD
    held_kings: HeldKings = HeldKings.FREE
    going_out: GoingOut = GoingOut.ENDS_DEAL
    emptied_hand: EmptiedHand = EmptiedHand.IS_OUT
    empty_stock: EmptyStock = EmptyStock.PASSING_FREE
    card_values: CardValues = CardValues.KING_TEN
    target: int = 25
    tie: Tie = Tie.SHARED
    undo: bool = True

    def __post_init__(self) -> None:
        """Refuse nonsense (rule 7.2)."""
        if not FEWEST_PLAYERS <= self.most_players <= MOST_PLAYERS:
            raise RulesError("most_players", N_("A table has 2 to 6 players."))
        if not LOWEST_TARGET <= self.target <= HIGHEST_TARGET:
            raise RulesError("target", N_("The target lies between 1 and 500."))
        if self.layout is Layout.SIDES:
            self._refuse_corners()
        if self.drawing is Drawing.UNTIL_PLAYABLE and self.empty_stock is EmptyStock.PASSING_FREE:
            raise RulesError(
                "empty_stock", N_("Who draws until playable cannot pass freely on an empty stock.")
            )

    def _refuse_corners(self) -> None:
        if self.dealt_kings is not DealtKings.STAY:
            raise RulesError("dealt_kings", N_("Without corners, dealt kings stay."))
        if self.king_piles_move:
            raise RulesError("king_piles_move", N_("Without corners, king piles cannot move."))
        if self.most_players > MOST_PLAYERS_ON_FOUR_PLACES:
            raise RulesError("most_players", N_("Four places are for 2 to 4 players."))

    def check_players(self, players: int) -> None:
        """Say nothing about a fitting number of players.

        Raises:
            RulesError: the rule set is not for so many, or so few.
        """
        if not FEWEST_PLAYERS <= players <= self.most_players:
            sentence = f"This game is for {FEWEST_PLAYERS} to {self.most_players} players."
            raise RulesError("most_players", sentence)

    @property
    def key(self) -> str | None:
        """The preset's key, or None for a custom table."""
        return next((key for key, preset in PRESETS.items() if preset == self), None)

    def options(self) -> dict[str, str | int | bool]:
        """Every option by name, as plain data; `from_options` reads it back."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {
            name: str(value) if isinstance(value, StrEnum) else value
            for name, value in values.items()
        }

    @classmethod
    def from_options(cls, options: dict[str, str | int | bool]) -> Rules:
        """Build a rule set from plain data; what is left out is classic's.

        Raises:
            RulesError: an unknown option, a value it does not take, or nonsense.
        """
        defaults: dict[str, Any] = {field.name: field.default for field in fields(cls)}
        typed: dict[str, Any] = {}
        for name, value in options.items():
            if name not in defaults:
                raise RulesError(ascii(name[:40]).strip("'"), N_("There is no such option."))
            typed[name] = _read(name, value, type(defaults[name]))
        return cls(**typed)


def _read(name: str, value: object, kind: type[Any]) -> object:
    """Turn a word into a member of its enum, and leave a number or a truth value as it is."""
    try:
        if issubclass(kind, StrEnum):
            return kind(str(value))
        # An exact match: in Python, True passes for a number.
        if type(value) is kind:
            return value
    except ValueError:
        pass
    raise RulesError(name, f"{name} does not take this value.")


CLASSIC = Rules()
PRESETS: dict[str, Rules] = {
    "classic": CLASSIC,
    "draw-first": Rules(drawing=Drawing.AT_START),
    "family": Rules(
        drawing=Drawing.UNTIL_PLAYABLE,
        emptied_hand=EmptiedHand.DRAWS_THREE,
        empty_stock=EmptyStock.MUST_PLAY,
    ),
    "high-stakes": Rules(card_values=CardValues.ACE_25, target=100),
    "royal-corners": Rules(
        most_players=MOST_PLAYERS_ON_FOUR_PLACES,
        first_turn=FirstTurn.DEALER,
        layout=Layout.SIDES,
        king_piles_move=False,
        empty_side=EmptySide.ANY_CARD_DIRECTLY,
        going_out=GoingOut.OTHERS_PLAY_ON,
        target=50,
    ),
}
