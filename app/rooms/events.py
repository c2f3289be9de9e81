"""The events of a room's log, past tense: what they tell is already true.

They hold player ids, never names, and nothing that follows from other events.
"""

from __future__ import annotations

import msgspec


class SeatHolder(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits on a seat: a person's player id, a computer (``casual@1``), or nobody yet."""

    player: str | None = None
    computer: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether a person may still sit down here."""
        return self.player is None and self.computer is None


class _Event(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """An event knows its kind by its tag."""

    @property
    def kind(self) -> str:
        """The tag that the event is stored under."""
        return str(self.__struct_config__.tag)


class Opened(_Event, frozen=True, tag="opened"):
    """A room was opened by its host, with its seats and rules."""

    host: str
    seats: tuple[SeatHolder, ...]
    rules: dict[str, str | int | bool]


class SeatTaken(_Event, frozen=True, tag="seat-taken"):
    """A person sat down."""

    seat: int
    player: str


class MatchStarted(_Event, frozen=True, tag="match-started"):
    """A match began. A checkpoint: it holds all of the room that went before."""

    host: str
    seats: tuple[SeatHolder, ...]
    rules: dict[str, str | int | bool]
    seed: str
    engine: str
    number: int


class Moved(_Event, frozen=True, tag="moved"):
    """The seat in turn made a move; computers' moves alike."""

    seat: int
    move: str


class Ready(_Event, frozen=True, tag="ready"):
    """A person said to go on to the next deal."""

    seat: int


class Dealt(_Event, frozen=True, tag="dealt"):
    """The next deal began."""


Event = Opened | SeatTaken | MatchStarted | Moved | Ready | Dealt

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
