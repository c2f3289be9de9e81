"""Verifiable randomness: numbers that follow from a key and a label alone."""

from __future__ import annotations

import hashlib
import hmac
from typing import TypeVar

T = TypeVar("T")

_WORD = 4
_WORDS_RANGE = 1 << (8 * _WORD)


class Keystream:
    """A stream of 32-bit words: HMAC-SHA256(key, "label/0"), HMAC-SHA256(key, "label/1"), …

    Each block of 32 bytes gives eight big-endian words. The construction is part of the
    published shuffle (docs/fair-deals.md) and never changes under the same label.
    """

    def __init__(self, key: bytes, label: str) -> None:
        """Start the stream named ``label``."""
        self._key = key
        self._label = label
        self._block = 0
        self._bytes = b""

    def _word(self) -> int:
        if not self._bytes:
            text = f"{self._label}/{self._block}".encode()
            self._bytes = hmac.digest(self._key, text, hashlib.sha256)
            self._block += 1
        word, self._bytes = self._bytes[:_WORD], self._bytes[_WORD:]
        return int.from_bytes(word, "big")

    def below(self, bound: int) -> int:
        """Draw a whole number in ``range(bound)``, every one equally likely.

        Words at or above the largest multiple of ``bound`` are thrown away, so there is no bias.
        """
        limit = _WORDS_RANGE - _WORDS_RANGE % bound
        while (word := self._word()) >= limit:
            pass
        return word % bound

    def choose(self, items: tuple[T, ...] | list[T]) -> T:
        """Draw one of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: tuple[T, ...]) -> tuple[T, ...]:
        """Return the items in a drawn order (Fisher-Yates, from the last place down)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)
