"""Set phrases: all that can be said at a table, so that nobody has to watch over it."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

KEPT_PHRASES = 20


class Phrase(StrEnum):
    """What players can say; everybody reads it in a language of their own."""

    HELLO = "hello"
    GOOD_LUCK = "good-luck"
    NICE_MOVE = "nice-move"
    WELL_PLAYED = "well-played"
    LUCKY = "lucky"
    OH_NO = "oh-no"
    HURRY = "hurry"
    ONE_MOMENT = "one-moment"
    SORRY = "sorry"
    THANKS = "thanks"
    ONE_MORE = "one-more"
    GOODBYE = "goodbye"


class Saying(NamedTuple):
    """A phrase that somebody on a seat said; numbers grow."""

    number: int
    seat: int
    phrase: Phrase
