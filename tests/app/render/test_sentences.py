from __future__ import annotations

import re
from typing import get_args

import pytest

import app.names
import app.rooms.refused
import app.web.refusals
import engine.violations
from app.render.sentences import Teller, refusal_sentence, said_aloud, seats_told_of, told
from app.rooms.events import MatchStarted
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
from engine.moves import MovePile
from engine.places import Place
from engine.violations import WANTS_RED, Refusal
from tests.app.render.showing import ENGLISH, Play

REFUSALS = {
    *engine.violations.REFUSALS,
    *app.names.REFUSALS,
    *app.rooms.refused.REFUSALS,
    *app.web.refusals.REFUSALS,
}
NAMES = ("Bea", "Carl", "Dora")
SEVEN = Card.parse("7H")
PILE = MovePile(Place.N, Place.E)

EVENTS: list[tuple[Event, str, str]] = [
    (
        CardPlayed(0, SEVEN, Place.N, Card.parse("8S")),
        "Bea played the 7 of hearts on the 8 of spades.",
        "You played the 7 of hearts on the 8 of spades.",
    ),
    (
        CardPlayed(0, SEVEN, Place.N),
        "Bea played the 7 of hearts to an empty side.",
        "You played the 7 of hearts to an empty side.",
    ),
    (
        CardPlayed(0, Card.parse("KS"), Place.NW),
        "Bea opened a corner with the king of spades.",
        "You opened a corner with the king of spades.",
    ),
    (
        PileMoved(0, Place.N, Place.E, SEVEN, Card.parse("8S")),
        "Bea moved the 7 of hearts pile onto the 8 of spades.",
        "You moved the 7 of hearts pile onto the 8 of spades.",
    ),
    (
        PileMoved(0, Place.N, Place.E, SEVEN, Card.parse("8S"), alone=True),
        "Bea moved the 7 of hearts onto the 8 of spades.",
        "You moved the 7 of hearts onto the 8 of spades.",
    ),
    (
        PileMoved(0, Place.N, Place.NE, Card.parse("KS"), alone=True),
        "Bea moved the king of spades to a corner.",
        "You moved the king of spades to a corner.",
    ),
    (
        PileMoved(0, Place.N, Place.NE, Card.parse("KS")),
        "Bea moved the king of spades pile to a corner.",
        "You moved the king of spades pile to a corner.",
    ),
    (CardsDrawn(0, 1, (SEVEN,)), "Bea drew a card.", "You drew the 7 of hearts."),
    (MoveUndone(0, PILE), "Bea took back a move.", "You took back your move."),
    (TurnEnded(0), "Bea ended the turn.", "You ended your turn."),
    (WentOut(0), "Bea went out!", "You went out!"),
    (DealBegan(2, 0), "Round 2: Bea dealt.", "Round 2: you dealt."),
    (MatchEnded((0,)), "Bea wins the match.", "You win the match!"),
    (
        MatchEnded((0, 1)),
        "Bea and Carl share the win of the match.",
        "Bea and Carl share the win of the match.",
    ),
    *(
        (DealEnded(ending, (0, 1, 2)), sentence, sentence)
        for ending, sentence in {
            Ending.WENT_OUT: "The round is over.",
            Ending.ALL_PASSED: "Everybody passed: the round is a stalemate.",
            Ending.NOBODY_CAN: "Nobody can play: the round is a stalemate.",
        }.items()
    ),
]


def test_every_kind_of_event_is_told_here() -> None:
    assert {type(event) for event, _, _ in EVENTS} == set(get_args(Event))


def tell(teller: Teller, events: tuple[Event, ...]) -> str:
    return " ".join(teller.each(events))


@pytest.mark.parametrize(("event", "others", "mine"), EVENTS, ids=str)
def test_an_event_is_told_to_others_and_to_whom_it_concerns(
    event: Event, others: str, mine: str
) -> None:
    seen = CardsDrawn(0, 1, ()) if isinstance(event, CardsDrawn) else event
    for listener in (None, 2):
        assert tell(Teller(ENGLISH, NAMES, listener), (seen,)) == others
    assert tell(Teller(ENGLISH, NAMES, 0), (event,)) == mine


