"""The pictures that messengers show beside a link."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.render.preview import ResultSigns
from app.web.days import day_of
from app.web.shares import find_shared, picture_of

router = APIRouter(include_in_schema=False)

KEPT = "public, max-age=3600"
"""Not for ever: whoever is deleted takes the picture along."""


@router.get("/preview.png")
async def standing(request: Request) -> Response:
    """Show what stands for the game."""
    return await _answer(request, None)


@router.get("/daily/{text}/{key}.png")
async def result(request: Request, text: str, key: str) -> Response:
    """Show a shared result of a daily game, in signs."""
    return await _answer(request, await find_shared(request, day_of(text), key))


async def _answer(request: Request, signs: ResultSigns | None) -> Response:
    picture = await picture_of(request, signs)
    headers = {"etag": picture.etag, "cache-control": KEPT, "vary": "Accept-Language"}
    known = request.headers.get("if-none-match", "")
    if picture.etag in [tag.strip().removeprefix("W/") for tag in known.split(",")]:
        return Response(status_code=304, headers=headers)
    return Response(picture.png, media_type="image/png", headers=headers)
