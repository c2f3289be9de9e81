"""The part of a finished match's address that nobody can guess (docs/decisions/0017)."""

from __future__ import annotations

import hashlib
import hmac
from base64 import b32encode

LINK_BYTES = 10


def match_link(seed: bytes, match_id: str) -> str:
    """Return the last part of the address at which a match is shown: 16 letters and digits.

    The seed is published with the match's end and not before: until then, this cannot be known.
    """
    digest = hmac.new(seed, f"link@1/{match_id}".encode(), hashlib.sha256).digest()
    return b32encode(digest[:LINK_BYTES]).decode().lower()
