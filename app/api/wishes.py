"""What bodies ask for, as the rooms take it."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.responses import JSONResponse

from app.api.options import Options
from app.api.shapes import ErrorShape
from app.rooms.events import SeatHolder
from engine.players import LEVELS
from engine.rules import PRESETS, Rules, RulesError


def nonsense(error: RulesError) -> JSONResponse:
    """Return the answer to a wish that makes no sense."""
    shape = ErrorShape(code="nonsense_rules", message=str(error), option=error.option)
    return JSONResponse(shape.model_dump(exclude_defaults=True), 422)


def rules_of(preset: str | None, options: Options | None) -> Rules:
    """Return the rule set that is asked for: a preset, options, or options over a preset.

    Raises:
        RulesError: there is no such preset, or the options make no sense.
    """
    basis = PRESETS.get(preset or "classic")
    if basis is None:
        raise RulesError("preset", "There is no such preset.")
    return Rules.from_options({**basis.options(), **(options or {})})


def seats_of(wishes: Sequence[str], player: str) -> list[SeatHolder]:
    """Return the seats that a body asks for, the caller on the first human one.

    Raises:
        RulesError: there is no human seat, or no such level.
    """
    if "human" not in wishes:
        raise RulesError("seats", "One seat at least must be human: the caller's.")
    mine = wishes.index("human")
    seats = []
    for number, wish in enumerate(wishes):
        level = wish.partition(":")[2]
        if level and level not in LEVELS:
            raise RulesError("seats", f"There is no level {level!r}.")
        computer = LEVELS[level] if level else None
        seats.append(SeatHolder(player=player if number == mine else None, computer=computer))
    return seats
