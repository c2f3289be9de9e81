"""Who the reader is: the name, and moving to another device."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.pages.show import show
from app.render.pages import ArrivalPage, DeviceLinkPage, MePage
from app.render.sentences import refusal_sentence
from app.rooms.refused import Refused
from app.table import LONGEST_NAME
from app.web.addresses import reachable
from app.web.device_links import MINUTES, look_at_link, make_link, use_link
from app.web.identity import cookie_player
from app.web.naming import call_oneself, name_to_propose, remembered_name
from app.web.replies import status_of
from app.web.services import language_of

router = APIRouter(prefix="/me", include_in_schema=False)

MOST_FIELDS = 10


@router.get("")
async def me(request: Request) -> HTMLResponse:
    """Show the name, and offer to move."""
    name = await name_to_propose(request, language_of(request))
    return show(request, _page(request, name, saved="saved" in request.query_params))


@router.post("")
async def rename(request: Request) -> Response:
    """Keep the name that was typed, or say what is wrong with it."""
    typed = await _typed(request)
    try:
        await call_oneself(request, typed)
    except Refused as refused:
        sentence = refusal_sentence(refused.refusal, refused.parameters, language_of(request))
        return show(request, _page(request, typed, notice=sentence), status_of(refused))
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
    return RedirectResponse("/", 303)


def _page(request: Request, name: str, *, saved: bool = False, notice: str | None = None) -> MePage:
    return MePage(name, cookie_player(request) is not None, LONGEST_NAME, saved, notice)


async def _typed(request: Request) -> str:
    async with request.form(max_files=0, max_fields=MOST_FIELDS) as form:
        return str(form.get("name", ""))
