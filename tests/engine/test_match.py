from dataclasses import replace
from itertools import accumulate, islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import DECK
from engine.deal import Deal
from engine.events import DealBegan, DealEnded, Ending, MatchEnded
from engine.keystream import Keystream
from engine.match import Match
from engine.moves import END, UNDO, Move, parse
from engine.players import casual
from engine.rules import (
    CLASSIC,
    PRESETS,
    CardValues,
    EmptyStock,
    GoingOut,
    Rules,
    RulesError,
    Tie,
)
from engine.shuffle import commitment, deck, first_dealer
from engine.view import View
from tests.kit.positions import all_cards, position
from tests.kit.strategies import beginnings, matches, random_play, seeds

SEED = bytes(32)
DECIDED = Rules(tie=Tie.ONE_MORE_DEAL)


def about_to_end(
    hands: list[str], totals: tuple[int, ...], rules: Rules = CLASSIC, dealer: int = 0
) -> Match:
    """A match in which seat 0 can go out with 8D."""
    deal = replace(
        position(hands, "N 9S, E QD, S 4C, W 7H", stock="2S", rules=rules), dealer=dealer
    )
    return Match(SEED, rules, 1, deal, totals)


def go_out(match: Match) -> Match:
    return match.play(0, parse("8D>N")).match


# Beginning


@given(seeds(), st.integers(2, 6))
def test_the_first_dealer_and_the_cards_come_from_the_seed(seed: bytes, players: int) -> None:
    """Rule 2.2."""
    match = Match.begin(seed, CLASSIC, players)
    assert match.deal == Deal.begin(CLASSIC, players, first_dealer(seed, players), deck(seed, 1))
    assert match.totals == (0,) * players
    assert (match.number, match.players, match.over) == (1, players, False)


def test_a_rematch_has_a_seed_and_a_first_dealer_of_its_own() -> None:
    """Rule 2.7: nothing of the match before it is carried over."""
    rematches = [Match.begin(bytes([number]) * 32, CLASSIC, 4) for number in range(40)]
    assert {match.deal.dealer for match in rematches} == {0, 1, 2, 3}
    assert len({match.deal.hands for match in rematches}) == 40
    assert {(match.number, match.totals, match.penalties) for match in rematches} == {
        (1, (0, 0, 0, 0), ())
    }


@pytest.mark.parametrize("players", range(2, 7))
def test_two_to_six_players_share_one_pack(players: int) -> None:
    """Rule 2.1."""
    match = Match.begin(SEED, CLASSIC, players)
    assert sorted(all_cards(match.deal)) == sorted(DECK)


@pytest.mark.parametrize(
    ("preset", "players"),
    [("classic", 1), ("classic", 7), ("classic", 0), ("royal-corners", 5)],
)
def test_a_number_of_players_that_the_game_is_not_for_is_refused(preset: str, players: int) -> None:
    """Rules 2.1 and 7.1."""
    with pytest.raises(RulesError) as caught:
        Match.begin(SEED, PRESETS[preset], players)
    assert caught.value.option == "most_players"


# The end of a deal and of the match


def test_a_deal_that_ends_is_scored() -> None:
    """Rules 5.6 and 4.2."""
    match = about_to_end(["8D", "KS 2C", "AS"], (3, 4, 5))
    match, events = match.play(0, parse("8D>N"))
    assert events[-1] == DealEnded(Ending.WENT_OUT, (0, 11, 1))
    assert (match.totals, match.penalties) == ((3, 15, 6), ((0, 11, 1),))
    assert not match.over


def test_totals_wait_until_the_deal_ends() -> None:
    match = about_to_end(["8D 2H", "KS 2C"], (3, 4))
    assert go_out(match).totals == (3, 4)
    assert go_out(match).penalties == ()


def test_reaching_the_target_exactly_ends_the_match() -> None:
    """Rule 5.7."""
    match = about_to_end(["8D", "KS 2C"], (3, 14))
    match, events = match.play(0, parse("8D>N"))
    assert match.totals == (3, 25)
    assert match.over
    assert events[-1] == MatchEnded((0,))


def test_one_point_below_the_target_the_match_goes_on() -> None:
    """Rule 5.7."""
    assert not go_out(about_to_end(["8D", "KS 2C"], (3, 13))).over


def test_the_lowest_total_wins_whoever_went_out_last() -> None:
    """Rule 5.8."""
    match = go_out(about_to_end(["8D", "KS 2C", "AS"], (30, 2, 2)))
    assert (match.over, match.winners) == (True, (2,))


def test_equal_lowest_totals_share_the_win() -> None:
    """Rule 5.9."""
    match = go_out(about_to_end(["8D", "AH", "KS KH KD"], (5, 4, 1)))
    assert (match.totals, match.over, match.winners) == ((5, 5, 31), True, (0, 1))


def test_where_ties_are_played_out_all_play_until_one_alone_is_lowest() -> None:
    """Rule 7.20: it may be somebody who had no part in the tie."""
    match = go_out(about_to_end(["8D", "AH", "KS KH"], (5, 4, 6), DECIDED))
    assert (match.totals, match.over) == ((5, 5, 26), False)
    match = match.next_deal().match
    assert match.players == 3
    low = replace(about_to_end(["8D", "KS KH", "AS"], (30, 27, 29), DECIDED), number=2)
    assert go_out(low).winners == (0, 2)
    assert not go_out(low).over
    decided = replace(low, totals=(29, 27, 29))
    assert (go_out(decided).winners, go_out(decided).over) == ((0,), True)


