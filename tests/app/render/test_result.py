from __future__ import annotations

import re
from hashlib import sha256

import pytest

from app.render.regions import private_regions, public_regions
from app.render.result import result_region
from app.render.sentences import said_aloud, told
from app.render.words import MOST_NAMED
from engine.events import Ending
from engine.rules import Rules
from engine.scoring import Standing
from tests.app.render.showing import ENGLISH, Elements, Play, ended, page_for


def result(play: Play) -> str:
    return public_regions(play.table(None), ENGLISH)["result"]


def test_while_a_round_runs_there_is_no_result() -> None:
    play = Play(0)
    assert "hidden" in result(play)


def test_all_hands_lie_open_at_the_end_of_a_round() -> None:
    play = ended(Ending.WENT_OUT)
    deal = play.state.running.deal
    html = result(play)
    assert html.count('class="card ') == sum(map(len, deal.hands))
    assert 'id="c-' not in html
    for cost in deal.penalties():
        assert f"+{cost}</b>" in html


@pytest.mark.parametrize("rounds", [1, 2])
def test_the_cheapest_hand_lies_first_and_the_points_so_far_are_told_from_the_second_round_on(
    rounds: int,
) -> None:
    play = Play(3)
    match = next(
        state.running
        for state in play.steps(2000)
        if state.running.deal.ending and state.running.number == rounds
    )
    head, _, html = result(play).partition('class="hands"')
    costs = [int(cost) for cost in re.findall(r"\+(\d+)</b>", html)]
    assert costs == sorted(match.deal.penalties())
    assert html.count('class="total"') == (0 if rounds == 1 else len(costs))
    assert (">penalty</p>" in head) == (rounds == 1)


def test_the_result_names_who_won_the_round_and_tells_the_winner_so() -> None:
    play = ended(Ending.WENT_OUT)
    (seat,) = play.state.running.deal.out
    name = ("Bea", "Carl", "Maximiliane Hohenstaufen", "Dario")[seat]
    assert f'<span class="told">{name} wins the round</span>' in result(play)
    assert f'<span class="mine" data-seat="{seat}">You win the round</span>' in result(play)


def test_the_result_names_a_stalemate() -> None:
    assert "Stalemate: everybody passed" in result(ended(Ending.ALL_PASSED))


def test_the_winner_of_a_round_stands_under_a_crown_and_a_stalemate_crowns_nobody() -> None:
    play = ended(Ending.WENT_OUT)
    (seat,) = play.state.running.deal.out
    crowned = result(play).partition('class="crowned"')[2].partition("</p>")[0]
    assert re.findall(r'data-seat="(\d)"', crowned) == [str(seat)]
    assert 'class="crowned"' not in result(ended(Ending.ALL_PASSED))


def test_every_winner_of_a_match_stands_under_a_crown_of_their_own() -> None:
    for seed in range(40):
        play = Play(seed)
        play.until_over()
        crowned = result(play).partition('class="crowned"')[2].partition("</p>")[0]
        assert tuple(map(int, re.findall(r'data-seat="(\d)"', crowned))) == (
            play.state.running.winners
        )
        assert crowned.count('class="crown"') == len(play.state.running.winners)


def test_a_match_ends_with_its_standing_the_deciding_round_the_chart_and_then_all_rounds() -> None:
    play = Play(3)
    play.until_over()
    parts = re.findall(r'class="(standing|deciding|chart|sheet)"', result(play))
    assert parts == ["standing", "deciding", "chart", "sheet"]


def test_each_of_one_or_two_who_reached_the_target_is_told_so_and_more_are_counted() -> None:
    numbers = set()
    for seed in range(40):
        play = Play(seed, Rules(target=5 if seed % 4 else 25))
        play.until_over()
        match = play.state.running
        past = {seat for seat, total in enumerate(match.totals) if total >= match.rules.target}
        told = re.findall(
            r'<span class="mine" data-seat="(\d)">You (and [^<]+ )?reached ', result(play)
        )
        if len(past) > MOST_NAMED:
            assert not told
            assert f"{len(past)} players reached" in result(play)
        else:
            assert {int(seat) for seat, _ in told} == past
            assert all(bool(others) == (len(past) > 1) for _, others in told)
        numbers.add(len(past))
    assert {1, 2, 3} <= numbers


