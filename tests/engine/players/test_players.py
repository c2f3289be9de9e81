import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.keystream import Keystream
from engine.match import Match
from engine.players import LEVELS, PLAYERS, Choose
from engine.rules import PRESETS
from tests.kit.contests import play_deal
from tests.kit.strategies import matches, seeds


def test_every_level_has_a_current_version() -> None:
    assert {version.split("@")[0] for version in LEVELS.values()} == set(LEVELS)
    assert set(LEVELS.values()) <= set(PLAYERS)


@given(matches(), st.sampled_from(sorted(PLAYERS)), seeds())
def test_a_player_chooses_a_legal_move_in_any_position(
    match: Match, version: str, luck: bytes
) -> None:
    """For every rule set, not only the presets."""
    deal = match.deal
    if not deal.ending:
        view = deal.seen_by(deal.seat)
        assert PLAYERS[version](view, Keystream(luck, "")) in deal.legal_moves()


@given(matches(), st.sampled_from(sorted(PLAYERS)), seeds())
def test_the_same_luck_makes_the_same_choice(match: Match, version: str, luck: bytes) -> None:
    deal = match.deal
    if not deal.ending:
        view = deal.seen_by(deal.seat)
        choices = {PLAYERS[version](view, Keystream(luck, "")) for _ in range(3)}
        assert len(choices) == 1


@pytest.mark.parametrize("version", PLAYERS)
@pytest.mark.parametrize("preset", PRESETS)
def test_players_bring_every_preset_to_an_end(preset: str, version: str) -> None:
    choose: Choose = PLAYERS[version]
    for number in range(6):
        seats = [choose] * (2 + number % (PRESETS[preset].most_players - 1))
        deal = play_deal(number, seats, PRESETS[preset])
        assert deal.turn < 300
