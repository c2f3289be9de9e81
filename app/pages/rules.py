"""The rules, for people."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse

from app.pages.show import show
from app.pages.showcase import showcase
from app.render.pages import RulesPage

router = APIRouter(include_in_schema=False)


@router.get("/rules")
async def rules(request: Request) -> HTMLResponse:
    """Tell how the game is played."""
    return show(request, RulesPage(showcase()))
