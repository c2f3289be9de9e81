"""Handlers for whatever is raised on the way to an answer."""

from __future__ import annotations

import structlog
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from app.db.players import NobodyThere
from app.rooms import refused as no
from app.rooms.refused import Refused
from app.web.guards import HEADERS
from app.web.refusals import MALFORMED, NOT_ALLOWED, NOT_FOUND, NOT_SIGNED_IN
from app.web.replies import refusal_response, refused_response, wants_json

logger = structlog.get_logger(__name__)

REFUSAL_OF_STATUS = {404: NOT_FOUND, 405: NOT_ALLOWED}


def answer_refusals(app: FastAPI) -> None:
    """Answer every refusal and error in the one form: ``{code, message}``, or a page."""
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(NobodyThere, _nobody_there)
    app.add_exception_handler(DBAPIError, _database_failed)
    app.add_exception_handler(Exception, _unexpected)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)  # noqa: S101  # registered for it alone
    return refused_response(request.scope, error)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101  # registered for it alone
    refusal = REFUSAL_OF_STATUS.get(error.status_code, MALFORMED)
    response = refusal_response(request.scope, error.status_code, refusal)
    response.headers.update(error.headers or {})
    return response


async def _nobody_there(request: Request, _error: Exception) -> Response:
    """Answer whoever was deleted while the request was under way as anybody unknown."""
    request.session.clear()
    return refused_response(request.scope, Refused(NOT_SIGNED_IN))


async def _malformed(request: Request, error: Exception) -> Response:
    """Name the first thing that FastAPI found wrong with a body or an address, to programs."""
    assert isinstance(error, RequestValidationError)  # noqa: S101  # registered for it alone
    if not wants_json(request.scope):
        return refusal_response(request.scope, 422, MALFORMED)
    finding = error.errors()[0]
    where = ".".join(str(part) for part in finding["loc"])
    message = f"{MALFORMED.sentence} {where}: {finding['msg']}"
    return JSONResponse({"code": MALFORMED.code, "message": message}, 422)


async def _database_failed(request: Request, error: Exception) -> Response:
    """Ask to try again: nothing has changed, and a full or locked disk may soon be well again."""
    logger.error("the database failed", exc_info=error)
    return refused_response(request.scope, Refused(no.FAILED))


async def _unexpected(request: Request, _error: Exception) -> Response:
    response = refusal_response(request.scope, 500, no.FAILED)
    response.headers.update(HEADERS)  # sent outside the guard that adds them
    return response
