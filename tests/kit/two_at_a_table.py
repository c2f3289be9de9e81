"""Anna and Ben at a table of a house, and how far they play."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from app.rooms.commands import MakeMove, Start, TakeSeat
from app.rooms.room import Room
from app.rooms.state import RoomState
from app.terms import Terms
from engine.rules import CLASSIC
from tests.kit.house import OPEN, House, person

SOON = 0.02
"""Seconds, in place of the minutes that people are waited for."""


async def a_match(house: House, terms: Terms | None = None) -> Room:
    """Anna and Ben at a table, both connected."""
    room = await house.rooms.open("anna", [person("anna"), OPEN], CLASSIC, terms or Terms())
    await room.ask(TakeSeat("ben"))
    await room.ask(Start("anna", bytes(32)))
    for player in ("anna", "ben"):
        room.arrive(player)
    room._end_visit("anna")  # the one that opened the room
    return room


async def until(room: Room, met: Callable[[RoomState], bool]) -> None:
    changed = asyncio.Event()
    room.listeners.add(changed.set)
    async with asyncio.timeout(5):
        while not met(room.state):
            changed.clear()
            await changed.wait()


async def to_a_rounds_end(room: Room) -> None:
    """Play until the hands lie open."""
    while not room.state.running.deal.ending:
        deal = room.state.running.deal
        mover = room.state.seats[deal.seat].player
        assert mover
        await room.ask(MakeMove(mover, room.state.seq, deal.legal_moves()[0]))
