from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card
from engine.deal import Deal
from engine.events import CardPlayed, CardsDrawn, Event, MoveUndone, WentOut
from engine.match import Match
from engine.moves import END, UNDO, Move, PlayCard
from engine.places import Place
from engine.view import seen_events
from engine.violations import RuleViolation
from tests.kit.positions import cards, position
from tests.kit.strategies import deals, matches


def viewers(deal: Deal) -> list[int | None]:
    return [None, *range(len(deal.hands))]


def hidden(deal: Deal, viewer: int | None) -> list[Card]:
    """The cards that the viewer must not know: the other hands and the stock."""
    hands = [card for seat, hand in enumerate(deal.hands) if seat != viewer for card in hand]
    return [*hands, *deal.stock]


def with_cards(deal: Deal, swap: Callable[[Card], Card], viewer: int | None) -> Deal:
    """The same deal with other cards where the viewer cannot look, also in its past."""

    def swapped(seat: int | None, pile: tuple[Card, ...]) -> tuple[Card, ...]:
        return pile if seat is not None and seat == viewer else tuple(map(swap, pile))

    return replace(
        deal,
        hands=tuple(swapped(seat, hand) for seat, hand in enumerate(deal.hands)),
        stock=swapped(None, deal.stock),
        earlier=deal.earlier and with_cards(deal.earlier, swap, viewer),
    )


def shuffled(deal: Deal, viewer: int | None, luck: Random, keep: set[Card]) -> Deal:
    """The deal with the cards hidden from the viewer, but for those to keep, in other order."""
    known = [card for card in hidden(deal, viewer) if card not in keep]
    others = luck.sample(known, len(known))
    swaps = dict(zip(known, others, strict=True))
    return with_cards(deal, lambda card: swaps.get(card, card), viewer)


def cards_in(value: object) -> set[Card]:
    """Every card that an event tells of."""
    if isinstance(value, Card):
        return {value}
    if isinstance(value, PlayCard):
        return {value.card}
    if isinstance(value, tuple):
        return set().union(*map(cards_in, value))
    return set()


def told(events: tuple[Event, ...]) -> set[Card]:
    values = [getattr(event, field.name) for event in events for field in fields(event)]
    return set().union(*map(cards_in, values))


# Noninterference (rule 6.9)


@given(deals(), st.randoms(use_true_random=False))
def test_a_view_does_not_depend_on_cards_the_viewer_cannot_see(deal: Deal, luck: Random) -> None:
    """Rule 1.7."""
    for viewer in viewers(deal):
        other = shuffled(deal, viewer, luck, keep=set())
        assert other.seen_by(viewer) == deal.seen_by(viewer)


@given(deals(), st.randoms(use_true_random=False), st.data())
def test_what_a_viewer_is_told_of_a_move_does_not_depend_on_hidden_cards(
    deal: Deal, luck: Random, data: st.DataObject
) -> None:
    """Any move of any seat, but for those after which the hands lie open."""
    moves: list[Move] = [*deal.legal_moves(), *([UNDO] if deal.can_undo else [])]
    move = data.draw(st.sampled_from(moves))
    after, events = deal.play(deal.seat, move)
    for viewer in viewers(deal):
        seen = seen_events(events, viewer)
        other = shuffled(deal, viewer, luck, keep=told(seen) | cards_in(move))
        try:
            other_after, other_events = other.play(deal.seat, move)
        except RuleViolation:
            # Whether a turn may end can depend on the hand of whoever ends it, nobody else's.
            assert viewer != deal.seat
            continue
        if not after.ending and not other_after.ending:
            assert seen_events(other_events, viewer) == seen
            assert other_after.seen_by(viewer) == after.seen_by(viewer)


# What is in a view


@given(matches())
def test_a_viewer_sees_its_own_hand_and_all_of_them_when_the_deal_is_over(match: Match) -> None:
    """Rule 6.9."""
    deal = match.deal
    for viewer in viewers(deal):
        view = deal.seen_by(viewer)
        assert view.hand == (() if viewer is None else deal.hands[viewer])
        assert view.open_hands == (deal.hands if deal.ending else ())
        assert view.penalties == (deal.penalties() if deal.ending else ())
        assert view.counts == tuple(len(hand) for hand in deal.hands)
        assert view.stock == len(deal.stock)
        assert view.seat == (None if deal.ending else deal.seat)


@given(deals())
def test_only_the_seat_in_turn_is_offered_moves(deal: Deal) -> None:
    """Rule 6.5."""
    for viewer in viewers(deal):
        view = deal.seen_by(viewer)
        if viewer == deal.seat:
            assert (view.legal, view.can_undo) == (deal.legal_moves(), deal.can_undo)
        else:
            assert (view.legal, view.can_undo) == ((), False)


@given(deals())
def test_a_view_holds_no_more_cards_than_it_may(deal: Deal) -> None:
    """Rule 1.7: whatever is added to a view later must pass by here."""
    for viewer in viewers(deal):
        view = deal.seen_by(viewer)
        shown = repr(view)
        for card in hidden(deal, viewer):
            assert repr(card) not in shown


# Events


def test_only_who_draws_is_told_the_card() -> None:
    """Rule 6.9."""
    _, events = position(["8D", "8H"], "N 9S", stock="2S").play(0, END)
    drawn = CardsDrawn(0, 1, cards("2S"))
    assert seen_events(events, 0)[0] == drawn
    assert seen_events(events, 1)[0] == replace(drawn, cards=())
    assert seen_events(events, None)[0] == replace(drawn, cards=())


def test_all_other_events_are_told_to_everybody() -> None:
    card = Card.parse("8D")
    events: tuple[Event, ...] = (
        CardPlayed(0, card, Place.N, card),
        MoveUndone(0, PlayCard(card, Place.N)),
        WentOut(0),
    )
    assert seen_events(events, 1) == seen_events(events, None) == events


def test_an_event_of_an_unknown_kind_is_told_to_nobody() -> None:
    """An allow-list: what is new is secret until somebody has thought about it."""

    @dataclass
    class Peeked:
        seat: int

    peeked: Any = Peeked(0)
    assert seen_events([peeked, WentOut(0)], 0) == (WentOut(0),)
