"""The parts of addresses that nobody can guess: 16 letters and digits each."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import b32encode

LINK_BYTES = 10


def new_link() -> str:
    """Draw the last part of an address at which something is shown to whoever has it."""
    return _spelt(secrets.token_bytes(LINK_BYTES))


def match_link(seed: bytes, match_id: str) -> str:
    """Return the last part of the address at which a match is shown (docs/decisions/0017).

    The seed is published with the match's end and not before: until then, this cannot be known.
    """
    digest = hmac.new(seed, f"link@1/{match_id}".encode(), hashlib.sha256).digest()
    return _spelt(digest[:LINK_BYTES])


def _spelt(link: bytes) -> str:
    return b32encode(link).decode().lower()
