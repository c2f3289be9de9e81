"""Computer players against each other, many deals long, with luck that is always the same."""

from collections.abc import Sequence
from typing import NamedTuple

from engine import shuffle
from engine.deal import Deal
from engine.keystream import Keystream
from engine.moves import Move
from engine.players import Choose
from engine.rules import CLASSIC, Rules
from engine.view import View


def by_chance(view: View, rng: Keystream) -> Move:
    """Choose any legal move."""
    return rng.choose(view.legal)


def play_deal(number: int, players: Sequence[Choose], rules: Rules = CLASSIC) -> Deal:
    """Play the deal with this number to its end; the number also says who deals."""
    seed = number.to_bytes(32, "big")
    dealer = number % len(players)
    deal = Deal.begin(rules, len(players), dealer, shuffle.deck(seed, 1))
    while not deal.ending:
        seat = deal.seat
        luck = shuffle.luck(seed, 1, deal.turn, seat, deal.step)
        move = players[seat](deal.seen_by(seat), luck)
        deal = deal.play(seat, move).deal
    return deal


class Contest(NamedTuple):
    """How two players did: the share of deals the first one won, a tie half, and all penalties."""

    share: float
    mine: int
    theirs: int


def contest(player: Choose, other: Choose, deals: int, rules: Rules = CLASSIC) -> Contest:
    """Let two players play so many deals."""
    won, mine, theirs = 0.0, 0, 0
    for number in range(deals):
        points = play_deal(number, [player, other], rules).penalties()
        won += 1 if points[0] < points[1] else 0.5 if points[0] == points[1] else 0
        mine, theirs = mine + points[0], theirs + points[1]
    return Contest(won / deals, mine, theirs)


def share_won(player: Choose, other: Choose, deals: int) -> float:
    """How many of these two-player classic deals the first one wins; a tie is half a win."""
    return contest(player, other, deals).share
