"""The leaderboards."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse

from app.days import day_at
from app.db.board_games import BoardGame
from app.db.leaders import Leader
from app.pages.show import show
from app.render.circles import OwnBoard
from app.render.leaderboards import GameRow, LeaderboardsPage, LeaderRow
from app.web.circles import own_circles
from app.web.identity import cookie_player
from app.web.leaderboards import BOARDS, PERIODS, NamedLeader
from app.web.numbers import read_number
from app.web.services import services

router = APIRouter(include_in_schema=False)


@router.get("/leaderboards")
async def leaderboards(request: Request) -> HTMLResponse:
    """Show a page of a board; what the address does not name, or names wrong, is the first."""
    wanted = request.query_params
    board = next((board for board in BOARDS if board == wanted.get("board")), BOARDS[0])
    period = next((one for one in PERIODS if one == wanted.get("period")), PERIODS[0])
    page = read_number(wanted.get("page")) or 1
    player = cookie_player(request)
    seen = await services(request).leaderboards.page(board, period, page, player)
    on_page = any(named.you for named in seen.lines)
    return show(
        request,
        LeaderboardsPage(
            board=board,
            period=period,
            rows=[_row(named) for named in seen.lines],
            own=_row(seen.you) if seen.you and not on_page else None,
            page=seen.page,
            pages=seen.pages,
            own_boards=[OwnBoard(*one) for one in await own_circles(request, player)],
        ),
    )


def _row(named: NamedLeader) -> LeaderRow:
    listed = [GameRow(_day_of(game), game.place, game.total, link) for game, link in named.games]
    return leader_row(named.line, named.name, named.you, listed)


def _day_of(game: BoardGame) -> date:
    return date.fromisoformat(game.daily) if game.daily else day_at(game.finished_at)


def leader_row(
    line: Leader,
    name: str | None,
    you: bool,  # noqa: FBT001
    listed: Sequence[GameRow] = (),
) -> LeaderRow:
    """Return a line of a board as it is shown."""
    return LeaderRow(
        line.place, name, you, line.games, line.wins, line.average, line.rating, listed
    )
