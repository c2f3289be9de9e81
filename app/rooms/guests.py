"""What stands for a person of a lobby where others see it: ids are what identities rest on."""

from __future__ import annotations

import hashlib

MARK_BYTES = 8


def guest_mark(code: str, player: str) -> str:
    """Return the same 16 hexadecimal digits for a person of a room, and others in another room.

    Ids are long and random: from a mark, none can be guessed.
    """
    return hashlib.sha256(f"guest@1/{code}/{player}".encode()).hexdigest()[: 2 * MARK_BYTES]
