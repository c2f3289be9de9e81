"""The options of a rule set, as the OpenAPI document lists them."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

from pydantic import WithJsonSchema

from engine.rules import (
    CLASSIC,
    FEWEST_PLAYERS,
    HIGHEST_TARGET,
    LOWEST_TARGET,
    MOST_PLAYERS,
    PRESETS,
)

BOUNDS = {
    "most_players": (FEWEST_PLAYERS, MOST_PLAYERS),
    "target": (LOWEST_TARGET, HIGHEST_TARGET),
}
"""The lowest and the highest value of each number."""


def _schema(name: str) -> dict[str, Any]:
    value = getattr(CLASSIC, name)
    if isinstance(value, StrEnum):
        return {"type": "string", "enum": [str(member) for member in type(value)]}
    if isinstance(value, bool):
        return {"type": "boolean"}
    lowest, highest = BOUNDS[name]
    return {"type": "integer", "minimum": lowest, "maximum": highest}


_OPTIONS = {name: _schema(name) for name in CLASSIC.options()}
_PRESET = {"anyOf": [{"type": "string", "enum": [*PRESETS]}, {"type": "null"}]}

# The document alone is this strict: the rules themselves name the option at fault.
Options = Annotated[
    dict[str, bool | int | str],
    WithJsonSchema({"type": "object", "properties": _OPTIONS, "additionalProperties": False}),
]
"""Options that differ from those of a preset."""

OptionsAndPreset = Annotated[
    dict[str, bool | int | str | None],
    WithJsonSchema(
        {
            "type": "object",
            "properties": {"preset": _PRESET, **_OPTIONS},
            "required": ["preset", *_OPTIONS],
        }
    ),
]
"""Every option of a table, and the preset that it is, null for none."""
