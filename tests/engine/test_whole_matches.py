"""Whole matches by chance, by computers and by both, under every preset and any other rule set.

`make test-rules` plays many more of them than `make test`.
"""

from dataclasses import replace
from itertools import accumulate
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import VERSION
from engine.cards import DECK
from engine.deal import MOST_UNDOS, Deal
from engine.events import Ending
from engine.match import MOST_FURTHER_DEALS, Match
from engine.moves import UNDO, Move
from engine.players import PLAYERS, move_of
from engine.record import Record, digest, parse_record
from engine.rules import CLASSIC, PRESETS, GoingOut, Tie
from engine.scoring import penalty
from tests.kit.positions import all_cards
from tests.kit.recording import by_computers, record_of
from tests.kit.strategies import beginnings, random_play, rule_sets

TABLES = [
    (preset, players)
    for preset, rules in PRESETS.items()
    for players in range(2, rules.most_players + 1)
]
WHO = ["chance", "passer", *PLAYERS]
EXAMPLES = settings().max_examples


def companies(players: int) -> st.SearchStrategy[list[str]]:
    """Who sits on each seat."""
    return st.lists(st.sampled_from(WHO), min_size=players, max_size=players)


def choose(match: Match, who: str, luck: Random) -> Move:
    deal = match.deal
    if who == "passer":
        return deal.hurried_move()
    if who != "chance":
        return move_of(who, match)
    if deal.can_undo and luck.random() < 0.1:
        return UNDO
    return luck.choice(deal.legal_moves())


def follow(match: Match, seats: list[str], luck: Random) -> Record:
    """Play to the end, hold every law in every position, and return the record."""
    moves: list[tuple[int, int, Move]] = []
    dealers = [match.deal.dealer]
    while not match.over:
        if match.deal.ending:
            match = match.next_deal().match
            dealers.append(match.deal.dealer)
        seat = match.deal.seat
        moves.append((match.number, seat, choose(match, seats[seat], luck)))
        later = match.play(seat, moves[-1][2]).match
        check_position(later.deal)
        if later.deal.ending:
            check_scores(match, later)
        match = later
    assert dealers == [(dealers[0] + i) % match.players for i in range(match.number)]
    check_end(match)
    return record_of(match, moves)


def check_position(deal: Deal) -> None:
    assert sorted(all_cards(deal)) == sorted(DECK)
    assert deal.undone <= MOST_UNDOS
    assert (deal.earlier is None) == (deal.latest is None)
    assert deal.ending or deal.idle < len(deal.still_in)
    assert bool(deal.legal_moves()) != bool(deal.ending)
    assert deal.turn <= most_turns(len(deal.hands))
    assert deal.seat not in deal.out or deal.ending


def most_turns(players: int) -> int:
    """A turn that is not idle draws, plays or moves; between two such, less than a lap is idle.

    A card is drawn once and played once, and a pile moves no more often than sides are filled.
    """
    return (52 + 52 + 4 + 52) * players


def check_scores(earlier: Match, later: Match) -> None:
    """Rules 4.2, 5.5, 5.6 and 7.13 to 7.15."""
    deal, rules = later.deal, later.rules
    points = tuple(penalty(hand, rules.card_values) for hand in deal.hands)
    assert later.penalties == (*earlier.penalties, points)
    assert later.totals == tuple(map(sum, zip(*later.penalties, strict=True)))
    assert all(not deal.hands[seat] for seat in deal.out)
    assert all(deal.hands[seat] for seat in deal.still_in)
    if deal.ending is Ending.WENT_OUT:
        plays_on = rules.going_out is GoingOut.OTHERS_PLAY_ON
        assert len(deal.out) == (len(deal.hands) - 1 if plays_on else 1)
    else:
        assert not deal.stock
        assert rules.going_out is GoingOut.OTHERS_PLAY_ON or not deal.out


def check_end(match: Match) -> None:
    """Rules 5.7, 7.20 and 7.21; each deal costs somebody a point, so a match ends."""
    totals = list(
        accumulate(match.penalties, lambda *both: tuple(map(sum, zip(*both, strict=True))))
    )
    reached = next(n for n, each in enumerate(totals, 1) if max(each) >= match.rules.target)
    further = match.number - reached
    assert reached <= match.players * match.rules.target
    if match.rules.tie is Tie.SHARED:
        assert further == 0
    else:
        tied = [each.count(min(each)) > 1 for each in totals[reached - 1 :]]
        assert all(tied[:-1])
        assert not tied[-1] or further == MOST_FURTHER_DEALS


def check_replay(record: Record) -> None:
    """The same digest, from the text too, and at every step."""
    assert record.engine == VERSION
    assert digest(record.replay()) == record.digest
    assert parse_record(str(record)).replay() == record.replay()


@pytest.mark.parametrize("preset", PRESETS)
def test_a_match_to_the_presets_own_target_ends_and_keeps_the_laws(preset: str) -> None:
    rules = PRESETS[preset]
    for who in WHO:
        match = Match.begin(bytes(32), rules, rules.most_players)
        check_replay(follow(match, [who] * rules.most_players, Random(1)))


@pytest.mark.parametrize(("preset", "players"), TABLES)
@settings(max_examples=EXAMPLES // 10)
@given(st.integers(0, 2**64), st.data())
def test_matches_of_every_preset_end_and_keep_the_laws(
    preset: str, players: int, number: int, data: st.DataObject
) -> None:
    rules = replace(PRESETS[preset], target=data.draw(st.integers(1, 25)))
    match = Match.begin(number.to_bytes(32, "big"), rules, players)
    check_replay(follow(match, data.draw(companies(players)), Random(number)))


@settings(max_examples=EXAMPLES)
@given(beginnings(rule_sets(target=25)), st.integers(0, 2**64), st.data())
def test_matches_of_any_rule_set_end_and_keep_the_laws(
    match: Match, luck: int, data: st.DataObject
) -> None:
    check_replay(follow(match, data.draw(companies(match.players)), Random(luck)))


def test_in_classic_nobody_ever_runs_out_of_moves() -> None:
    """The fact below rule 5.9: real stalemates come from passing."""
    endings = set()
    for number in range(20):
        match = Match.begin(number.to_bytes(32, "big"), CLASSIC, 2 + number % 5)
        endings |= {later.deal.ending for later in random_play(match, Random(number))}
    assert endings == {None, Ending.WENT_OUT, Ending.ALL_PASSED}


def test_about_one_in_fourteen_matches_of_four_ends_in_a_tie() -> None:
    """Why rule 7.20 is an option worth having."""
    ties = 0
    for number in range(100):
        match, _ = by_computers(number.to_bytes(32, "big"), CLASSIC, ["casual@2"] * 4)
        ties += len(match.winners) > 1
    assert 0.04 <= ties / 100 <= 0.11
