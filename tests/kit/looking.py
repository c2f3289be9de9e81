"""A room's state as somebody sees it, without a room around it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.rooms.presence import Presence
from app.rooms.seen import scene, seen_by
from app.rooms.state import RoomState
from app.table import Table

NOW = 60_000
"""Long after the beginning, so that whoever is not present is away."""


def looked_at(
    state: RoomState, you: int | None, names: Mapping[str, str], present: Iterable[str]
) -> Table:
    """The table as a seat, or a stranger with None, sees it while these players are present."""
    presence = Presence(0)
    for player in present:
        presence.arrive(player, state.people, 0)
    return seen_by(state, you, scene(state, names, presence, NOW))
