"""A position: where the cards of a deal lie, whose turn it is, and what is legal there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import assert_never

from engine import violations as no
from engine.cards import DECK, KINGS, TAKES, Card, Rank
from engine.events import Ending
from engine.moves import DRAW, END, Draw, EndTurn, Move, MovePile, PlayCard
from engine.places import SIDES, Place
from engine.rules import Drawing, EmptySide, EmptyStock, HeldKings, Rules
from engine.scoring import penalty
from engine.violations import RuleViolation

Pile = tuple[Card, ...]

_ANY_CARD = frozenset(DECK)
_NO_CARD = frozenset[Card]()


@dataclass(frozen=True)
class Position:
    """The state of one deal without its past.

    Hands are in the order the cards came; a pile's bottom card is first; the stock's first
    card is drawn next. ``turn`` counts from 1. ``step``, ``played`` and ``moved`` count the
    moves, the cards played and the piles moved in this turn, net of undo. ``began_empty``
    tells whether the turn began with an empty stock, ``idle`` how many idle turns lie just
    behind (rule 5.1). ``privilege`` is the side that takes any card now (rule 7.9). ``out``
    lists who went out, the first one first.
    """

    rules: Rules
    dealer: int
    seat: int
    hands: tuple[Pile, ...]
    piles: Mapping[Place, Pile]
    stock: Pile
    turn: int = 0
    step: int = 0
    began_empty: bool = False
    played: int = 0
    moved: int = 0
    privilege: Place | None = None
    idle: int = 0
    out: tuple[int, ...] = ()
    ending: Ending | None = None

    @property
    def still_in(self) -> tuple[int, ...]:
        """The seats that have not gone out."""
        return tuple(seat for seat in range(len(self.hands)) if seat not in self.out)

    def penalties(self) -> tuple[int, ...]:
        """What each seat's hand costs now."""
        return tuple(penalty(hand, self.rules.card_values) for hand in self.hands)

    # What a place takes

    def cards_for(self, place: Place) -> frozenset[Card]:
        """The cards that may be played there from a hand (rules 3.2 to 3.4)."""
        pile = self.piles[place]
        if pile:
            return TAKES[pile[-1]]
        if place.is_corner:
            return KINGS
        any_card = self.rules.empty_side is EmptySide.ANY_CARD or place is self.privilege
        return _ANY_CARD if any_card else KINGS

    def bottoms_for(self, place: Place) -> frozenset[Card]:
        """The bottom cards of the piles that may be moved there (rules 3.5 and 3.6)."""
        pile = self.piles[place]
        if pile:
            return TAKES[pile[-1]]
        return KINGS if place.is_corner and self.rules.king_piles_move else _NO_CARD

    # What is legal

    def plays(self, seat: int) -> list[PlayCard]:
        """All cards that this seat could play if it were in turn, to every place they may go."""
        places = [(place, self.cards_for(place)) for place in self.piles]
        return [
            PlayCard(card, place)
            for card in self.hands[seat]
            for place, cards in places
            if card in cards
        ]

    def pile_moves(self) -> list[MovePile]:
        """All piles that can move, to every place they may go."""
        places = [(place, self.bottoms_for(place)) for place in self.piles]
        return [
            MovePile(side, place)
            for side in SIDES
            if (pile := self.piles[side])
            for place, bottoms in places
            if pile[0] in bottoms
        ]

    def legal_moves(self) -> tuple[Move, ...]:
        """All moves of the player in turn but undo, in a fixed order (rule 6.6)."""
        return tuple(self._legal_moves())

    def _legal_moves(self) -> Iterator[Move]:
        if self.ending:
            return
        yield from self.plays(self.seat)
        yield from self.pile_moves()
        if self._draw_refusal() is None:
            yield DRAW
        if self._end_refusal() is None:
            yield END

    def hurried_move(self) -> Move:
        """The next move of a turn that somebody must end for the player (rule 6.8)."""
        legal = self.legal_moves()
        if END in legal:
            return END
        kings = (move for move in legal if isinstance(move, PlayCard) and move.card.is_king)
        return next(kings, legal[0])

    def verify_in_turn(self, seat: int) -> None:
        """Say nothing when it is for this seat to move (rule 6.5).

        Raises:
            RuleViolation: it is not.
        """
        if self.ending:
            raise RuleViolation(no.DEAL_OVER)
        if seat != self.seat:
            raise RuleViolation(no.NOT_YOUR_TURN)

    def verify_move(self, move: PlayCard | MovePile | Draw | EndTurn) -> None:
        """Say nothing when the player in turn may make this move.

        Raises:
            RuleViolation: the rules forbid it.
        """
        match move:
            case PlayCard(card, place):
                self._verify_play(card, place)
            case MovePile(source, target):
                self._verify_pile_move(source, target)
            case Draw():
                no.refuse(self._draw_refusal())
            case EndTurn():
                no.refuse(self._end_refusal())
            case _:
                assert_never(move)

    def _verify_play(self, card: Card, place: Place) -> None:
        if card not in self.hands[self.seat]:
            raise RuleViolation(no.NOT_IN_HAND)
        if place not in self.piles:
            raise RuleViolation(no.NO_SUCH_PLACE)
        if card in self.cards_for(place):
            return
        if self.piles[place]:
            raise self._does_not_fit(place)
        raise RuleViolation(no.CORNER_NEEDS_KING if place.is_corner else no.SIDE_NEEDS_KING)

    def _verify_pile_move(self, source: Place, target: Place) -> None:
        if source not in self.piles or target not in self.piles:
            raise RuleViolation(no.NO_SUCH_PLACE)
        if not self.piles[source]:
            raise RuleViolation(no.NO_PILE_THERE)
        if source.is_corner:
            raise RuleViolation(no.CORNER_IS_FIXED)
        bottom = self.piles[source][0]
        if bottom in self.bottoms_for(target):
            return
        if self.piles[target]:
            raise self._does_not_fit(target)
        if not target.is_corner:
            raise RuleViolation(no.SIDE_IS_EMPTY)
        raise RuleViolation(no.KING_PILES_STAY if bottom.is_king else no.CORNER_NEEDS_KING)

    def top(self, place: Place) -> Card | None:
        """Return the card that is built on at a place, None on an empty one."""
        pile = self.piles[place]
        return pile[-1] if pile else None

    def _does_not_fit(self, place: Place) -> RuleViolation:
        top = self.piles[place][-1]
        if top.rank is Rank.ACE:
            return RuleViolation(no.WANTS_NOTHING)
        refusal = no.WANTS_BLACK if top.is_red else no.WANTS_RED
        return RuleViolation(refusal, card=str(top), rank=Rank(top.rank - 1).letter)

    def _can_play_or_move(self) -> bool:
        return bool(self.plays(self.seat) or self.pile_moves())

    def _draw_refusal(self) -> no.Refusal | None:
        """Drawing is a move of its own only until something can be done (rules 7.5 and 7.6)."""
        if (
            self.rules.drawing is not Drawing.UNTIL_PLAYABLE
            or not self.stock
            or self.played
            or self.moved
            or self._can_play_or_move()
        ):
            return no.CANNOT_DRAW
        return None

    def _end_refusal(self) -> no.Refusal | None:
        """Ending is free (rules 3.11 and 3.13) but for the duties of rules 7.6, 7.12 and 7.18."""
        rules = self.rules
        if rules.held_kings is HeldKings.MUST_BE_PLAYED and any(
            move.card.is_king for move in self.plays(self.seat)
        ):
            return no.MUST_PLAY_KING
        if rules.drawing is Drawing.UNTIL_PLAYABLE:
            return self._end_refusal_until_playable()
        must_play = rules.empty_stock is EmptyStock.MUST_PLAY and not self.stock
        if must_play and not self.played and self.plays(self.seat):
            return no.MUST_PLAY
        return None

    def _end_refusal_until_playable(self) -> no.Refusal | None:
        if self.played or self.moved:
            return None
        if self._can_play_or_move():
            return no.MUST_PLAY
        return no.MUST_DRAW if self.stock else None

    def nobody_can(self) -> bool:
        """Whether the deal is stuck: an empty stock, and nothing to play or move (rule 5.4)."""
        # Every seat is asked as if the turn's privilege were its own. That is no matter: while
        # there is a privilege, the seat in turn can use it.
        return not (
            self.stock or self.pile_moves() or any(self.plays(seat) for seat in self.still_in)
        )
