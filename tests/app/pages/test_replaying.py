"""What a replay shows is what the engine says, from every seat and at every step."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.pages.replaying import Spot, chapter_of, read_spot
from app.render.replay import facts_of_deal, film, lines, stage
from engine.cards import Card
from engine.match import Match
from engine.places import Place
from engine.replay import Replay
from tests.app.render.showing import ENGLISH, Elements
from tests.kit.recording import RECORDS, golden

NAMES = [path.stem for path in RECORDS]


@cache
def replay(name: str) -> Replay:
    return Replay.of(golden(name))


class Position(NamedTuple):
    """One of a film."""

    piles: dict[Place, tuple[Card, ...]]
    hands: list[str]
    stock: int
    turn: int | None
    totals: tuple[int, ...]

    @classmethod
    def read(cls, text: str) -> Position:
        piles, hands, stock, turn, totals, _ = text.split(";")
        pairs = [pile.split(":") for pile in piles.split(",")]
        return cls(
            {Place(place): cards(text) for place, text in pairs},
            hands.split(","),
            int(stock),
            int(turn) if turn else None,
            tuple(map(int, totals.split(","))),
        )


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(text[at : at + 2]) for at in range(0, len(text), 2))


def positions(of: Replay, seat: int | None) -> Iterator[tuple[Match, Position, Callable[[], str]]]:
    """Every position of the engine's replay, with the film's and the drawing of the markup."""
    engine = of.record.positions()
    for deal in range(1, len(of.starts) + 1):
        chapter = chapter_of(of, deal, seat)
        names = tuple("ABCDEF"[: of.record.players])
        for step, text in enumerate(film(chapter).split(" ")):
            markup = partial(stage, chapter, step, names, ENGLISH)
            yield next(engine), Position.read(text), markup
    assert next(engine, None) is None


@pytest.mark.parametrize("name", NAMES)
def test_every_position_of_a_replay_is_the_engines_at_that_step(name: str) -> None:
    for match, shown, _ in positions(replay(name), None):
        deal = match.deal
        assert shown.piles == dict(deal.piles)
        assert [sorted(cards(hand)) for hand in shown.hands] == [
            sorted(hand) for hand in deal.hands
        ]
        assert (shown.stock, shown.totals) == (len(deal.stock), match.totals)
        assert shown.turn == (None if deal.ending else deal.seat)


@pytest.mark.parametrize("name", NAMES)
def test_from_a_seat_no_other_hand_is_shown_before_the_round_is_over(name: str) -> None:
    for seat in (0, replay(name).record.players - 1):
        for match, shown, markup in positions(replay(name), seat):
            deal = match.deal
            for other, hand in enumerate(deal.hands):
                if deal.ending or other == seat:
                    assert sorted(cards(shown.hands[other])) == sorted(hand)
                else:
                    assert shown.hands[other] == str(len(hand))
            faces = markup().count(" data-r=")
            held = deal.hands if deal.ending else [deal.hands[seat]]
            assert faces == sum(map(len, [*held, *deal.piles.values()]))


@pytest.mark.parametrize("name", NAMES)
def test_the_markup_and_the_film_show_the_same_cards(name: str) -> None:
    for _, shown, markup in positions(replay(name), None):
        found = [
            each["data-r"].replace("10", "T") + each["class"].split()[1].upper()
            for _, each in Elements(markup()).found
            if "data-r" in each
        ]
        told = [*map(cards, shown.hands), *shown.piles.values()]
        assert sorted(found) == sorted(str(card) for held in told for card in held)


def test_beside_each_hand_stand_its_cards_and_the_points_and_the_script_knows_them_all() -> None:
    for seat in (None, 0):
        of = replay("gaps")
        known = {
            deal: json.loads(facts_of_deal(chapter_of(of, deal, seat), ENGLISH))
            for deal in range(1, len(of.starts) + 1)
        }
        for match, shown, markup in positions(of, seat):
            hands = [len(hand) for hand in match.deal.hands]
            for cards, total in zip(hands, shown.totals, strict=True):
                beside = known[match.number][f"{cards} {total}"]
                assert f'<span class="held-and-points">{beside}</span>' in markup()
                assert f'<b class="cards">{cards}</b>' in beside
                assert f">{total}</b> pt" in beside
                assert re.search(rf">{cards} cards?, {total} points?<", beside)


def test_every_step_is_told_in_a_sentence() -> None:
    of = replay("gaps")
    for deal in range(1, len(of.starts) + 1):
        chapter = chapter_of(of, deal, None)
        told = lines(chapter, tuple("ABCDEF"), None, ENGLISH)
        assert [line.step for line in told] == list(range(len(chapter.shots)))
        assert all(line.sentence for line in told)
        assert told[0].sentence.startswith(f"Round {deal}: ")


def test_what_only_its_player_knew_is_told_to_nobody() -> None:
    """Sentences say who drew, not what: whoever may see the card sees it in the hand."""
    of = replay("classic")
    everything = [
        lines(chapter_of(of, 1, seat), tuple("ABCD"), None, ENGLISH) for seat in (None, 0, 1)
    ]
    assert everything[0] == everything[1] == everything[2]


FIELDS = st.dictionaries(
    st.sampled_from(["deal", "step", "seat"]),
    st.one_of(
        st.text("019-+. e²٣a", max_size=8),
        st.integers(-3, 200).map(str),
        st.sampled_from(["last", "all"]),
    ),
)


@given(FIELDS, st.sampled_from([None, 1]))
def test_whatever_is_asked_for_leads_to_a_moment_that_there_is(
    fields: dict[str, str], seat: int | None
) -> None:
    of = replay("classic")
    spot = read_spot(fields, of, seat)
    assert 0 <= spot.step < len(chapter_of(of, spot.deal, spot.seat).shots)
    assert spot.seat in {None, 0, 1, 2, 3}


def test_a_moment_is_read_as_it_is_asked_for() -> None:
    of = replay("classic")
    assert read_spot({"deal": "2", "step": "3", "seat": "1"}, of, 0) == Spot(2, 3, 1)
    assert read_spot({"deal": "1"}, of, 2) == Spot(1, 0, 2)
    assert read_spot({"seat": "all"}, of, 2) == Spot(1, 0, None)
    last = sum(deal == 1 for deal, _, _ in of.record.moves)
    assert read_spot({"step": "last"}, of, None) == Spot(1, last, None)
    assert read_spot({"deal": "99", "step": "0"}, of, None) == Spot(len(of.starts), 0, None)
