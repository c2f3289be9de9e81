"""Carrying out what people send from a table, whichever way it comes."""

from __future__ import annotations

from app.rooms.repeated import already_done
from app.rooms.room import Room
from app.web.limits import Limits
from app.web.messages import Message


async def carry_out(room: Room, player: str | None, message: Message, limits: Limits) -> bool:
    """Do what a message asks of a room; return False if this very move was made before.

    Raises:
        Refused: it is not possible now, or too fast.
        RuleViolation: it is a move that the rules forbid.
        Malformed: nothing is asked for.
    """
    if message.say is not None:
        await limits.check("phrases", message.sender(player))
        room.say(message.sender(player), message.say)
        return True
    command = message.command(player)
    if already_done(room.state, command):
        return False
    await room.ask(command)
    return True
