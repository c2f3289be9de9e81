"""A measured figure beside its limit."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Figure(NamedTuple):
    """What was measured, what it is measured against, and the ratio that must hold.

    ``ratio`` is ``value / reference``; it must be ``sense`` ``bound``.
    """

    name: str
    value: float
    unit: str
    reference_name: str
    reference: float
    sense: Literal["at least", "at most"]
    bound: float

    @property
    def ratio(self) -> float:
        """The value in terms of the reference."""
        return self.value / self.reference

    @property
    def holds(self) -> bool:
        """Whether the ratio is within its bound."""
        if self.sense == "at least":
            return self.ratio >= self.bound
        return self.ratio <= self.bound


def show(figure: Figure) -> str:
    """Return the figure as a line of text."""
    return (
        f"  {'ok  ' if figure.holds else 'MISS'} {figure.name}: "
        f"{figure.value:,.2f} {figure.unit} = {figure.ratio:.2f} of {figure.reference_name} "
        f"({figure.reference:,.2f} {figure.unit}); {figure.sense} {figure.bound}"
    )
