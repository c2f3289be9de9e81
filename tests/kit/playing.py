"""Playing to the end: a room, as a person who takes the first move there is; a state, by luck."""

from __future__ import annotations

import asyncio
from random import Random

from app.rooms.commands import GoOn, MakeMove
from app.rooms.events import Dealt, Moved
from app.rooms.room import Room
from app.rooms.state import RoomState


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


def played(state: RoomState, luck: Random | None = None) -> RoomState:
    """The state at the match's end."""
    luck = luck or Random(1)
    while not state.running.over:
        deal = state.running.deal
        if deal.ending:
            state = state.after(Dealt(), state.n + 1, 0)
            continue
        move = str(luck.choice(deal.legal_moves()))
        state = state.after(Moved(deal.seat, move), state.n + 1, 0)
    return state
