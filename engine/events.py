"""What happened: frozen records of past events, in the order they happened."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.cards import Card
from engine.moves import Move
from engine.places import Place


class Ending(StrEnum):
    """How a deal ended."""

    WENT_OUT = "went-out"
    ALL_PASSED = "all-passed"
    NOBODY_CAN = "nobody-can"


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card went from a hand to a place; ``on`` is the card it covers, None on an empty place."""

    seat: int
    card: Card
    place: Place
    on: Card | None = None


@dataclass(frozen=True, slots=True)
class PileMoved:
    """A whole pile went to another place.

    ``bottom`` is the pile's bottom card, which may be ``alone``; ``on`` the card it covers, None in
    an empty corner.
    """

    seat: int
    source: Place
    target: Place
    bottom: Card
    on: Card | None = None
    alone: bool = False


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """Cards went from the stock to a hand; ``cards`` is empty for whoever may not see them."""

    seat: int
    count: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class MoveUndone:
    """A move was taken back."""

    seat: int
    move: Move


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A turn is over."""

    seat: int


@dataclass(frozen=True, slots=True)
class WentOut:
    """A player has no card left."""

    seat: int


@dataclass(frozen=True, slots=True)
class DealEnded:
    """The deal is scored; ``penalties`` is by seat."""

    ending: Ending
    penalties: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealBegan:
    """A deal was dealt."""

    number: int
    dealer: int


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is decided; ``winners`` are the seats with the lowest total."""

    winners: tuple[int, ...]


Event = (
    CardPlayed
    | PileMoved
    | CardsDrawn
    | MoveUndone
    | TurnEnded
    | WentOut
    | DealEnded
    | DealBegan
    | MatchEnded
)
