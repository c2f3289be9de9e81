"""Classic's legal moves once more, from the sentences of docs/rules.md and without the engine.

Slow, and in terms of texts only, so that a mistake in the engine is unlikely to be made twice.
"""

RANKS = "A23456789TJQK"
RED = "HD"
SIDES = ["N", "E", "S", "W"]
CORNERS = ["NE", "SE", "SW", "NW"]

Layout = dict[str, list[str]]


def fits(card: str, other: str) -> bool:
    one_lower = RANKS.index(card[0]) + 1 == RANKS.index(other[0])
    return one_lower and (card[1] in RED) != (other[1] in RED)


def legal_moves(hand: list[str], layout: Layout) -> set[str]:
    moves = {"end"}
    for place, pile in layout.items():
        for card in hand:
            may = fits(card, pile[-1]) if pile else place in SIDES or card[0] == "K"
            if may:
                moves.add(f"{card}>{place}")
        for side in SIDES:
            if layout[side] and side != place:
                bottom = layout[side][0]
                may = fits(bottom, pile[-1]) if pile else place in CORNERS and bottom[0] == "K"
                if may:
                    moves.add(f"{side}>{place}")
    return moves


def leaves(deck: list[str], players: int, dealer: int, depth: int) -> int:
    """Count the sequences of moves of this length, and the shorter ones that end the deal."""
    hands: list[list[str]] = [[] for _ in range(players)]
    for i in range(7 * players):
        hands[(dealer + 1 + i) % players].append(deck[i])
    rest = deck[7 * players :]
    layout: Layout = {side: [card] for side, card in zip(SIDES, rest, strict=False)}
    layout |= {corner: [] for corner in CORNERS}
    return _leaves(hands, layout, rest[4:], (dealer + 1) % players, depth)


def _leaves(hands: list[list[str]], layout: Layout, stock: list[str], seat: int, depth: int) -> int:
    if depth == 0 or not all(hands):
        return 1
    total = 0
    for move in legal_moves(hands[seat], layout):
        new_hands = [list(hand) for hand in hands]
        new_layout = {place: list(pile) for place, pile in layout.items()}
        new_stock, new_seat = list(stock), seat
        if move == "end":
            new_hands[seat] += new_stock[:1]
            new_stock = new_stock[1:]
            new_seat = (seat + 1) % len(hands)
        else:
            what, where = move.split(">")
            if what in SIDES:
                new_layout[where] += new_layout[what]
                new_layout[what] = []
            else:
                new_hands[seat].remove(what)
                new_layout[where].append(what)
        total += _leaves(new_hands, new_layout, new_stock, new_seat, depth - 1)
    return total
