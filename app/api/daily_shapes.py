"""The shapes of the daily game."""

from __future__ import annotations

from datetime import date, datetime

from pydantic import BaseModel, Field

from app.api.shapes import Body
from app.days import moment
from app.db.dailies import DailyResult, Score
from app.web.days import SeenDay


class DailyBody(Body):
    """Which day's game; without one, today's."""

    day: date | None = Field(None, strict=False, examples=["2026-11-30"])


class ScoreShape(BaseModel):
    """How a daily game ended.

    ``match_place`` is the place in the match; ``lead`` is how far the best other was behind,
    negative when in front.
    """

    match_place: int
    total: int
    lead: int
    turns: int


class EntryShape(ScoreShape):
    """A line of a day's board; equal results share a ``place``."""

    place: int
    name: str | None
    you: bool
    undos: int
    link: str | None = Field(description="For `GET /api/matches/LINK`, once the day is closed.")


class OwnResultShape(ScoreShape):
    """How the caller's game ended; a late one has no ``place`` on the board."""

    place: int | None
    percentile: int | None = Field(description="How many of a hundred others did worse.")
    late: bool
    undos: int
    share: str | None = Field(
        description="For the page /daily/DATE/SHARE and its picture /daily/DATE/SHARE.png.",
        examples=["q7k2m5x3a4n6p7rs"],
    )


class OwnGameShape(BaseModel):
    """The caller's game: the code of its table, and its result once it is over."""

    code: str
    result: OwnResultShape | None


class DailyShape(BaseModel):
    """A day's game; ``seed`` is null until it is closed, ``par`` until the caller has played."""

    day: date
    commitment: str
    closes_at: datetime
    closed: bool
    seed: str | None
    players: int
    board: list[EntryShape]
    par: ScoreShape | None
    you: OwnGameShape | None


def daily_shape(seen: SeenDay, caller: str | None) -> DailyShape:
    """Return a day in the API's shape."""
    return DailyShape(
        day=seen.day,
        commitment=seen.commitment,
        closes_at=moment(seen.closes_at),
        closed=seen.closed,
        seed=seen.seed,
        players=seen.board.players,
        board=[
            EntryShape(
                place=line.place,
                name=line.name,
                you=line.result.player == caller,
                undos=line.result.undos,
                link=line.link,
                **_score(line.result.score),
            )
            for line in seen.board.lines
        ],
        par=ScoreShape(**_score(seen.par)) if seen.par else None,
        you=OwnGameShape(code=seen.game.room, result=_own(seen.game.result, seen))
        if seen.game
        else None,
    )


def _own(result: DailyResult | None, seen: SeenDay) -> OwnResultShape | None:
    if result is None:
        return None
    return OwnResultShape(
        place=seen.standing.place if seen.standing else None,
        percentile=seen.standing.percentile if seen.standing else None,
        late=result.late,
        undos=result.undos,
        share=seen.share,
        **_score(result.score),
    )


def _score(score: Score) -> dict[str, int]:
    place, total, lead, turns = score
    return {"match_place": place, "total": total, "lead": lead, "turns": turns}
