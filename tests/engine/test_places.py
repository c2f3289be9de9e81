from engine.places import CORNERS, PLACES, SIDES


def test_four_sides_come_before_four_corners() -> None:
    """Rule 1.4."""
    assert [place.value for place in PLACES] == ["N", "E", "S", "W", "NE", "SE", "SW", "NW"]
    assert not any(side.is_corner for side in SIDES)
    assert all(corner.is_corner for corner in CORNERS)
