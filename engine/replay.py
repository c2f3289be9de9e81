"""A record played again as a whole, to be looked at deal by deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from engine.events import DealBegan
from engine.match import Match
from engine.record import Moment, Record


@dataclass(frozen=True)
class Replay:
    """A record whose moves are legal and lead to the recorded end.

    ``starts`` has the match as each deal began; ``end`` is how it ended, or how far it went.
    """

    record: Record
    starts: tuple[Match, ...]
    end: Match

    @classmethod
    def of(cls, record: Record) -> Replay:
        """Play the record again.

        Raises:
            RecordError: a move was illegal, or the end is not the one recorded.
        """
        moments = record.moments()
        end = next(moments).match
        starts = [end]
        for end, seat, _ in moments:
            if seat is None:
                starts.append(end)
        record.check_end(end)
        return cls(record, tuple(starts), end)

    def deal(self, number: int) -> Iterator[Moment]:
        """Play one deal again: as dealt, and after each move.

        Raises:
            IndexError: there is no such deal.
        """
        if not 1 <= number <= len(self.starts):
            raise IndexError(number)
        match = self.starts[number - 1]
        yield Moment(match, None, (DealBegan(number, match.deal.dealer),))
        moves = (move for move in self.record.moves if move[0] >= number)
        for _, seat, move in takewhile(lambda move: move[0] == number, moves):
            match, events = match.play(seat, move)
            yield Moment(match, seat, events)
