"""All that is written when a match ends."""

from __future__ import annotations

from app.db.endings import Ending
from app.rooms.counting import counted_results
from app.rooms.results import daily_result, finished_match
from app.rooms.state import RoomState


def ending_of(state: RoomState, at: int) -> Ending:
    """Return what to write of a match that has just ended.

    Raises:
        LookupError: none has started.
    """
    return Ending(
        match=finished_match(state, at),
        counted=counted_results(state, at),
        daily=daily_result(state, at) if state.daily else None,
    )
