"""The shapes of boards that people share by a link."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, Field

from app.api.leaderboards import ResultsShape
from app.api.shapes import NAME, Body
from app.db.circles import Member, OwnCircle
from app.db.leaders import Leader
from app.web.circles import CirclePeriod, SeenCircle


class BoardBody(Body):
    """What a board is to be called."""

    name: str = Field(examples=["Our family"], description=NAME)


class BoardMemberShape(BaseModel):
    """Somebody on a board; ``number`` is this member's alone, also after others have left."""

    number: int
    name: str | None
    you: bool


class BoardLineShape(ResultsShape):
    """A member's line; ``average`` are penalty points a daily game."""

    number: int


class BoardShape(BaseModel):
    """A board of a time: ``entries`` in their order, ``waiting`` who has no result in it yet.

    ``you`` is the caller's number, null for somebody who has the link alone.
    """

    link: str = Field(examples=["q7k2m5x3a4n6p7rs"])
    url: str = Field(examples=["https://kings.example/boards/q7k2m5x3a4n6p7rs"])
    name: str = Field(examples=["Our family"])
    period: CirclePeriod
    keeper: BoardMemberShape
    you: int | None
    entries: list[BoardLineShape]
    waiting: list[BoardMemberShape]


class OwnBoardShape(BaseModel):
    """A board in the caller's list; ``played`` is how many members have played today."""

    link: str = Field(examples=["q7k2m5x3a4n6p7rs"])
    name: str = Field(examples=["Our family"])
    members: int
    played: int


class BoardsShape(BaseModel):
    """The caller's boards, in the order of joining."""

    boards: list[OwnBoardShape]


def boards_shape(own: Sequence[OwnCircle]) -> BoardsShape:
    """Return somebody's boards in the API's shape."""
    return BoardsShape(boards=[OwnBoardShape(**one._asdict()) for one in own])


def board_shape(seen: SeenCircle, url: str) -> BoardShape:
    """Return a board in the API's shape."""
    return BoardShape(
        link=seen.circle.link,
        url=url,
        name=seen.circle.name,
        period=seen.period,
        keeper=_member(seen.keeper, seen.you),
        you=seen.you,
        entries=[_line(one.member, one.line, seen.you) for one in seen.lines if one.line],
        waiting=[_member(one.member, seen.you) for one in seen.lines if not one.line],
    )


def _member(member: Member, you: int | None) -> BoardMemberShape:
    number, _, name = member
    return BoardMemberShape(number=number, name=name, you=number == you)


def _line(member: Member, line: Leader, you: int | None) -> BoardLineShape:
    return BoardLineShape(
        number=member.number,
        place=line.place,
        name=member.name,
        you=member.number == you,
        games=line.games,
        wins=line.wins,
        average=round(line.average, 2),
    )
