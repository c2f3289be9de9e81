from __future__ import annotations

import re

import pytest
import segno

from app.render.qr import QUIET_MODULES, qr_code
from tests.app.render.showing import Elements

URLS = [
    "http://192.168.1.20:8000/rooms/K7Q2XM",
    "https://" + "kings." * 40 + "example/me/devices/x",
]


def size_of(svg: str) -> int:
    box = re.search(r'viewBox="0 0 (\d+) \1"', svg)
    assert box
    return int(box[1])


def dark_modules(svg: str) -> set[tuple[int, int]]:
    """Where the drawing's strokes are: moves and lines of whole modules, by row."""
    path = re.search(r'stroke="#000" d="([^"]+)"', svg)
    assert path
    dark, x, y = set(), 0, 0
    for step, numbers in re.findall(r"([Mmh])([-\d. ]+)", path[1]):
        first, *rest = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        if step == "h":
            dark |= {(x + offset, y) for offset in range(int(first))}
            x += int(first)
        else:
            x = int(first) if step == "M" else x + int(first)
            y = int(rest[0]) if step == "M" else y + int(rest[0])
    return dark


@pytest.mark.parametrize("url", URLS)
def test_the_drawing_is_the_code_in_black_on_white_with_the_quiet_zone(url: str) -> None:
    svg = qr_code(url)
    matrix = segno.make(url, error="m", micro=False).matrix
    assert dark_modules(svg) == {
        (x + QUIET_MODULES, y + QUIET_MODULES)
        for y, row in enumerate(matrix)
        for x, module in enumerate(row)
        if module
    }
    size = size_of(svg)
    assert size == len(matrix) + 2 * QUIET_MODULES
    assert f'fill="#fff" d="M0 0h{size}v{size}h-{size}z"' in svg


def test_the_drawing_keeps_to_the_policy_and_takes_the_size_it_is_given() -> None:
    (tag, attributes), *rest = Elements(qr_code(URLS[0])).found
    assert (tag, attributes["class"]) == ("svg", "qr")
    assert not {"width", "height", "style"} & set(attributes)
    assert all("style" not in found for _, found in rest)
