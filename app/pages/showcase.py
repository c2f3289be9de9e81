"""A position of a real match with each preset, for the rules page to show."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256

from engine.match import Match
from engine.players import move_of
from engine.rules import PRESETS
from engine.view import View

PLAYER = "casual@1"
SEATS = 4
MOMENTS = {
    "classic": (1, 30),
    "draw-first": (90, 18),
    "family": (0, 27),
    "high-stakes": (4, 28),
    "royal-corners": (34, 24),
}
"""The number of a match and of a move in it, found by a search: each shows what is its own, such
as a hand of eight at the start of a turn, or an ace and a king held at high stakes."""


@cache
def showcase() -> Mapping[str, View]:
    """Play to each moment, and look from the seat in turn; always the same positions."""
    return {key: _position(key, *moment) for key, moment in MOMENTS.items()}


def _position(key: str, number: int, moves: int) -> View:
    match = Match.begin(sha256(f"{key} {number}".encode()).digest(), PRESETS[key], SEATS)
    for _ in range(moves):
        match, _ = match.play(match.deal.seat, move_of(PLAYER, match))
    return match.seen_by(match.deal.seat).deal
