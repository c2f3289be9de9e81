"""What happened and why something is refused, as sentences in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from app.render.language import Language
from app.render.words import (
    card_name,
    cards_listed,
    listed,
    rank_called,
    seat_names,
)
from app.table import DEAL, HANDED_OVER, TAKEN_BACK, LogLine, Table
from engine.cards import Card
from engine.events import (
    CardPlayed,
    CardsDrawn,
    DealBegan,
    DealEnded,
    Ending,
    Event,
    MatchEnded,
    MoveUndone,
    PileMoved,
    TurnEnded,
    WentOut,
)
from engine.violations import N_, Refusal

Both = tuple[str, str]
"""How a thing is told to whoever did it, and to the others."""

_PLAYED_ON: Both = (
    N_("You played the {card} on the {on}."),
    N_("{name} played the {card} on the {on}."),
)
_OPENED_CORNER: Both = (
    N_("You opened a corner with the {card}."),
    N_("{name} opened a corner with the {card}."),
)
_PLAYED_TO_SIDE: Both = (
    N_("You played the {card} to an empty side."),
    N_("{name} played the {card} to an empty side."),
)
# Translators: {bottom} is the bottom card of the pile that moves.
_MOVED_ON: Both = (
    N_("You moved the {bottom} pile onto the {on}."),
    N_("{name} moved the {bottom} pile onto the {on}."),
)
_MOVED_TO_CORNER: Both = (
    N_("You moved the {bottom} pile to a corner."),
    N_("{name} moved the {bottom} pile to a corner."),
)
_ONE_CARD_MOVED_ON: Both = (
    N_("You moved the {bottom} onto the {on}."),
    N_("{name} moved the {bottom} onto the {on}."),
)
_ONE_CARD_MOVED_TO_CORNER: Both = (
    N_("You moved the {bottom} to a corner."),
    N_("{name} moved the {bottom} to a corner."),
)
_DONE: dict[type[MoveUndone | TurnEnded | WentOut], Both] = {
    MoveUndone: (N_("You took back your move."), N_("{name} took back a move.")),
    TurnEnded: (N_("You ended your turn."), N_("{name} ended the turn.")),
    WentOut: (N_("You went out!"), N_("{name} went out!")),
}


_CHANGED_HANDS: dict[str, Both] = {
    HANDED_OVER: (
        N_("A computer stepped in for you."),
        N_("A computer stepped in for {name}."),
    ),
    TAKEN_BACK: (N_("You play again yourself."), N_("{name} is back and plays again.")),
}
_AGAIN: Both = (N_("You start another match."), N_("{name} starts another match."))
_TIME_RAN_OUT: Both = (N_("Your time ran out."), N_("The time of {name} ran out."))
_PASSING = (CardsDrawn, TurnEnded)


SAID_ON_ARRIVAL = 2
"""How many of the latest sentences a page tells that comes, or comes back."""


def _is_plain_end(event: Event) -> bool:
    return isinstance(event, DealEnded) and event.ending is Ending.WENT_OUT


def refusal_sentence(refusal: Refusal, parameters: Mapping[str, str], language: Language) -> str:
    """Say why something is refused; ``parameters`` are in the notation."""
    words = dict(parameters)
    if "card" in words:
        words["card"] = card_name(Card.parse(words["card"]), language)
    if "rank" in words:
        words["rank"] = rank_called(words["rank"], language)
    if "why" in words:
        words["why"] = language.gettext(words["why"])
    return language.gettext(refusal.sentence).format_map(words)


class Told(NamedTuple):
    """One event of the log in sentences; ``seat`` moved, None when a deal began.

    ``aloud`` is False for what only the log tells: that somebody else drew, or ended a turn, after
    having played. It would push out of sight what was played.
    """

    seat: int | None
    sentences: tuple[str, ...]
    aloud: bool = True


def told(table: Table, after_n: int, language: Language) -> list[Told]:
    """Tell what happened after the log's event ``after_n``.

    It tells what this viewer may know: only its owner hears which card was drawn.
    """
    log, start = table.log, _first_after(table.log, after_n)
    teller = Teller(language, seat_names(table.seats, language), table.you)
    return [
        Told(
            None if line.move == DEAL else line.seat,
            tuple(teller.line(line)),
            _is_aloud(line, log[at - 1] if at else None, table.you),
        )
        for at, line in enumerate(log[start:], start)
    ]


def _first_after(log: Sequence[LogLine], n: int) -> int:
    """Return the index of the first line after the event ``n``; it is among the last ones."""
    start = len(log)
    while start and log[start - 1].n > n:
        start -= 1
    return start


def _is_aloud(line: LogLine, before: LogLine | None, you: int | None) -> bool:
    passes = all(isinstance(event, _PASSING) and event.seat != you for event in line.events)
    if line.hurried or line.move in _CHANGED_HANDS:
        return True
    first = before is None or before.move == DEAL or before.seat != line.seat
    return not passes or first


def seats_told_of(table: Table, after_n: int) -> frozenset[int | None]:
    """Return the seats that are spoken of after ``after_n``: all others are told the same."""
    return frozenset(
        seat for line in table.log[_first_after(table.log, after_n) :] for seat in _seats_in(line)
    )


def _seats_in(line: LogLine) -> Iterable[int | None]:
    if line.move in _CHANGED_HANDS:
        return (line.seat,)
    asked = [line.seat] if line.move == DEAL else []
    return asked + [seat for event in line.events for seat in _seats_of(event)]


def _seats_of(event: Event) -> tuple[int, ...]:
    match event:
        case DealBegan(_, dealer):
            return (dealer,)
        case MatchEnded(winners):
            return winners
        case DealEnded():
            return ()
        case _:
            return (event.seat,)


def said_aloud(lines: Iterable[Told]) -> list[str]:
    """Return the sentences that are said beside the layout, in their order."""
    return [sentence for line in lines if line.aloud for sentence in line.sentences]


def lately_said(table: Table, language: Language) -> list[str]:
    """Return the latest sentences beside the layout, for a page that has heard none of them."""
    return said_aloud(told(table, 0, language))[-SAID_ON_ARRIVAL:]


class Teller(NamedTuple):
    """Tells events to one listener; ``you`` is the listener's seat, None for everybody."""

    language: Language
    names: tuple[str, ...]
    you: int | None

    def line(self, line: LogLine) -> Iterable[str]:
        """Tell a line of the log."""
        if line.seat is not None and line.move in _CHANGED_HANDS:
            words = self._said(_CHANGED_HANDS[line.move], line.seat)
            return [words.format(name=self.names[line.seat])]
        if line.seat is not None and (line.hurried or line.move == DEAL):
            words = self._said(_TIME_RAN_OUT if line.hurried else _AGAIN, line.seat)
            return [words.format(name=self.names[line.seat]), *self.each(line.events)]
        return self.each(line.events)

    def each(self, events: tuple[Event, ...]) -> Iterator[str]:
        """Tell it sentence by sentence; drawing and ending a turn are told in one."""
        rest = iter(zip(events, (*events[1:], None), strict=True))
        for event, following in rest:
            if isinstance(following, MatchEnded) and _is_plain_end(event):
                continue  # who has won the match says enough
            if (
                isinstance(event, CardsDrawn)
                and isinstance(following, TurnEnded)
                and following.seat == event.seat
            ):
                next(rest)
                yield self._drew_and_ended(event)
            else:
                yield self._event(event)

    def _event(self, event: Event) -> str:
        match event:
            case CardPlayed():
                return self._card_played(event)
            case PileMoved():
                return self._pile_moved(event)
            case CardsDrawn():
                return self._cards_drawn(event)
            case MoveUndone() | TurnEnded() | WentOut():
                return self._done(event)
            case _:
                return self._milestone(event)

    def _milestone(self, event: DealBegan | DealEnded | MatchEnded) -> str:
        match event:
            case DealBegan(number, dealer):
                return self._deal_began(number, dealer)
            case DealEnded(ending):
                return self._deal_ended(ending)
            case MatchEnded(winners):
                return self._match_ended(winners)

    def _done(self, event: MoveUndone | TurnEnded | WentOut) -> str:
        return self._said(_DONE[type(event)], event.seat).format(name=self.names[event.seat])

    def _card_played(self, event: CardPlayed) -> str:
        if event.on is not None:
            words = _PLAYED_ON
        else:
            words = _OPENED_CORNER if event.place.is_corner else _PLAYED_TO_SIDE
        return self._with_cards(words, event.seat, card=event.card, on=event.on)

    def _pile_moved(self, event: PileMoved) -> str:
        if event.alone:
            words = _ONE_CARD_MOVED_TO_CORNER if event.on is None else _ONE_CARD_MOVED_ON
        else:
            words = _MOVED_TO_CORNER if event.on is None else _MOVED_ON
        return self._with_cards(words, event.seat, bottom=event.bottom, on=event.on)

    def _with_cards(self, words: Both, seat: int, **cards: Card | None) -> str:
        called = {name: card_name(card, self.language) for name, card in cards.items() if card}
        return self._said(words, seat).format(name=self.names[seat], **called)

    def _said(self, words: Both, seat: int) -> str:
        mine, theirs = words
        return self.language.gettext(mine if seat == self.you else theirs)

    def _cards_drawn(self, event: CardsDrawn) -> str:
        if event.seat == self.you and event.cards:
            words = self.language.gettext("You drew the {cards}.")
            return words.format(cards=cards_listed(event.cards, self.language))
        if event.seat == self.you:
            words = self.language.ngettext(
                "You drew a card.", "You drew {count} cards.", event.count
            )
            return words.format(count=event.count)
        words = self.language.ngettext(
            "{name} drew a card.", "{name} drew {count} cards.", event.count
        )
        return words.format(name=self.names[event.seat], count=event.count)

    def _drew_and_ended(self, event: CardsDrawn) -> str:
        if event.seat == self.you and event.cards:
            words = self.language.gettext("You drew the {cards} and ended your turn.")
            return words.format(cards=cards_listed(event.cards, self.language))
        if event.seat == self.you:
            return self.language.gettext("You drew a card and ended your turn.")
        words = self.language.gettext("{name} drew a card and ended the turn.")
        return words.format(name=self.names[event.seat])

    def _deal_began(self, number: int, dealer: int) -> str:
        if dealer == self.you:
            return self.language.gettext("Round {number}: you dealt.").format(number=number)
        words = self.language.gettext("Round {number}: {name} dealt.")
        return words.format(number=number, name=self.names[dealer])

    def _deal_ended(self, ending: Ending) -> str:
        match ending:
            case Ending.WENT_OUT:
                return self.language.gettext("The round is over.")
            case Ending.ALL_PASSED:
                return self.language.gettext("Everybody passed: the round is a stalemate.")
            case Ending.NOBODY_CAN:
                return self.language.gettext("Nobody can play: the round is a stalemate.")

    def _match_ended(self, winners: tuple[int, ...]) -> str:
        if winners == (self.you,):
            return self.language.gettext("You win the match!")
        words = self.language.ngettext(
            "{names} wins the match.", "{names} share the win of the match.", len(winners)
        )
        return words.format(
            names=listed(tuple(self.names[seat] for seat in winners), self.language)
        )
