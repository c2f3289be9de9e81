"""The one clock: when the server must act by itself in a room."""

from __future__ import annotations

from app.rooms.state import RoomState

THINKS_MS = 1100
"""A computer's pause before the first move of its turn, at pace 1."""
NEXT_MOVE_MS = 1000
"""Its pause before each further move, so that a person can follow."""
DEALING_MS = 1800
"""The pause before the first move of a deal, while the cards are dealt."""
NEXT_DEAL_MS = 45_000
"""How long people who share a table may look at a scored deal before the next one begins."""


def acts_at(state: RoomState, pace: float) -> int | None:
    """Return when the server acts next, in milliseconds since 1970; None: it waits for a person.

    ``pace`` is the factor on all pauses; at 0 the server answers at once. A person alone with
    computers goes on when ready, for nobody else is waiting.
    """
    if state.between_deals:
        alone = len(state.people) == 1
        return None if alone and pace else state.changed_at + round(NEXT_DEAL_MS * pace)
    if state.computer_in_turn is None:
        return None
    deal = state.running.deal
    if deal.step:
        pause = NEXT_MOVE_MS
    else:
        pause = DEALING_MS if deal.turn == 1 else THINKS_MS
    return state.changed_at + round(pause * pace)
