"""What differs from viewer to viewer: the hand, what may be done, whose turn it is."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal

from app.render.cards import FACES, by_rank
from app.render.language import Language
from app.render.players import clock
from app.render.words import card_name, html
from app.table import Table
from engine.cards import Card
from engine.events import CardPlayed, CardsDrawn, DealBegan, MoveUndone, PileMoved
from engine.moves import DRAW, END, PlayCard
from engine.rules import Drawing
from engine.view import MatchView, View
from engine.violations import N_

_OWN = (CardsDrawn, CardPlayed, PileMoved, MoveUndone)


@cache
def you_region(seat: int | None) -> str:
    """Tell style sheets which of the public regions speak of the viewer."""
    return f'<i id="you" hidden data-you="{"" if seat is None else seat}"></i>'


# The hand


def hand_region(table: Table, match: MatchView, language: Language) -> str:
    deal = match.deal
    if table.you is None:
        return '<div id="hand" class="hand" hidden></div>'
    drawn = _just_drawn(table) if not deal.ending else ()
    return _hand(deal.hand, drawn, deal.seat != table.you, language)


@lru_cache(maxsize=4096)
def _hand(
    hand: tuple[Card, ...],
    drawn: tuple[Card, ...],
    waits: bool,  # noqa: FBT001
    language: Language,
) -> str:
    held = "".join(
        [_held(card, "held drawn" if card in drawn else "held", language) for card in by_rank(hand)]
    )
    count = len(hand)
    return (
        f'<div id="hand" class="hand{" waits" if waits else ""}" data-n="{count}" role="group"'
        f' aria-label="{_hand_label(count, language)}">{held}</div>'
    )


def _just_drawn(table: Table) -> tuple[Card, ...]:
    """Return the cards that came to the viewer's hand since the viewer last did something."""
    for line in reversed(table.log):
        for event in reversed(line.events):
            if isinstance(event, DealBegan):
                return ()
            if isinstance(event, _OWN) and event.seat == table.you:
                return event.cards if isinstance(event, CardsDrawn) else ()
    return ()


@cache
def _held(card: Card, look: str, language: Language) -> str:
    return (
        f'<button type="button" class="{look}" data-card="{card}"'
        f' aria-pressed="false" aria-label="{html(card_name(card, language))}">'
        f"{FACES[card]}</button>"
    )


@cache
def _hand_label(count: int, language: Language) -> str:
    label = language.ngettext("Your hand, {count} card", "Your hand, {count} cards", count)
    return html(label.format(count=count))


# What may be done


def actions_region(table: Table, match: MatchView, language: Language) -> str:
    """Draw the buttons, which stay when there is nothing more to do, so that nothing moves.

    The script is told the legal moves, and which of them draws.
    """
    deal = match.deal
    if table.you is None:
        return _actions_of_a_stranger(language)
    if table.seats[table.you].computer:
        return _actions_of_a_lender(language)
    legal = " ".join(map(str, deal.legal))
    main = main_button(deal)
    draws = "" if main == "end" else f' data-draws="{BUTTONS[main][1]}"'
    undo = _button("undo", _state(deal.can_undo), language) if deal.rules.undo else ""
    may_press = deal.seat == table.you and (can_end(deal) or can_draw(deal))
    button = _button(main, _state(may_press), language)
    return f'<div id="actions" class="actions" data-legal="{legal}"{draws}>{undo}{button}</div>'


@cache
def _actions_of_a_stranger(language: Language) -> str:
    words = html(language.gettext("Play your own match"))
    return (
        '<div id="actions" class="actions" data-legal=""><form method="post" action="/play">'
        f'<button type="submit" class="primary">{words}</button></form></div>'
    )


@cache
def _actions_of_a_lender(language: Language) -> str:
    words = html(language.gettext("Play again myself"))
    return (
        '<div id="actions" class="actions" data-legal="">'
        f'<button class="primary" form="moves" name="do" value="back">{words}</button></div>'
    )


Button = Literal["draw", "draw-end", "end", "undo"]

BUTTONS: dict[Button, tuple[str, str, str]] = {
    "draw": ("primary", "draw", N_("Draw a card")),
    "draw-end": ("primary", "end", N_("Draw & end turn")),
    "end": ("primary", "end", N_("End turn")),
    "undo": ("quiet", "undo", N_("Undo")),
}


def main_button(deal: View) -> Button:
    """Tell what the one big button does."""
    if can_draw(deal):
        return "draw"
    return "draw-end" if deal.rules.drawing is Drawing.AT_END and deal.stock else "end"


def can_draw(deal: View) -> bool:
    """Whether drawing is a move of its own now."""
    return DRAW in deal.legal[-2:]


def can_end(deal: View) -> bool:
    return END in deal.legal[-1:]


def _state(active: bool) -> str:  # noqa: FBT001
    # Never disabled: it would lose the focus; who presses it too early hears why nothing happens.
    return "" if active else ' aria-disabled="true"'


