"""Run the server: ``python -m app``."""

from __future__ import annotations

import contextlib
import gc
import socket
import sys
from errno import EACCES, EADDRINUSE
from typing import Any

import uvicorn

from app.db.database import DatabaseError, prepare
from app.log import set_up_logs
from app.main import create_app
from app.settings import Settings, SettingsError, read_settings
from app.web.addresses import EVERYWHERE, lan_address
from app.web.http_wire import http_protocol
from app.web.socket_wire import Wire

LARGEST_FRAME = 64 * 1024
"""A socket's message above it closes the socket; what is read at all is far smaller."""

WAITING = 2048
"""How many may wait to be let in."""

PATIENCE = 20.0
"""Seconds between an answer of a socket's other end and the next question whether it is there,
and seconds that it may take to answer: it is gone at most twice as long after it fell silent."""


TAKING_SECONDS = 60
"""How long a connection is kept whose other end takes nothing of what it is sent."""


def uvicorn_options(settings: Settings) -> dict[str, Any]:
    """Return how uvicorn serves: without per-message deflate, which costs more than it saves."""
    # A proxy's connections are those of many people.
    uncapped = settings.trusted_proxies if settings.rate_limits == "on" else "*"
    return {
        "host": settings.host,
        "port": settings.port,
        "log_config": None,
        "access_log": False,
        "forwarded_allow_ips": settings.trusted_proxies,
        # h11: unlike httptools, it limits the size of headers and addresses.
        "http": http_protocol(uncapped),
        "ws": Wire,
        "ws_max_size": LARGEST_FRAME,
        "ws_per_message_deflate": False,
        "ws_ping_interval": PATIENCE,
        "ws_ping_timeout": PATIENCE,
        "timeout_graceful_shutdown": 5,
    }


def spare_the_collector() -> None:
    """Let the garbage collector run seldom: state is immutable here, and cycles are rare.

    By default it looks through all rooms again and again, for a sixth of a busy server's time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; on port 0, on one that is free.

    Raises:
        SettingsError: the address is not this machine's, or the port is taken.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=WAITING)
    except OSError as error:
        if error.errno == EADDRINUSE:
            sentence = f"PORT {port} is taken; choose another."
        elif error.errno == EACCES:
            sentence = f"PORT {port} is not for this user; choose one from 1024 on."
        else:
            sentence = (
                f"HOST {host} is no address of this machine; "
                "127.0.0.1 serves this machine alone, 0.0.0.0 others, too."
            )
        raise SettingsError(sentence) from error
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
        # Its connections inherit it.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, TAKING_SECONDS * 1000)
    return listener


def addresses(listener: socket.socket) -> str:
    """Tell what to type in a browser on this machine, and on others where they are let in."""
    host, port = listener.getsockname()[:2]
    family = EVERYWHERE.get(host)
    if family is None:
        return _address("localhost" if host == "127.0.0.1" else host, port)
    here, machine = _address("localhost", port), lan_address(family)
    return f"{here}, in this network at {_address(machine, port)}" if machine else here


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(settings: Settings) -> None:
    """Serve until stopped.

    The port comes first: whoever starts the server twice must not migrate below the other one.

    Raises:
        SettingsError: it cannot listen.
        DatabaseError: it cannot use its database.
    """
    with listen(settings.host, settings.port) as listener:
        prepare(settings.database_url)
        set_up_logs(settings.log_format)
        spare_the_collector()
        print(f"King's Corners is at {addresses(listener)} (Ctrl+C stops it)", file=sys.stderr)
        server = uvicorn.Server(uvicorn.Config(create_app(settings), **uvicorn_options(settings)))
        with contextlib.suppress(KeyboardInterrupt):
            server.run([listener])


def main() -> int:
    """Serve, or say which setting is wrong; return the exit code."""
    try:
        serve(read_settings())
    except (DatabaseError, SettingsError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
