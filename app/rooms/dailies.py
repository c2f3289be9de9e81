"""The daily game: the same deals and the same computers' luck for everybody, one try each."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from datetime import date
from functools import partial
from typing import NamedTuple

from app.days import DAY, day_at
from app.db import dailies as db
from app.db.dailies import KeptDaily, Score
from app.rooms import refused as no
from app.rooms.events import MatchStarted, SeatHolder
from app.rooms.refused import Refused
from app.rooms.registry import Rooms, new_code
from app.rooms.results import score_of
from app.rooms.room import Room
from app.rooms.tools import Tools
from app.terms import Terms
from engine import VERSION, shuffle
from engine.match import Match
from engine.moves import Move
from engine.players import LEVELS, move_of
from engine.rules import CLASSIC

RULES = CLASSIC
OPPONENTS = ("casual", "casual", "casual")
"""Whom the daily game seats clockwise from the person; a day keeps their versions."""
SEAT = 0
"""The person's seat."""
TERMS = Terms(watching=False)


FIRST_DAY, LAST_DAY = date(2026, 1, 1), date(9999, 12, 28)
"""No clock that is wrong makes days before there was this game, or the archive goes back to them;
after the last one, Python's calendar has room for when it is closed."""


class Daily(NamedTuple):
    """What a day deals, and with which computer players, clockwise from the person."""

    day: date
    seed: bytes
    computers: tuple[str, ...]

    @property
    def commitment(self) -> str:
        """The hash of the seed, which may be shown at any time."""
        return shuffle.commitment(self.seed)

    def started_by(self, player: str) -> MatchStarted:
        """Return the event that begins a player's game."""
        seats = (SeatHolder(player=player), *(SeatHolder(computer=c) for c in self.computers))
        return MatchStarted(
            host=player,
            seats=seats,
            rules=RULES.options(),
            seed=self.seed.hex(),
            engine=VERSION,
            number=1,
            terms=TERMS,
            daily=self.day.isoformat(),
        )


class Begun(NamedTuple):
    """A player's game of a day; ``new`` if it did not exist before."""

    room: Room
    new: bool


def seed_of(key: bytes, day: date) -> bytes:
    """Return the seed of a day: who does not know the key cannot compute it."""
    return hmac.digest(key, f"daily@1/{day}/{RULES.key}".encode(), hashlib.sha256)


def play_par(daily: Daily) -> Score:
    """Let the strongest computer player play a day in the person's seat."""
    strongest = [*LEVELS.values()][-1]
    players = (strongest, *daily.computers)
    match = Match.begin(daily.seed, RULES, len(players))
    moves: list[tuple[int, int, Move]] = []
    while not match.over:
        if match.deal.ending:
            match = match.next_deal().match
            continue
        seat = match.deal.seat
        move = move_of(players[seat], match)
        moves.append((match.number, seat, move))
        match = match.play(seat, move).match
    return score_of(match, moves, SEAT)


class Dailies:
    """Knows what each day deals, and begins its games."""

    def __init__(self, tools: Tools, rooms: Rooms, key: bytes) -> None:
        """Deal from this key."""
        self._tools = tools
        self._rooms = rooms
        self._key = key
        self._pars: dict[date, asyncio.Task[Score]] = {}

    @property
    def today(self) -> date:
        """The day whose game can be played now."""
        return min(max(day_at(self._tools.now()), FIRST_DAY), LAST_DAY)

    async def first(self) -> date:
        """Return the first day that had a game."""
        day = await self._tools.reader(db.first_day)
        return min(max(date.fromisoformat(day), FIRST_DAY), self.today) if day else self.today

    async def of(self, day: date) -> Daily:
        """Return what a day deals; who is told of it may learn its hash, but not its seed.

        A day's row is made at the latest when somebody asks for it, and its computer players
        stay what they were then. Tomorrow's can be asked for, so that its hash is known before.

        Raises:
            Refused: there is no game of that day.
            DBAPIError: the database fails.
        """
        if not FIRST_DAY <= day <= LAST_DAY:
            raise Refused(no.NO_SUCH_DAY)
        kept = await self._tools.reader(partial(db.find, day=day.isoformat()))
        if kept is None:
            if not await self.first() <= day <= self.today + DAY:
                raise Refused(no.NO_SUCH_DAY)
            computers = tuple(LEVELS[level] for level in OPPONENTS)
            new = KeptDaily(day.isoformat(), seed_of(self._key, day).hex(), computers)
            kept = await self._tools.writer.run(partial(db.keep, daily=new))
        return Daily(day, bytes.fromhex(kept.seed), kept.computers)

    async def begin(self, player: str, day: date) -> Begun:
        """Begin a player's game of a day, or go on with it: there is one, from wherever asked.

        The room's log begins with the moment at which the game was, so that it is late or not
        by that moment alone.

        Raises:
            Refused: that day has no game yet or never had one, or the player's is long over.
            NobodyThere: the player was forgotten.
            DBAPIError: the database fails.
        """
        daily = await self.of(day)
        if day > self.today:
            raise Refused(no.NO_SUCH_DAY)
        name, at = day.isoformat(), self._tools.now()
        claim = partial(db.claim, day=name, player=player, at=at, new_code=new_code)
        code, begun_at = await self._tools.writer.run(claim)
        try:
            return Begun(await self._rooms.get(code), new=False)
        except Refused as refused:
            if refused.refusal is not no.ROOM_NOT_FOUND:
                raise
        if await self._tools.reader(partial(db.result_of, day=name, player=player)):
            raise Refused(no.DAILY_GAME)  # its room was deleted after a month
        return Begun(*await self._rooms.open_at(code, daily.started_by(player), begun_at))

    async def par(self, day: date) -> Score:
        """Return what the strongest computer player makes of a day; played once, in a thread.

        Raises:
            Refused: there is no game of that day.
            DBAPIError: the database fails.
        """
        if known := await self._tools.reader(partial(db.par_of, day=day.isoformat())):
            return known
        if day not in self._pars:
            task = asyncio.get_running_loop().create_task(self._play_par(day))
            self._pars[day] = task
            task.add_done_callback(lambda _: self._pars.pop(day, None))
        return await asyncio.shield(self._pars[day])

    async def _play_par(self, day: date) -> Score:
        par = await asyncio.to_thread(play_par, await self.of(day))
        await self._tools.writer.run(partial(db.keep_par, day=day.isoformat(), par=par))
        return par
