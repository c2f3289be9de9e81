"""Copies of frozen values with some fields changed: most of what a move costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # Type checkers know which fields it takes.
    from dataclasses import replace as replace  # noqa: PLC0414
else:

    def replace(value: Any, /, **changes: Any) -> Any:  # noqa: ANN401
        """Return a copy of a dataclass without slots, five times faster than `dataclasses` does.

        The fields are copied as they are: the class must not compute any in ``__post_init__``.
        """
        copy = object.__new__(type(value))
        copy.__dict__.update(value.__dict__, **changes)
        return copy
