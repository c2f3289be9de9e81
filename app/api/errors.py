"""Refusals as the API tells them: ``{code, message}``, a conflict with the current ``view``."""

from __future__ import annotations

from starlette.responses import JSONResponse

from app.api.shapes import ErrorShape, RoomShape
from app.rooms.refused import Refused
from app.web.messages import Malformed
from app.web.refusals import MALFORMED
from app.web.replies import CONFLICT, status_of
from engine.violations import RuleViolation

Failure = Refused | RuleViolation | Malformed

ILLEGAL = 422
"""A move that the rules forbid, or no move at all."""


def error_shape(failure: Failure, view: RoomShape | None = None) -> ErrorShape:
    """Return the failure in the API's shape."""
    if isinstance(failure, Malformed):
        return ErrorShape(code=MALFORMED.code, message=f"{MALFORMED.sentence} {failure}")
    sentence = failure.refusal.sentence.format_map(failure.parameters)
    return ErrorShape(code=failure.code, message=sentence, view=view)


def error_response(failure: Failure, view: RoomShape | None = None) -> JSONResponse:
    """Return the failure as a response."""
    status = status_of(failure) if isinstance(failure, Refused) else ILLEGAL
    shape = error_shape(failure, view if status == CONFLICT else None)
    return JSONResponse(shape.model_dump(mode="json", exclude_defaults=True), status)
