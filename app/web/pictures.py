"""The pictures that messengers show of links: drawn once, and kept for whoever asks next."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from typing import NamedTuple

from app.render.language import Language
from app.render.preview import ResultSigns, result_picture, standing_picture

MOST_PICTURES = 200
"""How many stay drawn, of about 30 kB each."""


class Picture(NamedTuple):
    """A PNG, and the tag that changes with it."""

    png: bytes
    etag: str


Drawn = tuple[ResultSigns, Language] | None
"""A result and the language of its words; None stands for the game."""


class Pictures:
    """Draws the pictures of links, one after another, and keeps the latest."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: OrderedDict[Drawn, Picture] = OrderedDict()
        self._drawing = asyncio.Lock()

    def has(self, wanted: Drawn) -> bool:
        """Whether it need not be drawn."""
        return wanted in self._kept

    async def of(self, wanted: Drawn) -> Picture:
        """Return the picture of a result, or with None the one that stands for the game."""
        if not self.has(wanted):
            async with self._drawing:
                if not self.has(wanted):  # whoever waited for the same one has it now
                    await self._draw(wanted)
        self._kept.move_to_end(wanted)
        return self._kept[wanted]

    async def _draw(self, wanted: Drawn) -> None:
        png = await asyncio.to_thread(_draw, wanted)
        self._kept[wanted] = Picture(png, f'"{hashlib.sha256(png).hexdigest()[:16]}"')
        if len(self._kept) > MOST_PICTURES:
            self._kept.popitem(last=False)


def _draw(wanted: Drawn) -> bytes:
    return standing_picture() if wanted is None else result_picture(*wanted)
