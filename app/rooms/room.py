"""A room in this process: what people see of it, who is here, and what changes it."""

from __future__ import annotations

import asyncio
import itertools
import secrets
from collections import deque
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

import structlog

from app.db import endings
from app.db import players as db_players
from app.db import rooms as db_rooms
from app.db.writer import Append, Write
from app.phrases import KEPT_PHRASES, Phrase, Saying
from app.rooms import refused as no
from app.rooms.clock import Due, ends_at, next_due
from app.rooms.commands import Command, DealNext, Duty, Start, TakeBack
from app.rooms.decide import Circumstances, all_ready, decide
from app.rooms.endings import ending_of
from app.rooms.events import Event, SeatLeft, SeatTaken, decode, encode
from app.rooms.mailbox import Mailbox
from app.rooms.presence import Presence
from app.rooms.refused import Refused
from app.rooms.seen import Scene, changes_at, scene, seen_by
from app.rooms.state import RoomState, fold
from app.rooms.tools import Tools
from app.table import Table
from engine.shuffle import SEED_BYTES
from engine.violations import Refusal

logger = structlog.get_logger(__name__)

ABSENCE_SECONDS = 10
"""How long somebody may be away before the others go on without them, to a deal or a match."""
VISIT_SECONDS = 15
"""How long a request without a socket counts as being here."""
TRY_AGAIN_SECONDS = 2
"""When the server tries again what it could not do."""
MOST_TRIES = 5
"""How often a command is tried again after another process was faster."""

_process = secrets.token_hex(8)
_command_ids = (f"{_process}-{number:x}" for number in itertools.count())


