"""The server under test, on one core, with one address more: an echo that does nothing else."""

from __future__ import annotations

import os
import sys

import uvicorn
from fastapi import WebSocket
from starlette.websockets import WebSocketDisconnect

from app.__main__ import spare_the_collector, uvicorn_options
from app.log import set_up_logs
from app.main import create_app
from app.settings import Settings


async def echo(websocket: WebSocket) -> None:
    """Send back every message."""
    await websocket.accept()
    try:
        while True:
            await websocket.send_text(await websocket.receive_text())
    except WebSocketDisconnect:
        return


def main(core: int) -> None:
    """Serve on the core until stopped."""
    os.sched_setaffinity(0, {core})
    settings = Settings()
    set_up_logs("text")
    app = create_app(settings)
    spare_the_collector()
    app.add_api_websocket_route("/bench/echo", echo)
    uvicorn.run(app, **uvicorn_options(settings))


if __name__ == "__main__":
    main(int(sys.argv[1]))