@cache
def _button(button: Button, state: str, language: Language) -> str:
    kind, move, words = BUTTONS[button]
    return (
        f'<button class="{kind}" form="moves" name="move" value="{move}"{state}>'
        f"{html(language.gettext(words))}</button>"
    )


# Whose turn it is


def prompt_region(
    table: Table, you: int | None, match: MatchView, names: tuple[str, ...], language: Language
) -> str:
    """Draw the line that tells the seat ``you`` whose turn it is.

    While others play, a stranger's table is enough for it.
    """
    deal = match.deal
    state: Prompt
    if deal.seat is None:
        return _prompt("match-over" if match.over else "over", "", language)
    if you is not None and table.seats[you].computer:
        return _prompt("lent", "", language)
    if deal.seat == you:
        return _prompt(_own_turn(match), "", language, until=table.deadline)
    seat = table.seats[deal.seat]
    if seat.idle and you is not None:
        state = "idle" if seat.here else "away"
        return _prompt(state, names[deal.seat], language, relieve=deal.seat)
    if seat.kind == "human" and seat.computer:
        return _prompt("stood-in", names[deal.seat], language)
    if not seat.here:
        # With a clock, the turn ends before a computer comes.
        until = None if table.deadline else seat.hands_over_at
        return _prompt("away", names[deal.seat], language, until=until)
    if you is None:
        state = "watching"
    else:
        state = "out" if you in deal.out else "theirs"
    return _prompt(state, names[deal.seat], language)


def _own_turn(match: MatchView) -> Prompt:
    """Tell what is worth saying at the beginning of a turn, and within it."""
    deal = match.deal
    if deal.legal in {(END,), (DRAW,)}:
        return "pass" if main_button(deal) == "end" else "pass-draw"
    if not (can_end(deal) or can_draw(deal)):
        return "must"
    if match.number > 1 or deal.turn > len(deal.counts):
        return "yours"
    return "first" if any(isinstance(move, PlayCard) for move in deal.legal) else "first-pile"


Prompt = Literal[
    "yours", "first", "first-pile", "must", "pass", "pass-draw",
    "over", "match-over", "away", "watching", "out", "theirs", "lent", "stood-in", "idle",
]  # fmt: skip

_BEGINNINGS = {"first", "first-pile"}
"""The first turns of a match tell how to move; while something is chosen, where it may go."""
_OWN_TURN = {*_BEGINNINGS, "yours", "must", "pass", "pass-draw"}

_PROMPTS: dict[Prompt, str] = {
    "yours": N_("Your turn"),
    "first": N_("Your turn: pick a card, then a pile"),
    "first-pile": N_("Your turn: a pile can move"),
    "must": N_("Your turn: you must play first"),
    "pass": N_("Nothing fits: end your turn"),
    "pass-draw": N_("Nothing fits: draw a card"),
    "over": N_("The round is over"),
    "match-over": N_("The match is over"),
    "away": N_("{name} is away"),
    "watching": N_("You are watching. {name} is playing"),
    "out": N_("You are out. {name} is playing"),
    "theirs": N_("{name} is playing"),
    "lent": N_("A computer plays for you"),
    "stood-in": N_("A computer plays for {name}"),
    "idle": N_("{name} is taking a while"),
}


@lru_cache(maxsize=2048)
def _prompt(
    state: Prompt,
    name: str,
    language: Language,
    *,
    until: int | None = None,
    relieve: int | None = None,
) -> str:
    """Draw it; ``until`` is when the own turn ends, or a computer plays for whoever is away."""
    if until is not None and state in _BEGINNINGS:
        state = "yours"  # the seconds need the room
    sentence = language.gettext(_PROMPTS[state])
    words = html(sentence).format(name=f'<span class="who">{html(name)}</span>')
    kind, title = state, html(sentence.format(name=name))
    if state in _OWN_TURN:
        kind, title = "yours", html(language.gettext(_PROMPTS["yours"]))
    # Style sheets show it in place of the words while something is chosen.
    then = html(language.gettext("Now pick where it goes")) if state in _BEGINNINGS else ""
    choosing = f'<span class="choosing">{then}</span>' if then else ""
    if relieve is not None:
        ask = html(language.gettext("Let a computer play"))
        choosing = (
            f'<button class="quiet small" form="moves" name="relieve" value="{relieve}">'
            f"{ask}</button>"
        )
    if until is not None and state == "away":
        # Translators: when a computer plays for whoever is away, in minutes and seconds.
        words_of_time = html(language.gettext("A computer takes over in {time}"))
        soon = words_of_time.format(time=clock(until))
        choosing = f'<span class="soon" aria-hidden="true">{soon}</span>'
    counted = clock(until) if state in _OWN_TURN else ""
    return (
        f'<p id="prompt" class="prompt {kind}" data-title="{title}">'
        f"<span>{words}{counted}</span>{choosing}</p>"
    )
