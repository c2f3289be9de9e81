"""What a table's form and socket send: flat fields, the same ones both ways."""

from __future__ import annotations

import secrets
from typing import Literal

import msgspec

from app.phrases import Phrase
from app.rooms import refused as no
from app.rooms.commands import Command, GoOn, MakeMove, Relieve, Start, TakeBack
from app.rooms.refused import Refused
from engine.moves import MalformedMove, parse
from engine.shuffle import SEED_BYTES


class Malformed(ValueError):
    """A message that is none."""


class Message(msgspec.Struct, frozen=True):
    """What a person did at the position ``seq``: a move, a button, or with ``say`` a phrase.

    ``relieve`` is the seat of somebody for whom a computer shall play.
    """

    seq: int | None = None
    move: str | None = None
    do: Literal["next", "again", "now", "back"] | None = None
    relieve: int | None = None
    say: Phrase | None = None

    def sender(self, player: str | None) -> str:
        """Return who sends it.

        Raises:
            Refused: a stranger does.
        """
        if player is None:
            raise Refused(no.NO_SEAT)
        return player

    def command(self, player: str | None) -> Command:
        """Return what is asked of the room.

        Raises:
            Malformed: there is no move in it, or no position.
            Refused: a stranger asks.
        """
        player = self.sender(player)
        if self.do == "back":
            return TakeBack(player)
        if self.seq is None:
            raise Malformed("no position")
        if self.relieve is not None:
            return Relieve(player, self.relieve, self.seq)
        if self.do == "next":
            return GoOn(player, self.seq)
        if self.do in {"again", "now"}:
            seed = secrets.token_bytes(SEED_BYTES)
            return Start(player, seed, self.seq, now=self.do == "now")
        try:
            return MakeMove(player, self.seq, parse(self.move or ""))
        except MalformedMove as error:
            raise Malformed(str(error)) from error


_decoder = msgspec.json.Decoder(Message, strict=False)


def read_frame(text: str) -> Message:
    """Read a socket's message.

    Raises:
        Malformed: it is none.
    """
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Malformed(str(error)) from error


def read_form(fields: object) -> Message:
    """Read a form's fields.

    Raises:
        Malformed: it is none.
    """
    try:
        return msgspec.convert(fields, Message, strict=False)
    except (msgspec.MsgspecError, ValueError) as error:
        raise Malformed(str(error)) from error
