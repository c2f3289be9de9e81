"""How the server is, for whatever watches over it."""

from __future__ import annotations

import asyncio

import structlog
from fastapi import APIRouter
from sqlalchemy import Connection, text
from starlette.requests import Request
from starlette.responses import JSONResponse

from app.db.database import try_to_write
from app.web.services import services

logger = structlog.get_logger(__name__)

router = APIRouter(include_in_schema=False)

PATIENCE = 2.0
"""Seconds that the database may take."""


@router.get("/healthz")
async def alive() -> dict[str, str]:
    """Tell that the process answers."""
    return {"status": "ok"}


@router.get("/readyz")
async def ready(request: Request) -> JSONResponse:
    """Tell whether the database can be read and written."""
    parts = services(request)
    try:
        await asyncio.wait_for(parts.reader(_read), PATIENCE)
        await asyncio.wait_for(parts.writer.run(try_to_write), PATIENCE)
    except Exception:
        logger.exception("not ready")
        return JSONResponse({"status": "database"}, 503)
    return JSONResponse({"status": "ok"})


def _read(connection: Connection) -> None:
    connection.execute(text("SELECT 1 FROM rooms LIMIT 1"))
