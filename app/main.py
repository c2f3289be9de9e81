"""Puts the parts together: the only place that knows them all."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import cache

from fastapi import APIRouter, Depends, FastAPI
from starlette.middleware.sessions import SessionMiddleware
from starlette.routing import BaseRoute
from starlette_compress import CompressMiddleware

from app import api, pages, sockets
from app.db.database import Now, Reader, connect, migrate, now_ms
from app.db.writer import Writer
from app.render.language import load_languages
from app.rooms.bus import LocalBus
from app.rooms.clock import Tempo
from app.rooms.dailies import Dailies
from app.rooms.registry import Rooms
from app.rooms.sweeper import Sweeper
from app.rooms.tools import Tools
from app.settings import Settings
from app.web import identity
from app.web.assets import Assets
from app.web.guards import BodyLimit, SameOrigin, SecurityHeaders
from app.web.leaderboards import Leaderboards
from app.web.limits import Limits
from app.web.pictures import Pictures
from app.web.refusing import answer_refusals
from app.web.services import Services

languages = cache(load_languages)
"""Read once in a process: for another catalogue, every template would be compiled anew."""


@cache
def routes() -> list[BaseRoute]:
    """Gather all routes, once in a process: FastAPI builds each anew for every app with it."""
    gathered = APIRouter(dependencies=[Depends(identity.lose_forgotten)])
    for router in (*pages.ROUTERS, *sockets.ROUTERS, *api.ROUTERS):
        gathered.include_router(router)
    return gathered.routes


def create_app(settings: Settings, now: Now = now_ms) -> FastAPI:
    """Build the server; it opens its database when it starts and closes it when it stops.

    ``now`` is its clock, the only one that decides what day it is.
    """
    settings = settings.resolved()

    @contextlib.asynccontextmanager
    async def run(app: FastAPI) -> AsyncIterator[None]:
        engine = connect(settings.database_url)
        migrate(engine)
        reader, writer = Reader(engine), Writer(engine)
        tempo = Tempo(settings.computer_pace, settings.patience)
        tools = Tools(reader, writer, LocalBus(), tempo, now)
        rooms = Rooms(tools)
        dailies = Dailies(tools, rooms, bytes.fromhex(settings.key("daily")))
        limits = Limits(on=settings.rate_limits == "on")
        app.state.services = Services(
            rooms,
            dailies,
            reader,
            writer,
            limits,
            Leaderboards(reader, now),
            Pictures(),
            languages(),
            assets,
            settings,
            now,
        )
        sweeper = asyncio.create_task(Sweeper(tools, rooms).run())
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
        routes=routes(),
        redirect_slashes=False,  # a redirect would lead to whatever host the request names
    )
    assets = Assets()
    app.mount("/static", assets, name="static")
    answer_refusals(app)
    app.add_middleware(
        SessionMiddleware,
        secret_key=settings.key("session"),
        session_cookie=identity.COOKIE,
        max_age=identity.COOKIE_SECONDS,
        same_site="lax",
        https_only=settings.public_url.startswith("https://"),
    )
    app.add_middleware(BodyLimit)
    app.add_middleware(SameOrigin, public_url=settings.public_url)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(CompressMiddleware)
    return app
