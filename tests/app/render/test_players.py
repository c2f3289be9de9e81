"""The strip of the players."""

from __future__ import annotations

import re

from app.render.players import in_short
from app.render.regions import public_regions
from app.rooms.events import MatchStarted, SeatHolder
from app.rooms.state import RoomState
from engine.rules import CLASSIC
from tests.app.render.showing import ENGLISH
from tests.kit.looking import looked_at

SEATS = (
    SeatHolder(player="anna"),
    SeatHolder(computer="casual@2"),
    SeatHolder(computer="beginner@1"),
    SeatHolder(player="ben", computer="casual@2"),
)


def test_each_computer_tells_its_level_to_whoever_points_at_it_and_no_person_does() -> None:
    event = MatchStarted("anna", SEATS, CLASSIC.options(), "00" * 32, "1", 1)
    state = RoomState("ABC234").after(event, 1, 0)
    table = looked_at(state, None, {"anna": "Anna", "ben": "Ben"}, ["anna"])
    regions = public_regions(table, ENGLISH)
    titles = [re.findall('title="([^"]*)"', regions[f"seat-{seat}"]) for seat in range(4)]
    assert titles == [
        ["Anna"],
        ["Bruno · Computer: Casual"],
        ["Clara · Computer: Beginner"],
        ["Ben"],
    ]


def test_points_have_a_letter_where_the_number_leaves_it_room() -> None:
    assert 'data-letter="p"' in in_short(99, ENGLISH)
    assert "data-letter" not in in_short(100, ENGLISH)
