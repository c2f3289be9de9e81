"""The day's game: begin it, go on with it, and see how one did."""

from __future__ import annotations

from datetime import date
from functools import partial

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse

from app.days import DAY, end_of, read_day, streak
from app.db.boards import BoardLine
from app.db.dailies import days_played, game_of
from app.pages.forms import read_fields
from app.pages.show import show
from app.render.calendar import ArchivePage
from app.render.circles import OwnBoard
from app.render.daily import BoardRow, DailyPage, OwnEnd, SharedEnd
from app.rooms import refused as no
from app.rooms.refused import Refused
from app.web.addresses import public_url
from app.web.circles import own_circles
from app.web.days import SeenDay, begin_day, day_of, in_time, see_day
from app.web.identity import cookie_player, cookie_player_or_newcomer
from app.web.refusals import NOT_FOUND
from app.web.services import services
from app.web.shares import find_shared

router = APIRouter(prefix="/daily", include_in_schema=False)


@router.get("")
async def today(request: Request) -> HTMLResponse:
    """Show today's game."""
    return await _show_day(request, services(request).dailies.today)


@router.post("")
async def begin_today(request: Request) -> RedirectResponse:
    """Begin today's game, or go on with it."""
    return await _begin(request, services(request).dailies.today)


@router.get("/archive")
async def archive(request: Request) -> HTMLResponse:
    """Show a month of daily games: the one asked for, else this one."""
    parts, player = services(request), cookie_player(request)
    today, first = parts.dailies.today, await parts.dailies.first()
    month = read_day(f"{request.query_params.get('month', '')}-01") or today
    played = await parts.reader(partial(days_played, player=player)) if player else {}
    page = ArchivePage(
        month=min(max(month, first), today).replace(day=1),
        first=first,
        today=today,
        played=played,
        streak=streak(in_time(played), today),
    )
    return show(request, page)


@router.get("/{text}")
async def day(request: Request, text: str) -> HTMLResponse:
    """Show the game of a day."""
    return await _show_day(request, day_of(text))


@router.get("/{text}/{key}", response_model=None)
async def shared_day(request: Request, text: str, key: str) -> HTMLResponse | RedirectResponse:
    """Show the game of a day beside a result that somebody has shared.

    A result that is no more still leads to its day.
    """
    try:
        return await _show_day(request, day_of(text), key)
    except Refused as refused:
        if refused.refusal is not NOT_FOUND:
            raise
    return RedirectResponse(f"/daily/{day_of(text)}", 303)


@router.post("/{text}")
async def begin(request: Request, text: str) -> RedirectResponse:
    """Begin the game of a day, or go on with it.

    Whoever looked at it while it was today's is asked first, on its page as it is now.
    """
    day = day_of(text)
    if await _would_be_late(request, day) and "late" not in await read_fields(request):
        return RedirectResponse(f"/daily/{day}", 303)
    return await _begin(request, day)


async def _would_be_late(request: Request, day: date) -> bool:
    """Whether the caller would begin an earlier day's game only now."""
    parts, player = services(request), cookie_player(request)
    if day >= parts.dailies.today:
        return False
    if player is None:
        return True
    game = await parts.reader(partial(game_of, day=day.isoformat(), player=player))
    return game is None


async def _begin(request: Request, day: date) -> RedirectResponse:
    begun = await begin_day(request, await cookie_player_or_newcomer(request), day)
    return RedirectResponse(f"/rooms/{begun.room.state.code}", 303)


async def _show_day(request: Request, day: date, key: str | None = None) -> HTMLResponse:
    parts, player = services(request), cookie_player(request)
    if day > parts.dailies.today:
        raise Refused(no.NO_SUCH_DAY)
    first = await parts.dailies.first()
    shared = await find_shared(request, day, key) if key else None
    seen = await see_day(request, player, day)
    own = f"/daily/{day}/{seen.share}" if seen.share else f"/daily/{day}"
    page = DailyPage(
        day=day,
        today=day == parts.dailies.today,
        before=day - DAY if day > first else None,
        after=day + DAY if day < parts.dailies.today else None,
        now=parts.now(),
        next_at=end_of(parts.dailies.today),
        closed=seen.closed,
        commitment=seen.commitment,
        seed=seen.seed,
        code=seen.game.room if seen.game and seen.game.kept else None,
        end=_own_end(seen),
        par=seen.par.total if seen.par else None,
        points=seen.points,
        players=seen.board.players,
        board=_rows(seen, player),
        streak=seen.streak,
        named=seen.name is not None,
        url=f"{public_url(request)}{own}",
        path=f"/daily/{day}/{key}" if shared else f"/daily/{day}",
        shared_end=SharedEnd(shared.place, shared.rounds) if shared else None,
        own_boards=[OwnBoard(*one) for one in await own_circles(request, player)],
    )
    return show(request, page)


def _own_end(seen: SeenDay) -> OwnEnd | None:
    result, standing = seen.result, seen.standing
    if result is None:
        return None
    return OwnEnd(
        match_place=result.score.place,
        total=result.score.total,
        undos=result.undos,
        late=result.late,
        rounds=seen.rounds,
        place=standing.place if standing else None,
        percentile=standing.percentile if standing else None,
    )


def _rows(seen: SeenDay, player: str | None) -> list[BoardRow]:
    """Return the best, and the reader's own line below them if it is not among them."""
    lines = seen.board.lines
    if seen.result and seen.standing and all(line.result != seen.result for line in lines):
        lines = (
            *lines,
            BoardLine(seen.standing.place, seen.name, seen.result, seen.result.match_id),
        )
    return [
        BoardRow(
            place=line.place,
            name=line.name,
            you=line.result.player == player,
            match_place=line.result.score.place,
            total=line.result.score.total,
            turns=line.result.score.turns,
            clean=not line.result.undos,
            link=line.link,
        )
        for line in lines
    ]
