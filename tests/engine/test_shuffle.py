import hashlib
import hmac
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import shuffle
from engine.cards import DECK
from tests.kit.strategies import seeds

GOLDEN = Path(__file__).parent.parent / "golden" / "shuffle.txt"


def vectors(kind: str) -> list[list[str]]:
    lines = [line.split() for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
    return [rest for first, *rest in filter(None, lines) if first == kind]


def deck_from_the_page(seed: bytes, deal: int) -> list[str]:
    """docs/fair-deals.md once more, in fifteen lines that share nothing with the engine."""
    stream = b"".join(
        hmac.new(seed, b"deck@1/%d/%d" % (deal, block), hashlib.sha256).digest()
        for block in range(20)
    )
    words = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]
    deck = [rank + suit for suit in "SHDC" for rank in "KQJT98765432A"]
    for last in range(51, 0, -1):
        while words[0] >= 2**32 - 2**32 % (last + 1):
            del words[0]
        other = words.pop(0) % (last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


@pytest.mark.parametrize(
    ("seed", "deal", "cards"), [(s, int(d), c) for s, d, *c in vectors("deck")]
)
def test_published_decks_never_change(seed: str, deal: int, cards: list[str]) -> None:
    """Every old record is checked by dealing it again: a change here would break them all."""
    assert [str(card) for card in shuffle.deck(bytes.fromhex(seed), deal)] == cards
    assert deck_from_the_page(bytes.fromhex(seed), deal) == cards


@pytest.mark.parametrize("vector", vectors("dealer"))
def test_published_first_dealers_never_change(vector: list[str]) -> None:
    seed, *dealers = vector
    drawn = [shuffle.first_dealer(bytes.fromhex(seed), players) for players in range(2, 7)]
    assert drawn == list(map(int, dealers))


@pytest.mark.parametrize("vector", vectors("luck"))
def test_published_luck_never_changes(vector: list[str]) -> None:
    seed, where, *numbers = vector
    luck = shuffle.luck(bytes.fromhex(seed), *map(int, where.split("/")))
    assert [luck.below(100) for _ in numbers] == list(map(int, numbers))


@given(seeds(), st.integers(1, 500))
def test_a_stranger_deals_the_same_deck_from_the_page_alone(seed: bytes, deal: int) -> None:
    deck = [str(card) for card in shuffle.deck(seed, deal)]
    assert deck == deck_from_the_page(seed, deal)
    assert sorted(deck) == sorted(map(str, DECK))


def test_every_card_comes_to_every_position_about_equally_often() -> None:
    counts: Counter[tuple[int, str]] = Counter()
    for number in range(2_600):
        counts.update(enumerate(map(str, shuffle.deck(number.to_bytes(32, "big"), 1))))
    assert len(counts) == 52 * 52
    chi_square = sum((count - 50) ** 2 / 50 for count in counts.values())
    assert chi_square == pytest.approx(51 * 51, rel=0.08)


def test_every_seat_deals_first_about_equally_often() -> None:
    """Rule 2.2."""
    drawn = Counter(shuffle.first_dealer(i.to_bytes(32, "big"), 6) for i in range(3_000))
    assert all(400 < drawn[seat] < 600 for seat in range(6))


def test_luck_differs_at_every_point_of_a_match() -> None:
    points = [(1, 1, 0, 0), (2, 1, 0, 0), (1, 2, 0, 0), (1, 1, 1, 0), (1, 1, 0, 1)]
    assert len({shuffle.luck(bytes(32), *point).below(2**32) for point in points}) == 5


def test_the_commitment_is_the_sha256_of_the_seed() -> None:
    """Rule 6.10."""
    assert shuffle.commitment(bytes(32)).startswith("66687aadf862bd776c8fc18b8e9f8e20")
