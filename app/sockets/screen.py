"""What one browser shows of a table, and what it must hear of next."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from app.render.language import Language
from app.render.regions import (
    frame,
    grow_log,
    is_only_looking_on,
    notice,
    onlooker_regions,
    private_regions,
    public_regions,
    say,
    say_lately,
    whole_log,
)
from app.render.sayings import sayings_said
from app.render.sentences import refusal_sentence, seats_told_of, told
from app.rooms import refused as no
from app.rooms.refused import Refused
from app.table import Table
from app.web.carrying import carry_out
from app.web.limits import Limits
from app.web.live import Visitor
from app.web.messages import Malformed, read_frame
from app.web.refusals import MALFORMED
from engine.violations import Refusal, RuleViolation

_numbers = count()


class SharedRegions:
    """The public regions of one state, and what leads to them from those of an earlier one.

    Whoever watches a room in the same language has mostly been shown the same before, so the
    difference is made once for all of them.
    """

    def __init__(self, regions: Mapping[str, str]) -> None:
        """Take the regions; an object's number is never used again."""
        self.number = next(_numbers)
        self.regions = regions
        self._since: dict[int | None, str] = {}

    def since(self, earlier: SharedRegions | None) -> str:
        """Return the part of a frame that replaces what has changed since, or all with None."""
        if earlier is self:
            return ""
        number = earlier.number if earlier else None
        if number not in self._since:
            self._since[number] = frame(changes(earlier.regions if earlier else {}, self.regions))
        return self._since[number]


def changes(shown: Mapping[str, str], regions: Mapping[str, str]) -> dict[str, str]:
    """Return the regions that differ from those shown."""
    return {name: html for name, html in regions.items() if shown.get(name) != html}


class TableScreen:
    """The screen of one socket. It begins with nothing, so that the first frame has everything.

    ``heard`` is the last event of the log that it has told of.
    """

    def __init__(self, visitor: Visitor, language: Language, limits: Limits) -> None:
        """Begin with nothing shown and nothing heard."""
        self._room, self._player, self._who = visitor
        self._language = language
        self._limits = limits
        self._shared: SharedRegions | None = None
        self._own: dict[str, str] = {}
        self._public: Table | None = None
        self._you: int | None = None
        self._heard = 0
        self._listened = self._room.last_said
        self._notice: str | None = None

    def frames(self) -> list[str]:
        """Return one frame with what has changed, or none."""
        public = self._room.seen_by(None)
        text = self._news_of_all(public)
        if self._own and self._public and is_only_looking_on(self._you, self._public, public):
            text += self._news_of_own(
                self._own | onlooker_regions(self._you, public, self._language)
            )
            text += self._news_of_log(public)
        else:
            table = self._room.seen_by(self._player)
            self._you = table.you
            text += self._news_of_own(private_regions(table, self._language))
            text += self._news_of_log(table)
        self._public = public
        if self._listened != self._room.last_said:
            sayings = self._room.sayings_after(self._listened)
            self._listened = self._room.last_said
            text += sayings_said(sayings, public.seats, self._language)
        if self._notice is not None:
            text += notice(self._notice)
            self._notice = None
        return [text] if text else []

    def _news_of_all(self, public: Table) -> str:
        made, key = self._room.made, ("regions", self._language.code)
        shared: SharedRegions | None = made.get(key)
        if shared is None:
            regions = public_regions(public, self._language)
            shared = made[key] = SharedRegions(regions)
        text = shared.since(self._shared)
        self._shared = shared
        return text

    def _news_of_own(self, regions: dict[str, str]) -> str:
        changed = changes(self._own, regions)
        self._own = regions
        return frame(changed)

    def _news_of_log(self, table: Table) -> str:
        latest = table.log[-1].n if table.log else 0
        heard, self._heard = self._heard, latest
        if latest in {heard, 0}:
            return ""
        if not heard:
            return say_lately(table, self._language) + frame(whole_log(table, self._language))
        # A move answers whatever was refused before it.
        self._notice = self._notice or ""
        if table.log[0].n > heard:  # a new match, or lines that this screen has missed
            told_now = told(table, heard, self._language)
            return say(told_now) + frame(whole_log(table, self._language))
        made, spoken_of = self._room.made, ("spoken of", heard)
        if spoken_of not in made:
            made[spoken_of] = seats_told_of(table, heard)
        listener = table.you if table.you in made[spoken_of] else None
        key = ("news", self._language.code, heard, listener)
        if key not in made:
            lines = told(table, heard, self._language)
            made[key] = say(lines) + grow_log(lines)
        text: str = made[key]
        return text

    async def receive(self, text: str) -> bool:
        """Carry a message out, or note why not; return whether there is something to answer."""
        try:
            await self._limits.brake("moves", self._who)
            if not await carry_out(self._room, self._player, read_frame(text), self._limits):
                return False
        except (Refused, RuleViolation) as refused:
            self._refuse(refused.refusal, refused.parameters)
        except Malformed:
            self._refuse(MALFORMED, {})
        return self._notice is not None

    def _refuse(self, refusal: Refusal, parameters: Mapping[str, str]) -> None:
        self._notice = refusal_sentence(refusal, parameters, self._language)
        if refusal.code == no.STALE.code:
            self._shared, self._own, self._heard = None, {}, 0
