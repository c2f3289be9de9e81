"""The shapes of the API's answers and bodies; OpenAPI is made from them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.api.options import Options, OptionsAndPreset
from app.names import LONGEST_NAME
from app.table import LogLine, Seat, Table
from engine.events import CardsDrawn
from engine.rules import PRESETS
from engine.view import MatchView

SeatWish = Annotated[str, Field(pattern=r"^(human|computer:[a-z]{1,20})$")]


NAME = f"1 to {LONGEST_NAME} characters, without those that cannot be seen."


class Body(BaseModel):
    """A request's body: unknown fields are mistakes, and numbers are no strings."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewPlayer(Body):
    """A guest who may have a name."""

    name: str | None = Field(None, examples=["Anna"], description=NAME)


class NameBody(Body):
    """What a player wants to be called."""

    name: str = Field(examples=["Anna"], description=NAME)


class NewRoom(Body):
    """A table; the caller sits on its first human seat."""

    preset: str | None = Field(None, examples=list(PRESETS))
    rules: Options | None = Field(None, examples=[{"target": 50}])
    seats: list[SeatWish] = Field(
        min_length=2,
        max_length=6,
        examples=[["human", "computer:casual", "computer:casual", "computer:beginner"]],
    )
    visibility: Literal["private"] = Field(
        "private", description="Who finds the table: whoever has its code."
    )


class SeatBody(Body):
    """A wish for a seat; without a number, the first free one."""

    seat: int | None = Field(None, ge=0, le=5)


class MoveBody(Body):
    """A move in the notation, made at the position ``seq``."""

    seq: int = Field(examples=[12])
    move: str = Field(max_length=20, examples=["7H>N", "N>E", "end", "undo"])


class SeqBody(Body):
    """The position that the caller was looking at."""

    seq: int = Field(examples=[12])


class PersonShape(BaseModel):
    """A player as others see one."""

    id: str
    name: str


class PlayerShape(BaseModel):
    """A guest, with the token that stands for the guest from now on."""

    id: str
    name: str | None
    token: str


class SeatShape(BaseModel):
    """A seat: ``kind`` is human, computer:LEVEL or open."""

    name: str | None
    kind: str = Field(examples=["computer:casual"])
    cards: int | None
    total: int
    connected: bool


class DealShape(BaseModel):
    """The deal on the table, as the caller sees it. ``turn`` is the seat that acts.

    A pile lists its cards bottom first. ``hands`` and ``penalties`` are null until it is over.
    """

    number: int
    dealer: int
    turn: int | None
    stock: int
    places: dict[str, list[str]]
    hand: list[str]
    legal: list[str]
    can_undo: bool
    deadline: int | None = Field(
        description="When this turn ends by itself, in milliseconds since 1970; "
        "null at a table without a clock."
    )
    ending: str | None
    hands: list[list[str]] | None
    penalties: list[int] | None


class LogShape(BaseModel):
    """A game event; ``drawn`` has the cards that the caller drew by it."""

    n: int
    seat: int | None
    move: str
    at: datetime
    drawn: list[str]


class StandingShape(BaseModel):
    """A line of the final table; equal totals share a place."""

    seat: int
    total: int
    place: int


class ResultShape(BaseModel):
    """A finished match; ``deals`` has the penalties of each deal, by seat."""

    standing: list[StandingShape]
    deals: list[list[int]]
    seed: str


class RoomShape(BaseModel):
    """A table as the caller sees it."""

    code: str
    seq: int
    status: Literal["lobby", "playing", "over"]
    rules: OptionsAndPreset
    you: int | None
    seats: list[SeatShape]
    deal: DealShape | None
    log: list[LogShape]
    result: ResultShape | None
    commitment: str | None


class ErrorShape(BaseModel):
    """What went wrong: ``code`` is stable. After a conflict, ``view`` is how the table stands;

    for rules that make no sense, ``option`` is the one at fault.
    """

    code: str = Field(examples=["does_not_fit"])
    message: str = Field(examples=["The TD takes a black 9."])
    view: RoomShape | None = None
    option: str | None = None


def room_shape(table: Table) -> RoomShape:
    """Return the table in the API's shape."""
    match = table.match
    return RoomShape(
        code=table.code,
        seq=table.seq,
        status=table.status,
        rules={"preset": table.rules.key, **table.rules.options()},
        you=table.you,
        seats=[_seat(seat, match) for seat in table.seats],
        deal=_deal(match) if match else None,
        log=[_line(line) for line in table.log],
        result=_result(match) if match and match.over else None,
        commitment=match.commitment if match else None,
    )


def _seat(seat: Seat, match: MatchView | None) -> SeatShape:
    level = (seat.computer or "").partition("@")[0]
    return SeatShape(
        name=seat.name,
        kind=f"computer:{level}" if level else seat.kind,
        cards=match.deal.counts[seat.number] if match else None,
        total=match.totals[seat.number] if match else 0,
        connected=seat.here,
    )


def _deal(match: MatchView) -> DealShape:
    deal = match.deal
    return DealShape(
        number=match.number,
        dealer=deal.dealer,
        turn=deal.seat,
        stock=deal.stock,
        places={place.value: list(map(str, pile)) for place, pile in deal.piles.items()},
        hand=list(map(str, deal.hand)),
        legal=list(map(str, deal.legal)),
        can_undo=deal.can_undo,
        deadline=None,
        ending=deal.ending.value if deal.ending else None,
        hands=[list(map(str, hand)) for hand in deal.open_hands] if deal.ending else None,
        penalties=list(deal.penalties) if deal.ending else None,
    )


def _line(line: LogLine) -> LogShape:
    return LogShape(
        n=line.n,
        seat=line.seat,
        move=line.move,
        at=datetime.fromtimestamp(line.at / 1000, UTC),
        drawn=[
            str(card)
            for event in line.events
            if isinstance(event, CardsDrawn)
            for card in event.cards
        ],
    )


def _result(match: MatchView) -> ResultShape:
    return ResultShape(
        standing=[
            StandingShape(seat=seat, total=total, place=place)
            for seat, total, place in match.standing
        ],
        deals=[list(row) for row in match.penalties],
        seed=match.seed.hex() if match.seed else "",
    )
