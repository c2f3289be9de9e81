"""Circles, people who share a board at a link: who may see one, change one, belong to one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Literal, NamedTuple, get_args

from sqlalchemy import Connection
from starlette.requests import HTTPConnection

from app.db import circles as db
from app.db.circles import MOST_CIRCLES, MOST_MEMBERS, Circle, Joined, Member, OwnCircle
from app.db.leaders import Leader, daily_leaders
from app.links import new_link
from app.names import clean_soon
from app.rooms.refused import Refused
from app.web import refusals as no
from app.web.leaderboards import since
from app.web.limits import TooMany, caller_address
from app.web.services import services
from engine.violations import Refusal

CirclePeriod = Literal["today", "week", "month"]
CIRCLE_PERIODS: tuple[CirclePeriod, ...] = get_args(CirclePeriod)


class SeenMember(NamedTuple):
    """A member on the board: ``line`` is None for who has no result in that time yet."""

    member: Member
    line: Leader | None


class SeenCircle(NamedTuple):
    """A circle's board of a time; ``lines`` begin with those who have a result, in their order.

    ``you`` is the caller's number, None for somebody who has the link alone; ``keeper`` is who has
    made it, or whoever keeps it since.
    """

    circle: Circle
    period: CirclePeriod
    lines: tuple[SeenMember, ...]
    keeper: Member
    you: int | None

    @property
    def yours(self) -> bool:
        """Whether the caller keeps it."""
        return self.you == self.keeper.number


class _Found(NamedTuple):
    circle: Circle
    members: list[Member]
    removed: bool


async def make_circle(connection: HTTPConnection, player: str, name: str) -> str:
    """Make a circle, and return its link.

    Raises:
        Refused: it is no name for others to see, the caller has very many, or this is too fast.
    """
    parts = services(connection)
    await parts.limits.check("boards", caller_address(connection))
    circle = Circle(new_link(), await clean_soon(name))
    _check(await parts.writer.run(partial(db.make, circle=circle, player=player, at=parts.now())))
    return circle.link


async def see_circle(
    connection: HTTPConnection, player: str | None, link: str, period: CirclePeriod
) -> SeenCircle:
    """Return a circle's board to whoever has its link.

    Raises:
        Refused: there is none, the caller was sent away, or has guessed wrong too often.
    """
    parts = services(connection)
    found = await _find(connection, player, link)
    add_up = partial(_leaders, members=found.members, period=period, today=parts.dailies.today)
    leaders = await parts.reader(add_up)
    members = {member.player: member for member in found.members}
    waiting = [member for member in found.members if member.player not in leaders]
    return SeenCircle(
        circle=found.circle,
        period=period,
        lines=(
            *(SeenMember(members[leader.player], leader) for leader in leaders.values()),
            *(SeenMember(member, None) for member in waiting),
        ),
        keeper=found.members[0],
        you=members[player].number if player in members else None,
    )


async def own_circles(connection: HTTPConnection, player: str | None) -> list[OwnCircle]:
    """Return the circles that somebody belongs to."""
    if player is None:
        return []
    parts = services(connection)
    day = parts.dailies.today.isoformat()
    own: list[OwnCircle] = await parts.reader(partial(db.circles_of, player=player, day=day))
    return own


async def join_circle(connection: HTTPConnection, player: str, link: str) -> None:
    """Let the caller belong to a circle; who does already, stays.

    Raises:
        Refused: there is none, it takes nobody or not the caller, or this is too fast.
    """
    parts = services(connection)
    await parts.limits.check("joins", caller_address(connection))
    await _find(connection, player, link)
    _check(await parts.writer.run(partial(db.join, link=link, player=player, at=parts.now())))


async def take_away(connection: HTTPConnection, player: str, link: str, number: int) -> None:
    """Let the caller leave, or who keeps the circle send a member away for good.

    Raises:
        Refused: there is no such circle or member, or the caller may not.
    """

    def write(database: Connection) -> Refusal | None:
        members = db.members_of(database, link)
        theirs = next((one.player for one in members if one.number == number), None)
        if theirs is None:
            return no.NO_SUCH_MEMBER
        if theirs == player:
            db.leave(database, link, player)
        elif members[0].player == player:
            db.remove(database, link, number)
        else:
            return no.NOT_KEEPER
        return None

    await _find(connection, player, link)
    if refusal := await services(connection).writer.run(write):
        raise Refused(refusal)


async def rename_circle(connection: HTTPConnection, player: str, link: str, name: str) -> None:
    """Give the caller's circle another name.

    Raises:
        Refused: there is none, the caller does not keep it, or it is no name for others to see.
    """
    await services(connection).limits.check("names", caller_address(connection))
    await _find(connection, player, link)
    clean = await clean_soon(name)
    await _as_keeper(connection, player, link, partial(db.rename, link=link, name=clean))


async def delete_circle(connection: HTTPConnection, player: str, link: str) -> None:
    """Delete the caller's circle for all who belong to it.

    Raises:
        Refused: there is none, or the caller does not keep it.
    """
    await _find(connection, player, link)
    await _as_keeper(connection, player, link, partial(db.delete_circle, link=link))


async def _as_keeper(
    connection: HTTPConnection, player: str, link: str, write: Callable[[Connection], None]
) -> None:
    def write_if_keeper(database: Connection) -> bool:
        members = db.members_of(database, link)
        if is_keeper := bool(members) and members[0].player == player:
            write(database)
        return is_keeper

    if not await services(connection).writer.run(write_if_keeper):
        raise Refused(no.NOT_KEEPER)


async def _find(connection: HTTPConnection, player: str | None, link: str) -> _Found:
    """Return a circle, without letting anybody try links at random."""
    parts, where = services(connection), caller_address(connection)
    found = await parts.reader(partial(_read, link=link, player=player))
    if found is None:
        await parts.limits.check("wrong guesses", where)
        raise Refused(no.NO_BOARD)
    try:
        # A right guess must look like a wrong one.
        await parts.limits.check_without_counting("wrong guesses", where)
    except TooMany:
        if all(member.player != player for member in found.members):
            raise
    if found.removed:
        raise Refused(no.OFF_THE_BOARD)
    return found


def _read(connection: Connection, link: str, player: str | None) -> _Found | None:
    circle, members = db.find(connection, link), db.members_of(connection, link)
    if circle is None or not members:
        return None
    removed = player is not None and db.is_removed(connection, link, player)
    return _Found(circle, members, removed)


def _leaders(
    connection: Connection, members: list[Member], period: CirclePeriod, today: date
) -> dict[str, Leader]:
    first, among = since(period, today), [member.player for member in members]
    leaders = daily_leaders(connection, first.isoformat(), today.isoformat(), among)
    return {leader.player: leader for leader in leaders}


def _check(joined: Joined) -> None:
    match joined:
        case "in":
            return
        case "gone":
            raise Refused(no.NO_BOARD)
        case "removed":
            raise Refused(no.OFF_THE_BOARD)
        case "full":
            raise Refused(no.BOARD_FULL, most=str(MOST_MEMBERS))
        case "too_many":
            raise Refused(no.TOO_MANY_BOARDS, most=str(MOST_CIRCLES))
