"""What the pages of a room share: which page it is, and the answers to its forms."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.pages.show import show
from app.render.language import Language
from app.render.pages import LobbyPage, Page, TablePage
from app.render.regions import frame, notice, private_regions, public_regions, say_lately, whole_log
from app.render.sentences import lately_said
from app.rooms.room import Room
from app.table import LONGEST_NAME, Table
from app.web.addresses import public_url, reachable
from app.web.identity import cookie_player
from app.web.naming import name_to_propose
from app.web.services import language_of, services


async def room_page(request: Request, room: Room, sentence: str | None) -> Page:
    """Return the page of a room as the caller sees it: its lobby, or its table."""
    language = language_of(request)
    seen = room.seen_by(cookie_player(request))
    regions = _regions(room, seen, language)
    if seen.match is None:
        taken = [seat.name for seat in seen.seats if seat.name]
        return LobbyPage(
            table=seen,
            regions=regions,
            url=f"{public_url(request)}/rooms/{seen.code}",
            reachable=reachable(request),
            proposal=await name_to_propose(request, language, taken),
            longest=LONGEST_NAME,
            notice=sentence,
        )
    return TablePage(
        table=seen,
        regions=regions,
        now=services(request).now(),
        said=lately_said(seen, language),
        notice=sentence,
    )


def to_room(room: Room) -> RedirectResponse:
    """Lead to the page of a room, after a form."""
    return RedirectResponse(f"/rooms/{room.state.code}", 303)


async def answer_form(
    request: Request, room: Room, sentence: str | None = None, status: int = 422
) -> Response:
    """Answer a form of a room's page, with the sentence that says why it was refused, if it was.

    The script gets all regions; without script, the page is led to, or shown with the sentence.
    """
    if request.headers.get("hx-request") == "true":
        return HTMLResponse(_everything(request, room, sentence))
    if sentence is None:
        return to_room(room)
    return show(request, await room_page(request, room, sentence), status)


def _everything(request: Request, room: Room, sentence: str | None) -> str:
    """Return a frame with all regions, as the socket would send it on connecting."""
    seen = room.seen_by(cookie_player(request))
    language = language_of(request)
    regions = frame(_regions(room, seen, language))
    return regions + say_lately(seen, language) + notice(sentence)


def _regions(room: Room, seen: Table, language: Language) -> dict[str, str]:
    return {
        **public_regions(room.seen_by(None), language),
        **private_regions(seen, language),
        **whole_log(seen, language),
    }
