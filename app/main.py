"""Puts the parts together: the only place that knows them all."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import structlog
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from sqlalchemy import Connection, text
from starlette.exceptions import HTTPException
from starlette.middleware.sessions import SessionMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette_compress import CompressMiddleware

from app import api, pages, sockets
from app.api.errors import malformed_response
from app.db.database import Reader, connect, migrate
from app.db.writer import Writer
from app.render.language import load_languages
from app.rooms import refused as no
from app.rooms.bus import LocalBus
from app.rooms.refused import Refused
from app.rooms.registry import Rooms
from app.rooms.room import Tools
from app.settings import Settings
from app.web import identity, refusals
from app.web.assets import FOLDER, Assets, VersionedFiles
from app.web.guards import BodyLimit, SameOrigin, SecurityHeaders
from app.web.limits import Limits
from app.web.replies import refusal_response, retry_after, status_of
from app.web.services import Services, services

logger = structlog.get_logger(__name__)

REFUSAL_OF_STATUS = {
    404: refusals.NOT_FOUND,
    405: refusals.NOT_ALLOWED,
}


def create_app(settings: Settings) -> FastAPI:
    """Build the server; it opens its database when it starts and closes it when it stops."""
    settings = settings.resolved()

    @contextlib.asynccontextmanager
    async def run(app: FastAPI) -> AsyncIterator[None]:
        engine = connect(settings.database_url)
        migrate(engine)
        reader, writer = Reader(engine), Writer(engine)
        rooms = Rooms(Tools(reader, writer, LocalBus(), settings.computer_pace))
        limits = Limits(on=settings.rate_limits == "on")
        app.state.services = Services(rooms, reader, writer, limits, load_languages(), Assets())
        sweeper = asyncio.create_task(rooms.run())
        try:
            yield
        finally:
            sweeper.cancel()
            await asyncio.gather(sweeper, return_exceptions=True)
            await rooms.close()
            writer.close()
            reader.close()
            engine.dispose()

    app = FastAPI(
        title="King's Corners",
        version="0.1.0",
        summary="The card game, for programs: the same commands and views as in the browser.",
        lifespan=run,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    for router in (*pages.ROUTERS, *sockets.ROUTERS, *api.ROUTERS):
        app.include_router(router)
    app.mount("/static", VersionedFiles(directory=FOLDER), name="static")
    _add_health(app)
    _add_refusals(app)
    app.add_middleware(
        SessionMiddleware,
        secret_key=settings.key("session"),
        session_cookie=identity.COOKIE,
        max_age=identity.COOKIE_SECONDS,
        same_site="lax",
        https_only=settings.public_url.startswith("https://"),
    )
    app.add_middleware(BodyLimit)
    app.add_middleware(SameOrigin)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(CompressMiddleware)
    return app


def _add_health(app: FastAPI) -> None:
    @app.get("/healthz", include_in_schema=False)
    async def alive() -> dict[str, str]:
        """Tell that the process answers."""
        return {"status": "ok"}

    @app.get("/readyz", include_in_schema=False)
    async def ready(request: Request) -> JSONResponse:
        """Tell whether the database answers, both for reading and for writing."""
        parts = services(request)
        try:
            await asyncio.wait_for(parts.reader(_ask_database), 2)
            await asyncio.wait_for(parts.writer.run(_ask_database), 2)
        except Exception:
            logger.exception("not ready")
            return JSONResponse({"status": "database"}, 503)
        return JSONResponse({"status": "ok"})


def _ask_database(connection: Connection) -> None:
    connection.execute(text("SELECT 1 FROM rooms LIMIT 1"))


def _add_refusals(app: FastAPI) -> None:
    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, Refused)  # noqa: S101  # registered for it alone
        response = refusal_response(
            request.scope, status_of(error), error.refusal, error.parameters
        )
        response.headers.update(retry_after(error))
        return response

    async def unknown_token(request: Request, _error: Exception) -> Response:
        return refusal_response(request.scope, 401, refusals.NOT_SIGNED_IN)

    async def http_error(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)  # noqa: S101  # registered for it alone
        refusal = REFUSAL_OF_STATUS.get(error.status_code, refusals.MALFORMED)
        response = refusal_response(request.scope, error.status_code, refusal)
        response.headers.update(error.headers or {})
        return response

    async def malformed(_request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)  # noqa: S101  # registered for it alone
        return malformed_response(error)

    async def unexpected(request: Request, _error: Exception) -> Response:
        return refusal_response(request.scope, 500, no.FAILED)

    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(identity.UnknownToken, unknown_token)
    app.add_exception_handler(HTTPException, http_error)
    app.add_exception_handler(RequestValidationError, malformed)
    app.add_exception_handler(Exception, unexpected)
