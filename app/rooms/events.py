"""The events of a room's log, past tense: what they tell is already true.

They hold player ids, never names, and nothing that follows from other events.
"""

from __future__ import annotations

import msgspec

from app.terms import Terms


class SeatHolder(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits on a seat: a person's player id, a computer (``casual@1``), or nobody yet.

    With both, the seat is the person's, and the computer plays for the person.
    """

    player: str | None = None
    computer: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether a person may still sit down here."""
        return self.player is None and self.computer is None

    @property
    def is_played_by_person(self) -> bool:
        """Whether the person who holds this seat plays."""
        return self.player is not None and self.computer is None


class MatchLine(msgspec.Struct, frozen=True):
    """A line of a room's score sheet: a match that was played to its end, in it.

    ``players`` are the ids by seat, None for a computer's or a former player's; ``totals`` and
    ``places`` by seat.
    """

    players: tuple[str | None, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]

    def without(self, player: str | None) -> MatchLine:
        """Return it with this person's seat as nobody's any more."""
        players = tuple(None if one == player else one for one in self.players)
        return MatchLine(players, self.totals, self.places)


class _Event(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """An event knows its kind by its tag."""

    @property
    def kind(self) -> str:
        """The tag that the event is stored under."""
        return str(self.__struct_config__.tag)


class Opened(_Event, frozen=True, tag="opened"):
    """A room was opened by its host, with its seats, rules and terms."""

    host: str
    seats: tuple[SeatHolder, ...]
    rules: dict[str, str | int | bool]
    terms: Terms = Terms()


class SeatTaken(_Event, frozen=True, tag="seat-taken"):
    """A person sat down."""

    seat: int
    player: str


class SeatLeft(_Event, frozen=True, tag="seat-left"):
    """A person got up before the match; a guest ``removed`` by the host may not come back."""

    seat: int
    removed: bool = False


class SeatSet(_Event, frozen=True, tag="seat-set"):
    """The host put a computer on a seat, or opened it; the seat after the last one is new."""

    seat: int
    computer: str | None = None


class SeatDropped(_Event, frozen=True, tag="seat-dropped"):
    """The host took away a seat on which no person sat."""

    seat: int


class RulesSet(_Event, frozen=True, tag="rules-set"):
    """The host chose the rules."""

    rules: dict[str, str | int | bool]


class TermsSet(_Event, frozen=True, tag="terms-set"):
    """The host chose the terms."""

    terms: Terms


class HostPassed(_Event, frozen=True, tag="host-passed"):
    """Somebody else is the host from now on."""

    player: str


class MatchStarted(_Event, frozen=True, tag="match-started"):
    """A match began. A checkpoint: it holds all of the room that went before.

    ``daily`` is the day whose game it is: a room of a daily game begins with this event. ``again``
    is the seat that asked for another match, when one had ended.
    """

    host: str
    seats: tuple[SeatHolder, ...]
    rules: dict[str, str | int | bool]
    seed: str
    engine: str
    number: int
    terms: Terms = Terms()
    sheet: tuple[MatchLine, ...] = ()
    removed: frozenset[str] = frozenset()
    daily: str | None = None
    again: int | None = None


class Moved(_Event, frozen=True, tag="moved"):
    """The seat in turn made a move; computers' moves alike. The clock made it if ``hurried``."""

    seat: int
    move: str
    hurried: bool = False


class HandedOver(_Event, frozen=True, tag="handed-over"):
    """A computer plays for the person on this seat from now on."""

    seat: int
    computer: str


class TakenBack(_Event, frozen=True, tag="taken-back"):
    """The person on this seat plays again."""

    seat: int


class Forgotten(_Event, frozen=True, tag="forgotten"):
    """The person on this seat is no more: it is this computer's, or before a match a free one."""

    seat: int
    computer: str | None = None


class Ready(_Event, frozen=True, tag="ready"):
    """A person said to go on to the next deal, or wants another match."""

    seat: int


class Dealt(_Event, frozen=True, tag="dealt"):
    """The next deal began."""


class Reopened(_Event, frozen=True, tag="reopened"):
    """After a match, the table became a lobby again: seats and rules may change."""


Event = (
    Opened
    | SeatTaken
    | SeatLeft
    | SeatSet
    | SeatDropped
    | RulesSet
    | TermsSet
    | HostPassed
    | MatchStarted
    | Moved
    | HandedOver
    | TakenBack
    | Forgotten
    | Ready
    | Dealt
    | Reopened
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode(event: Event) -> str:
    """Return the event as JSON."""
    return _encoder.encode(event).decode()


def decode(text: str) -> Event:
    """Read what `encode` wrote.

    Raises:
        MsgspecError: it is damaged, or of a kind that this version does not know.
    """
    return _decoder.decode(text)
