"""What people are called: what makes a name fit to be shown to others, and names to propose."""

from __future__ import annotations

import asyncio
import hashlib
import unicodedata
from collections.abc import Collection
from functools import cache
from typing import TYPE_CHECKING

from app.render.language import Language
from app.rooms.refused import Refused
from app.table import LONGEST_NAME
from engine.violations import N_, Refusal

if TYPE_CHECKING:
    from glin_profanity import Filter

LONGEST_TEXT = 200
"""What is longer is not even looked at: ordering thousands of accents takes its time."""
MOST_MARKS = 4
"""Accents on one letter; a tower of them would stand over its neighbours."""

NAME_EMPTY = Refusal("name_empty", N_("A name needs at least one letter that can be seen."))
NAME_TOO_LONG = Refusal("name_too_long", N_("A name has 24 characters at most."))
NAME_REFUSED = Refusal(
    "name_refused", N_("Somebody could mind this name. Please choose another one.")
)
REFUSALS = (NAME_EMPTY, NAME_TOO_LONG, NAME_REFUSED)

# Fillers of Hangul, the empty braille pattern, an empty note: letters and signs by their class.
_BLANKS = dict.fromkeys(map(ord, "\u115f\u1160\u3164\uffa0\u2800\U0001d159"), " ")

LANGUAGES = ("english", "german", "french", "dutch", "japanese", "korean")
"""As the abuse filter calls the languages of the pages."""

JOINER = "\u200d"
"""Makes one emoji of two: a family of its members."""

ORDINARY = (
    *("anita", "cock", "dick", "griet", "johny", "lolita", "matje", "peter", "pot", "rosette"),
    *("schatje", "veuve", "애자", "カント", "ディック", "ファンタジー", "フック"),
)
"""Names of people, and endearments, that the filter's lists would refuse."""

ABUSE = ("kill yourself", "kys", "nazi")
"""Words that the filter's lists lack."""

ABUSIVE_PARTS = (
    *("arschloch", "asshole", "dickhead", "faggot", "fuck", "hitler", "hurensohn", "kanker"),
    *("nigga", "nigger", "scheiss", "wanker", "wichser", "くたばれ", "死ね", "시발", "씨발"),
)
"""What is abuse also as a part of a word; each is a part of no ordinary name."""

# Translators: nicknames proposed to newcomers: animals that people like, with a capital letter
# where your language writes one; take others where these do not sound friendly.
_NICKNAMES = (
    *(N_("Otter"), N_("Fox"), N_("Badger"), N_("Hedgehog"), N_("Squirrel"), N_("Rabbit")),
    *(N_("Beaver"), N_("Lynx"), N_("Panda"), N_("Koala"), N_("Tiger"), N_("Dolphin")),
    *(N_("Penguin"), N_("Seal"), N_("Owl"), N_("Robin"), N_("Swan"), N_("Heron")),
    *(N_("Falcon"), N_("Puffin"), N_("Kingfisher"), N_("Butterfly"), N_("Ladybird"), N_("Firefly")),
    *(N_("Turtle"), N_("Gecko"), N_("Starfish"), N_("Seahorse"), N_("Pony"), N_("Alpaca")),
)


def clean(text: str) -> str:
    """Return the name as others will see it: trimmed, composed, without what cannot be seen.

    Raises:
        Refused: nothing is left, or too much, or it would hurt somebody.
    """
    if len(text) > LONGEST_TEXT:
        raise Refused(NAME_TOO_LONG)
    # Spaces first: a line's end is a control character, and parts two words.
    words = " ".join(text.translate(_BLANKS).split())
    shown = unicodedata.normalize("NFC", _visible(words))
    name = " ".join(_visible(_without_towers(shown)).split())
    if not any(_kind(c) in "LNPS" for c in name):
        raise Refused(NAME_EMPTY)
    if len(name) > LONGEST_NAME:
        raise Refused(NAME_TOO_LONG)
    if is_abuse(name):
        raise Refused(NAME_REFUSED)
    return name


async def clean_soon(text: str) -> str:
    """Do the same on another thread: the filter takes a moment to load, once.

    Raises:
        Refused: as `clean` does.
    """
    return await asyncio.to_thread(clean, text)


def is_abuse(name: str) -> bool:
    """Whether the filter, or one of our own words, is against it."""
    for word in unicodedata.normalize("NFKC", name).casefold().split():
        letters = "".join(filter(str.isalpha, word))
        if any(part in letters for part in ABUSIVE_PARTS):
            return True
    return bool(_filter().is_profane(name))


def nickname(key: str, language: Language, taken: Collection[str] = ()) -> str:
    """Return a friendly name, always the same one for a key unless somebody has it already."""
    first = int.from_bytes(hashlib.sha256(key.encode()).digest()[:4])
    names = [
        language.gettext(_NICKNAMES[(first + step) % len(_NICKNAMES)])
        for step in range(len(_NICKNAMES))
    ]
    return next((name for name in names if name not in taken), names[0])


def _kind(character: str) -> str:
    return unicodedata.category(character)[0]


def _visible(text: str) -> str:
    return "".join(c for at, c in enumerate(text) if _kind(c) != "C" or _joins(text, at))


def _joins(text: str, at: int) -> bool:
    """Whether it joins an emoji, with its tone or its colours, to the next one."""
    if text[at] != JOINER or not 0 < at < len(text) - 1:
        return False
    before, after = text[at - 1], text[at + 1]
    is_emoji = unicodedata.category(before) in {"So", "Sk"} or before == "\ufe0f"
    return is_emoji and unicodedata.category(after) == "So"


def _without_towers(text: str) -> str:
    """Drop marks that stand on nothing, and those above the fourth on one letter."""
    kept, marks = "", 0
    for character in text:
        marks = marks + 1 if _kind(character) == "M" else 0
        if not marks or (kept and marks <= MOST_MARKS):
            kept += character
    return kept


@cache
def _filter() -> Filter:
    # Imported when the first name comes: a fifth of a second that no start has to wait for.
    from glin_profanity import Filter  # noqa: PLC0415

    return Filter(
        {
            "languages": list(LANGUAGES),
            "detect_leetspeak": True,
            "custom_words": list(ABUSE),
            "ignore_words": list(ORDINARY),
        }
    )
