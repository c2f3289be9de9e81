"""One deal: how it is dealt, what a move makes of it, what may be seen of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Concatenate, NamedTuple, ParamSpec, assert_never

from engine import violations as no
from engine.cards import Card
from engine.copies import replace
from engine.events import (
    CardPlayed,
    CardsDrawn,
    DealEnded,
    Ending,
    Event,
    MoveUndone,
    PileMoved,
    TurnEnded,
    WentOut,
)
from engine.moves import Draw, EndTurn, Move, MovePile, PlayCard, Undo
from engine.places import CORNERS, SIDES, Place
from engine.position import Pile, Position
from engine.rules import (
    HAND_SIZE,
    DealtKings,
    Drawing,
    EmptiedHand,
    FirstTurn,
    GoingOut,
    Layout,
    Rules,
)
from engine.view import View

MOST_UNDOS = 20
REFILL = 3

P = ParamSpec("P")


class Step(NamedTuple):
    """What a move led to: the deal afterwards, and the events in order."""

    deal: Deal
    events: tuple[Event, ...] = ()

    def then(
        self, follow: Callable[Concatenate[Deal, P], Step], *args: P.args, **kwargs: P.kwargs
    ) -> Step:
        """Go on from here, and keep the events of both."""
        deal, events = follow(self.deal, *args, **kwargs)
        return Step(deal, self.events + events)


@dataclass(frozen=True)
class Deal(Position):
    """A position with what may be taken back. Begin with `begin`, go on with `play`.

    ``earlier`` is the state that an undo returns to, ``latest`` the move that it would take
    back; ``undone`` counts the undos of this turn.
    """

    undone: int = 0
    earlier: Deal | None = None
    latest: Move | None = None

    @classmethod
    def begin(cls, rules: Rules, players: int, dealer: int, deck: Pile) -> Deal:
        """Deal the cards (rules 2.3 to 2.5); ``deck`` lists them in the order they are dealt."""
        clockwise = [(dealer + 1 + i) % players for i in range(players)]
        in_hands = HAND_SIZE * players
        hands = tuple(deck[clockwise.index(seat) : in_hands : players] for seat in range(players))
        piles: dict[Place, Pile] = {
            side: (card,) for side, card in zip(SIDES, deck[in_hands:], strict=False)
        }
        if rules.layout is Layout.SIDES_AND_CORNERS:
            piles |= dict.fromkeys(CORNERS, ())
        stock = list(deck[in_hands + len(SIDES) :])
        if rules.dealt_kings is not DealtKings.STAY:
            _put_kings_in_corners(piles, stock, replaced=rules.dealt_kings is DealtKings.REPLACED)
        first = dealer if rules.first_turn is FirstTurn.DEALER else clockwise[0]
        dealt = Step(cls(rules, dealer, first, hands, piles, tuple(stock)))
        return dealt.then(Deal._begin_turn, first).deal

    # What is legal, and what it does

    @property
    def can_undo(self) -> bool:
        """Whether the player in turn may take a move back (rules 6.1 to 6.4)."""
        return self._undo_refusal() is None

    def verify(self, seat: int, move: Move) -> None:
        """Say nothing about a legal move.

        Raises:
            RuleViolation: the move is illegal; the reason has a stable code.
        """
        self.verify_in_turn(seat)
        if isinstance(move, Undo):
            no.refuse(self._undo_refusal())
        else:
            self.verify_move(move)

    def play(self, seat: int, move: Move) -> Step:
        """Make a move.

        Raises:
            RuleViolation: the move is illegal; the deal is unchanged.
        """
        self.verify(seat, move)
        match move:
            case PlayCard(card, place):
                return self._play_card(card, place)
            case MovePile(source, target):
                return self._move_pile(source, target)
            case Draw():
                return self._draw_before_playing()
            case EndTurn():
                return self._end_turn()
            case Undo():
                return self._undo()
            case _:
                assert_never(move)

    def without_undo(self) -> Deal:
        """Return the same deal with nothing left to take back (a seat was handed over)."""
        return replace(self, earlier=None, latest=None)

    def _undo_refusal(self) -> no.Refusal | None:
        if not self.rules.undo:
            return no.UNDO_NOT_ALLOWED
        if self.earlier is None:
            return no.NOTHING_TO_UNDO
        return no.TOO_MANY_UNDOS if self.undone >= MOST_UNDOS else None

    # A step of a turn

    def _play_card(self, card: Card, place: Place) -> Step:
        hand = tuple(held for held in self.hands[self.seat] if held != card)
        deal = replace(
            self,
            hands=self._hands_with(hand),
            piles={**self.piles, place: (*self.piles[place], card)},
            step=self.step + 1,
            played=self.played + 1,
            privilege=None,
            earlier=self,
            latest=PlayCard(card, place),
        )
        step = Step(deal, (CardPlayed(self.seat, card, place, self.top(place)),))
        return step.then(Deal._end_if_nobody_can if hand else Deal._empty_hand)

    def _move_pile(self, source: Place, target: Place) -> Step:
        piles = {**self.piles, source: (), target: self.piles[target] + self.piles[source]}
        deal = replace(
            self,
            piles=piles,
            step=self.step + 1,
            moved=self.moved + 1,
            privilege=source,
            earlier=self,
            latest=MovePile(source, target),
        )
        pile = self.piles[source]
        alone = len(pile) == 1
        moved = PileMoved(self.seat, source, target, pile[0], self.top(target), alone)
        step = Step(deal, (moved,))
        return step.then(Deal._end_if_nobody_can)

    def _undo(self) -> Step:
        assert self.earlier is not None  # noqa: S101  # verified
        assert self.latest is not None  # noqa: S101  # goes with earlier
        deal = replace(self.earlier, undone=self.undone + 1)
        return Step(deal, (MoveUndone(self.seat, self.latest),))

    def _draw_before_playing(self) -> Step:
        step = Step(replace(self, step=self.step + 1))
        return step.then(Deal._draw, 1).then(Deal._end_if_nobody_can)

    def _draw(self, count: int) -> Step:
        """Draw up to ``count`` cards; nothing before can be undone (rule 6.2)."""
        cards = self.stock[:count]
        if not cards:
            return Step(self)
        deal = replace(
            self,
            hands=self._hands_with(self.hands[self.seat] + cards),
            stock=self.stock[count:],
            earlier=None,
            latest=None,
        )
        return Step(deal, (CardsDrawn(self.seat, len(cards), cards),))

    def _empty_hand(self) -> Step:
        """Go out, or draw three and go on (rules 4.1, 7.13, 7.16 and 7.17)."""
        a_side_is_empty = not all(self.piles[side] for side in SIDES)
        draws = self.rules.emptied_hand is EmptiedHand.DRAWS_THREE
        if draws and a_side_is_empty and self.stock:
            return self._draw(REFILL).then(Deal._end_if_nobody_can)
        step = Step(replace(self, out=(*self.out, self.seat)), (WentOut(self.seat),))
        if self.rules.going_out is GoingOut.ENDS_DEAL or len(step.deal.still_in) == 1:
            return step.then(Deal._end, Ending.WENT_OUT)
        return step.then(Deal._next_turn)

    def _hands_with(self, hand: Pile) -> tuple[Pile, ...]:
        return (*self.hands[: self.seat], hand, *self.hands[self.seat + 1 :])

    # From turn to turn

    def _end_turn(self) -> Step:
        """Draw where the rules say so, then pass the turn on (rules 3.12 and 3.13)."""
        at_end = self.rules.drawing is Drawing.AT_END
        step = self._draw(1) if at_end else Step(self)
        return step.then(Deal._next_turn)

    def _next_turn(self) -> Step:
        was_idle = self.began_empty and not self.played and not self.moved
        idle = self.idle + 1 if was_idle else 0
        step = Step(replace(self, idle=idle), (TurnEnded(self.seat),))
        if idle >= len(self.still_in):
            return step.then(Deal._end, Ending.ALL_PASSED)
        players = len(self.hands)
        clockwise = ((self.seat + i) % players for i in range(1, players))
        following = next(seat for seat in clockwise if seat not in self.out)
        return step.then(Deal._begin_turn, following)

    def _begin_turn(self, seat: int) -> Step:
        deal = replace(
            self,
            seat=seat,
            turn=self.turn + 1,
            step=0,
            began_empty=not self.stock,
            played=0,
            moved=0,
            privilege=None,
            undone=0,
            earlier=None,
            latest=None,
        )
        at_start = self.rules.drawing is Drawing.AT_START
        step = Step(deal).then(Deal._draw, 1) if at_start else Step(deal)
        return step.then(Deal._end_if_nobody_can)

    def _end_if_nobody_can(self) -> Step:
        return self._end(Ending.NOBODY_CAN) if self.nobody_can() else Step(self)

    def _end(self, ending: Ending) -> Step:
        deal = replace(self, ending=ending, earlier=None, latest=None)
        return Step(deal, (DealEnded(ending, deal.penalties()),))

    # What may be seen

    def seen_by(self, seat: int | None) -> View:
        """Build what a seat may know, or with None what a stranger at the table may.

        Everything that leaves the engine towards a person or a computer player is named here.
        """
        mine = seat == self.seat
        return View(
            rules=self.rules,
            viewer=seat,
            dealer=self.dealer,
            turn=self.turn,
            step=self.step,
            seat=None if self.ending else self.seat,
            counts=tuple(map(len, self.hands)),
            hand=() if seat is None else self.hands[seat],
            piles=self.piles,
            stock=len(self.stock),
            out=self.out,
            legal=self.legal_moves() if mine else (),
            can_undo=mine and self.can_undo,
            ending=self.ending,
            open_hands=self.hands if self.ending else (),
            penalties=self.penalties() if self.ending else (),
        )


def _put_kings_in_corners(piles: dict[Place, Pile], stock: list[Card], *, replaced: bool) -> None:
    """Put kings dealt to sides into corners, side by side (rules 7.7 and 7.8)."""
    free = iter(CORNERS)
    for side in SIDES:
        while piles[side] and piles[side][0].is_king:
            piles[next(free)] = piles[side]
            piles[side] = (stock.pop(0),) if replaced else ()
