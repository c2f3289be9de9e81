"""The moves as plain buttons, for browsers without JavaScript."""

from __future__ import annotations

from app.render.hand import BUTTONS, main_button
from app.render.language import Language
from app.render.words import PLACES, card_name
from app.table import Table
from engine.cards import Card
from engine.moves import Move, MovePile, PlayCard
from engine.places import Place
from engine.view import View


def plain_moves(table: Table, language: Language) -> list[tuple[str, str]]:
    """Return each move that is legal now: its notation and its words."""
    if table.match is None:
        return []
    deal = table.match.deal
    return [(str(move), _words(move, deal, language)) for move in deal.legal]


def _words(move: Move, deal: View, language: Language) -> str:
    match move:
        case PlayCard(card, place):
            return _from_to(card, place, deal, language)
        case MovePile(source, target):
            return _from_to(deal.piles[source][0], target, deal, language)
        case _:
            return language.gettext(BUTTONS[main_button(deal)][2])


def _from_to(card: Card, place: Place, deal: View, language: Language) -> str:
    pile = deal.piles[place]
    where = card_name(pile[-1], language) if pile else language.gettext(PLACES[place])
    return f"{card_name(card, language)} → {where}"
