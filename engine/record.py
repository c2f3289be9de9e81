"""A whole match as text and back, its replay, and a digest of the state it leads to.

The text has a header of ``name: value`` lines, then one line a turn:

    King's Corners record 1
    engine: 1
    rules: {"target": 25, …}
    players: 4
    seed: 64 hex digits
    digest: 64 hex digits

    deal 1
    2 7H>N N>E end
    3 end

A turn's line begins with its seat. The order of the cards is not in it: it follows from the seed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine import VERSION
from engine.events import DealBegan, Event
from engine.match import Match, MatchStep
from engine.moves import END, Move, parse
from engine.rules import Rules, RulesError
from engine.shuffle import SEED_BYTES
from engine.violations import RuleViolation

TITLE = "King's Corners record 1"


class RecordError(ValueError):
    """A text that is no record, or a record that does not replay; the sentence says where."""


class IllegalMove(RecordError):
    """A move that could not be made there; ``violation`` is None where no move was due at all."""

    def __init__(self, number: int, spot: tuple[int, int], move: Move, reason: Exception) -> None:
        """Name the move by its number, from 1, and say why.

        ``spot`` is the deal, and the move's number in it.
        """
        super().__init__(f"move {number}, {move}: {reason}")
        self.number = number
        self.deal, self.step = spot
        self.move = move
        self.violation = reason if isinstance(reason, RuleViolation) else None


class WrongEnd(RecordError):
    """Legal moves that lead to another end than the recorded one."""


class Moment(NamedTuple):
    """The match at one step of its replay, and how it came about: ``seat`` moved, None dealt."""

    match: Match
    seat: int | None
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A match by its seed and its moves; ``moves`` are (deal number, seat, move) in order."""

    rules: Rules
    players: int
    seed: bytes
    moves: tuple[tuple[int, int, Move], ...]
    digest: str
    engine: str = VERSION

    def replay(self) -> Match:
        """Deal and play again.

        Raises:
            RecordError: a move was illegal, or the end is not the one recorded.
        """
        *_, match = self.positions()
        self.check_end(match)
        return match

    def check_end(self, match: Match) -> None:
        """Compare the end of a replay with the recorded one.

        Raises:
            WrongEnd: it is another one.
        """
        if digest(match) != self.digest:
            raise WrongEnd("the moves do not lead to the recorded end")

    def positions(self) -> Iterator[Match]:
        """Yield the match as dealt and after every move; a new deal is a position, too.

        Raises:
            RecordError: the rules do not fit, or a move was illegal there.
        """
        return (moment.match for moment in self.moments())

    def moments(self) -> Iterator[Moment]:
        """Yield the positions with what has led to them.

        Raises:
            RecordError: the rules do not fit, or a move was illegal there.
        """
        if self.engine != VERSION:
            raise RecordError(f"recorded by engine {self.engine[:20]}, this is engine {VERSION}")
        try:
            match = Match.begin(self.seed, self.rules, self.players)
        except RulesError as error:
            raise RecordError(str(error)) from error
        yield Moment(match, None, (DealBegan(1, match.deal.dealer),))
        for number, (deal, seat, move) in enumerate(self.moves, start=1):
            try:
                if deal != match.number:
                    match, events = _deal_again(match, deal)
                    yield Moment(match, None, events)
                match, events = match.play(seat, move)
            except (RuleViolation, ValueError) as error:
                step = sum(deal == other for other, _, _ in self.moves[:number])
                raise IllegalMove(number, (deal, step), move, error) from error
            yield Moment(match, seat, events)

    def __str__(self) -> str:
        """Write the text form; `parse_record` is the inverse."""
        lines = [
            TITLE,
            f"engine: {self.engine}",
            f"rules: {json.dumps(self.rules.options())}",
            f"players: {self.players}",
            f"seed: {self.seed.hex()}",
            f"digest: {self.digest}",
        ]
        for number, turns in self.turns():
            lines += ["", f"deal {number}", *turns]
        return "\n".join(lines) + "\n"

    def turns(self) -> list[tuple[int, list[str]]]:
        """Return the moves as the text form has them: for each deal its number, and a line a turn.

        `parse_turns` is the inverse.
        """
        deals: list[tuple[int, list[str]]] = []
        now: tuple[int, int | None] = (0, None)
        for deal, seat, move in self.moves:
            if deal != now[0]:
                deals.append((deal, []))
            lines = deals[-1][1]
            if (deal, seat) != now:
                lines.append(str(seat))
            lines[-1] += f" {move}"
            now = (deal, None if move == END else seat)
        return deals


def _deal_again(match: Match, number: int) -> MatchStep:
    if number != match.number + 1:
        raise ValueError(f"deal {number} cannot follow deal {match.number}")
    return match.next_deal()


def parse_record(text: str) -> Record:
    """Read the text form.

    Raises:
        RecordError: the text is no record of this form.
    """
    head, _, body = text.replace("\r\n", "\n").partition("\n\n")
    title, *lines = head.split("\n")
    if title != TITLE:
        raise RecordError(f"a record begins with {TITLE!r}")
    header = dict(line.partition(": ")[::2] for line in lines)
    try:
        return Record(
            rules=Rules.from_options(json.loads(header["rules"])),
            players=parse_number(header["players"]),
            seed=parse_seed(header["seed"]),
            moves=tuple(parse_turns(body.split("\n"))),
            digest=header["digest"],
            engine=header["engine"],
        )
    except KeyError as error:
        raise RecordError(f"the header lacks {error}") from error
    except (ValueError, AttributeError, RecursionError) as error:
        raise RecordError(str(error)) from error


def parse_number(text: str) -> int:
    """Read a number of the digits 0 to 9; Python's own reading knows many more.

    Raises:
        ValueError: it is none.
    """
    if not (text.isascii() and text.isdecimal()):
        raise ValueError(f"{text[:20]!r} is no number")
    return int(text)


def parse_seed(text: str) -> bytes:
    """Read a seed.

    Raises:
        ValueError: it is none.
    """
    seed = bytes.fromhex(text)
    if len(seed) != SEED_BYTES or len(text) != 2 * SEED_BYTES:
        raise ValueError(f"the seed has {SEED_BYTES} bytes")
    return seed


def parse_turns(lines: Iterable[str], deal: int = 0) -> Iterator[tuple[int, int, Move]]:
    """Read lines of moves: the seat first, or "deal" and its number.

    Raises:
        ValueError: a line is none of these.
    """
    for line in lines:
        match line.split():
            case ["deal", number]:
                deal = parse_number(number)
            case [seat, *moves]:
                yield from ((deal, parse_number(seat), parse(move)) for move in moves)


def digest(match: Match) -> str:
    """Return the SHA-256, as hex, of all that the moves have brought about so far."""
    deal = match.deal
    state = {
        "number": match.number,
        "dealer": deal.dealer,
        "seat": deal.seat,
        "turn": deal.turn,
        "hands": [list(map(str, hand)) for hand in deal.hands],
        "piles": {place.value: list(map(str, pile)) for place, pile in deal.piles.items()},
        "stock": list(map(str, deal.stock)),
        "idle": deal.idle,
        "out": deal.out,
        "ending": deal.ending,
        "totals": match.totals,
        "penalties": match.penalties,
    }
    text = json.dumps(state, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
