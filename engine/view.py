"""What one seat, or a stranger at the table, may know: plain data without the deal behind it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from engine.cards import Card
from engine.events import (
    CardPlayed,
    CardsDrawn,
    DealBegan,
    DealEnded,
    Ending,
    Event,
    MatchEnded,
    MoveUndone,
    PileMoved,
    TurnEnded,
    WentOut,
)
from engine.moves import Move
from engine.places import Place
from engine.rules import Rules
from engine.scoring import Standing


class View(NamedTuple):
    """A deal as ``viewer`` sees it; None is a stranger at the table.

    ``seat`` is in turn, None once the deal is over; ``step`` counts its moves in this turn, net
    of undo. ``counts`` has the number of cards of each seat. ``legal`` and ``can_undo`` are the
    viewer's own. ``open_hands`` and ``penalties`` are empty until the deal is over.
    """

    rules: Rules
    viewer: int | None
    dealer: int
    turn: int
    step: int
    seat: int | None
    counts: tuple[int, ...]
    hand: tuple[Card, ...]
    piles: Mapping[Place, tuple[Card, ...]]
    stock: int
    out: tuple[int, ...]
    legal: tuple[Move, ...]
    can_undo: bool
    ending: Ending | None
    open_hands: tuple[tuple[Card, ...], ...]
    penalties: tuple[int, ...]


class MatchView(NamedTuple):
    """A match as ``deal.viewer`` sees it.

    ``penalties`` has one tuple a scored deal, by seat. ``standing`` is empty and ``seed`` None
    until the match is over; ``commitment`` is the seed's SHA-256.
    """

    number: int
    deal: View
    totals: tuple[int, ...]
    penalties: tuple[tuple[int, ...], ...]
    over: bool
    standing: tuple[Standing, ...]
    commitment: str
    seed: bytes | None


_PUBLIC = (CardPlayed, PileMoved, MoveUndone, TurnEnded, WentOut, DealEnded, DealBegan, MatchEnded)


def seen_events(events: Iterable[Event], viewer: int | None) -> tuple[Event, ...]:
    """Return the events as the viewer may know them: whole, or without the cards drawn.

    An allow-list: an event of a kind that is not named here is seen by nobody.
    """
    seen: list[Event] = []
    for event in events:
        if isinstance(event, CardsDrawn):
            seen.append(event if event.seat == viewer else CardsDrawn(event.seat, event.count, ()))
        elif isinstance(event, _PUBLIC):
            seen.append(event)
    return tuple(seen)
