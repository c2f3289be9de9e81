"""Matches together with their record, and the golden records."""

from pathlib import Path
from random import Random

from engine.match import Match
from engine.moves import UNDO, Move
from engine.players import move_of
from engine.record import Record, digest, parse_record
from engine.rules import Rules

GOLDEN = Path(__file__).parent.parent / "golden"
RECORDS = sorted(GOLDEN.glob("*.record"))


def golden(name: str) -> Record:
    return parse_record((GOLDEN / f"{name}.record").read_text(encoding="utf-8"))


def record_of(match: Match, moves: list[tuple[int, int, Move]]) -> Record:
    return Record(match.rules, match.players, match.seed, tuple(moves), digest(match))


def by_chance(begin: Match, luck: Random, most: int = 10_000) -> tuple[Match, Record]:
    """Play at most so many moves by chance, some taken back; the last step is a move."""
    match, moves = begin, list[tuple[int, int, Move]]()
    while not match.over and len(moves) < most:
        if match.deal.ending:
            match = match.next_deal().match
        undo = match.deal.can_undo and luck.random() < 0.1
        move = UNDO if undo else luck.choice(match.deal.legal_moves())
        moves.append((match.number, match.deal.seat, move))
        match = match.play(match.deal.seat, move).match
    return match, record_of(match, moves)


def by_computers(seed: bytes, rules: Rules, players: list[str]) -> tuple[Match, Record]:
    """Let computer players, by version, play a whole match."""
    match, moves = Match.begin(seed, rules, len(players)), list[tuple[int, int, Move]]()
    while not match.over:
        if match.deal.ending:
            match = match.next_deal().match
        seat = match.deal.seat
        move = move_of(players[seat], match)
        moves.append((match.number, seat, move))
        match = match.play(seat, move).match
    return match, record_of(match, moves)
