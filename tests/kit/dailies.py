"""Results of daily games, written as if somebody had played."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from app.db.dailies import Score


def add_daily_result(
    folder: Path, day: str, name: str, total: int, *, place: int = 1, rounds: tuple[int, ...] = ()
) -> str:
    """Let the player of this name have finished a day's game in time; return the match's id."""
    score, match_id = Score(place, total, 1, 9), f"{day}-{name}"
    with sqlite3.connect(folder / "kings.sqlite3") as database:
        (player,) = database.execute("SELECT id FROM players WHERE name = ?", (name,)).fetchone()
        database.execute(
            """INSERT INTO matches (id, room, rules, record, started_at, finished_at)
               VALUES (?, 'R', '', '', 0, 0)""",
            (match_id,),
        )
        database.execute(
            """INSERT INTO daily_results (match_id, day, player_id, late, place, total, lead, turns,
                                          undos, rank, finished_at)
               VALUES (?, ?, ?, 0, ?, ?, ?, ?, 0, ?, 0)""",
            (match_id, day, player, *score, score.rank),
        )
        database.executemany(
            "INSERT INTO match_penalties VALUES (?, ?, 0, ?)",
            [(match_id, number, points) for number, points in enumerate(rounds, start=1)],
        )
    return match_id
