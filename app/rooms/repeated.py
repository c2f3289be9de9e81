"""Messages that arrive twice: by a double click, a replayed queue, a second way to the server."""

from __future__ import annotations

from app.rooms.commands import Command, MakeMove
from app.rooms.state import RoomState


def already_done(state: RoomState, command: Command) -> bool:
    """Whether this very move was made at that position."""
    if not isinstance(command, MakeMove) or command.seq == state.seq:
        return False
    seat = state.seat_of(command.player)
    return any(
        (line.at_seq, line.seat, line.move) == (command.seq, seat, str(command.move))
        for line in (state.logs[-1] if state.logs else ())
    )
