"""A page as a response, in the reader's language."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse

from app.render.pages import Page, render_page
from app.web.addresses import public_url
from app.web.services import language_of, services


def show(request: Request, page: Page, status: int = 200) -> HTMLResponse:
    """Render a page for whoever asks."""
    static_url = services(request).assets.url
    html = render_page(page, language_of(request), static_url, public_url(request))
    return HTMLResponse(html, status)
