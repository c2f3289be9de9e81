"""Boards that people share by a link: making one, joining, and the forms on them."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.pages.forms import read_fields
from app.pages.leaderboards import leader_row
from app.pages.show import show
from app.render.circle_pages import CirclePage, CirclesPage, MemberRow
from app.render.circles import OwnBoard
from app.rooms.refused import Refused
from app.web import circles
from app.web.addresses import public_url, reachable
from app.web.circles import CIRCLE_PERIODS, SeenMember
from app.web.identity import cookie_player, cookie_player_or_newcomer
from app.web.naming import keep_name, name_to_propose, name_to_sit_by
from app.web.numbers import read_number
from app.web.refusals import NO_SUCH_MEMBER, NOT_KEEPER
from app.web.replies import sentence_of, status_of
from app.web.services import language_of

router = APIRouter(prefix="/boards", include_in_schema=False)


@router.get("")
async def own_boards(request: Request) -> HTMLResponse:
    """List the reader's boards, and offer to make one."""
    return await _show_own(request)


@router.post("")
async def make(request: Request) -> Response:
    """Make a board, and show it."""
    fields = await read_fields(request)
    typed = fields.get("board", "")
    try:
        await _keep_name(request, fields.get("name", ""))
        link = await circles.make_circle(request, await cookie_player_or_newcomer(request), typed)
    except Refused as refused:
        return await _show_own(request, refused, typed)
    return RedirectResponse(f"/boards/{link}", 303)


@router.get("/{link}")
async def board(request: Request, link: str) -> HTMLResponse:
    """Show a board to whoever has its link."""
    return await _show(request, link)


@router.post("/{link}/members")
async def join(request: Request, link: str) -> Response:
    """Belong to a board, by the name that was typed."""
    fields = await read_fields(request)
    await circles.see_circle(request, cookie_player(request), link, "today")
    try:
        await _keep_name(request, fields.get("name", ""))
        await circles.join_circle(request, await cookie_player_or_newcomer(request), link)
    except Refused as refused:
        return await _show(request, link, refused)
    return RedirectResponse(f"/boards/{link}", 303)


@router.post("/{link}/members/{number}/remove")
async def remove(request: Request, link: str, number: str) -> Response:
    """Leave a board, or take somebody off one's own."""
    theirs = read_number(number)
    if theirs is None:
        raise Refused(NO_SUCH_MEMBER)
    try:
        await circles.take_away(request, _caller(request), link, theirs)
    except Refused as refused:
        if refused.refusal is not NO_SUCH_MEMBER:
            raise
    seen = await circles.own_circles(request, cookie_player(request))
    belongs = any(one.link == link for one in seen)
    return RedirectResponse(f"/boards/{link}?removed" if belongs else "/boards?left", 303)


@router.post("/{link}/name")
async def rename(request: Request, link: str) -> Response:
    """Give one's board another name."""
    typed = (await read_fields(request)).get("board", "")
    try:
        await circles.rename_circle(request, _caller(request), link, typed)
    except Refused as refused:
        return await _show(request, link, refused)
    return RedirectResponse(f"/boards/{link}", 303)


@router.post("/{link}/delete")
async def delete(request: Request, link: str) -> Response:
    """Delete one's board for everybody."""
    await circles.delete_circle(request, _caller(request), link)
    return RedirectResponse("/boards?deleted", 303)


def _caller(request: Request) -> str:
    player = cookie_player(request)
    if player is None:
        raise Refused(NOT_KEEPER)
    return player


async def _keep_name(request: Request, typed: str) -> None:
    await keep_name(request, await name_to_sit_by(request, language_of(request), typed))


async def _show_own(
    request: Request, refused: Refused | None = None, typed: str = ""
) -> HTMLResponse:
    own = await circles.own_circles(request, cookie_player(request))
    page = CirclesPage(
        own_boards=[OwnBoard(*one) for one in own],
        proposal=await name_to_propose(request, language_of(request)),
        typed=typed,
        done=_done(request, "left", "deleted"),
        notice=sentence_of(request, refused) if refused else None,
    )
    return show(request, page, status_of(refused) if refused else 200)


async def _show(request: Request, link: str, refused: Refused | None = None) -> HTMLResponse:
    wanted = request.query_params.get("period")
    period = next((one for one in CIRCLE_PERIODS if one == wanted), CIRCLE_PERIODS[0])
    seen = await circles.see_circle(request, cookie_player(request), link, period)
    page = CirclePage(
        link=link,
        name=seen.circle.name,
        period=period,
        periods=CIRCLE_PERIODS,
        members=[_row(one, seen.you) for one in seen.lines],
        keeper=seen.keeper.name,
        you=seen.you,
        yours=seen.yours,
        url=f"{public_url(request)}/boards/{link}",
        reachable=reachable(request),
        proposal=await name_to_propose(request, language_of(request)),
        done=_done(request, "removed"),
        notice=sentence_of(request, refused) if refused else None,
    )
    return show(request, page, status_of(refused) if refused else 200)


def _done(request: Request, *possible: str) -> str | None:
    """Return what a form has just done, as the address that it led to tells."""
    return next((done for done in possible if done in request.query_params), None)


def _row(one: SeenMember, you: int | None) -> MemberRow:
    member, own = one.member, one.member.number == you
    row = leader_row(one.line, member.name, own) if one.line else None
    return MemberRow(member.number, member.name, own, row)
