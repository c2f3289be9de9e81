"""A deal under any rule set once more, from the sentences of docs/rules.md, without the engine.

Slow, in terms of texts and lists only, so that a mistake in the engine is unlikely to be made
twice. A rule set is its options as plain data, with the names and values of the rules page.
"""

from dataclasses import dataclass, field
from functools import cache

RANKS = "A23456789TJQK"
RED = "HD"
SIDES = ["N", "E", "S", "W"]
CORNERS = ["NE", "SE", "SW", "NW"]

Options = dict[str, str | int | bool]


@dataclass
class Table:
    options: Options
    hands: list[list[str]]
    places: dict[str, list[str]]
    stock: list[str]
    seat: int
    turn: int = 0
    out: list[int] = field(default_factory=list)
    idle: int = 0
    stock_was_empty: bool = False
    cards_played: int = 0
    piles_moved: int = 0
    fresh_side: str = ""
    over: str = ""

    def copy(self) -> "Table":
        return Table(
            self.options,
            [list(hand) for hand in self.hands],
            {place: list(pile) for place, pile in self.places.items()},
            list(self.stock),
            self.seat,
            self.turn,
            list(self.out),
            self.idle,
            self.stock_was_empty,
            self.cards_played,
            self.piles_moved,
            self.fresh_side,
            self.over,
        )

    def has(self, option: str, value: str) -> bool:
        return self.options[option] == value


@cache
def fits(card: str, other: str) -> bool:
    """Rules 1.2 and 1.3."""
    one_lower = RANKS.index(card[0]) + 1 == RANKS.index(other[0])
    return one_lower and (card[1] in RED) != (other[1] in RED)


def cost(card: str, options: Options) -> int:
    """Rules 5.6 and 7.1."""
    rank = card[0]
    match options["card_values"]:
        case "king-10-others-1":
            return 10 if rank == "K" else 1
        case "ace-25-tens-10-others-5":
            return 25 if rank == "A" else 10 if rank in "KQJT" else 5
        case _:
            return 15 if rank == "A" else 10 if rank in "KQJT" else int(rank)


def penalties(table: Table) -> tuple[int, ...]:
    return tuple(sum(cost(card, table.options) for card in hand) for hand in table.hands)


def deal(options: Options, players: int, dealer: int, deck: list[str]) -> Table:
    """Section 2, and rules 7.3, 7.7 and 7.8."""
    left = [(dealer + 1 + i) % players for i in range(players)]
    rest = list(deck)
    hands: list[list[str]] = [[] for _ in range(players)]
    for _ in range(7):
        for seat in left:
            hands[seat].append(rest.pop(0))
    places: dict[str, list[str]] = {side: [rest.pop(0)] for side in SIDES}
    if options["layout"] == "sides-and-corners":
        places |= {corner: [] for corner in CORNERS}
    if options["dealt_kings"] != "stay":
        for side in SIDES:
            while places[side] and places[side][0][0] == "K":
                corner = next(corner for corner in CORNERS if not places[corner])
                places[corner], places[side] = places[side], []
                if options["dealt_kings"] == "to-corner-replaced":
                    places[side] = [rest.pop(0)]
    first = dealer if options["first_turn"] == "dealer" else left[0]
    table = Table(options, hands, places, rest, first)
    begin_turn(table)
    return table


def begin_turn(table: Table) -> None:
    """Rules 5.1, 7.3 and 7.4."""
    table.turn += 1
    table.stock_was_empty = not table.stock
    table.cards_played = table.piles_moved = 0
    table.fresh_side = ""
    if table.has("drawing", "at-start"):
        draw(table, 1)


def draw(table: Table, count: int) -> None:
    for _ in range(count):
        if table.stock:
            table.hands[table.seat].append(table.stock.pop(0))


# What is legal


def plays(table: Table, seat: int) -> list[str]:
    """Rules 3.2 to 3.4, 7.9 and 7.10."""
    found = []
    for card in table.hands[seat]:
        for place, pile in table.places.items():
            if pile:
                may = fits(card, pile[-1])
            elif place in CORNERS:
                may = card[0] == "K"
            else:
                any_card = table.has("empty_side", "any-card") or place == table.fresh_side
                may = any_card or card[0] == "K"
            if may:
                found.append(f"{card}>{place}")
    return found


