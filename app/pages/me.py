"""Who the reader is: the name, all that is kept, moving to another device, being forgotten."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.pages.forms import read_fields
from app.pages.own_numbers import read_numbers
from app.pages.show import show
from app.render.me import FarewellPage, MePage, Numbers
from app.render.pages import ArrivalPage, DeviceLinkPage
from app.rooms.refused import Refused
from app.web.addresses import reachable
from app.web.device_links import MINUTES, look_at_link, make_link, use_link
from app.web.download import download_of
from app.web.forgetting import forget_player
from app.web.identity import cookie_player
from app.web.naming import call_oneself, name_to_propose, remembered_name
from app.web.replies import sentence_of, status_of
from app.web.services import language_of, services

router = APIRouter(prefix="/me", include_in_schema=False)


@router.get("")
async def me(request: Request) -> HTMLResponse:
    """Show the name, and offer to move."""
    name = await name_to_propose(request, language_of(request))
    return show(request, await _page(request, name, saved="saved" in request.query_params))


@router.post("")
async def rename(request: Request) -> Response:
    """Keep the name that was typed, or say what is wrong with it."""
    typed = (await read_fields(request)).get("name", "")
    try:
        await call_oneself(request, typed)
    except Refused as refused:
        sentence = sentence_of(request, refused)
        page = await _page(request, typed, notice=sentence)
        return show(request, page, status_of(refused))
    return RedirectResponse("/me?saved", 303)


@router.post("/devices")
async def move_away(request: Request) -> Response:
    """Make a link to another device, and show it this once."""
    player = cookie_player(request)
    if player is None:
        return RedirectResponse("/me", 303)
    link = await make_link(request, player)
    return show(request, DeviceLinkPage(link.url, reachable(request), MINUTES))


@router.get("/devices/{token}")
async def arrive(request: Request, token: str) -> Response:
    """Say whom a link carries, and ask; the link stays whole."""
    carried = await look_at_link(request, token)
    own = cookie_player(request)
    if own == carried.player:
        return RedirectResponse("/me", 303)
    page = ArrivalPage(carried.name, own is not None, await remembered_name(request))
    return show(request, page)


@router.post("/devices/{token}")
async def move_here(request: Request, token: str) -> RedirectResponse:
    """Be whom the link carries from now on."""
    await use_link(request, token)
    return RedirectResponse("/?moved", 303)


@router.get("/data")
async def download(request: Request) -> Response:
    """Hand out all that is kept of the reader, as JSON."""
    player = cookie_player(request)
    if player is None:
        return RedirectResponse("/me", 303)
    answer = await download_of(request, player)
    answer.headers["content-disposition"] = 'attachment; filename="kings-corners.json"'
    return answer


@router.get("/delete")
async def ask_to_delete(request: Request) -> HTMLResponse:
    """Say what goes and what stays, and ask."""
    return show(request, FarewellPage())


@router.post("/delete")
async def delete(request: Request) -> RedirectResponse:
    """Forget the reader."""
    player = cookie_player(request)
    if player is not None:
        await forget_player(request, player)
        request.session.clear()
    return RedirectResponse("/?deleted", 303)


async def _page(
    request: Request, name: str, *, saved: bool = False, notice: str | None = None
) -> MePage:
    player, parts = cookie_player(request), services(request)
    numbers = Numbers()
    if player is not None:
        numbers = await parts.reader(
            partial(read_numbers, player=player, today=parts.dailies.today)
        )
    named = await remembered_name(request) is not None
    return MePage(name, player is not None, named, saved, notice, numbers)
