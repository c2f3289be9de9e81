"""The pictures that messengers show of links: drawn once, and kept for whoever asks next."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from typing import NamedTuple

from app.render.preview import ResultSigns, result_picture, standing_picture

MOST_PICTURES = 200
"""How many stay drawn, of about 30 kB each."""


class Picture(NamedTuple):
    """A PNG, and the tag that changes with it."""

    png: bytes
    etag: str


class Pictures:
    """Draws the pictures of links, one after another, and keeps the latest."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: OrderedDict[ResultSigns | None, Picture] = OrderedDict()
        self._drawing = asyncio.Lock()

    def has(self, signs: ResultSigns | None) -> bool:
        """Whether it need not be drawn."""
        return signs in self._kept

    async def of(self, signs: ResultSigns | None) -> Picture:
        """Return the picture of a result, or with None the one that stands for the game."""
        if not self.has(signs):
            async with self._drawing:
                if not self.has(signs):  # whoever waited for the same one has it now
                    await self._draw(signs)
        self._kept.move_to_end(signs)
        return self._kept[signs]

    async def _draw(self, signs: ResultSigns | None) -> None:
        png = await asyncio.to_thread(_draw, signs)
        self._kept[signs] = Picture(png, f'"{hashlib.sha256(png).hexdigest()[:16]}"')
        if len(self._kept) > MOST_PICTURES:
            self._kept.popitem(last=False)


def _draw(signs: ResultSigns | None) -> bytes:
    return standing_picture() if signs is None else result_picture(signs)