class Room:
    """One room. `ask` is the only way to change it.

    Whoever shows the room adds a listener to `listeners`; it is called after each change.
    `made` holds what was made of the present state to be shown; a change empties it.
    """

    def __init__(self, tools: Tools, state: RoomState) -> None:
        """Take up the room at this state; `close` ends its task."""
        self.state = state
        self.names: dict[str, str] = {}
        self.presence = Presence(tools.now())
        self.listeners: set[Callable[[], None]] = set()
        self._sayings: deque[Saying] = deque(maxlen=KEPT_PHRASES)
        self.last_said = 0
        self._tools = tools
        self._scene: Scene | None = None
        self.made: dict[Hashable, Any] = {}
        self._mailbox = Mailbox(state.code, self._carry_out)
        self._closed = self._gone = False
        self._posted: set[asyncio.Task[RoomState]] = set()
        self._acts_at: int | None = -1
        self._due: tuple[RoomState | None, Due | None] = (None, None)
        self._timer: asyncio.TimerHandle | None = None
        self._next_look: asyncio.TimerHandle | None = None

    # What people see

    def seen_by(self, player: str | None) -> Table:
        """Return what this person, or a stranger, may see now."""
        you = self.state.seat_of(player)
        table: Table | None = self.made.get(you)
        if table is None:
            ends = ends_at(self.state, self.presence, self._tools.tempo.pace)
            table = self.made[you] = seen_by(self.state, you, self._look_around(), ends)
        return table

    def _look_around(self) -> Scene:
        if self._scene is None:
            now, patience = self._tools.now(), self._tools.tempo.patience
            self._scene = scene(self.state, self.names, self.presence, now, patience)
            self._look_again_at(changes_at(self.state, self.presence, now, patience))
        return self._scene

    def _look_again_at(self, at: int | None) -> None:
        if self._next_look is not None:
            self._next_look.cancel()
            self._next_look = None
        if at is not None:
            delay = max(0, at - self._tools.now()) / 1000
            self._next_look = asyncio.get_running_loop().call_later(delay, self._look_again)

    def _look_again(self) -> None:
        self._next_look = self._scene = None
        self._tell()

    # Who is here

    def arrive(self, player: str) -> None:
        """Note one more connection of a player; whose seat a computer plays plays again."""
        if self.presence.arrive(player, self.state.people, self._tools.now()):
            self._has_come(player)

    def depart(self, player: str) -> None:
        """Note one connection of a player less."""
        if self.presence.depart(player, self._tools.now()):
            self._has_gone(player)

    def visit(self, player: str | None) -> None:
        """Note that a player without a connection has asked for something."""
        if player is not None and player not in self.presence and not self._closed:
            self.presence.visit(player, self.state.people, self._tools.now())
            self._has_come(player)
            asyncio.get_running_loop().call_later(VISIT_SECONDS, self._end_visit, player)

    def _end_visit(self, player: str) -> None:
        if self.presence.end_visit(player, self._tools.now()):
            self._has_gone(player)

    def _has_come(self, player: str) -> None:
        self._people_changed(player)
        seat = self.state.seat_of(player)
        if seat is not None and self.state.seats[seat].computer:
            self._post(TakeBack(player))
        self._look_who_is_ready()

    def _has_gone(self, player: str) -> None:
        if self._closed:
            return
        self._people_changed(player)
        self._look_who_is_ready()

    def _look_who_is_ready(self) -> None:
        """Go on, if all who are here are ready: at once, or when whoever is missing stays away."""
        if not self.state.ready:
            return
        people = self.state.playing_people.values()
        # A reload is a short absence: nobody is to miss the next deal by it.
        after = 0 if all(player in self.presence for player in people) else ABSENCE_SECONDS
        asyncio.get_running_loop().call_later(after, self._go_on_without)

    def _go_on_without(self) -> None:
        """Go on to the next deal or match if everybody who is still here is ready."""
        state = self.state
        if self._closed or not all_ready(state, self.presence):
            return
        if state.between_deals:
            self._post(DealNext(state.seq))
            return
        asking = [one for one, seat in state.people.items() if seat in state.ready]
        asker = next((one for one in asking if one in self.presence), None)
        if asker is not None:
            self._post(Start(asker, secrets.token_bytes(SEED_BYTES), state.seq))

    def refusal_to(self, player: str | None) -> Refusal | None:
        """Return why a player, or a stranger with None, may not see this room, None if they may.

        It may change while somebody looks on: by a removal, or by a match that nobody may watch.
        """
        state = self.state
        if state.has_removed(player):
            return no.REMOVED
        may_look = state.match is None or state.terms.watching
        if self._gone or state.closed or not (may_look or state.seat_of(player) is not None):
            return no.ROOM_NOT_FOUND
        return None

    def check_open_to(self, player: str | None) -> None:
        """Refuse whoever may not see this room.

        Raises:
            Refused: with the same answer as for no room, unless the host has sent them away.
        """
        if (refusal := self.refusal_to(player)) is not None:
            raise Refused(refusal)

    def check_may_give_up(self, player: str | None) -> None:
        """Refuse whoever does not play a match here alone with computers.

        Raises:
            Refused: the player has no seat here, others play, too, it is a daily game, or no match
                runs.
        """
        state = self.state
        if state.seat_of(player) is None:
            raise Refused(no.NO_SEAT)
        if state.status != "playing":
            raise Refused(no.MATCH_OVER if state.match else no.NOT_STARTED)
        if state.daily:
            raise Refused(no.DAILY_GAME)
        if len(state.people) > 1:
            raise Refused(no.OTHERS_PLAY)

    def _people_changed(self, player: str) -> None:
        """Show who has come or gone; of those who only watch, nobody needs to hear at once."""
        self._scene = None
        if player in self.state.people:
            self.act_when_due()
            self._tell()

    def say(self, player: str, phrase: Phrase) -> None:
        """Let everybody at the table hear a phrase.

        Raises:
            Refused: the player has no seat here.
        """
        seat = self.state.seat_of(player)
        if seat is None:
            raise Refused(no.NO_SEAT)
        self.last_said += 1
        self._sayings.append(Saying(self.last_said, seat, phrase))
        self._tell()

    def sayings_after(self, number: int) -> list[Saying]:
        """Return what was said after the saying of that number."""
        if number == self.last_said:
            return []
        return [saying for saying in self._sayings if saying.number > number]

    @property
    def free_seats(self) -> int:
        """The number of seats on which somebody may still sit down."""
        return sum(holder.is_open for holder in self.state.seats)

    @property
    def is_open_table(self) -> bool:
        """Whether anybody may join here and somebody is waiting for it."""
        state = self.state
        return (
            state.terms.public
            and state.status == "lobby"
            and self.free_seats > 0
            and self.presence.any_of(state.people)
        )

    @property
    def idle(self) -> bool:
        """Whether nobody looks and nothing is under way or about to happen here."""
        return not (self.listeners or self._mailbox.busy or self._timer)

    # What changes it

    async def ask(self, command: Command) -> RoomState:
        """Have a command carried out; durable once this returns.

        Raises:
            Refused: it is not possible now, the mailbox is full, or the room was closed here.
            RuleViolation: it is a move that the rules forbid.
            NobodyThere: whoever asked was forgotten meanwhile.
        """
        if self._gone:
            raise Refused(no.ROOM_NOT_FOUND)
        return await self._mailbox.ask(command)

    def act_when_due(self) -> bool:
        """Set the timer for what the server has to do next; return whether there is anything."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._closed:
            return False
        state, due = self._due
        self._due = (None, None)
        if state is not self.state:
            due = next_due(self.state, self.presence, self._tools.tempo)
        if due is None:
            return False
        delay = max(0, due.at - self._tools.now()) / 1000
        self._timer = asyncio.get_running_loop().call_later(delay, self._act, due.duty)
        return True

    def _act(self, duty: Duty) -> None:
        self._timer = None
        self._post(duty)

    def _post(self, command: Command) -> None:
        """Ask by the server itself; what fails, or came too early, is looked at again."""
        task = asyncio.get_running_loop().create_task(self.ask(command), name=self.state.code)
        self._posted.add(task)
        task.add_done_callback(self._posted.discard)
        task.add_done_callback(self._go_on_after)

    def _go_on_after(self, task: asyncio.Task[RoomState]) -> None:
        # Looked at in any case: asyncio complains of an exception that nobody has taken.
        error = None if task.cancelled() else task.exception()
        if self._closed or task.cancelled():
            return
        if error is not None:
            logger.warning("the server could not act", room=task.get_name(), error=repr(error))
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(TRY_AGAIN_SECONDS, self.act_when_due)

    async def catch_up(self, n: int | None = None) -> None:
        """Read what other processes have written, up to ``n`` at least."""
        if n is not None and n <= self.state.n:
            return
        rows = await self._tools.reader(
            partial(db_rooms.after, code=self.state.code, n=self.state.n)
        )
        # Meanwhile the room may have advanced by itself.
        news = [(decode(row.event), row.n, row.at) for row in rows if row.n > self.state.n]
        if news:
            await self._advance(fold(self.state, news))

    async def read_names(self) -> None:
        """Look up the names of the people who sit here."""
        ids = {player for line in self.state.sheet for player in line.players if player}
        ids |= self.state.people.keys()
        self.names = await self._tools.reader(partial(db_players.names, ids=ids))
        self._scene = None
        self._tell()

    async def close(self) -> None:
        """Stop working; what is in the log stays, and any process can go on from it."""
        self._closed = True
        for timer in (self._timer, self._next_look):
            if timer is not None:
                timer.cancel()
        await self._mailbox.close()

    async def vanish(self) -> None:
        """Stop working because the room is deleted, and let whoever looks on know it."""
        self._gone = True
        await self.close()
        self._tell()

    async def _carry_out(self, command: Command) -> RoomState:
        command_id = next(_command_ids)
        for _ in range(MOST_TRIES):
            at = self._tools.now()
            given = Circumstances(at, self.presence, self._tools.tempo.patience)
            event = decide(self.state, command, given)
            if event is None:
                return self.state
            state = self.state.after(event, self.state.n + 1, at)
            append = self._append(event, state, at, command_id)
            if await self._tools.writer.append(append):
                self._acts_at = append.acts_at
                if state.n > self.state.n:
                    await self._advance(state)
                return state
            await self.catch_up()
        raise Refused(no.BUSY)

    def _append(self, event: Event, state: RoomState, at: int, command: str) -> Append:
        before, along = list[Write](), list[Write]()
        if isinstance(event, SeatTaken):
            before.append(partial(db_players.check_here, player=(player := event.player)))
            along.append(partial(db_rooms.seat_player, code=state.code, player=player, at=at))
        if isinstance(event, SeatLeft) and (leaver := self.state.seats[event.seat].player):
            along.append(partial(db_rooms.unseat_player, code=state.code, player=leaver))
        if state.status == "over" and self.state.status != "over":
            along.append(partial(endings.keep, ending=ending_of(state, at)))
        self._due = (state, next_due(state, self.presence, self._tools.tempo))
        due = self._due[1]
        return Append(
            room=state.code,
            n=state.n,
            kind=event.kind,
            event=encode(event),
            at=at,
            command=command,
            acts_at=due.at if due else None,
            acted_at=self._acts_at,
            before=before,
            along=along,
        )

    async def _advance(self, state: RoomState) -> None:
        before, self.state = self.state, state
        if self._scene and (_who(before) != _who(state) or any(s.idle for s in self._scene.seats)):
            self._scene = None
        self._tools.bus.publish(state.code, state.n)
        self.act_when_due()
        self._tell()
        if state.ready and state.playing_people != before.playing_people:
            self._look_who_is_ready()
        if state.seats is not before.seats and state.people.keys() - before.people.keys():
            await self.read_names()

    def _tell(self) -> None:
        self.made.clear()
        for listener in tuple(self.listeners):
            listener()


def _who(state: RoomState) -> tuple[object, ...]:
    """Return what a scene is made of, besides who is here and the time."""
    return state.seats, state.ready, state.host, state.status, state.terms, state.sheet
