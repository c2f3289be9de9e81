"""The shapes of the API's answers and bodies; OpenAPI is made from them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.api.match_shapes import ResultShape, result_shape
from app.api.options import Options, OptionsAndPreset
from app.days import moment
from app.phrases import Phrase
from app.table import LONGEST_NAME, LogLine, ScoreSheet, Seat, Table
from app.terms import Clock, Pace, Terms
from engine.events import CardsDrawn
from engine.rules import PRESETS
from engine.view import MatchView

SeatWish = Annotated[str, Field(pattern=r"^(human|computer:[a-z]{1,20})$")]


NAME = f"1 to {LONGEST_NAME} characters, without those that cannot be seen."


Visibility = Literal["private", "public"]


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
    visibility: Visibility = Field(
        "private",
        description="Who finds the table: whoever has its code, or anybody on the front page.",
    )


class ComputerBody(Body):
    """Who shall sit on a seat: a computer of this level, or with null whoever comes."""

    computer: str | None = Field(examples=["casual"])


class RulesBody(Body):
    """The rules of a table: a preset, and options that differ from it."""

    preset: str | None = Field(None, examples=list(PRESETS))
    rules: Options | None = Field(None, examples=[{"target": 50}])


class TermsBody(Body):
    """What a host chooses besides the rules; what is left out stays as it is."""

    visibility: Visibility | None = None
    watching: bool | None = Field(None, description="Whether people without a seat may watch.")
    clock: Clock | None = Field(None, description="Seconds a turn, 0 for no clock.")
    pace: Pace | None = Field(None, description="How fast computers play.")


class PhraseBody(Body):
    """One of the phrases that can be said at a table."""

    phrase: Phrase = Field(strict=False, examples=["hello"])


class RelieveBody(Body):
    """Somebody who has done nothing for long at the position ``seq``."""

    seat: int = Field(ge=0, le=5)
    seq: int = Field(examples=[12])


class SeatBody(Body):
    """A wish for a seat; without a number, the first free one."""

    seat: int | None = Field(None, ge=0, le=5)


class StartBody(Body):
    """How to start: with ``now`` the host does not wait until the others want another match."""

    now: bool = False


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


class DeviceLinkShape(BaseModel):
    """A link that makes the browser in which it is opened the caller's, once."""

    url: str
    expires_at: datetime


class SeatShape(BaseModel):
    """A seat: ``kind`` is human, computer:LEVEL or open.

    ``stand_in`` is the level of the computer that plays for a person, else null; ``hands_over_at``
    is when one will for somebody who is away, in milliseconds since 1970. ``guest`` stands for the
    person before a match, whichever seat they have.
    """

    name: str | None
    kind: str = Field(examples=["computer:casual"])
    cards: int | None
    total: int
    connected: bool
    host: bool
    ready: bool
    idle: bool = Field(description="Whether the others may let a computer play for this person.")
    stand_in: str | None
    hands_over_at: int | None
    guest: str | None


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
        description="When this turn ends by itself or, between deals, when the next one comes, "
        "in milliseconds since 1970; null where nothing ends by itself."
    )
    ending: str | None
    hands: list[list[str]] | None
    penalties: list[int] | None


class LogShape(BaseModel):
    """A game event; ``drawn`` has the cards that the caller drew by it.

    ``move`` is "deal" for a new deal, by the seat that asked for another match or by none.
    """

    n: int
    seat: int | None
    move: str
    at: datetime
    drawn: list[str]


class TermsShape(BaseModel):
    """What the host has chosen besides the rules."""

    visibility: Visibility
    watching: bool
    clock: Clock
    pace: Pace


class SheetLineShape(BaseModel):
    """How a person ended a match."""

    total: int
    place: int


class SheetShape(BaseModel):
    """All matches of a room: one list a match, by person, null for whoever was not in it."""

    names: list[str | None]
    seats: list[int | None]
    matches: list[list[SheetLineShape | None]]


class SayingShape(BaseModel):
    """A phrase that somebody said."""

    seat: int
    phrase: Phrase


class SaidShape(BaseModel):
    """A frame of the socket: somebody has said something."""

    said: SayingShape


class OpenTableShape(BaseModel):
    """A table that anybody may join."""

    code: str
    players: list[str | None]
    free: int
    rules: OptionsAndPreset
    terms: TermsShape


class OpenTablesShape(BaseModel):
    """All tables that anybody may join, the fullest first."""

    tables: list[OpenTableShape]


class RoomShape(BaseModel):
    """A table as the caller sees it; ``day`` is the date of a daily game, else null."""

    code: str
    seq: int
    status: Literal["lobby", "playing", "over"]
    rules: OptionsAndPreset
    terms: TermsShape
    you: int | None
    seats: list[SeatShape]
    deal: DealShape | None
    log: list[LogShape]
    watchers: int
    sheet: SheetShape
    result: ResultShape | None
    commitment: str | None
    day: str | None


class ErrorShape(BaseModel):
    """What went wrong: ``code`` is stable.

    After a conflict, ``view`` is how the table stands; for rules that make no sense, ``option`` is
    the one at fault.
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
        rules=_rules(table),
        terms=_terms(table.terms),
        you=table.you,
        seats=[_seat(seat, match) for seat in table.seats],
        deal=_deal(match, table.deadline) if match else None,
        log=[_line(line) for line in table.log],
        watchers=table.watchers,
        sheet=_sheet(table.sheet),
        result=result_shape(match, table.link) if match and match.over else None,
        commitment=match.commitment if match else None,
        day=table.daily,
    )


def open_table_shape(table: Table) -> OpenTableShape:
    """Return an open table in the API's shape."""
    return OpenTableShape(
        code=table.code,
        players=[seat.name for seat in table.seats if seat.kind == "human"],
        free=sum(seat.kind == "open" for seat in table.seats),
        rules=_rules(table),
        terms=_terms(table.terms),
    )


def _rules(table: Table) -> OptionsAndPreset:
    return {"preset": table.rules.key, **table.rules.options()}


def _terms(terms: Terms) -> TermsShape:
    return TermsShape(
        visibility="public" if terms.public else "private",
        watching=terms.watching,
        clock=terms.clock,
        pace=terms.pace,
    )


def _sheet(sheet: ScoreSheet) -> SheetShape:
    return SheetShape(
        names=list(sheet.names),
        seats=list(sheet.seats),
        matches=[
            [SheetLineShape(total=end.total, place=end.place) if end else None for end in line]
            for line in sheet.lines
        ],
    )


def _seat(seat: Seat, match: MatchView | None) -> SeatShape:
    return SeatShape(
        name=seat.name,
        kind=f"computer:{seat.level}" if seat.kind == "computer" else seat.kind,
        cards=match.deal.counts[seat.number] if match else None,
        total=match.totals[seat.number] if match else 0,
        connected=seat.here,
        host=seat.host,
        ready=seat.ready,
        idle=seat.idle,
        stand_in=seat.level if seat.kind == "human" else None,
        hands_over_at=seat.hands_over_at,
        guest=seat.guest,
    )


def _deal(match: MatchView, deadline: int | None) -> DealShape:
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
        deadline=deadline,
        ending=deal.ending.value if deal.ending else None,
        hands=[list(map(str, hand)) for hand in deal.open_hands] if deal.ending else None,
        penalties=list(deal.penalties) if deal.ending else None,
    )


def _line(line: LogLine) -> LogShape:
    return LogShape(
        n=line.n,
        seat=line.seat,
        move=line.move,
        at=moment(line.at),
        drawn=[
            str(card)
            for event in line.events
            if isinstance(event, CardsDrawn)
            for card in event.cards
        ],
    )
