"""How many random moves a second the rules take, beside copying a deal's state and no more."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from bench.figure import Figure
from engine.match import Match
from engine.rules import CLASSIC

SECONDS = 3.0
PLAYERS = 4
COPIES_SHARE = 0.05
"""A random move lists all legal moves, chooses, verifies, and makes a new state."""


def figures() -> Iterator[Figure]:
    """Play matches at random for a while, then copy states for a while."""
    luck = Random(1)
    match = Match.begin(luck.randbytes(32), CLASSIC, PLAYERS)

    def random_move() -> None:
        nonlocal match
        if match.over:
            match = Match.begin(luck.randbytes(32), CLASSIC, PLAYERS)
        if match.deal.ending:
            match = match.next_deal().match
        deal = match.deal
        match = match.play(deal.seat, luck.choice(deal.legal_moves())).match

    moves = per_second(random_move)
    deal = match.deal
    copies = per_second(lambda: replace(deal, turn=deal.turn + 1))
    yield Figure("random moves", moves, "/s", "copies of a deal", copies, "at least", COPIES_SHARE)


def per_second(step: Callable[[], object]) -> float:
    """Return how often the step runs in a second."""
    end, done = time.perf_counter() + SECONDS, 0
    start = time.perf_counter()
    while time.perf_counter() < end:
        for _ in range(100):
            step()
        done += 100
    return done / (time.perf_counter() - start)
