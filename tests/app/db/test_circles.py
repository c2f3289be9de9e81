"""Circles keep to their laws, whatever people do with them and in whatever order."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, Engine, delete

from app.db import circles, people
from app.db import players as db
from app.db.circles import MOST_CIRCLES, MOST_MEMBERS, Circle
from app.db.database import connect, migrate
from app.db.tables import circles as table
from app.db.tables import matches, players

PEOPLE = "abcd"
LINKS = ("one", "two")
DEEDS = st.lists(
    st.tuples(
        st.sampled_from(["make", "join", "leave", "remove", "delete", "forget"]),
        st.sampled_from(PEOPLE),
        st.sampled_from(LINKS),
        st.integers(1, 5),
    ),
    max_size=40,
)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    engine = connect(f"sqlite:///{tmp_path_factory.mktemp('db') / 'kings.db'}")
    migrate(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def connection(engine: Engine) -> Iterator[Connection]:
    with engine.begin() as connection:
        connection.execute(delete(table))
        connection.execute(delete(players))
        connection.execute(delete(matches))
        yield connection


class Told:
    """The same circles as plain lists: who belongs, who was removed, how many ever joined."""

    def __init__(self) -> None:
        self.members: dict[str, dict[int, str]] = {}
        self.removed: dict[str, set[str]] = {}
        self.joined: dict[str, int] = {}

    def make(self, link: str, person: str) -> None:
        if link not in self.members:
            self.members[link], self.removed[link], self.joined[link] = {}, set(), 0
            self.join(link, person)

    def join(self, link: str, person: str) -> None:
        if link not in self.members or person in self.removed[link]:
            return
        if person not in self.members[link].values():
            self.joined[link] += 1
            self.members[link][self.joined[link]] = person

    def leave(self, link: str, person: str) -> None:
        kept = {n: one for n, one in self.members.get(link, {}).items() if one != person}
        if kept:
            self.members[link] = kept
        else:
            self.members.pop(link, None)

    def remove(self, link: str, number: int) -> None:
        members = self.members.get(link, {})
        if number in members and number != min(members):
            self.removed[link].add(members.pop(number))

    def forget(self, person: str) -> None:
        for link in LINKS:
            self.leave(link, person)
            self.removed.get(link, set()).discard(person)


def make(connection: Connection, circle: Circle, person: str, at: int) -> str:
    """Let somebody make one; whoever was forgotten comes as somebody new."""
    db.keep(connection, person)
    return circles.make(connection, circle, person, at)


def join(connection: Connection, link: str, person: str, at: int) -> str:
    db.keep(connection, person)
    return circles.join(connection, link, person, at)


def do(connection: Connection, told: Told, what: tuple[str, str, str, int]) -> None:
    deed, person, link, number = what
    members = [member.number for member in circles.members_of(connection, link)]
    match deed:
        case "make":
            if circles.find(connection, link) is None:
                assert make(connection, Circle(link, link), person, 0) == "in"
            told.make(link, person)
        case "join":
            join(connection, link, person, 0)
            told.join(link, person)
        case "leave":
            circles.leave(connection, link, person)
            told.leave(link, person)
        case "remove":
            if number in members[1:]:
                circles.remove(connection, link, number)
            told.remove(link, number)
        case "delete":
            circles.delete_circle(connection, link)
            told.members.pop(link, None)
        case _:
            people.forget(connection, person)
            told.forget(person)


@given(DEEDS)
def test_whatever_happens_a_circle_has_members_the_first_keeps_it_and_no_number_comes_twice(
    engine: Engine, deeds: list[tuple[str, str, str, int]]
) -> None:
    with engine.begin() as connection:
        connection.execute(delete(table))
        connection.execute(delete(players))
        told = Told()
        for deed in deeds:
            do(connection, told, deed)
            for link in LINKS:
                seen = {one.number: one.player for one in circles.members_of(connection, link)}
                assert seen == told.members.get(link, {})
                assert (circles.find(connection, link) is None) == (not seen)
        for person in PEOPLE:
            own = {one.link: one.members for one in circles.circles_of(connection, person, "")}
            assert own == {
                link: len(members)
                for link, members in told.members.items()
                if person in members.values()
            }


def test_whoever_was_removed_stays_out_and_whoever_left_may_come_again(
    connection: Connection,
) -> None:
    make(connection, Circle("one", "Our family"), "a", 0)
    join(connection, "one", "b", 0)
    circles.remove(connection, "one", 2)
    assert join(connection, "one", "b", 0) == "removed"
    circles.leave(connection, "one", "b")
    assert join(connection, "one", "b", 0) == "removed"
    join(connection, "one", "c", 0)
    circles.leave(connection, "one", "c")
    assert join(connection, "one", "c", 0) == "in"
    assert [member.number for member in circles.members_of(connection, "one")] == [1, 4]


def test_a_circle_and_a_person_take_no_more_than_they_can_hold(connection: Connection) -> None:
    make(connection, Circle("one", "Our family"), "m1", 0)
    for number in range(2, MOST_MEMBERS + 1):
        assert join(connection, "one", f"m{number}", 0) == "in"
    assert join(connection, "one", "late", 0) == "full"
    assert join(connection, "one", "m7", 0) == "in"
    circles.leave(connection, "one", "m7")
    assert join(connection, "one", "late", 0) == "in"
    for number in range(MOST_CIRCLES):
        assert make(connection, Circle(f"c{number}", "x"), "busy", 0) == "in"
    assert make(connection, Circle("more", "x"), "busy", 0) == "too_many"
    assert circles.find(connection, "more") is None
    circles.leave(connection, "one", "late")
    assert join(connection, "one", "busy", 0) == "too_many"
    assert join(connection, "nowhere", "busy", 0) == "gone"


def test_a_list_tells_how_many_have_played_that_day_and_none_who_was_late(
    connection: Connection,
) -> None:
    make(connection, Circle("one", "Our family"), "a", 0)
    for person in "bcd":
        join(connection, "one", person, 0)
    for number, (person, day, late) in enumerate(
        [
            ("a", "2028-02-29", 0),
            ("b", "2028-02-28", 0),
            ("c", "2028-02-29", 1),
            ("x", "2028-02-29", 0),
        ]
    ):
        connection.exec_driver_sql(
            """INSERT INTO matches (id, room, rules, record, started_at, finished_at)
               VALUES (?, 'R', '', '', 0, 0)""",
            (f"m{number}",),
        )
        connection.exec_driver_sql(
            "INSERT INTO daily_results VALUES (?, ?, ?, ?, 1, 0, 0, 0, 0, 0, 0)",
            (f"m{number}", day, person, late),
        )
    assert [tuple(one) for one in circles.circles_of(connection, "d", "2028-02-29")] == [
        ("one", "Our family", 4, 1)
    ]
