"""Answers to what could not be done: JSON for programs, a friendly page for people."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import Scope

from app import names
from app.render.pages import ErrorPage, render_page
from app.render.sentences import refusal_sentence
from app.rooms import refused as no
from app.rooms.refused import Refused
from app.web.limits import TooMany
from app.web.refusals import (
    DAY_OPEN,
    LINK_GONE,
    MALFORMED,
    NO_BOARD,
    NO_MATCH,
    NO_SUCH_MEMBER,
    NOT_FOUND,
    NOT_KEEPER,
    NOT_SIGNED_IN,
    OFF_THE_BOARD,
)
from app.web.services import language_of, services
from engine.violations import N_, Refusal, RuleViolation

UNAUTHORIZED = 401
CONFLICT = 409
_STATUS = {
    no.ROOM_NOT_FOUND.code: 404,
    no.NO_SEAT.code: 403,
    no.NOT_HOST.code: 403,
    no.REMOVED.code: 403,
    no.NO_SUCH_SEAT.code: 404,
    no.NO_SUCH_DAY.code: 404,
    NO_MATCH.code: 404,
    DAY_OPEN.code: 404,
    NO_BOARD.code: 404,
    NOT_FOUND.code: 404,
    NO_SUCH_MEMBER.code: 404,
    NOT_KEEPER.code: 403,
    OFF_THE_BOARD.code: 403,
    no.WRONG_RULES.code: 422,
    no.BUSY.code: 503,
    no.FAILED.code: 503,
    no.UNREADABLE.code: 503,
    MALFORMED.code: 422,
    NOT_SIGNED_IN.code: 401,
    LINK_GONE.code: 410,
    **{refusal.code: 422 for refusal in names.REFUSALS},
}

TITLES = {
    400: N_("That was not understood"),
    401: N_("Who is asking?"),
    403: N_("This seat is not yours"),
    404: N_("Nobody sits here"),
    405: N_("Not this way"),
    409: N_("Not right now"),
    410: N_("This link leads nowhere any more"),
    413: N_("That is too much"),
    422: N_("Not quite"),
    429: N_("A little slower, please"),
    500: N_("The cards fell off the table"),
    503: N_("A moment, please"),
}
"""What an error page says first."""

_COMFORTS = {
    403: N_("You are welcome at a table of your own."),
    404: N_("Perhaps a letter of the address got lost on the way. Come in by the front door."),
}
_COMFORT = N_("No harm is done: your matches are as you left them.")
_TITLES_OF = {
    OFF_THE_BOARD.code: N_("You are off this board"),
    NOT_KEEPER.code: N_("This board is not yours"),
    NO_BOARD.code: N_("No such board"),
    NO_SUCH_MEMBER.code: N_("No such member"),
    no.ROOM_NOT_FOUND.code: N_("No such table"),
    no.NO_SUCH_DAY.code: N_("No such day"),
    no.NOT_HOST.code: N_("This table is not yours"),
    NO_MATCH.code: N_("No such match"),
    DAY_OPEN.code: N_("Not yet"),
}
"""What it says first of boards, days and matches, where nobody sits."""
_YOUR_OWN_BOARD = N_("You are welcome to make a board of your own.")
_COMFORTS_OF = {
    OFF_THE_BOARD.code: _YOUR_OWN_BOARD,
    NOT_KEEPER.code: _YOUR_OWN_BOARD,
    no.ROOM_NOT_FOUND.code: N_(
        "It may have been given up or cleared away, or a letter of its address got lost. "
        "Come in by the front door."
    ),
    DAY_OPEN.code: N_("Come back then, or play the game of the day yourself."),
}
_COMFORT_OF_CODE = N_("Compare it letter by letter with the one that you were given.")
LONGEST_CODE = 16
"""Letters that are read of what was typed as the code of a table."""
_PASSING = {429, 500, 503}
"""What may be over when the page is asked for once more."""


def status_of(refused: Refused) -> int:
    """Return the HTTP status; what is not named is a conflict with how the table stands."""
    return 429 if isinstance(refused, TooMany) else _STATUS.get(refused.code, CONFLICT)


def sentence_of(connection: HTTPConnection, refused: Refused | RuleViolation) -> str:
    """Say to the reader why something is refused."""
    return refusal_sentence(refused.refusal, refused.parameters, language_of(connection))


def refused_response(scope: Scope, refused: Refused, code: str = "") -> Response:
    """Return the answer to a refused command, with what helps to try again."""
    status = status_of(refused)
    response = refusal_response(scope, status, refused.refusal, refused.parameters, code)
    if isinstance(refused, TooMany):
        response.headers["retry-after"] = str(refused.seconds)
    if status == UNAUTHORIZED:
        response.headers["www-authenticate"] = "Bearer"
    return response


def wants_json(scope: Scope) -> bool:
    """Whether the request is a program's."""
    return f"{scope['path']}/".startswith("/api/")


def refusal_response(
    scope: Scope,
    status: int,
    refusal: Refusal,
    parameters: Mapping[str, str] | None = None,
    code: str = "",
) -> Response:
    """Return the answer to a refused request: ``{code, message}``, or a page.

    ``code`` is that of a table as it was typed, to be mended.
    """
    parameters = parameters or {}
    if scope["type"] == "websocket" or wants_json(scope):
        message = refusal.sentence.format_map(parameters)
        return JSONResponse({"code": refusal.code, "message": message}, status)
    connection = HTTPConnection(scope)
    language = language_of(connection)
    page = ErrorPage(
        status,
        language.gettext(_TITLES_OF.get(refusal.code) or TITLES.get(status, TITLES[CONFLICT])),
        refusal_sentence(refusal, parameters, language),
        language.gettext(_comfort(status, refusal, code)),
        scope["path"] if status in _PASSING and scope["method"] == "GET" else None,
        code,
    )
    return HTMLResponse(render_page(page, language, services(connection).assets.url), status)


def _comfort(status: int, refusal: Refusal, code: str) -> str:
    if code and refusal is no.ROOM_NOT_FOUND:
        return _COMFORT_OF_CODE
    return _COMFORTS_OF.get(refusal.code) or _COMFORTS.get(status, _COMFORT)
