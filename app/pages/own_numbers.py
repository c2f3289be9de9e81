"""What the reader has played so far: the numbers, the last matches, the opponents, the ratings."""

from __future__ import annotations

from datetime import date

from sqlalchemy import Connection

from app.days import day_at, longest_streak, streak
from app.db.dailies import days_played
from app.db.people import last_matches, numbers_of, opponents_of
from app.db.players import names
from app.db.ratings import rated, ratings_of
from app.rating import FEWEST_MATCHES
from app.render.me import FORMER, Numbers, OpponentRow, OwnMatchRow
from app.render.rating_chart import RatingPoint
from app.web.days import in_time

LAST_MATCHES = 8
OPPONENTS = 6
CHARTED = 100
"""The matches of the chart of one's rating."""


def read_numbers(connection: Connection, player: str, today: date) -> Numbers:
    """Return what a player has played so far, as the page about oneself shows it."""
    days = in_time(days_played(connection, player))
    number, skill = rated(connection, player)
    last = last_matches(connection, player, LAST_MATCHES)
    called = names(connection, {one for match in last for one, _ in match.others if one})
    return Numbers(
        **numbers_of(connection, player)._asdict(),
        streak=streak(days, today),
        longest_streak=longest_streak(days),
        counted=number,
        rating=skill.rating if number >= FEWEST_MATCHES else None,
        ratings=[
            RatingPoint(day_at(point.finished_at), point.rating)
            for point in ratings_of(connection, player, CHARTED)
        ],
        last=[
            OwnMatchRow(
                link=match.link,
                finished_at=match.finished_at,
                place=match.place,
                total=match.total,
                people=tuple(
                    called.get(one) if one else FORMER
                    for one, computer in match.others
                    if one or not computer
                ),
                computers=sum(not one and bool(computer) for one, computer in match.others),
                day=date.fromisoformat(match.day) if match.day else None,
            )
            for match in last
        ],
        opponents=_opponents(connection, player),
    )


def _opponents(connection: Connection, player: str) -> list[OpponentRow]:
    met = opponents_of(connection, player, OPPONENTS)
    called = names(connection, [one.player for one in met if one.player])
    return [
        OpponentRow(
            name=called.get(one.player or ""),
            level=one.computer,
            former=one.player is None and one.computer is None,
            matches=one.matches,
            wins=one.wins,
        )
        for one in met
    ]
