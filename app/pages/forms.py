"""Forms as they come: read in one way, and always as UTF-8, whatever is said of them."""

from __future__ import annotations

from urllib.parse import parse_qsl

from starlette.datastructures import UploadFile
from starlette.requests import Request

from app.rooms.refused import Refused
from app.web.refusals import MALFORMED

FORM = "application/x-www-form-urlencoded"
FORM_WITH_FILE = "multipart/form-data"
MOST_FIELDS = 30


async def read_fields(request: Request) -> dict[str, str]:
    """Return the fields of a form, none where there is no body.

    Raises:
        Refused: it is another kind of body, malformed, or has very many fields.
    """
    kind = _kind(request)
    if kind != FORM:
        if kind or request.headers.get("content-length", "0") != "0":
            raise Refused(MALFORMED)
        return {}
    try:
        text = (await request.body()).decode()
        return dict(
            parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS)
        )
    except ValueError as error:
        raise Refused(MALFORMED) from error


async def read_fields_and_file(request: Request, name: str) -> dict[str, str]:
    """Return the fields of a form in which a file may lie, under this name as its text.

    Raises:
        Refused: as `read_fields` does.
        HTTPException: the parts cannot be told from each other, or are very many.
    """
    if _kind(request) != FORM_WITH_FILE:
        return await read_fields(request)
    async with request.form(max_files=1, max_fields=MOST_FIELDS) as form:
        fields = {key: value for key, value in form.items() if isinstance(value, str)}
        file = form.get(name)
        if isinstance(file, UploadFile) and file.size:
            fields[name] = (await file.read()).decode("utf-8", "replace")
    return fields


def _kind(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()
