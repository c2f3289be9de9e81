from dataclasses import replace
from itertools import islice, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import DECK
from engine.deal import MOST_UNDOS, Deal
from engine.events import DealBegan, DealEnded, Ending, MatchEnded
from engine.match import Match
from engine.moves import UNDO, parse
from engine.rules import CLASSIC, PRESETS, CardValues, GoingOut, Rules, RulesError, Tie
from engine.scoring import penalty
from engine.shuffle import commitment, deck, first_dealer
from tests.kit.positions import all_cards, position
from tests.kit.recording import by_computers
from tests.kit.strategies import beginnings, matches, random_play, rule_sets, seeds

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
    """Rule 2.6; the player at the new dealer's left begins."""
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


# Whole matches

TABLES = [("classic", players) for players in range(2, 7)] + [
    (preset, players)
    for preset in PRESETS
    if preset != "classic"
    for players in (2, PRESETS[preset].most_players)
]
MOST_MOVES = 40_000


def follow(match: Match, luck: Random) -> Match:
    """Play to the end by chance, and hold every law in every position."""
    deals = [match.deal.dealer]
    for earlier, later in islice(pairwise(random_play(match, luck)), MOST_MOVES):
        deal = later.deal
        assert sorted(all_cards(deal)) == sorted(DECK)
        assert deal.undone <= MOST_UNDOS
        assert deal.ending or deal.idle < len(deal.still_in)
        assert bool(deal.legal_moves()) != bool(deal.ending)
        if later.number > earlier.number:
            deals.append(deal.dealer)
        if deal.ending and not earlier.deal.ending:
            check_scores(earlier, later)
        match = later
    assert deals == [(deals[0] + i) % match.players for i in range(match.number)]
    return match


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


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_every_match_by_chance_ends_and_keeps_the_laws(preset: str, players: int) -> None:
    for number in range(3):
        seed = bytes([number]) * 32
        match = follow(Match.begin(seed, PRESETS[preset], players), Random(number))
        assert match.over
        assert max(match.totals) >= match.rules.target
        assert all(
            max(map(sum, zip(*match.penalties[:deals], strict=True))) < match.rules.target
            for deals in range(1, match.number)
        )


@settings(max_examples=25)
@given(beginnings(rule_sets(target=40)), st.integers(0, 2**32))
def test_every_match_of_any_rule_set_ends_and_keeps_the_laws(match: Match, luck: int) -> None:
    match = follow(match, Random(luck))
    assert match.over
    if match.rules.tie is Tie.ONE_MORE_DEAL:
        assert len(match.winners) == 1


def test_in_classic_nobody_ever_runs_out_of_moves() -> None:
    """The fact below rule 5.9: real stalemates come from passing."""
    endings = set()
    for number in range(40):
        match = Match.begin(number.to_bytes(32, "big"), CLASSIC, 2 + number % 5)
        endings |= {later.deal.ending for later in random_play(match, Random(number))}
    assert endings == {None, Ending.WENT_OUT, Ending.ALL_PASSED}


def test_about_one_in_fourteen_matches_of_four_ends_in_a_tie() -> None:
    """Why rule 7.20 is an option worth having."""
    ties = 0
    for number in range(200):
        match, _ = by_computers(number.to_bytes(32, "big"), CLASSIC, ["casual@2"] * 4)
        ties += len(match.winners) > 1
    assert 0.04 <= ties / 200 <= 0.11
