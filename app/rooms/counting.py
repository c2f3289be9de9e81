"""Which matches count for the leaderboards of rooms, each rule by its name.

The page of the leaderboards states the same rules in the same order. One more needs the database:
of the same people, few matches of a day count (`app.db.ratings.are_few_of_that_day`).
"""

from __future__ import annotations

from collections.abc import Callable

from app.db.ratings import CountedResult
from app.rooms.results import turns_of
from app.rooms.state import RoomState
from engine.scoring import standing

FEWEST_PEOPLE = 2


def has_two_people(state: RoomState) -> bool:
    """Two different people at least sat at the table; computers do not count.

    People differ by their identities: that of a device's cookie, or of a program's token. Nobody
    has two seats with one.
    """
    return len(state.people) >= FEWEST_PEOPLE


def went_beyond_its_first_deal(state: RoomState) -> bool:
    """The match was not over before its second deal."""
    return state.running.number > 1


def is_no_daily(state: RoomState) -> bool:
    """A daily game has boards of its own."""
    return state.daily is None


def played_oneself(state: RoomState, seat: int) -> bool:
    """No computer played more than half of this person's turns."""
    return 2 * state.lent_turns[seat] <= turns_of(state.moves, seat)


def two_played_themselves(state: RoomState) -> bool:
    """Two people at least did not leave most of it to a computer: the others met nobody."""
    return sum(played_oneself(state, seat) for seat in state.people.values()) >= FEWEST_PEOPLE


RULES_OF_MATCHES: tuple[Callable[[RoomState], bool], ...] = (
    has_two_people,
    went_beyond_its_first_deal,
    two_played_themselves,
    is_no_daily,
)


def counted_results(state: RoomState, at: int) -> list[CountedResult]:
    """Return what a match that has just ended counts for, by person."""
    if not all(rule(state) for rule in RULES_OF_MATCHES):
        return []
    places = {line.seat: line.place for line in standing(state.running.totals)}
    return [
        CountedResult(
            match_id=state.match_id,
            player_id=player,
            finished_at=at,
            place=places[seat],
            deals=len(state.running.penalties),
            penalties=state.running.totals[seat],
        )
        for player, seat in state.people.items()
        if played_oneself(state, seat)
    ]
