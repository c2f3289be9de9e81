"""Ratings follow from places: ties are equal, whoever is in front rises, all others fall."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rating import NEW, Skill, after_match

SKILLS = st.lists(st.builds(Skill, st.floats(10, 40), st.floats(1, 25 / 3)), min_size=2, max_size=6)


def test_everybody_begins_at_a_thousand() -> None:
    assert NEW.rating == 1000
    assert Skill(30, 2).rating == 1000 + 40 * (30 - 3 * 2)


@given(SKILLS, st.data())
def test_the_order_in_which_people_sat_makes_no_difference(
    skills: list[Skill], data: st.DataObject
) -> None:
    places = [data.draw(st.integers(1, 3)) for _ in skills]
    order = data.draw(st.permutations(range(len(skills))))
    after = after_match(skills, places)
    mixed = after_match([skills[seat] for seat in order], [places[seat] for seat in order])
    for number, seat in enumerate(order):
        assert mixed[number] == pytest.approx(after[seat])


@given(st.integers(2, 6), st.data())
def test_equal_places_of_equal_people_are_ties(count: int, data: st.DataObject) -> None:
    places = [data.draw(st.integers(1, 3)) for _ in range(count)]
    after = after_match([NEW] * count, places)
    for seat, place in enumerate(places):
        for other, theirs in enumerate(places):
            if place == theirs:
                assert after[seat] == pytest.approx(after[other])
            else:
                assert (after[seat].mu > after[other].mu) is (place < theirs)


@given(SKILLS, st.data())
def test_who_wins_alone_rises_and_who_is_last_alone_falls(
    skills: list[Skill], data: st.DataObject
) -> None:
    order = data.draw(st.permutations(range(1, len(skills) + 1)))
    after = after_match(skills, order)
    first, last = order.index(1), order.index(len(skills))
    assert after[first].mu > skills[first].mu
    assert after[last].mu < skills[last].mu


def test_a_win_against_somebody_strong_is_worth_more() -> None:
    strong, weak = Skill(35, 2), Skill(15, 2)
    assert after_match([NEW, strong], [1, 2])[0].rating > after_match([NEW, weak], [1, 2])[0].rating


def test_who_has_met_nobody_stays_as_before() -> None:
    assert after_match([Skill(20, 3)], [1]) == [Skill(20, 3)]
    assert after_match([], []) == []
