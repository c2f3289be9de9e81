"""Run the server: ``python -m app``."""

from __future__ import annotations

import gc
import sys
from typing import Any

import uvicorn
from pydantic import ValidationError

from app.db.database import DatabaseError, connect
from app.log import set_up_logs
from app.main import create_app
from app.settings import Settings, SettingsError

LARGEST_FRAME = 64 * 1024
"""A socket's message above it closes the socket; what is read at all is far smaller."""


def uvicorn_options(settings: Settings) -> dict[str, Any]:
    """Return how uvicorn serves: without per-message deflate, which costs more than it saves."""
    return {
        "host": settings.host,
        "port": settings.port,
        "log_config": None,
        "access_log": False,
        "forwarded_allow_ips": settings.trusted_proxies,
        "http": "h11",  # unlike httptools, it limits the size of headers and addresses
        "ws_max_size": LARGEST_FRAME,
        "ws_per_message_deflate": False,
        "timeout_graceful_shutdown": 5,
    }


def spare_the_collector() -> None:
    """Let the garbage collector run seldom: state is immutable here, and cycles are rare.

    By default it looks through all rooms again and again, for a sixth of a busy server's time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def main() -> int:
    """Serve until stopped; return the exit code."""
    try:
        settings = Settings()
        connect(settings.resolved().database_url).dispose()
    except ValidationError as error:
        for problem in error.errors():
            name = str(problem["loc"][0]).upper()
            variable = name if name in {"HOST", "PORT"} else f"KINGS_{name}"
            print(f"{variable}: {problem['msg']}", file=sys.stderr)
        return 2
    except (DatabaseError, SettingsError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    set_up_logs(settings.log_format)
    spare_the_collector()
    shown = "localhost" if settings.host in ("0.0.0.0", "127.0.0.1") else settings.host  # noqa: S104
    print(f"King's Corners is at http://{shown}:{settings.port} (Ctrl+C stops it)", file=sys.stderr)
    uvicorn.run(create_app(settings), **uvicorn_options(settings))
    return 0


if __name__ == "__main__":
    sys.exit(main())
