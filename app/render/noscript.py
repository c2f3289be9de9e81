"""The moves as plain buttons, for browsers without JavaScript."""

from __future__ import annotations

from app.render.hand import BUTTONS, main_button
from app.render.language import Language
from app.render.words import OBJECTS, TARGETS, card_name
from app.table import Table
from engine.moves import Move, MovePile, PlayCard
from engine.view import View


def plain_moves(table: Table, language: Language) -> list[tuple[str, str]]:
    """Return each move that is legal now: its notation and its words."""
    if table.match is None:
        return []
    deal = table.match.deal
    return [(str(move), _words(move, deal, language)) for move in deal.legal]


def _words(move: Move, deal: View, language: Language) -> str:
    _ = language.gettext
    match move:
        case PlayCard(card, place):
            # Translators: a button, as in “Play the 7 of hearts to the north”.
            words = _("Play the {card} {where}")
            return words.format(card=card_name(card, language), where=_(TARGETS[place]))
        case MovePile(source, target):
            # Translators: a button, as in “Move the north pile to the east”.
            words = _("Move {pile} {where}")
            return words.format(pile=_(OBJECTS[source]), where=_(TARGETS[target]))
        case _:
            return _(BUTTONS[main_button(deal)][2])
