"""Moves and their notation: ``7H>N``, ``N>E``, ``draw``, ``end``, ``undo``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.cards import Card
from engine.places import Place


class MalformedMove(ValueError):
    """A text that is no move in the notation."""


class PlayCard(NamedTuple):
    """Play a card of the hand to a place."""

    card: Card
    place: Place

    def __str__(self) -> str:
        """Write ``7H>N``."""
        return f"{self.card}>{self.place}"


class MovePile(NamedTuple):
    """Move the whole pile at ``source`` onto ``target``."""

    source: Place
    target: Place

    def __str__(self) -> str:
        """Write ``N>E``."""
        return f"{self.source}>{self.target}"


# The next three are no named tuples: without fields, those would all be equal.


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw a card without ending the turn (rule 7.5)."""

    def __str__(self) -> str:
        """Write ``draw``."""
        return "draw"


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the turn, drawing first where the rules say so."""

    def __str__(self) -> str:
        """Write ``end``."""
        return "end"


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last move of this turn."""

    def __str__(self) -> str:
        """Write ``undo``."""
        return "undo"


Move = PlayCard | MovePile | Draw | EndTurn | Undo

DRAW, END, UNDO = Draw(), EndTurn(), Undo()
_WORDS: dict[str, Move] = {"draw": DRAW, "end": END, "undo": UNDO}


def parse(text: str) -> Move:
    """Read a move; the inverse of ``str``.

    >>> parse("7H>N")
    PlayCard(card=Card(rank=<Rank.SEVEN: 7>, suit=<Suit.HEARTS: 'H'>), place=<Place.N: 'N'>)

    Raises:
        MalformedMove: the text is no move.
    """
    if text in _WORDS:
        return _WORDS[text]
    what, _, where = text.partition(">")
    try:
        place = Place(where)
        if what in Place.__members__:
            return MovePile(Place(what), place)
        return PlayCard(Card.parse(what), place)
    except ValueError:
        raise MalformedMove(f"not a move: {text[:20]!r}") from None
