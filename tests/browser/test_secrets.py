"""Every byte that reaches the browser tells only what this person may know."""

from __future__ import annotations

import re
import sqlite3
from random import Random

from playwright.sync_api import BrowserContext, WebSocket

from app.rooms.events import decode
from app.rooms.state import RoomState
from engine.cards import DECK, Card
from tests.kit.person import MATCH_OVER, Person
from tests.kit.server import Server

RANKS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
NOTATION = re.compile(r"(?<![A-Za-z0-9])(?:c-)?([A2-9TJQK][SHDC])(?![A-Za-z0-9])")
WORDS = re.compile(rf"\b({'|'.join(RANKS)}) of (spades|hearts|diamonds|clubs)\b", re.IGNORECASE)
DRAWN = re.compile(r'class="card ([shdc])[^"]*"[^>]*data-r="([0-9AJQK]+)"')
SEQ = re.compile(r'name="seq" value="(\d+)"')


def named(text: str) -> set[Card]:
    """Every card that a text names, in whatever way."""
    found = {Card.parse(match[1]) for match in NOTATION.finditer(text)}
    for match in WORDS.finditer(text):
        rank = RANKS.index(match[1].lower()) + 1
        found |= {c for c in DECK if c.rank == rank and c.suit == match[2][0].upper()}
    for match in DRAWN.finditer(text):
        letter = "T" if match[2] == "10" else match[2]
        found.add(Card.parse(letter + match[1].upper()))
    return found


def seen_by_seat_0(server: Server, code: str) -> dict[int, set[Card]]:
    """Which cards the person on seat 0 had seen in this round, by the number of the event."""
    with sqlite3.connect(server.database) as database:
        rows = database.execute(
            "SELECT n, event, at FROM room_events WHERE room = ? ORDER BY n", (code,)
        ).fetchall()
    state, seen, seats = RoomState(code), set[Card](), dict[int, set[Card]]()
    for n, event, at in rows:
        before = state
        state = state.after(decode(event), n, at)
        if state.match is None:
            continue
        if before.match is None or before.match.number != state.match.number:
            seen = set()
        deal = state.match.deal
        seen |= {card for pile in deal.piles.values() for card in pile} | set(deal.hands[0])
        if deal.ending:
            seen |= {card for hand in deal.hands for card in hand}
        seats[n] = set(seen)
    return seats


def test_no_byte_of_a_match_names_a_card_that_the_person_may_not_see(
    person: Person, server: Server, context: BrowserContext
) -> None:
    texts: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: texts.append(str(payload)))

    person.page.on("websocket", listen)
    context.on(
        "response",
        lambda response: (
            texts.append(response.text())
            if "/rooms/" in response.url and response.status == 200
            else None
        ),
    )
    person.open(target=15)  # mostly two rounds: in the second the log still tells of the first
    code = person.page.url.rsplit("/", 1)[1]
    person.play_until(Random(5), MATCH_OVER)

    allowed = seen_by_seat_0(server, code)
    checked = 0
    seq = 0
    for text in texts:
        found = SEQ.search(text)
        seq = int(found[1]) if found else seq
        if seq in allowed:
            # The log may still tell of the round before.
            rounds = [n for n in allowed if n <= seq]
            known = set().union(*(allowed[n] for n in rounds[-60:]))
            assert named(text) <= known, text
            checked += len(named(text))
    assert checked > 20  # more names than the first page has