@pytest.mark.parametrize(("further", "over"), [(18, False), (19, True)])
def test_after_twenty_further_deals_without_a_decision_the_win_is_shared(
    further: int, over: bool
) -> None:
    """Rule 7.21; the deal that is won here is one more."""
    match = about_to_end(["8D", "AH", "2C"], (5 + further, 4 + further, 25 + further), DECIDED)
    before = ((5, 5, 25), *((1, 1, 1) for _ in range(further)))
    match, events = replace(match, penalties=before).play(0, parse("8D>N"))
    assert (match.over, match.winners) == (over, (0, 1))
    assert (events[-1] == MatchEnded((0, 1))) == over


def test_only_deals_after_the_target_was_reached_are_further_deals() -> None:
    """Rule 7.21."""
    match = about_to_end(["8D", "AH", "2C"], (5, 4, 24), DECIDED)
    match = go_out(replace(match, penalties=((0, 0, 1),) * 24))
    assert (match.totals, match.over) == ((5, 5, 25), False)


def pass_when_possible(view: View, rng: Keystream) -> Move:
    return END if END in view.legal else casual.choose(view, rng)


def test_a_match_ends_though_a_passer_lets_the_others_tie_for_ever() -> None:
    """Rule 7.21: of three, two go out in every deal and score 0."""
    rules = Rules(
        going_out=GoingOut.OTHERS_PLAY_ON,
        empty_stock=EmptyStock.MUST_PLAY,
        tie=Tie.ONE_MORE_DEAL,
    )
    match = Match.begin(SEED, rules, 3)
    seats = [casual.choose, casual.choose, pass_when_possible]
    while not match.over:
        if match.deal.ending:
            match = match.next_deal().match
        seat = match.deal.seat
        match = match.play(seat, seats[seat](match.deal.seen_by(seat), match.luck())).match
    assert (match.totals[:2], match.winners) == ((0, 0), (0, 1))
    before = list(accumulate(points for _, _, points in match.penalties))
    assert before[-22] < rules.target <= before[-21]


def test_a_tie_below_the_target_is_no_matter() -> None:
    """Rule 7.20."""
    assert not go_out(about_to_end(["8D", "AH"], (5, 4), DECIDED)).over


@pytest.mark.parametrize(
    ("values", "points"),
    [(CardValues.KING_TEN, 12), (CardValues.ACE_25, 40), (CardValues.ACE_15, 34)],
)
def test_hands_cost_what_the_rule_set_says(values: CardValues, points: int) -> None:
    """Rule 7.1."""
    match = about_to_end(["8D", "KS AH 9C"], (0, 0), Rules(card_values=values, target=500))
    assert go_out(match).totals == (0, points)


# From deal to deal


def test_the_deal_passes_clockwise() -> None:
    """Rules 2.2 and 2.6; the player at the new dealer's left begins."""
    match = go_out(about_to_end(["8D", "AH", "AS"], (0, 0, 0), dealer=1))
    match, events = match.next_deal()
    assert events == (DealBegan(2, 2),)
    assert (match.number, match.deal.dealer, match.deal.seat) == (2, 2, 0)
    assert match.deal == Deal.begin(CLASSIC, 3, 2, deck(SEED, 2))


def test_no_deal_is_dealt_before_the_last_one_has_ended() -> None:
    with pytest.raises(ValueError, match="no deal is due"):
        Match.begin(SEED, CLASSIC, 2).next_deal()


def test_no_deal_is_dealt_after_the_match() -> None:
    with pytest.raises(ValueError, match="no deal is due"):
        go_out(about_to_end(["8D", "KS 2C"], (3, 14))).next_deal()


# Luck


@given(matches())
def test_a_computers_luck_is_no_other_after_an_undo(match: Match) -> None:
    """Rule 6.3: taking a move back does not reroll it."""
    before = match.luck().below(2**32)
    for move in match.deal.legal_moves():
        later = match.play(match.deal.seat, move).match
        if later.deal.can_undo:
            again = later.play(match.deal.seat, UNDO).match
            assert again.luck().below(2**32) == before


@given(beginnings(), st.integers(0, 2**32))
def test_a_computers_luck_is_another_one_at_every_step(match: Match, play: int) -> None:
    played = islice(random_play(match, Random(play), undo=0), 60)
    positions = [match, *(match for match in played if not match.deal.ending)]
    assert len({match.luck().below(2**32) for match in positions}) == len(positions)


# Views of a match


@given(matches())
def test_the_seed_is_shown_when_the_match_is_over_and_its_hash_always(match: Match) -> None:
    """Rule 6.10."""
    for viewer in (None, *range(match.players)):
        view = match.seen_by(viewer)
        assert view.commitment == commitment(match.seed)
        assert view.seed == (match.seed if match.over else None)
        assert bool(view.standing) == match.over == view.over
        assert view.deal == match.deal.seen_by(viewer)
        assert (view.number, view.totals, view.penalties) == (
            match.number,
            match.totals,
            match.penalties,
        )


def test_the_seed_stays_secret_between_deals() -> None:
    """Rule 6.10: it tells the cards of the next deal, too."""
    between = go_out(about_to_end(["8D", "KS 2C"], (3, 4)))
    assert between.deal.ending
    assert between.seen_by(0).seed is None
    assert go_out(about_to_end(["8D", "KS 2C"], (3, 14))).seen_by(0).seed == SEED
