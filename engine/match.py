"""A match: deals one after another until a total reaches the target."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine import shuffle
from engine.copies import replace
from engine.deal import Deal
from engine.events import DealBegan, DealEnded, Event, MatchEnded
from engine.keystream import Keystream
from engine.moves import Move
from engine.rules import Rules, Tie
from engine.scoring import standing
from engine.view import MatchView

MOST_FURTHER_DEALS = 20


class MatchStep(NamedTuple):
    """What a move led to: the match afterwards, and the events in order."""

    match: Match
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Match:
    """The state of a match, a pure function of its seed, its rules and the moves made.

    ``number`` counts the deals from 1. A scored deal stays on the table, hands open, until
    `next_deal`. ``totals`` is by seat; ``penalties`` has one tuple a scored deal.
    """

    seed: bytes
    rules: Rules
    number: int
    deal: Deal
    totals: tuple[int, ...]
    penalties: tuple[tuple[int, ...], ...] = ()

    @classmethod
    def begin(cls, seed: bytes, rules: Rules, players: int) -> Match:
        """Shuffle, choose the first dealer and deal (rules 2.1 and 2.2).

        Raises:
            RulesError: the rule set is not for this number of players.
        """
        rules.check_players(players)
        dealer = shuffle.first_dealer(seed, players)
        deal = Deal.begin(rules, players, dealer, shuffle.deck(seed, 1))
        return cls(seed, rules, 1, deal, (0,) * players)

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.totals)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the lowest total (rules 5.8 and 5.9)."""
        lowest = min(self.totals)
        return tuple(seat for seat, total in enumerate(self.totals) if total == lowest)

    @property
    def over(self) -> bool:
        """Whether the match is decided (rules 5.7, 7.20 and 7.21)."""
        if not self.deal.ending or max(self.totals) < self.rules.target:
            return False
        return self.rules.tie is Tie.SHARED or len(self.winners) == 1 or self._was_tied_for_long()

    def _was_tied_for_long(self) -> bool:
        """Whether twenty further deals have not decided it (rule 7.21)."""
        earlier = self.penalties[:-MOST_FURTHER_DEALS]
        return any(sum(points) >= self.rules.target for points in zip(*earlier, strict=True))

    def play(self, seat: int, move: Move) -> MatchStep:
        """Make a move; a deal that it ends is scored.

        Raises:
            RuleViolation: the move is illegal.
        """
        deal, events = self.deal.play(seat, move)
        match = replace(self, deal=deal)
        if isinstance(ended := events[-1], DealEnded):
            match = replace(
                match,
                totals=tuple(map(sum, zip(self.totals, ended.penalties, strict=True))),
                penalties=(*self.penalties, ended.penalties),
            )
            if match.over:
                events = (*events, MatchEnded(match.winners))
        return MatchStep(match, events)

    def next_deal(self) -> MatchStep:
        """Pass the deal clockwise and deal again (rule 2.6).

        Raises:
            ValueError: the deal still runs, or the match is over.
        """
        if not self.deal.ending or self.over:
            raise ValueError("no deal is due")
        number, dealer = self.number + 1, (self.deal.dealer + 1) % self.players
        deck = shuffle.deck(self.seed, number)
        deal = Deal.begin(self.rules, self.players, dealer, deck)
        return MatchStep(replace(self, number=number, deal=deal), (DealBegan(number, dealer),))

    def luck(self) -> Keystream:
        """Return the randomness for the choice that the seat in turn has to make."""
        deal = self.deal
        return shuffle.luck(self.seed, self.number, deal.turn, deal.seat, deal.step)

    def seen_by(self, seat: int | None) -> MatchView:
        """Build what a seat, or a stranger with None, may know."""
        over = self.over
        return MatchView(
            number=self.number,
            deal=self.deal.seen_by(seat),
            totals=self.totals,
            penalties=self.penalties,
            over=over,
            standing=standing(self.totals) if over else (),
            commitment=shuffle.commitment(self.seed),
            seed=self.seed if over else None,
        )
