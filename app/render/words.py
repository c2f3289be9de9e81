"""Names of cards, places and people, as sentences and labels use them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from unicodedata import east_asian_width

from babel.lists import format_list
from markupsafe import escape

from app.render.language import Language
from app.table import Seat
from engine.cards import Card, Rank, Suit
from engine.places import Place
from engine.violations import N_

_RANKS = {
    Rank.ACE: N_("ace"),
    Rank.JACK: N_("jack"),
    Rank.QUEEN: N_("queen"),
    Rank.KING: N_("king"),
}
_RANK_OF_LETTER = {rank.letter: rank for rank in Rank}
_SUITS = {
    Suit.SPADES: N_("spades"),
    Suit.HEARTS: N_("hearts"),
    Suit.DIAMONDS: N_("diamonds"),
    Suit.CLUBS: N_("clubs"),
}

# Translators: the name of a pile by itself, as a label.
PILES = {
    Place.N: N_("North pile"),
    Place.E: N_("East pile"),
    Place.S: N_("South pile"),
    Place.W: N_("West pile"),
    Place.NE: N_("North-east pile"),
    Place.SE: N_("South-east pile"),
    Place.SW: N_("South-west pile"),
    Place.NW: N_("North-west pile"),
}
# Translators: the name of a place without a pile, as a label.
PLACES = {
    Place.N: N_("North side"),
    Place.E: N_("East side"),
    Place.S: N_("South side"),
    Place.W: N_("West side"),
    Place.NE: N_("North-east corner"),
    Place.SE: N_("South-east corner"),
    Place.SW: N_("South-west corner"),
    Place.NW: N_("North-west corner"),
}
# Translators: names of the computer players, one a seat: short first names of your language.
_COMPUTERS = (N_("Ada"), N_("Bruno"), N_("Clara"), N_("Dario"), N_("Elsa"), N_("Felix"))


MOST_NAMED = 2
"""In a sentence about players; the names of more would fill a phone."""

LEVELS = {"beginner": N_("Beginner"), "casual": N_("Casual")}
"""The computer players that a host can choose."""


@cache
def rank_name(rank: Rank, language: Language) -> str:
    return language.gettext(_RANKS[rank]) if rank in _RANKS else str(int(rank))


def rank_called(letter: str, language: Language) -> str:
    """Return the rank's name by its letter in the notation."""
    return rank_name(_RANK_OF_LETTER[letter], language)


@cache
def card_name(card: Card, language: Language) -> str:
    # Translators: a card, as in “queen of hearts” and “7 of spades”.
    return language.gettext("{rank} of {suit}").format(
        rank=rank_name(card.rank, language), suit=language.gettext(_SUITS[card.suit])
    )


@lru_cache(maxsize=4096)
def listed(items: tuple[str, ...], language: Language) -> str:
    """Join as in “A, B and C”."""
    return format_list(items, locale=language.code)


def cards_listed(cards: Sequence[Card], language: Language) -> str:
    return listed(tuple(card_name(card, language) for card in cards), language)


def seat_name(seat: Seat, language: Language) -> str:
    """Return how this seat's player is called; not escaped."""
    if seat.kind == "computer":
        return language.gettext(_COMPUTERS[seat.number % len(_COMPUTERS)])
    if seat.name:
        return seat.name
    if seat.former:
        # Translators: in place of the name of somebody who has deleted themselves.
        return language.gettext("A former player")
    # Translators: a person who has not chosen a name, by the number of the seat.
    return language.gettext("Player {number}").format(number=seat.number + 1)


@cache
def computer_called(level: str, language: Language) -> str:
    """Tell what kind of computer player it is."""
    words = language.gettext(LEVELS[level]) if level in LEVELS else level
    # Translators: an opponent, such as “Computer: Casual”.
    return language.gettext("Computer: {level}").format(level=words)


@lru_cache(maxsize=4096)
def seat_names(seats: tuple[Seat, ...], language: Language) -> tuple[str, ...]:
    return tuple([seat_name(seat, language) for seat in seats])


@lru_cache(maxsize=8192)
def html(text: str) -> str:
    """Escape a text for html; a plain string, so that markup is put together by f-strings."""
    return str(escape(text))


def width_of(text: str) -> int:
    """Count its letters, those of Chinese, Japanese and Korean twice: they are twice as wide."""
    return sum(2 if east_asian_width(letter) in "FW" else 1 for letter in text)


def sign(name: str) -> str:
    """Return the one character that stands for a player: a number that ends the name tells more
    than its first letter ("Player 2", "Anna 2").
    """
    return name[-1:] if name[-1:].isdigit() else name[:1].upper()


@lru_cache(maxsize=4096)
def face(name: str, seat: int | None) -> str:
    """Draw a player's face, in the colour of the seat."""
    return f'<span class="face {colour(seat)}" aria-hidden="true">{escape(sign(name))}</span>'


def colour(seat: int | None) -> str:
    """Return the class that has a seat's colour; None is somebody who has left."""
    return "gone" if seat is None else f"f{seat}"


@lru_cache(maxsize=4096)
def name_or_you(name: str, language: Language) -> str:
    """Write a player's name, and "You", which style sheets show instead to that player.

    It stands in an element with ``data-seat``, so that it may be part of a public region.
    """
    you = escape(language.gettext("You"))
    return f'<span class="name">{escape(name)}</span><b class="you-mark">{you}</b>'
