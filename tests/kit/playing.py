"""Playing a room to its end, as a person who takes the first move there is."""

from __future__ import annotations

import asyncio

from app.rooms.commands import GoOn, MakeMove
from app.rooms.room import Room


async def play_to_the_end(room: Room, player: str) -> None:
    """Play a person's seat by the first legal move until the match is over."""
    async with asyncio.timeout(60):
        while room.state.status != "over":
            state = room.state
            if state.between_deals:
                await room.ask(GoOn(player, state.seq))
            elif state.running.deal.seat == state.people[player]:
                await room.ask(MakeMove(player, state.seq, state.running.deal.legal_moves()[0]))
            else:
                await asyncio.sleep(0.001)
