from __future__ import annotations

import re
from dataclasses import fields
from enum import StrEnum
from itertools import pairwise

import pytest

from app.pages.showcase import showcase
from app.render import examples
from app.render.examples import COSTS, EXAMPLES, LEFT_OVER, Example, example_figures
from app.render.pages import RulesPage, render_page
from app.render.variants import NAMES, differences, presets_told
from engine.cards import DECK, Card
from engine.deal import Deal
from engine.events import Ending
from engine.places import CORNERS, PLACES, SIDES
from engine.rules import CLASSIC, HAND_SIZE, PRESETS, EmptyStock, Layout, Rules
from engine.scoring import penalty
from tests.app.render.showing import ENGLISH, Elements, static_url
from tests.kit.positions import cards, layout, legal, play, position

PAGE = render_page(RulesPage(showcase()), ENGLISH, static_url)
EACH = pytest.mark.parametrize("example", EXAMPLES.values(), ids=list(EXAMPLES))


def dealt(example: Example, others: tuple[str, ...] = ()) -> Deal:
    return position([example.hand, *others], example.piles, stock="2C")


@EACH
def test_every_position_can_come_about(example: Example) -> None:
    laid = layout(example.piles)
    shown = [card for pile in laid.values() for card in pile] + list(cards(example.hand))
    assert len(shown) == len(set(shown))
    for pile in laid.values():
        assert all(upper.fits(lower) for lower, upper in pairwise(pile))
    assert all(laid[corner][0].is_king for corner in CORNERS if laid[corner])
    assert len(shown) + example.stock <= len(DECK)


@EACH
def test_gold_marks_exactly_where_the_engine_lets_it_go(example: Example) -> None:
    moves = [move.split(">") for move in legal(dealt(example)) if ">" in move]
    targets = {target for source, target in moves if source == example.moving}
    assert targets == set(example.targets.split())


def test_the_first_picture_is_a_fresh_deal_for_four() -> None:
    first = EXAMPLES["deal"]
    laid = layout(first.piles)
    assert len(cards(first.hand)) == HAND_SIZE
    assert [len(laid[side]) for side in SIDES] == [1, 1, 1, 1]
    assert not any(laid[corner] for corner in CORNERS)
    assert first.stock == len(DECK) - 4 * HAND_SIZE - len(SIDES)


def test_the_pictures_up_to_the_empty_side_are_one_turn() -> None:
    turn = ["fits", "king", "pile", "side"]
    moves = ["8H>N JS>S", "KS>NE", "S>NE"]
    for (name, following), made in zip(pairwise(turn), moves, strict=True):
        after = play(dealt(EXAMPLES[name]), made)
        assert after.piles == layout(EXAMPLES[following].piles)
        assert after.hands[0] == cards(EXAMPLES[following].hand)


def test_the_last_card_ends_the_deal_and_costs_what_the_page_says() -> None:
    out = EXAMPLES["out"]
    deal = play(dealt(out, LEFT_OVER[1:]), f"{out.moving}>{out.targets}")
    assert deal.ending is Ending.WENT_OUT
    assert deal.penalties() == COSTS
    assert tuple(penalty(cards(text), CLASSIC.card_values) for text in LEFT_OVER) == COSTS
    shown = cards(" ".join(LEFT_OVER)) + cards(out.hand)
    shown += tuple(card for pile in layout(out.piles).values() for card in pile)
    assert len(shown) == len(set(shown))
    assert len(shown) + out.stock <= len(DECK)


def test_the_pages_reading_of_a_layout_is_that_of_the_tests() -> None:
    for example in EXAMPLES.values():
        assert examples.piles(example.piles) == layout(example.piles)


def test_every_picture_stands_on_the_page_with_words_for_whoever_cannot_see_it() -> None:
    figures = example_figures(ENGLISH)
    assert list(figures) == [*EXAMPLES, "score"]
    for name, html in figures.items():
        assert html in PAGE
        found = Elements(html).found
        assert [tag for tag, _ in found].count("figcaption") == 1
        assert any(a.get("role") == "img" and a.get("aria-label") for _, a in found), name
    assert "On the table: 9 of spades, 4 of diamonds" in figures["deal"]
    assert "9 of spades … 8 of hearts" in figures["king"]


def test_a_picture_shows_every_card_of_its_position() -> None:
    for name, html in example_figures(ENGLISH).items():
        if name in EXAMPLES:
            laid = layout(EXAMPLES[name].piles)
            expected = sum(map(len, laid.values())) + len(cards(EXAMPLES[name].hand))
            assert html.count("data-r=") == expected
            assert html.count(" target") == len(EXAMPLES[name].targets.split())
            assert html.count("picked") == bool(EXAMPLES[name].moving)


def test_every_preset_is_named_with_all_its_differences() -> None:
    assert list(NAMES) == list(PRESETS)
    for preset, rules in zip(presets_told(ENGLISH), PRESETS.values(), strict=True):
        assert f">{preset.name}</h3>" in PAGE
        changed = [f for f in fields(Rules) if getattr(rules, f.name) != getattr(CLASSIC, f.name)]
        assert len(preset.differences) == len(changed)
        for sentence in preset.differences:
            assert sentence in PAGE


def every_change() -> list[Rules]:
    """One rule set for each value of each option that is not classic's."""
    changes = []
    for field in fields(Rules):
        if isinstance(field.default, StrEnum):
            values: list[object] = list(type(field.default))
        else:
            values = [False] if isinstance(field.default, bool) else [3, 4]
        changes += [(field.name, value) for value in values if value != field.default]
    return [rules_with(name, value) for name, value in changes]


def rules_with(name: str, value: object) -> Rules:
    """A rule set with this value, and as few others as make sense of it."""
    if value is Layout.SIDES:
        return Rules(layout=Layout.SIDES, king_piles_move=False, most_players=4)
    if value == "until-playable":
        return Rules.from_options({name: str(value), "empty_stock": str(EmptyStock.MUST_PLAY)})
    options = {name: value if isinstance(value, (bool, int)) else str(value)}
    return Rules.from_options(options)


@pytest.mark.parametrize("rules", every_change(), ids=str)
def test_every_value_of_every_option_has_a_sentence_of_its_own(rules: Rules) -> None:
    sentences = differences(rules, ENGLISH)
    changed = [f for f in fields(Rules) if getattr(rules, f.name) != getattr(CLASSIC, f.name)]
    assert len(sentences) == len(set(sentences)) == len(changed)
    assert all(sentence.endswith(".") and "{" not in sentence for sentence in sentences)


def test_different_values_are_told_differently() -> None:
    told = [sentence for rules in every_change() for sentence in differences(rules, ENGLISH)]
    alone = {sentence for rules in every_change() for sentence in differences(rules, ENGLISH)[:1]}
    assert len(set(told)) >= len(alone) >= 16


def test_classic_differs_in_nothing() -> None:
    assert differences(CLASSIC, ENGLISH) == ()


def test_the_words_of_the_page_agree_with_the_rules_they_tell() -> None:
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", PAGE))
    assert f"until somebody reaches {CLASSIC.target}" in text
    assert len(PLACES) == 8
    assert Card.parse("8H").fits(Card.parse("9S"))
    assert Card.parse("JS").fits(Card.parse("QH"))
    assert "a red 8 on a black 9, a black jack on a red queen" in text
    assert (
        penalty(cards("KS"), CLASSIC.card_values),
        penalty(cards("QS"), CLASSIC.card_values),
    ) == (10, 1)
