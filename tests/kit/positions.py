"""Made-up positions, written in the notation.

    position(["7H KS", "2C"], "N 9S 8H, E QD, NE KC QH", stock="3D")

is a deal in which seat 0 is in turn and holds 7H and KS, and 8H lies on 9S at N.
"""

from engine.cards import Card
from engine.deal import Deal
from engine.moves import Move, parse
from engine.places import PLACES, SIDES, Place
from engine.rules import CLASSIC, Layout, Rules


def cards(text: str) -> tuple[Card, ...]:
    """Read cards, separated by blanks."""
    return tuple(map(Card.parse, text.split()))


def layout(text: str, rules: Rules = CLASSIC) -> dict[Place, tuple[Card, ...]]:
    """Read ``place card card …`` for each pile, separated by commas; bottom cards first."""
    places = SIDES if rules.layout is Layout.SIDES else PLACES
    piles: dict[Place, tuple[Card, ...]] = dict.fromkeys(places, ())
    for pile in filter(None, text.split(",")):
        place, _, on_it = pile.strip().partition(" ")
        piles[Place(place)] = cards(on_it)
    return piles


def position(
    hands: list[str],
    piles: str = "",
    *,
    stock: str = "",
    rules: Rules = CLASSIC,
    seat: int = 0,
    idle: int = 0,
    out: tuple[int, ...] = (),
) -> Deal:
    """Make a deal in which this seat has just begun its turn."""
    return Deal(
        rules=rules,
        dealer=len(hands) - 1,
        seat=seat,
        hands=tuple(map(cards, hands)),
        piles=layout(piles, rules),
        stock=cards(stock),
        turn=1,
        began_empty=not stock,
        idle=idle,
        out=out,
    )


def play(deal: Deal, moves: str) -> Deal:
    """Make the moves, each by whoever is in turn."""
    for move in moves.split():
        deal = deal.play(deal.seat, parse(move)).deal
    return deal


def legal(deal: Deal) -> set[str]:
    """The legal moves as texts."""
    return set(map(str, deal.legal_moves()))


def conceivable_moves(deal: Deal) -> list[Move]:
    """Every move that can be written down at all, legal or not, but undo."""
    texts = [f"{card}>{place}" for card in all_cards(deal) for place in PLACES]
    texts += [f"{source}>{target}" for source in PLACES for target in PLACES]
    return [parse(text) for text in [*texts, "draw", "end"]]


def all_cards(deal: Deal) -> list[Card]:
    """Every card, wherever it is."""
    return [
        *(card for hand in deal.hands for card in hand),
        *(card for pile in deal.piles.values() for card in pile),
        *deal.stock,
    ]
