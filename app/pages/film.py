"""A piece of a real match between four computer players, for the front page to show."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from app.render.picture import Film
from engine.events import Event
from engine.match import Match
from engine.players import move_of
from engine.rules import CLASSIC
from engine.view import seen_events

SEED = sha256(b"picture 1429").digest()
"""Found by a search for a piece with kings, moving piles and small hands that ends by going out."""

PLAYER = "casual@1"
SEATS = 4
BEFORE = 10
"""The moves that are made before the film begins."""

WATCHED_FROM = 0
"""The seat whose hand is seen."""


@cache
def film() -> Film:
    """Play the deal; always the same one, since computer players take their luck from its seed."""
    match = Match.begin(SEED, CLASSIC, SEATS)
    for _ in range(BEFORE):
        match, _ = _next(match)
    start = match.seen_by(WATCHED_FROM).deal
    events: list[Event] = []
    while not match.deal.ending:
        match, seen = _next(match)
        events += seen
    return Film(start, tuple(events))


def _next(match: Match) -> tuple[Match, tuple[Event, ...]]:
    after, events = match.play(match.deal.seat, move_of(PLAYER, match))
    return after, seen_events(events, WATCHED_FROM)
