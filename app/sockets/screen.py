"""What one browser shows of a table, and what it must hear of next."""

from __future__ import annotations

from collections.abc import Mapping

from app.render.language import Language
from app.render.regions import (
    frame,
    news,
    notice,
    private_regions,
    public_regions,
    whole_log,
)
from app.render.sentences import refusal_sentence, told
from app.rooms import refused as no
from app.rooms.commands import MakeMove
from app.rooms.refused import Refused
from app.rooms.room import Room
from app.rooms.state import RoomState
from app.table import Table
from app.web.limits import Limits
from app.web.messages import Malformed, read_frame
from app.web.refusals import MALFORMED
from engine.violations import Refusal, RuleViolation


def shared_regions(room: Room, language: Language) -> Mapping[str, str]:
    """Return a room's public regions, made once for all who look in the same language."""
    return room.memo("regions", language.code, lambda: public_regions(room.seen_by(None), language))


class TableScreen:
    """The screen of one socket. It begins with nothing, so that the first frame has everything."""

    def __init__(self, room: Room, player: str | None, language: Language, limits: Limits) -> None:
        """Begin with nothing shown and nothing heard."""
        self._room = room
        self._player = player
        self._language = language
        self._limits = limits
        self._shown: dict[str, str] = {}
        self._heard = 0
        self._notice: str | None = None

    def frames(self) -> list[str]:
        """Return one frame with what has changed, or none."""
        table = self._room.seen_by(self._player)
        regions = {
            **shared_regions(self._room, self._language),
            **private_regions(table, self._language),
        }
        if self._misses_lines(table):
            regions |= whole_log(table, self._language)
            self._heard = table.seq
        shown = self._shown
        changed = {name: html for name, html in regions.items() if shown.get(name) != html}
        shown |= changed
        text = frame(changed)
        if table.seq > self._heard:
            text += news(told(table, self._heard, self._language))
            self._heard = table.seq
            self._notice = self._notice or ""
        if self._notice is not None:
            text += notice(self._notice)
            self._notice = None
        return [text] if text else []

    def _misses_lines(self, table: Table) -> bool:
        """Whether the log begins anew, or has lost lines that this screen has not heard of."""
        fresh = "log" not in self._shown
        return fresh or (bool(table.log) and table.log[0].at_seq > self._heard)

    async def receive(self, text: str) -> None:
        """Carry a message out, or note why not."""
        try:
            await self._limits.check("moves", self._player or "stranger")
            command = read_frame(text).command(self._player)
            if isinstance(command, MakeMove) and already_done(self._room.state, command):
                return
            await self._room.ask(command)
        except (Refused, RuleViolation) as refused:
            self._refuse(refused.refusal, refused.parameters)
        except Malformed:
            self._refuse(MALFORMED, {})

    def _refuse(self, refusal: Refusal, parameters: Mapping[str, str]) -> None:
        self._notice = refusal_sentence(refusal, parameters, self._language)
        if refusal.code == no.STALE.code:
            self._shown.clear()


def already_done(state: RoomState, command: MakeMove) -> bool:
    """Whether this very move was made at that position: a double click, or a replayed queue."""
    seat = state.seat_of(command.player)
    return command.seq != state.seq and any(
        (line.at_seq, line.seat, line.move) == (command.seq, seat, str(command.move))
        for line in (state.logs[-1] if state.logs else ())
    )
