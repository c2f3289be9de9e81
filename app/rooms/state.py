"""A room's state: the fold of its log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from app.links import match_link
from app.rooms.events import (
    Dealt,
    Event,
    Forgotten,
    HandedOver,
    HostPassed,
    MatchLine,
    MatchStarted,
    Moved,
    Opened,
    Ready,
    Reopened,
    RulesSet,
    SeatDropped,
    SeatHolder,
    SeatLeft,
    SeatSet,
    SeatTaken,
    TakenBack,
    TermsSet,
)
from app.rooms.guests import MARK_BYTES, guest_mark
from app.rooms.logs import Log, logs_with
from app.table import DEAL, HANDED_OVER, TAKEN_BACK, LogLine, Status
from app.terms import USUAL, Terms
from engine.cards import Card
from engine.copies import replace
from engine.events import DealBegan
from engine.match import Match
from engine.moves import END, Move, parse
from engine.rules import CLASSIC, Rules
from engine.scoring import standing

T = TypeVar("T")
Moves = tuple[tuple[int, int, Move], ...]
LobbyEvent = (
    Opened
    | SeatTaken
    | SeatLeft
    | SeatSet
    | SeatDropped
    | RulesSet
    | TermsSet
    | HostPassed
    | Reopened
)


@dataclass(frozen=True)
class RoomState:
    """All that is known of a room after the event ``n``.

    ``seq`` is the number of the last event that changed the game, ``changed_at`` its time, and
    ``turn_at`` when the turn began. ``deal_moves`` are those of the deal that runs, for the match's
    record, and ``earlier_moves`` those of the deals before. ``times_out`` counts, by seat, the
    latest turns in a row whose time ran out, ``lent_turns`` the match's turns that a computer ended
    for a person, ``kings`` those in the hand when a deal ended. ``logs`` are the latest game events
    as each seat may know them, by seat, and last as a stranger may. ``former`` are the seats whose
    people were forgotten during or after this match. ``sheet`` has a line for each match of this
    room; ``removed`` are the marks of guests that the host sent away, no ids, so that nothing of
    whoever is deleted stays; ``daily`` is the day whose game this is, if it is one.
    """

    code: str
    n: int = 0
    seq: int = 0
    host: str = ""
    seats: tuple[SeatHolder, ...] = ()
    rules: Rules = CLASSIC
    terms: Terms = USUAL
    match: Match | None = None
    match_number: int = 0
    started_at: int = 0
    changed_at: int = 0
    turn_at: int = 0
    earlier_moves: Moves = ()
    deal_moves: Moves = ()
    ready: frozenset[int] = frozenset()
    times_out: tuple[int, ...] = ()
    lent_turns: tuple[int, ...] = ()
    kings: tuple[int, ...] = ()
    former: frozenset[int] = frozenset()
    logs: tuple[Log, ...] = ()
    sheet: tuple[MatchLine, ...] = ()
    removed: frozenset[str] = frozenset()
    daily: str | None = None

    def after(self, event: Event, n: int, at: int) -> RoomState:
        """Return the state after the next event.

        Raises:
            RuleViolation: the event is a move that the rules forbid.
        """
        match event:
            case Moved():
                return self._moved(event, n, at)
            case Dealt():
                return self._dealt(n, at)
            case Ready(seat):
                return replace(self, n=n, ready=self.ready | {seat})
            case MatchStarted():
                return self._started(event, n, at)
            case HandedOver(seat, computer):
                return self._handed(seat, computer, n, at)
            case TakenBack(seat):
                return self._handed(seat, None, n, at)
            case Forgotten():
                return self._forgotten(event, n, at)
            case _:
                return self._gathered(event, n)

    def _gathered(self, event: LobbyEvent, n: int) -> RoomState:
        """Return the state after an event of the lobby, or that leads back to it."""
        match event:
            case Opened(host, seats, rules, terms):
                opened = Rules.from_options(rules)
                return replace(self, n=n, host=host, seats=seats, rules=opened, terms=terms)
            case SeatTaken(seat, player):
                return self._with_seat(n, seat, SeatHolder(player=player))
            case SeatLeft(seat, removed):
                return self._left(n, seat, removed=removed)
            case SeatSet(seat, computer):
                return self._with_seat(n, seat, SeatHolder(computer=computer))
            case SeatDropped(seat):
                return replace(self, n=n, seats=(*self.seats[:seat], *self.seats[seat + 1 :]))
            case RulesSet(rules):
                return replace(self, n=n, rules=Rules.from_options(rules))
            case TermsSet(terms):
                return replace(self, n=n, terms=terms)
            case HostPassed(player):
                return replace(self, n=n, host=player)
            case Reopened():
                seats = tuple(
                    SeatHolder(player=holder.player) if holder.player else holder
                    for holder in self.seats
                )
                return replace(
                    self,
                    n=n,
                    seq=n,
                    seats=seats,
                    match=None,
                    ready=frozenset(),
                    former=frozenset(),
                    logs=(),
                    earlier_moves=(),
                    deal_moves=(),
                )

    def _with_seat(self, n: int, seat: int, holder: SeatHolder) -> RoomState:
        if not 0 <= seat <= len(self.seats):
            raise IndexError(f"seat {seat} at a table of {len(self.seats)}")
        return replace(self, n=n, seats=_with(self.seats, seat, holder))

    def _left(self, n: int, seat: int, *, removed: bool) -> RoomState:
        """Free a seat; if it was the host's, the next person clockwise is the host."""
        leaver = self.seats[seat].player
        state = self._with_seat(n, seat, SeatHolder())
        if removed and leaver:
            state = replace(state, removed=state.removed | {guest_mark(self.code, leaver)})
        if leaver == self.host:
            state = replace(state, host=next(iter(state.people), ""))
        return state

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
            terms=event.terms,
            match=match,
            match_number=event.number,
            started_at=at,
            changed_at=at,
            turn_at=at,
            times_out=(0,) * match.players,
            lent_turns=(0,) * match.players,
            kings=(0,) * match.players,
            logs=((LogLine(n, self.seq, event.again, DEAL, at, (began,)),),) * (match.players + 1),
            sheet=event.sheet,
            removed=frozenset(_as_mark(self.code, one) for one in event.removed),
            daily=event.daily,
        )

    def _moved(self, event: Moved, n: int, at: int) -> RoomState:
        before, seat = self.running, event.seat
        move = parse(event.move)
        match, events = before.play(seat, move)
        line = LogLine(n, self.seq, seat, event.move, at, events, event.hurried)
        state = replace(
            self,
            n=n,
            seq=n,
            changed_at=at,
            match=match,
            deal_moves=(*self.deal_moves, (before.number, seat, move)),
            logs=logs_with(self.logs, line),
        )
        if match.deal.turn != before.deal.turn or match.deal.ending:
            state = replace(state, turn_at=at, lent_turns=self._lent_turns_after(seat))
        if match.deal.ending:
            state = replace(state, kings=self._kings_after(match.deal.hands))
        if event.hurried or self.times_out[seat]:
            state = replace(state, times_out=self._times_out_after(event))
        return replace(state, sheet=(*self.sheet, _line_of(state))) if match.over else state

    def _lent_turns_after(self, seat: int) -> tuple[int, ...]:
        """Count a turn that a computer has ended for the person of the seat."""
        holder = self.seats[seat]
        if not (holder.player and holder.computer):
            return self.lent_turns
        return _with(self.lent_turns, seat, self.lent_turns[seat] + 1)

    def _kings_after(self, hands: Sequence[Sequence[Card]]) -> tuple[int, ...]:
        """Count the kings that are left in the hands at the end of a deal."""
        caught = (sum(card.is_king for card in hand) for hand in hands)
        return tuple(count + more for count, more in zip(self.kings, caught, strict=True))

    def _times_out_after(self, event: Moved) -> tuple[int, ...]:
        """Count the turns that the clock has ended; a move of one's own begins anew."""
        count = self.times_out[event.seat] + (event.move == str(END)) if event.hurried else 0
        return _with(self.times_out, event.seat, count)

    def _handed(self, seat: int, computer: str | None, n: int, at: int) -> RoomState:
        """Let a computer play on a seat, or with None its person again.

        Nothing of the turn can be taken back across it (rule 6.2), and the person finds a whole
        turn's time.
        """
        holder = SeatHolder(self.seats[seat].player, computer)
        match, in_turn = self.running, self.running.deal.seat == seat
        if in_turn:
            match = replace(match, deal=match.deal.without_undo())
        what = HANDED_OVER if computer else TAKEN_BACK
        return replace(
            self._with_seat(n, seat, holder),
            match=match,
            changed_at=at if in_turn else self.changed_at,
            turn_at=at if in_turn else self.turn_at,
            times_out=_with(self.times_out, seat, 0),
            ready=self.ready - {seat} if computer else self.ready,
            logs=logs_with(self.logs, LogLine(n, self.seq, seat, what, at, ())),
        )

    def _forgotten(self, event: Forgotten, n: int, at: int) -> RoomState:
        """Let nothing of a person stay: the seat is a computer's, or before a match free.

        In the match itself it stays a former player's, who has won or lost it.
        """
        leaver = self.seats[event.seat].player
        runs = self.status == "playing"
        state = self._handed(event.seat, event.computer, n, at) if runs else self
        former = self.former | {event.seat} if self.match else self.former
        seats = _with(self.seats, event.seat, SeatHolder(computer=event.computer))
        state = replace(state, n=n, seats=seats, former=former, ready=self.ready - {event.seat})
        if leaver == self.host:
            state = replace(state, host=next(iter(state.people), ""))
        return replace(state, sheet=tuple(line.without(leaver) for line in self.sheet))

    def _dealt(self, n: int, at: int) -> RoomState:
        match, events = self.running.next_deal()
        line = LogLine(n, self.seq, None, DEAL, at, events)
        return replace(
            self,
            n=n,
            seq=n,
            changed_at=at,
            turn_at=at,
            match=match,
            ready=frozenset(),
            earlier_moves=self.moves,
            deal_moves=(),
            logs=logs_with(self.logs, line),
        )

    @property
    def moves(self) -> Moves:
        """The moves of the match, each with the number of its deal and its seat."""
        return self.earlier_moves + self.deal_moves

    @property
    def match_id(self) -> str:
        """What the match that runs, or ran last, is called in the database."""
        return f"{self.code}-{self.match_number}"

    @property
    def link(self) -> str | None:
        """The last part of the address at which the match is shown, once it is over."""
        if self.match is None or not self.match.over:
            return None
        return match_link(self.match.seed, self.match_id)

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
    def closed(self) -> bool:
        """Whether everybody has left before a match: the room is gone."""
        return self.match is None and self.n > 0 and not self.people

    @property
    def people(self) -> dict[str, int]:
        """The seats of the people, by player id."""
        return {holder.player: seat for seat, holder in enumerate(self.seats) if holder.player}

    @property
    def playing_people(self) -> dict[int, str]:
        """The ids of the people for whom no computer plays, by seat."""
        return {
            seat: holder.player
            for seat, holder in enumerate(self.seats)
            if holder.player and not holder.computer
        }

    def has_removed(self, player: str | None) -> bool:
        """Whether the host has sent this person away."""
        if player is None or not self.removed:
            return False
        return guest_mark(self.code, player) in self.removed

    def seat_of(self, player: str | None) -> int | None:
        """Return the seat of a person, if the person has one."""
        if player is not None:
            for seat, holder in enumerate(self.seats):
                if holder.player == player:
                    return seat
        return None


def _as_mark(code: str, removed: str) -> str:
    """Return who was sent away as a mark; logs had ids once, which are longer."""
    return removed if len(removed) == 2 * MARK_BYTES else guest_mark(code, removed)


def _with(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """Put another value on a seat, or behind the last one."""
    return (*values[:seat], value, *values[seat + 1 :])


def _line_of(state: RoomState) -> MatchLine:
    match = state.running
    places = {line.seat: line.place for line in standing(match.totals)}
    return MatchLine(
        players=tuple(holder.player for holder in state.seats),
        totals=match.totals,
        places=tuple(places[seat] for seat in range(match.players)),
    )


def fold(state: RoomState, events: Iterable[tuple[Event, int, int]]) -> RoomState:
    """Return the state after the events, each with its number and its time.

    Raises:
        RuleViolation: one of them is a move that the rules forbid.
    """
    for event, n, at in events:
        state = state.after(event, n, at)
    return state
