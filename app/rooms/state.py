"""A room's state: the fold of its log."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from app.rooms.events import Dealt, Event, MatchStarted, Moved, Opened, Ready, SeatHolder, SeatTaken
from app.table import LogLine, Seat, Status, Table
from engine import events as game
from engine.copies import replace
from engine.events import DealBegan
from engine.match import Match
from engine.moves import Move, parse
from engine.rules import CLASSIC, Rules
from engine.view import seen_events

KEPT_LINES = 40
"""Game events that a room remembers for its log; a whole match is in its record."""


Log = tuple[LogLine, ...]


@dataclass(frozen=True)
class RoomState:
    """All that is known of a room after the event ``n``.

    ``seq`` is the number of the last event that changed the game, ``changed_at`` its time.
    ``logs`` are the latest game events as each seat may know them, by seat, and last as a stranger
    may. ``moves`` are those of the
    match that runs, for its record, each with the number of its deal and its seat.
    """

    code: str
    n: int = 0
    seq: int = 0
    host: str = ""
    seats: tuple[SeatHolder, ...] = ()
    rules: Rules = CLASSIC
    match: Match | None = None
    match_number: int = 0
    started_at: int = 0
    changed_at: int = 0
    moves: tuple[tuple[int, int, Move], ...] = ()
    ready: frozenset[int] = frozenset()
    logs: tuple[Log, ...] = ()

    def after(self, event: Event, n: int, at: int) -> RoomState:
        """Return the state after the next event.

        Raises:
            RuleViolation: the event is a move that the rules forbid.
        """
        match event:
            case Opened(host, seats, rules):
                return replace(self, n=n, host=host, seats=seats, rules=Rules.from_options(rules))
            case SeatTaken(seat, player):
                holders = list(self.seats)
                holders[seat] = SeatHolder(player=player)
                return replace(self, n=n, seats=tuple(holders))
            case MatchStarted():
                return self._started(event, n, at)
            case Moved(seat, move):
                return self._moved(seat, move, n, at)
            case Ready(seat):
                return replace(self, n=n, ready=self.ready | {seat})
            case Dealt():
                return self._dealt(n, at)

    def _started(self, event: MatchStarted, n: int, at: int) -> RoomState:
        rules = Rules.from_options(event.rules)
        match = Match.begin(bytes.fromhex(event.seed), rules, len(event.seats))
        began = DealBegan(1, match.deal.dealer)
        return RoomState(
            code=self.code,
            n=n,
            seq=n,
            host=event.host,
            seats=event.seats,
            rules=rules,
            match=match,
            match_number=event.number,
            started_at=at,
            changed_at=at,
            logs=((LogLine(n, self.seq, None, "deal", at, (began,)),),) * (match.players + 1),
        )

    def _moved(self, seat: int, text: str, n: int, at: int) -> RoomState:
        before = self.running
        move = parse(text)
        match, events = before.play(seat, move)
        line = LogLine(n, self.seq, seat, text, at, events)
        return replace(
            self,
            n=n,
            seq=n,
            changed_at=at,
            match=match,
            moves=(*self.moves, (before.number, seat, move)),
            logs=_logs_with(self.logs, line),
        )

    def _dealt(self, n: int, at: int) -> RoomState:
        match, events = self.running.next_deal()
        line = LogLine(n, self.seq, None, "deal", at, events)
        return replace(
            self,
            n=n,
            seq=n,
            changed_at=at,
            match=match,
            ready=frozenset(),
            logs=_logs_with(self.logs, line),
        )

    @property
    def running(self) -> Match:
        """The match on the table, running or over.

        Raises:
            LookupError: none has started.
        """
        if self.match is None:
            raise LookupError(f"no match has started in {self.code}")
        return self.match

    @property
    def status(self) -> Status:
        """Where the room stands."""
        if self.match is None:
            return "lobby"
        return "over" if self.match.over else "playing"

    @property
    def between_deals(self) -> bool:
        """Whether a scored deal lies open and another one follows."""
        return self.match is not None and bool(self.match.deal.ending) and not self.match.over

    @property
    def computer_in_turn(self) -> str | None:
        """The computer player whose turn it is, if it is one's."""
        if self.match is None or self.match.deal.ending:
            return None
        return self.seats[self.match.deal.seat].computer

    @property
    def people(self) -> dict[str, int]:
        """The seats of the people, by player id."""
        return {holder.player: seat for seat, holder in enumerate(self.seats) if holder.player}

    def seat_of(self, player: str | None) -> int | None:
        """Return the seat of a person, if the person has one."""
        for seat, holder in enumerate(self.seats):
            if holder.player == player and player is not None:
                return seat
        return None

    def seats_seen(self, names: Mapping[str, str], present: Collection[str]) -> tuple[Seat, ...]:
        """Build what everybody may know of who sits where; ``present`` are who is connected."""
        return tuple(
            _seat(number, holder, names, present, ready=number in self.ready)
            for number, holder in enumerate(self.seats)
        )

    def seen_by(self, you: int | None, seats: tuple[Seat, ...]) -> Table:
        """Build what a seat, or a stranger with None, may see; ``seats`` are the `seats_seen`."""
        return Table(
            code=self.code,
            seq=self.seq,
            status=self.status,
            rules=self.rules,
            you=you,
            host=you is not None and self.seats[you].player == self.host,
            seats=seats,
            match=self.match.seen_by(you) if self.match else None,
            log=self.logs[-1 if you is None else you] if self.logs else (),
        )


def _seat(
    number: int,
    holder: SeatHolder,
    names: Mapping[str, str],
    present: Collection[str],
    *,
    ready: bool,
) -> Seat:
    if holder.computer:
        return Seat(number, "computer", computer=holder.computer)
    if holder.player is None:
        return Seat(number, "open", here=False)
    name, here = names.get(holder.player), holder.player in present
    return Seat(number, "human", name=name, here=here, ready=ready)


def _logs_with(logs: tuple[Log, ...], whole: LogLine) -> tuple[Log, ...]:
    """Add what happened to each log as its seat may know it; only drawn cards differ."""
    public = whole._replace(events=seen_events(whole.events, None))
    lines = [public] * len(logs)
    for event in whole.events:
        if isinstance(event, game.CardsDrawn):
            lines[event.seat] = whole._replace(events=seen_events(whole.events, event.seat))
    return tuple((*log[-KEPT_LINES:], line) for log, line in zip(logs, lines, strict=True))


def fold(state: RoomState, events: Iterable[tuple[Event, int, int]]) -> RoomState:
    """Return the state after the events, each with its number and its time.

    Raises:
        RuleViolation: one of them is a move that the rules forbid.
    """
    for event, n, at in events:
        state = state.after(event, n, at)
    return state
