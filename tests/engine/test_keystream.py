import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.keystream import Keystream
from tests.kit.strategies import seeds

KEY = bytes(range(32))


def words_from_the_page(key: bytes, label: str) -> Iterator[int]:
    """docs/fair-deals.md, "Numbers from the seed", once more."""
    block = 0
    while True:
        digest = hmac.new(key, f"{label}/{block}".encode(), hashlib.sha256).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


@given(seeds(), st.text("abc/@19"), st.lists(st.integers(1, 2**32), max_size=40))
def test_the_numbers_are_those_of_the_published_method(
    seed: bytes, label: str, bounds: list[int]
) -> None:
    stream, words = Keystream(seed, label), words_from_the_page(seed, label)
    for bound in bounds:
        expected = next(word for word in words if word < 2**32 // bound * bound)
        assert stream.below(bound) == expected % bound


def test_words_that_would_favour_small_numbers_are_thrown_away() -> None:
    """Half of all words are too large for this bound; without rejection a third would be low."""
    bound = 3 * 2**30
    drawn = [Keystream(KEY, str(i)).below(bound) for i in range(2_000)]
    assert sum(number < 2**30 for number in drawn) == pytest.approx(2_000 / 3, rel=0.1)


def test_the_same_key_and_label_give_the_same_numbers_and_another_label_others() -> None:
    def numbers(label: str) -> list[int]:
        stream = Keystream(KEY, label)
        return [stream.below(1_000) for _ in range(20)]

    assert numbers("a") == numbers("a") != numbers("b")


def test_every_item_is_chosen_about_equally_often() -> None:
    stream = Keystream(KEY, "choose")
    counts = Counter(stream.choose(list("abcdef")) for _ in range(6_000))
    assert set(counts) == set("abcdef")
    assert all(900 < count < 1_100 for count in counts.values())


@given(seeds(), st.lists(st.integers()).map(tuple))
def test_shuffling_keeps_the_items(seed: bytes, items: tuple[int, ...]) -> None:
    assert sorted(Keystream(seed, "x").shuffled(items)) == sorted(items)
