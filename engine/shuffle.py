"""From a match's seed to its decks, its first dealer and its computers' luck.

The method is version 1. Changing a result means a new version beside this one, because every
published record is verified by dealing again.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

from engine.cards import DECK, Card
from engine.keystream import Keystream

SEED_BYTES = 32


def deck(seed: bytes, deal: int) -> tuple[Card, ...]:
    """Return the deck of the deal with this number (from 1); its first card is dealt first."""
    return Keystream(seed, f"deck@1/{deal}").shuffled(DECK)


def first_dealer(seed: bytes, players: int) -> int:
    """Return the seat that deals first."""
    return Keystream(seed, "dealer@1").below(players)


def luck(seed: bytes, deal: int, turn: int, seat: int, step: int) -> Keystream:
    """Return a computer player's randomness for one choice.

    It depends on where the choice stands in the match and on nothing else, so the same
    moves meet the same luck, and taking a move back does not reroll it.
    """
    return Keystream(seed, f"luck@1/{deal}/{turn}/{seat}/{step}")


@lru_cache(maxsize=1024)
def commitment(seed: bytes) -> str:
    """Return the hash that is shown before the first card is dealt, as hex."""
    return hashlib.sha256(seed).hexdigest()
