"""The table's socket for programs: the same views as they change, and moves."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.websockets import WebSocket

from app.api.errors import Failure, error_shape
from app.api.shapes import SaidShape, SayingShape, room_shape
from app.rooms import refused as no
from app.rooms.refused import Refused
from app.table import Table
from app.web.carrying import carry_out
from app.web.limits import Limits
from app.web.live import Visitor, admit, serve
from app.web.messages import Malformed, read_frame
from app.web.services import services
from engine.violations import RuleViolation

router = APIRouter(prefix="/api/rooms")


class JsonScreen:
    """What one program has been told; its errors come as frames of their own."""

    def __init__(self, visitor: Visitor, limits: Limits) -> None:
        """Begin with nothing told, so that the first frame is the view."""
        self._room, self._player, self._who = visitor
        self._limits = limits
        self._told: Table | None = None
        self._errors: list[str] = []
        self._heard = self._room.last_said

    def frames(self) -> list[str]:
        """Return errors first, then what was said, then the view if it has changed."""
        frames, self._errors = self._errors, []
        for saying in self._room.sayings_after(self._heard):
            self._heard = saying.number
            shape = SayingShape(seat=saying.seat, phrase=saying.phrase)
            frames.append(SaidShape(said=shape).model_dump_json())
        table = self._room.seen_by(self._player)
        if table is not self._told:
            self._told = table
            frames.append(room_shape(table).model_dump_json())
        return frames

    async def receive(self, text: str) -> bool:
        """Carry a message such as ``{seq, move}`` or ``{say}`` out, or say why not."""
        try:
            await self._limits.brake("moves", self._who)
            await carry_out(self._room, self._player, read_frame(text), self._limits)
        except (Refused, RuleViolation, Malformed) as failure:
            self._refuse(failure)
        return bool(self._errors)

    def _refuse(self, failure: Failure) -> None:
        # The latest one only: who does not read must not fill the memory.
        self._errors = [error_shape(failure).model_dump_json(exclude_defaults=True)]
        if getattr(failure, "code", "") == no.STALE.code:
            self._told = None


@router.websocket("/{code}/socket")
async def room_socket(websocket: WebSocket, code: str) -> None:
    """Send the caller's view now and whenever it changes, and take moves."""
    visitor = await admit(websocket, code)
    if visitor is not None:
        await serve(websocket, visitor, JsonScreen(visitor, services(websocket).limits))
