from __future__ import annotations

import gzip
import re

from app.pages.film import SEATS, film
from app.render.examples import piles
from app.render.picture import Film, picture, steps
from engine.cards import DECK, Card
from engine.events import CardPlayed, CardsDrawn, Ending, PileMoved, WentOut
from engine.moves import parse
from engine.places import PLACES, Place
from tests.app.render.showing import ENGLISH, STATIC, Elements

HTML = picture(film(), ENGLISH)
SHOWN = (CardPlayed, PileMoved, CardsDrawn)


def test_the_film_is_the_same_every_time() -> None:
    film.cache_clear()
    assert film() == film()
    assert picture(film(), ENGLISH) == HTML


def test_the_film_is_of_a_piece_of_one_deal_that_ends_by_going_out() -> None:
    start, events = film()
    assert len(start.counts) == SEATS
    assert 20 <= len(steps(film()).split()) <= 30
    assert sum(isinstance(event, WentOut) for event in events) == 1
    assert getattr(events[-1], "ending", None) is Ending.WENT_OUT


def test_the_film_shows_kings_in_corners_and_piles_that_move() -> None:
    played = [event for event in film().events if isinstance(event, CardPlayed)]
    assert any(event.card.is_king and event.place.is_corner for event in played)
    assert any(isinstance(event, PileMoved) for event in film().events)


def test_the_hands_are_never_too_large_for_their_fans() -> None:
    css = (STATIC / "picture.css").read_text()
    room = max(map(int, re.findall(r"nth-child\((\d+)\) { --i", css)))
    assert room == max(map(int, re.findall(r'data-cards="(\d+)"\] { --n', css)))
    counts = list(film().start.counts)
    for event in film().events:
        match event:
            case CardPlayed(seat):
                counts[seat] -= 1
            case CardsDrawn(seat, count):
                counts[seat] += count
            case _:
                pass
        assert max(counts) <= room


def test_the_steps_tell_all_that_is_shown_and_no_card_that_only_others_have_drawn() -> None:
    told = steps(film()).split()
    assert len(told) == sum(isinstance(event, SHOWN) for event in film().events)
    for step in told:
        seat, _, what = step.partition(":")
        drawn = what.startswith("+")
        assert drawn or str(parse(what)) == what
        assert not drawn or (len(what) == 3) == (int(seat) == film().start.viewer)


def test_played_as_picture_js_does_no_card_is_lost_or_comes_twice() -> None:
    """A card goes from a hand to a place, a pile from place to place: the last position is real."""
    start, _ = film()
    laid = {place: list(pile) for place, pile in start.piles.items()}
    for step in steps(film()).split():
        source, _, target = step.partition(":")[2].partition(">")
        if not target:
            continue
        if source in PLACES:
            moving, laid[Place(source)] = laid[Place(source)], []
        else:
            moving = [Card.parse(source)]
        on = laid[Place(target)]
        if on:
            assert moving[0].fits(on[-1])
        on += moving
    everything = [card for pile in laid.values() for card in pile]
    assert len(everything) == len(set(everything))
    assert set(everything) <= set(DECK)


def test_the_still_picture_shows_the_first_position() -> None:
    start, _ = film()
    found = Elements(HTML).found
    cards = [a for tag, a in found if tag == "i"]
    backs = [a for a in cards if a["class"] == "card back"]
    assert len(cards) - len(backs) == sum(map(len, start.piles.values())) + len(start.hand)
    assert len(backs) == sum(start.counts) - len(start.hand) + 1
    assert f'<b class="left">{start.stock}</b>' in HTML
    assert [a["role"] for _, a in found if "role" in a] == ["img"]


def test_the_picture_and_its_script_are_small() -> None:
    script = (STATIC / "picture.js").read_bytes() + (STATIC / "scene.js").read_bytes()
    assert len(gzip.compress(HTML.encode())) + len(gzip.compress(script)) < 6000


def test_a_film_may_begin_with_an_empty_hand() -> None:
    start = film().start._replace(hand=(), counts=(0, 0, 0, 0), piles=piles("N 9S"))
    assert 'data-cards="0"' in picture(Film(start, ()), ENGLISH)
