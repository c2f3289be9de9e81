"""The fields of a form."""

from __future__ import annotations

from starlette.requests import Request

from app.rooms.refused import Refused
from app.web.refusals import MALFORMED

FORM = "application/x-www-form-urlencoded"
MOST_FIELDS = 30


async def read_fields(request: Request) -> dict[str, str]:
    """Return the fields of a form, none where there is no body.

    Raises:
        Refused: it is another kind of body.
    """
    kind = request.headers.get("content-type", "")
    if not kind.startswith(FORM):
        if kind or request.headers.get("content-length", "0") != "0":
            raise Refused(MALFORMED)
        return {}
    async with request.form(max_files=0, max_fields=MOST_FIELDS) as form:
        return {name: value for name, value in form.items() if isinstance(value, str)}
