"""Circles: people who share a board at a link.

Whoever has been in a circle longest has made it, or takes the place of whoever did; a circle in
which nobody is left is no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, exists, func, select, update

from app.db import players as people
from app.db.tables import circle_members, circles, daily_results, players

MOST_MEMBERS = 50
"""The people of one circle."""
MOST_CIRCLES = 20
"""The circles of one person."""

_BELONGS = circle_members.c.removed.is_(False)
"""The others in the table were sent away, and are kept there so that they stay away."""

Joined = Literal["in", "gone", "removed", "full", "too_many"]


class Circle(NamedTuple):
    """A circle: the last part of its address, and its name."""

    link: str
    name: str


class Member(NamedTuple):
    """Somebody in a circle; ``number`` is this person's alone, ``name`` None without one."""

    number: int
    player: str
    name: str | None


class OwnCircle(NamedTuple):
    """A circle in somebody's list: how many belong to it, and how many have played that day."""

    link: str
    name: str
    members: int
    played: int


def find(connection: Connection, link: str) -> Circle | None:
    """Return the circle with this link."""
    query = select(circles.c.link, circles.c.name).where(circles.c.link == link)
    row = connection.execute(query).one_or_none()
    return Circle(*row) if row else None


def members_of(connection: Connection, link: str) -> list[Member]:
    """Return who belongs to a circle: first who has made it, then in the order of joining."""
    query = (
        select(circle_members.c.number, circle_members.c.player_id, players.c.name)
        .join(players, players.c.id == circle_members.c.player_id)
        .where(_is(link, _BELONGS))
        .order_by(circle_members.c.number)
    )
    return [Member(*row) for row in connection.execute(query)]


def circles_of(connection: Connection, player: str, day: str) -> list[OwnCircle]:
    """Return the circles of a person, in the order of joining, as they stand on a day."""
    own = circle_members.alias()
    in_time = (
        (daily_results.c.player_id == circle_members.c.player_id)
        & (daily_results.c.day == day)
        & daily_results.c.late.is_(False)
    )
    query = (
        select(circles.c.link, circles.c.name, func.count(), func.count(daily_results.c.match_id))
        .join(own, own.c.circle == circles.c.link)
        .join(circle_members, circle_members.c.circle == circles.c.link)
        .outerjoin(daily_results, in_time)
        .where(own.c.player_id == player, own.c.removed.is_(False))
        .where(_BELONGS)
        .group_by(circles.c.link)
        .order_by(own.c.joined_at, circles.c.link)
    )
    return [OwnCircle(*row) for row in connection.execute(query)]


def make(connection: Connection, circle: Circle, player: str, at: int) -> Joined:
    """Make a circle with its first member; whoever has very many makes none."""
    if _count(connection, circle_members.c.player_id == player) >= MOST_CIRCLES:
        return "too_many"
    row = {"link": circle.link, "name": circle.name, "created_at": at, "joined": 0}
    connection.execute(circles.insert().values(row))
    return join(connection, circle.link, player, at)


def join(connection: Connection, link: str, player: str, at: int) -> Joined:
    """Let somebody belong to a circle; who does already, stays.

    Raises:
        NobodyThere: the person was forgotten.
    """
    people.check_here(connection, player)
    if find(connection, link) is None:
        return "gone"
    was = connection.execute(
        select(circle_members.c.removed).where(_is(link, circle_members.c.player_id == player))
    ).scalar()
    if was is not None:
        return "removed" if was else "in"
    if _count(connection, circle_members.c.circle == link) >= MOST_MEMBERS:
        return "full"
    if _count(connection, circle_members.c.player_id == player) >= MOST_CIRCLES:
        return "too_many"
    counted = update(circles).where(circles.c.link == link).values(joined=circles.c.joined + 1)
    number = connection.execute(counted.returning(circles.c.joined)).scalar_one()
    row = {"circle": link, "number": number, "player_id": player, "joined_at": at}
    connection.execute(circle_members.insert().values(row))
    return "in"


def leave(connection: Connection, link: str, player: str) -> None:
    """Let somebody belong to a circle no more; with its last member it is deleted."""
    own = _is(link, circle_members.c.player_id == player)
    connection.execute(delete(circle_members).where(own, _BELONGS))
    _delete_if_empty(connection, [link])


def leave_all(connection: Connection, player: str) -> None:
    """Let somebody belong to no circle."""
    theirs = circle_members.c.player_id == player
    gone = delete(circle_members).where(theirs).returning(circle_members.c.circle)
    _delete_if_empty(connection, connection.execute(gone).scalars().all())


def remove(connection: Connection, link: str, number: int) -> None:
    """Send somebody away, for good."""
    theirs = _is(link, circle_members.c.number == number)
    connection.execute(update(circle_members).where(theirs).values(removed=True))


def is_removed(connection: Connection, link: str, player: str) -> bool:
    """Whether somebody was sent away from a circle."""
    theirs = _is(link, circle_members.c.player_id == player)
    return bool(connection.execute(select(circle_members.c.removed).where(theirs)).scalar())


def rename(connection: Connection, link: str, name: str) -> None:
    """Give a circle another name."""
    connection.execute(update(circles).where(circles.c.link == link).values(name=name))


def delete_circle(connection: Connection, link: str) -> None:
    """Delete a circle for all who belong to it."""
    connection.execute(delete(circles).where(circles.c.link == link))


def _is(link: str, which: ColumnElement[bool]) -> ColumnElement[bool]:
    return (circle_members.c.circle == link) & which


def _count(connection: Connection, which: ColumnElement[bool]) -> int:
    query = select(func.count()).select_from(circle_members).where(which, _BELONGS)
    return connection.execute(query).scalar_one()


def _delete_if_empty(connection: Connection, links: Sequence[str]) -> None:
    empty = ~exists().where(circle_members.c.circle == circles.c.link, _BELONGS)
    connection.execute(delete(circles).where(circles.c.link.in_(links), empty))