def pile_moves(table: Table) -> list[str]:
    """Rules 3.5 to 3.9."""
    found = []
    for side in SIDES:
        if table.places[side]:
            bottom = table.places[side][0]
            for place, pile in table.places.items():
                if pile:
                    may = place != side and fits(bottom, pile[-1])
                else:
                    king = bottom[0] == "K" and bool(table.options["king_piles_move"])
                    may = king and place in CORNERS
                if may:
                    found.append(f"{side}>{place}")
    return found


def legal_moves(table: Table) -> list[str]:
    """All but undo, in the order of rule 6.6."""
    if table.over:
        return []
    cards, piles = plays(table, table.seat), pile_moves(table)
    active = bool(table.cards_played or table.piles_moved)
    may_draw, may_end = False, True
    if table.has("drawing", "until-playable"):
        stuck = not cards and not piles
        may_draw = not active and stuck and bool(table.stock)
        may_end = active or (stuck and not table.stock)
    elif table.has("empty_stock", "must-play") and not table.stock:
        may_end = table.cards_played > 0 or not cards
    if table.has("held_kings", "must-be-played") and any(move[0] == "K" for move in cards):
        may_end = False
    return cards + piles + ["draw"] * may_draw + ["end"] * may_end


def hurried_move(table: Table) -> str:
    """Rule 6.8."""
    moves = legal_moves(table)
    kings = [move for move in moves if move[0] == "K"]
    return "end" if "end" in moves else (kings or moves)[0]


# What a move does


def after(table: Table, move: str) -> Table:
    table = table.copy()
    if move == "end":
        if table.has("drawing", "at-end"):
            draw(table, 1)
        pass_on(table)
    elif move == "draw":
        draw(table, 1)
    else:
        what, where = move.split(">")
        if what in SIDES:
            table.places[where] += table.places[what]
            table.places[what] = []
            table.piles_moved += 1
            table.fresh_side = what
        else:
            table.hands[table.seat].remove(what)
            table.places[where].append(what)
            table.cards_played += 1
            table.fresh_side = ""
            if not table.hands[table.seat]:
                emptied(table)
    if not table.over and nobody_can(table):
        table.over = "nobody-can"
    return table


def still_in(table: Table) -> list[int]:
    return [seat for seat in range(len(table.hands)) if seat not in table.out]


def emptied(table: Table) -> None:
    """Rules 4.1, 7.13, 7.16 and 7.17."""
    gap = [side for side in SIDES if not table.places[side]]
    if table.has("emptied_hand", "draws-three") and gap and table.stock:
        draw(table, 3)
        return
    table.out.append(table.seat)
    if table.has("going_out", "ends-deal") or len(still_in(table)) < 2:
        table.over = "went-out"
    else:
        pass_on(table)


def pass_on(table: Table) -> None:
    """Rules 2.5, 5.1 to 5.3 and 7.13."""
    if table.stock_was_empty and table.cards_played == 0 and table.piles_moved == 0:
        table.idle += 1
    else:
        table.idle = 0
    if table.idle == len(still_in(table)):
        table.over = "all-passed"
        return
    while True:
        table.seat = (table.seat + 1) % len(table.hands)
        if table.seat not in table.out:
            break
    begin_turn(table)


def nobody_can(table: Table) -> bool:
    """Rule 5.4; the privilege of rule 7.9 is the player's in turn alone."""
    if table.stock or pile_moves(table) or plays(table, table.seat):
        return False
    fresh, table.fresh_side = table.fresh_side, ""
    others = [seat for seat in still_in(table) if plays(table, seat)]
    table.fresh_side = fresh
    return not others


# Counting


def leaves(table: Table, depth: int) -> list[int]:
    """Count the sequences of 1, 2, … moves; those that end the deal earlier count once."""
    if table.over:
        return [1] * depth
    moves = legal_moves(table)
    totals = [len(moves)] + [0] * (depth - 1)
    for move in moves if depth > 1 else ():
        for i, count in enumerate(leaves(after(table, move), depth - 1)):
            totals[i + 1] += count
    return totals
