"""A name is shown as its owner means it, and never hurts or fools whoever reads it."""

from __future__ import annotations

import re
import subprocess
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.names import JOINER, NAME_TOO_LONG, clean, nickname
from app.rooms.refused import Refused
from app.table import LONGEST_NAME
from tests.app.render.showing import ENGLISH
from tests.kit.server import PROJECT


def ordinary_names() -> dict[str, list[str]]:
    """Of the six languages and of some neighbours; a line that is not indented names one."""
    text = (PROJECT / "tests/golden/first-names.txt").read_text(encoding="utf-8")
    blocks = [block.split() for block in re.split(r"\n(?=\w)", text)]
    return {language: names for language, *names in blocks}


ORDINARY = ordinary_names()
TOWER = "\u0301\u0302" * 4


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Anna  ", "Anna"),
        ("Anna\r\nLena\tMaria", "Anna Lena Maria"),
        ("A\u202enn\u0000a\u200b\u2066", "Anna"),
        ("Zoe\u0308", "Zoë"),
        ("\u3000千代\u3164", "千代"),
        ("\u0301Anna", "Anna"),
        (f"x{TOWER}y", f"x{TOWER[:4]}y"),
        ("<b>Ben</b>", "<b>Ben</b>"),
        ("🎴", "🎴"),
        ("👩🏽\u200d🚀 👨\u200d👩\u200d👧", "👩🏽\u200d🚀 👨\u200d👩\u200d👧"),
        ("A\u200dnna\u200d🎴 🎴\u200d", "Anna🎴 🎴"),
        ("m" * LONGEST_NAME, "m" * LONGEST_NAME),
    ],
)
def test_a_name_is_trimmed_and_freed_of_what_cannot_be_seen(typed: str, shown: str) -> None:
    assert clean(typed) == shown


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "name_empty"),
        (" \u200b\t", "name_empty"),
        ("\u3164", "name_empty"),
        ("\u115f\u1160", "name_empty"),
        ("\uffa0", "name_empty"),
        ("\u2800\u2800", "name_empty"),
        ("\u0301\u0302", "name_empty"),
        ("\ufe0f", "name_empty"),
        ("\U000e0041", "name_empty"),
        ("m" * (LONGEST_NAME + 1), "name_too_long"),
        ("\u0301\u0323" * 30_000, "name_too_long"),
        ("Arschloch", "name_refused"),
        ("arschloch88", "name_refused"),
        ("F.u.c.k", "name_refused"),
        ("xXfuckXx", "name_refused"),
        ("ｆｕｃｋ", "name_refused"),
        ("f\u200buck", "name_refused"),
        ("sh1t", "name_refused"),
        ("Adolf Hitler", "name_refused"),
        ("putain", "name_refused"),
        ("klootzak", "name_refused"),
        ("씨발놈", "name_refused"),
        ("死ね", "name_refused"),
    ],
)
def test_a_name_that_shows_nothing_or_hurts_is_refused(typed: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        clean(typed)
    assert refused.value.code == code


def test_whoever_wrote_too_much_hears_how_much_it_may_be() -> None:
    assert str(LONGEST_NAME) in NAME_TOO_LONG.sentence


@pytest.mark.parametrize("language", ORDINARY)
def test_ordinary_names_stay_as_they_are(language: str) -> None:
    assert [clean(name) for name in ORDINARY[language]] == ORDINARY[language]


@pytest.mark.parametrize("name", ["Jeff Ucker", "Scunthorpe", "Kinoshita", "Captain Hook", "Nazir"])
def test_a_name_is_not_refused_for_a_piece_of_it_or_across_its_words(name: str) -> None:
    assert clean(name) == name


@given(st.text(max_size=60))
def test_what_is_accepted_is_short_composed_visible_and_accepted_again(text: str) -> None:
    try:
        name = clean(text)
    except Refused:
        return
    assert 1 <= len(name) <= LONGEST_NAME
    assert clean(name) == name
    assert unicodedata.is_normalized("NFC", name)
    assert not any(unicodedata.category(c).startswith("C") for c in name if c != JOINER)


def test_a_newcomer_is_proposed_the_same_good_name_each_time_and_one_that_is_free() -> None:
    names = {nickname(str(number), ENGLISH) for number in range(500)}
    assert len(names) > 20
    assert {clean(name) for name in names} == names
    first = nickname("somebody", ENGLISH)
    assert nickname("somebody", ENGLISH) == first
    assert nickname("somebody", ENGLISH, {first}) not in {first, ""}
    assert nickname("somebody", ENGLISH, names) == first


def test_the_filter_is_not_loaded_before_it_is_needed() -> None:
    code = "import sys, app.main; sys.exit('glin_profanity' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=PROJECT, check=False).returncode == 0
