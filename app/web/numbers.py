"""Whole numbers as addresses and forms carry them."""

from __future__ import annotations

MOST_DIGITS = 6


def read_number(text: str | None) -> int | None:
    """Read a number of a few digits without a sign, None for anything else.

    Not by `int` at once: it also reads the digits of other scripts, and endless ones slowly.
    """
    if text is None or not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        return None
    return int(text)
