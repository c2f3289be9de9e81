"""The eight places of the layout."""

from __future__ import annotations

from enum import StrEnum


class Place(StrEnum):
    """A place around the stock; its value is its name in the notation."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"
    NE = "NE"
    SE = "SE"
    SW = "SW"
    NW = "NW"

    @property
    def is_corner(self) -> bool:
        """Whether only kings begin a pile here (rule 1.5)."""
        return len(self) == 2  # noqa: PLR2004


SIDES = (Place.N, Place.E, Place.S, Place.W)
CORNERS = (Place.NE, Place.SE, Place.SW, Place.NW)
PLACES = SIDES + CORNERS
