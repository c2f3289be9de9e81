"""The pictures of links tell a result in signs: the same for the same, another for another."""

from __future__ import annotations

from datetime import date
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from app.render.language import load_languages
from app.render.preview import (
    GOLD,
    HEIGHT,
    WIDTH,
    ResultSigns,
    result_picture,
    standing_picture,
)

DAY = date(2028, 2, 29)
ENGLISH = load_languages()["en"]
RESULT = ResultSigns(DAY, 2, (0, 3, 12, 0))


def drawn(signs: ResultSigns) -> bytes:
    return result_picture(signs, ENGLISH)


def gold(png: bytes) -> int:
    """How many pixels are of the crowns' colour, or nearly."""
    image = Image.open(BytesIO(png)).convert("RGB")
    colours = image.getcolors(WIDTH * HEIGHT)
    assert colours
    return sum(
        count
        for count, colour in colours
        if isinstance(colour, tuple)
        and all(abs(a - b) < 12 for a, b in zip(colour, GOLD, strict=True))
    )


def test_the_same_result_has_the_same_picture_and_any_other_another() -> None:
    assert drawn(RESULT) == drawn(ResultSigns(DAY, 2, (0, 3, 12, 0)))
    others = [
        RESULT._replace(day=date(2028, 3, 1)),
        *(RESULT._replace(place=place) for place in (1, 3, 4)),
        *(RESULT._replace(rounds=rounds) for rounds in ((3, 0, 12, 0), (0, 4, 12, 0), (0, 3, 12))),
    ]
    pictures = {drawn(one) for one in (RESULT, *others)}
    assert len(pictures) == 1 + len(others)


def test_each_round_that_was_won_is_a_crown() -> None:
    won = [gold(drawn(ResultSigns(DAY, 1, (0,) * n + (9,) * (4 - n)))) for n in range(5)]
    assert won == sorted(won)
    assert min(b - a for a, b in pairwise(won)) > 3000


def test_no_third_of_the_picture_is_empty() -> None:
    image = Image.open(BytesIO(drawn(RESULT))).convert("L")
    for top in (0, 210, 420):
        bright = image.crop((0, top, WIDTH, top + 210)).point(lambda light: 255 * (light > 150))
        box = bright.getbbox()
        assert box
        assert box[3] - box[1] > 70


@pytest.mark.parametrize("rounds", [(), (0,), (500,), (1,) * 60, (0, 40) * 10])
def test_any_match_fits_on_the_picture(rounds: tuple[int, ...]) -> None:
    image = Image.open(BytesIO(drawn(ResultSigns(DAY, 4, rounds)))).convert("RGB")
    assert image.size == (WIDTH, HEIGHT)
    edge = [image.getpixel((x, y)) for y in range(160, HEIGHT, 6) for x in (4, WIDTH - 5)]
    assert all(isinstance(colour, tuple) and max(colour) < 110 for colour in edge)


def test_the_standing_picture_is_always_the_same_and_no_results() -> None:
    assert standing_picture() == standing_picture()
    assert Image.open(BytesIO(standing_picture())).size == (WIDTH, HEIGHT)
    assert standing_picture() != drawn(RESULT)
