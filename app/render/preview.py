"""The pictures that messengers show of a link, as PNG: they take no SVG.

A result is told by its penalty points and its place at the table, a crown for each round that was
won, and a bar of penalty points for each other one. There is no card in it, and nobody's name.
"""

from __future__ import annotations

from datetime import date
from functools import cache
from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from app.render.daily import day_told, points_told, table_place
from app.render.language import Language

WIDTH, HEIGHT = 1200, 630
"""In pixels: what the previews of messengers are made for."""
FINE = 2
"""Drawn so many times larger, and made smaller, so that edges are smooth."""
MOST_ROUNDS = 14
"""Of a longer match, the last ones are shown."""
FULL_BAR = (8, 30)
"""The highest bar stands for the most points of a round; for so many at least, and at most."""

FELT, FELT_EDGE, TRACK = (36, 92, 74), (16, 46, 37), (255, 255, 255, 22)
GOLD, CREAM, SOFT = (242, 193, 78), (246, 239, 224), (186, 206, 192)
SHADE = (6, 24, 18, 90)

# The crown of static/cards/crown.svg, in a square of 32.
CROWN = ((6.3, 22.6), (3.3, 10.7), (10.9, 15.4), (16, 5), (21.1, 15.4), (28.7, 10.7), (25.7, 22.6))
BAND = (6.3, 24.7, 25.7, 28.5)
BALLS = ((3.6, 9.3, 2.5), (28.4, 9.3, 2.5), (16, 4.7, 2.8))

Colour = tuple[int, int, int] | tuple[int, int, int, int]


class ResultSigns(NamedTuple):
    """How a daily game ended: the place in the match, and the penalties round by round."""

    day: date
    place: int
    rounds: tuple[int, ...]


def result_picture(signs: ResultSigns, language: Language) -> bytes:
    """Draw the result of a daily game."""
    _, sheet = language.gettext, _Sheet()
    sheet.crown(60, 26, 64)
    sheet.text((140, 58, "lm"), _("King’s Corners"), 40, CREAM)
    sheet.text((WIDTH - 64, 58, "rm"), day_told(signs.day, language), 36, SOFT)
    sheet.text((64, 152, "lm"), points_told(sum(signs.rounds), language), 76, GOLD)
    sheet.text((WIDTH - 64, 152, "rm"), table_place(signs.place, language), 52, CREAM)
    _draw_rounds(sheet, signs.rounds[-MOST_ROUNDS:])
    legend = _("Penalty points round by round: fewer is better")
    sheet.text((WIDTH / 2, 592, "mm"), legend, 32, SOFT)
    return sheet.png()


def standing_picture() -> bytes:
    """Draw what stands for the game where there is no result: the crown, and the table's places."""
    sheet = _Sheet()
    sheet.crown(96, 150, 240)
    sheet.text((92, 478, "ls"), "King’s", 104, CREAM)
    sheet.text((92, 578, "ls"), "Corners", 104, CREAM)
    middle_x, middle_y, across, down = 856, 315, 150, 196
    for column in (-1, 0, 1):
        for row in (-1, 0, 1):
            left = middle_x + column * across - 52
            top = middle_y + row * down - 74
            _draw_place_of_cards(sheet, left, top, corner=bool(column and row))
    return sheet.png()


def _draw_place_of_cards(sheet: _Sheet, left: float, top: float, *, corner: bool) -> None:
    """Draw a corner with its crown, or the back of a card."""
    box = (left, top, left + 104, top + 148)
    if corner:
        sheet.frame(box, 14, GOLD, 4)
        sheet.crown(left + 20, top + 42, 64)
    else:
        sheet.block((left + 3, top + 6, left + 107, top + 154), 14, SHADE)
        sheet.block(box, 14, CREAM)
        sheet.block((left + 10, top + 10, left + 94, top + 138), 8, FELT)
        sheet.crown(left + 24, top + 46, 56)


def _draw_rounds(sheet: _Sheet, rounds: tuple[int, ...]) -> None:
    """Draw a column with its points for each round, on a line: a crown where it was won."""
    foot, high = 536, 256
    space = min(176, (WIDTH - 144) / max(1, len(rounds)))
    wide = min(104, space * 0.62)
    first = (WIDTH - space * len(rounds)) / 2
    full = min(max(FULL_BAR[0], *rounds, 0), FULL_BAR[1])
    for number, points in enumerate(rounds):
        middle = first + space * (number + 0.5)
        left, right = middle - wide / 2, middle + wide / 2
        if points:
            bar = 24 + (high - 24) * min(points, full) / full
            sheet.block((left, foot - bar, right, foot), min(14, wide / 4), CREAM)
            sheet.text((middle, foot - bar - 12, "mb"), str(points), 38, CREAM)
        else:
            size = min(150, space * 0.94)
            sheet.crown(middle - size / 2, foot - size * 0.89, size)
    sheet.block((72, foot + 14, WIDTH - 72, foot + 19), 2, TRACK)


class _Sheet:
    """The felt, and what is drawn on it; all measures are pixels of the picture."""

    def __init__(self) -> None:
        self._image = _felt().copy()
        self._draw = ImageDraw.Draw(self._image, "RGBA")

    def png(self) -> bytes:
        """Return the picture, always the same bytes for the same signs."""
        out = BytesIO()
        small = self._image.reduce(FINE)
        small.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(
            out, "PNG", optimize=True
        )
        return out.getvalue()

    def crown(self, left: float, top: float, size: float) -> None:
        scale = size / 32 * FINE
        x, y = left * FINE, top * FINE
        self._draw.polygon([(x + scale * a, y + scale * b) for a, b in CROWN], GOLD)
        a, b, c, d = (scale * side for side in BAND)
        self._draw.rectangle((x + a, y + b, x + c, y + d), GOLD)
        for a, b, radius in BALLS:
            middle = (x + scale * a, y + scale * b)
            self._draw.circle(middle, scale * radius, GOLD)

    def text(self, at: tuple[float, float, str], words: str, size: int, colour: Colour) -> None:
        """Write; ``at`` is a point, and what of the text lies there, as Pillow calls it."""
        x, y, anchor = at
        self._draw.text((x * FINE, y * FINE), words, colour, _font(size * FINE), anchor)

    def block(self, box: tuple[float, float, float, float], radius: float, colour: Colour) -> None:
        self._draw.rounded_rectangle([side * FINE for side in box], radius * FINE, colour)

    def frame(
        self, box: tuple[float, float, float, float], radius: float, colour: Colour, line: int
    ) -> None:
        sides = [side * FINE for side in box]
        self._draw.rounded_rectangle(sides, radius * FINE, None, colour, line * FINE)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return the font that Pillow brings along: no machine's own fonts change the picture."""
    return ImageFont.load_default(size)


@cache
def _felt() -> Image.Image:
    """Paint the cloth, lighter where the lamp hangs above it."""
    size = (WIDTH * FINE, HEIGHT * FINE)
    light = Image.radial_gradient("L").resize((size[0] * 3 // 2, size[1] * 2))
    left, top = (light.width - size[0]) // 2, (light.height - size[1]) * 2 // 5
    light = light.crop((left, top, left + size[0], top + size[1]))
    return Image.composite(Image.new("RGB", size, FELT_EDGE), Image.new("RGB", size, FELT), light)
