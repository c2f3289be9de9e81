"""Rules as addresses and forms carry them: every option by name, as text."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl

from starlette.requests import HTTPConnection

from app.render.options import rules_query
from app.rooms import refused as no
from app.rooms.refused import Refused
from app.web.numbers import read_number
from engine.rules import (
    CLASSIC,
    MOST_PLAYERS,
    MOST_PLAYERS_ON_FOUR_PLACES,
    PRESETS,
    DealtKings,
    Drawing,
    EmptyStock,
    Layout,
    Rules,
    RulesError,
)


def read_rules(fields: Mapping[str, str], basis: Rules = CLASSIC) -> Rules:
    """Return the rules that fields ask for; what they leave out is as in ``basis``.

    Raises:
        Refused: a value is none, or the options make no sense together.
    """
    known = basis.options()
    wished = {name: _typed(fields[name], value) for name, value in known.items() if name in fields}
    try:
        return Rules.from_options({**known, **wished})
    except RulesError as error:
        raise Refused(no.WRONG_RULES, why=str(error)) from error


def _typed(text: str, like: str | int | bool) -> str | int | bool:  # noqa: FBT001
    if isinstance(like, bool):
        return text == "True" if text in {"True", "False"} else text
    if isinstance(like, int):
        number = read_number(text)
        return text if number is None else number
    return text


_IMPLIED: dict[tuple[str, str], dict[str, str]] = {
    ("layout", Layout.SIDES): {
        "most_players": str(MOST_PLAYERS_ON_FOUR_PLACES),
        "dealt_kings": DealtKings.STAY,
        "king_piles_move": "False",
    },
    ("layout", Layout.SIDES_AND_CORNERS): {"most_players": str(MOST_PLAYERS)},
    ("drawing", Drawing.UNTIL_PLAYABLE): {"empty_stock": EmptyStock.MUST_PLAY},
}
"""What makes no sense otherwise: whoever chooses the one gets the others with it."""


def changed_rules(fields: Mapping[str, str], now: Rules) -> Rules:
    """Return the rules after a lobby's form: another preset, or other options and target.

    Raises:
        Refused: a value is none, or the options make no sense together.
    """
    chosen, before = fields.get("preset", ""), fields.get("preset_before", "")
    if chosen != before and chosen in PRESETS:
        preset = PRESETS[chosen]
        # Typed while the choice of the preset was on its way, in a form that does not know it yet?
        shown = {str(now.target), str(PRESETS.get(before, now).target)}
        typed = {"target": fields["target"]} if fields.get("target", "") not in {"", *shown} else {}
        return read_rules(typed, preset)
    implied: dict[str, str] = {}
    for name, value in fields.items():
        if value != str(getattr(now, name, value)):
            implied |= _IMPLIED.get((name, value), {})
    return read_rules({**fields, **implied}, now)


def remember_rules(request: HTTPConnection, rules: Rules) -> None:
    """Keep the rules in the caller's cookie, for the next table."""
    request.session["rules"] = rules_query(rules)


def remembered_rules(request: HTTPConnection) -> Rules:
    """Return the rules that the caller chose last; those of another version are forgotten."""
    try:
        return read_rules(dict(parse_qsl(request.session.get("rules", ""))))
    except Refused:
        return CLASSIC
