"""Rooms in play, and what their pages hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from random import Random

from app.render.language import Language, load_languages
from app.render.pages import TablePage, render_page
from app.render.regions import all_regions
from app.render.sentences import lately_said
from app.rooms.events import Dealt, Event, MatchStarted, Moved, Opened, SeatHolder
from app.rooms.state import RoomState
from app.table import Table
from engine.cards import Card
from engine.deal import Deal
from engine.events import Ending
from engine.moves import UNDO
from engine.rules import CLASSIC, PRESETS, Rules
from tests.kit.looking import looked_at

STATIC = Path(__file__).resolve().parents[3] / "static"
LANGUAGES = load_languages()
ENGLISH = LANGUAGES["en"]
NAMES = {"p0": "Bea", "p1": "Carl", "p2": "Maximiliane Hohenstaufen", "p3": "さくらこ"}
PLAYERS = ("p0", "p1", "p2", "p3")
VIEWERS = (None, *PLAYERS)
LONG = Rules(target=300)
ALL_RULES = {
    **PRESETS,
    "custom": Rules(target=60, undo=False),
}


class Play:
    """A room whose match is played by chance, event by event."""

    def __init__(
        self, seed: int = 0, rules: Rules = CLASSIC, names: dict[str, str] | None = None
    ) -> None:
        self.names = NAMES if names is None else names
        self.luck = Random(seed)
        self.state = RoomState("ABC234")
        seats = (
            *(SeatHolder(player=player) for player in PLAYERS[:-1]),
            SeatHolder(computer="x@1"),
        )
        self.add(Opened("p0", seats, rules.options()))
        bytes_ = sha256(str(seed).encode()).hexdigest()
        self.add(MatchStarted("p0", seats, rules.options(), bytes_, "1", 1))

    def add(self, event: Event) -> None:
        n = self.state.n + 1
        self.state = self.state.after(event, n, n * 1000)

    def table(self, player: str | None) -> Table:
        return looked_at(self.state, self.state.seat_of(player), self.names, {"p0", "p1"})

    def step(self, eager: float = 0.7) -> None:
        """Make one move, mostly a card or a pile, or deal again."""
        deal = self.state.running.deal
        if self.state.between_deals:
            self.add(Dealt())
            return
        legal = deal.legal_moves()
        plays = [move for move in legal if ">" in str(move)]
        if deal.can_undo and self.luck.random() < 0.1:
            move = str(UNDO)
        else:
            move = str(self.luck.choice(plays if plays and self.luck.random() < eager else legal))
        self.add(Moved(deal.seat, move))

    def steps(self, most: int = 400) -> Iterator[RoomState]:
        """The room after every step, until the match is over."""
        for _ in range(most):
            if self.state.running.over:
                return
            self.step()
            yield self.state

    def until_over(self) -> None:
        for _ in self.steps(20_000):
            pass


@cache
def _seed_and_steps(ending: Ending) -> tuple[int, int]:
    """Where the first round is that ends like this."""
    for seed in range(300):
        for steps, state in enumerate(Play(seed, LONG).steps(2000), 1):
            if state.running.deal.ending is ending:
                return seed, steps
    raise AssertionError(ending)


def ended(ending: Ending) -> Play:
    """A room at the first round that ends like this."""
    seed, steps = _seed_and_steps(ending)
    play = Play(seed, LONG)
    for _ in play.steps(steps):
        pass
    return play


def regions_for(play: Play, player: str | None, language: Language = ENGLISH) -> dict[str, str]:
    return all_regions(play.table(None), play.table(player), language)


def page_for(play: Play, player: str | None, notice: str | None = None) -> str:
    table = play.table(player)
    page = TablePage(table, regions_for(play, player), 0, lately_said(table, ENGLISH), notice)
    return render_page(page, ENGLISH, static_url)


def static_url(name: str) -> str:
    return f"/static/1/{name}"


def permuted(deal: Deal, viewer: int | None, luck: Random) -> Deal:
    """The same deal with the cards that the viewer cannot see in another order."""
    others = [seat for seat in range(len(deal.hands)) if seat != viewer]
    hidden = [card for seat in others for card in deal.hands[seat]] + list(deal.stock)
    swaps = dict(zip(hidden, luck.sample(hidden, len(hidden)), strict=True))

    def swapped(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(swaps.get(card, card) for card in cards)

    hands = tuple(hand if seat == viewer else swapped(hand) for seat, hand in enumerate(deal.hands))
    return replace(deal, hands=hands, stock=swapped(deal.stock))


class Elements(HTMLParser):
    """The elements of a piece of html: tag and attributes of each, and how deep they nest."""

    VOID = ("input", "meta", "link")

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.roots: list[dict[str, str]] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.found.append((tag, attributes))
        if not self._open:
            self.roots.append(attributes)
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    @property
    def ids(self) -> list[str]:
        return [attributes["id"] for _, attributes in self.found if "id" in attributes]