def test_drawing_and_ending_the_turn_is_one_sentence() -> None:
    events: tuple[Event, ...] = (CardsDrawn(0, 1, (SEVEN,)), TurnEnded(0))
    assert (
        tell(Teller(ENGLISH, NAMES, 0), events) == "You drew the 7 of hearts and ended your turn."
    )
    events = (CardsDrawn(0, 1, ()), TurnEnded(0))
    assert tell(Teller(ENGLISH, NAMES, 1), events) == "Bea drew a card and ended the turn."
    events = (TurnEnded(0), CardsDrawn(1, 1, ()))
    assert tell(Teller(ENGLISH, NAMES, 2), events) == "Bea ended the turn. Carl drew a card."


def test_that_others_draw_and_end_their_turn_is_said_only_if_they_did_nothing_else() -> None:
    play = Play(1)
    for _ in play.steps(60):
        table = play.table("p0")
        (line,) = told(table, play.state.n - 1, ENGLISH)
        before, now = table.log[-2:]
        passes = now.move == "end" and now.seat not in {0, None} and before.seat == now.seat
        own = any("You" in sentence for sentence in line.sentences)
        assert line.sentences
        assert bool(said_aloud([line])) == (not passes or own)


def test_a_drawn_card_is_named_to_its_owner_only() -> None:
    play = Play(1)
    name = re.compile(r" drew the ")
    for _ in play.steps():
        for player, seat in (("p0", 0), ("p1", 1), (None, None)):
            table = play.table(player)
            for line in table.log:
                drawn = [event for event in line.events if isinstance(event, CardsDrawn)]
                said = tell(Teller(ENGLISH, (*NAMES, "Eve"), seat), line.events)
                assert bool(name.search(said)) == any(event.seat == seat for event in drawn)


def test_only_what_is_newer_is_spoken() -> None:
    play = Play(2)
    play.step()
    n = play.state.n
    assert told(play.table("p0"), n, ENGLISH) == []
    play.step()
    assert len(told(play.table("p0"), n, ENGLISH)) >= 1
    assert len(told(play.table("p0"), 0, ENGLISH)) >= 3


@pytest.mark.parametrize("refusal", sorted(REFUSALS), ids=lambda refusal: refusal.sentence)
def test_every_refusal_has_a_sentence_without_gaps(refusal: Refusal) -> None:
    parameters = {
        "card": "KS",
        "rank": "Q",
        "seconds": "3",
        "most": "4",
        "why": "No.",
        "number": "5",
        "move": "end",
        "round": "2",
        "title": "A record",
    }
    sentence = refusal_sentence(refusal, parameters, ENGLISH)
    assert sentence
    assert "{" not in sentence


def test_a_refusal_names_cards_in_words() -> None:
    for card, rank, sentence in (
        ("JS", "T", "The jack of spades takes a red 10."),
        ("KC", "Q", "The king of clubs takes a red queen."),
        ("2S", "A", "The 2 of spades takes a red ace."),
    ):
        assert refusal_sentence(WANTS_RED, {"card": card, "rank": rank}, ENGLISH) == sentence


def test_who_started_another_match_is_told_to_all_and_the_log_has_it_as_a_deal() -> None:
    play = Play(0)
    play.until_over()
    seats, rules = play.state.seats, play.state.rules
    play.add(MatchStarted("p0", seats, rules.options(), "22" * 32, "1", 2, again=1))
    for viewer, words in (("p0", "Carl starts another match."), ("p1", "You start another match.")):
        (line,) = told(play.table(viewer), 0, ENGLISH)
        assert (line.seat, line.sentences[0]) == (None, words)
        assert words in said_aloud([line])
    assert 1 in seats_told_of(play.table(None), 0)
