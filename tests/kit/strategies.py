"""Generators for hypothesis: seeds, rule sets, deals and matches in progress."""

from collections.abc import Iterator
from dataclasses import fields, replace
from enum import StrEnum
from random import Random
from typing import Any

from hypothesis import strategies as st

from engine.deal import Deal
from engine.match import Match
from engine.moves import UNDO
from engine.rules import (
    PRESETS,
    DealtKings,
    Drawing,
    EmptyStock,
    Layout,
    Rules,
)


def seeds() -> st.SearchStrategy[bytes]:
    return st.binary(min_size=32, max_size=32)


@st.composite
def rule_sets(draw: st.DrawFn, target: int = 500) -> Rules:
    """Any rule set: a preset or a custom one, nonsense repaired."""
    if draw(st.booleans()):
        preset = draw(st.sampled_from(list(PRESETS.values())))
        return replace(preset, target=min(target, preset.target))
    options: dict[str, Any] = {
        field.name: draw(_values_of(field.default, target)) for field in fields(Rules)
    }
    options["most_players"] = draw(st.integers(2, 6))
    if options["layout"] is Layout.SIDES:
        options |= {"dealt_kings": DealtKings.STAY, "king_piles_move": False}
        options["most_players"] = min(options["most_players"], 4)
    if options["drawing"] is Drawing.UNTIL_PLAYABLE:
        options["empty_stock"] = EmptyStock.MUST_PLAY
    return Rules(**options)


def _values_of(default: object, target: int) -> st.SearchStrategy[object]:
    if isinstance(default, bool):
        return st.booleans()
    if isinstance(default, StrEnum):
        return st.sampled_from(list(type(default)))
    return st.integers(1, target)


@st.composite
def beginnings(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None) -> Match:
    """A match at its first deal."""
    chosen = draw(rules if rules is not None else rule_sets())
    return Match.begin(draw(seeds()), chosen, draw(st.integers(2, chosen.most_players)))


def random_play(match: Match, luck: Random, undo: float = 0.1) -> Iterator[Match]:
    """The match after every step of a play by chance, some moves taken back, until it is over."""
    while not match.over:
        if match.deal.ending:
            match = match.next_deal().match
        elif match.deal.can_undo and luck.random() < undo:
            match = match.play(match.deal.seat, UNDO).match
        else:
            move = luck.choice(match.deal.legal_moves())
            match = match.play(match.deal.seat, move).match
        yield match


@st.composite
def matches(
    draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None, moves: int = 250
) -> Match:
    """A match somewhere in progress, or over."""
    match = draw(beginnings(rules))
    play = random_play(match, Random(draw(st.integers(0, 2**32))))
    for _, match in zip(range(draw(st.integers(0, moves))), play, strict=False):  # noqa: B007
        pass
    return match


@st.composite
def deals(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None) -> Deal:
    """A deal somewhere in progress."""
    return draw(matches(rules).map(lambda match: match.deal).filter(lambda deal: not deal.ending))