def test_a_table_tells_how_everybody_stands_from_the_second_round_a_chart_from_the_third() -> None:
    play, rounds = Play(3), 0
    for state in play.steps(2000):
        match = state.running
        if not match.deal.ending:
            continue
        rounds = len(match.penalties)
        html = result(play)
        assert html.count('<svg class="chart"') == (rounds >= 3)
        assert html.count("<polyline") == (match.players if rounds >= 3 else 0)
        assert html.count('<th scope="row">') == (rounds + 1 if rounds >= 2 else 0)
    assert rounds >= 3


def test_the_winner_of_a_match_is_told_so_proudly() -> None:
    play = next(play for play in map(Play, range(50)) if wins_alone(play))
    (seat,) = play.state.running.winners
    assert f'<span class="mine" data-seat="{seat}">You win!</span>' in result(play)


def wins_alone(play: Play) -> bool:
    play.until_over()
    return len(play.state.running.winners) == 1


def test_a_title_with_a_long_name_in_it_has_smaller_letters() -> None:
    for name, is_long in (("Bea", False), ("W" * 24, True), ("桜" * 9, True)):
        play = ended(Ending.WENT_OUT)
        play.names = dict.fromkeys(play.names, name)
        assert ('<h2 class="long">' in result(play)) == is_long


def test_the_end_of_a_match_shows_the_standing_and_the_proof_of_the_shuffle() -> None:
    play = Play(3)
    play.until_over()
    match = play.state.running
    html = result(play)
    assert html.count("<li class=") == 4
    assert match.seed.hex() in html
    assert sha256(match.seed).hexdigest() in html
    assert 'href="/rooms/ABC234/record"' in html
    assert html.count('<th scope="row">') == len(match.penalties) + 1


def test_at_the_end_of_a_match_nobody_is_told_that_the_round_is_over() -> None:
    play = Play(3)
    play.until_over()
    page = page_for(play, "p0")
    assert "The match is over" in page
    assert "The round is over" not in private_regions(play.table("p0"), ENGLISH)["prompt"]
    said = said_aloud(told(play.table("p0"), play.state.n - 1, ENGLISH))
    assert "The round is over." not in said
    assert "the match" in said[-1]


def test_the_viewers_own_column_of_the_score_says_you() -> None:
    play = Play(5)
    play.until_over()
    regions = public_regions(play.table(None), ENGLISH)
    for html in (regions["score"], regions["result"]):
        for seat, name in enumerate(("Bea", "Carl", "Maximiliane Hohenstaufen", "Dario")):
            column = html.partition(f'title="{name}" data-seat="{seat}">')[2].partition("</th>")[0]
            assert '<b class="you-mark">You</b>' in column


def test_a_shared_win_is_told_to_each_of_the_winners_and_more_than_two_are_counted() -> None:
    play = Play()
    play.until_over()
    table = play.table(None)
    assert table.match is not None
    for winners, mine, theirs in (
        (2, "with", "Player 1 and Player 2 share the win"),
        (3, "with 2 others<", "3 players share the win"),
    ):
        first = [Standing(seat, 9, place=1) for seat in range(winners)]
        rest = [Standing(seat, 20, place=winners + 1) for seat in range(winners, 4)]
        match = table.match._replace(standing=(*first, *rest))
        names = tuple(f"Player {number}" for number in range(1, 5))
        html = result_region(table, match, names, ENGLISH)
        assert f'<span class="told">{theirs}</span>' in html
        assert html.count(f"You share the win {mine}") == winners


def test_before_the_end_only_the_fingerprint_of_the_seed_is_shown() -> None:
    play = Play(3)
    seed = play.state.running.seed
    page = page_for(play, "p0")
    assert sha256(seed).hexdigest() in page
    assert seed.hex() not in page


def test_the_score_sheet_has_every_round_and_the_totals() -> None:
    play = Play(5)
    play.until_over()
    match = play.state.running
    score = public_regions(play.table(None), ENGLISH)["score"]
    cells = sum(tag == "td" for tag, _ in Elements(score).found)
    assert cells == 4 * (len(match.penalties) + 1)


def test_the_totals_stand_under_the_names_and_the_newest_round_under_them() -> None:
    play = Play(5)
    play.until_over()
    score = public_regions(play.table(None), ENGLISH)["score"]
    rounds = range(len(play.state.running.penalties), 0, -1)
    assert re.findall(r'<th scope="row">(\w+)<', score) == ["Total", *map(str, rounds)]
    assert len(rounds) > 1
