"""QR codes as inline SVG: dark on white by day and by night, or cameras would not read them."""

from __future__ import annotations

from functools import lru_cache

QUIET_MODULES = 4
"""The white around the code, in modules; cameras need it to find the code."""


@lru_cache(maxsize=256)
def qr_code(url: str) -> str:
    """Draw an address; the drawing has no size of its own and no words: who shows it says what."""
    import segno  # noqa: PLC0415  # a tenth of a second that no start has to wait for

    code = segno.make(url, error="m", micro=False)
    return code.svg_inline(
        border=QUIET_MODULES,
        dark="#000",
        light="#fff",
        omitsize=True,
        svgclass="qr",
        lineclass=None,
    )
