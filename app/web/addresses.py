"""The address at which others reach this server, for links and QR codes."""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from app.settings import ORIGIN
from app.web.services import services

LONGEST_HOST = 260
EVERYWHERE = {"0.0.0.0": socket.AF_INET, "::": socket.AF_INET6}  # noqa: S104  # compared, not bound
FAR_AWAY = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses of nobody, kept for documents: the way to them is the way out of this machine."""
FRESH_SECONDS = 10.0
"""How long the machine's address is believed: a laptop moves between networks."""
CONTAINERS = (Path("/.dockerenv"), Path("/run/.containerenv"))

_known: dict[socket.AddressFamily, tuple[float, str | None]] = {}


def public_url(connection: HTTPConnection) -> str:
    """Return the scheme and host that lead here from elsewhere, without a slash at the end.

    That is KINGS_PUBLIC_URL, else what the caller asked for; a caller on this very machine may
    have asked for "localhost", which is another machine on a phone.
    """
    settings = services(connection).settings
    if settings.public_url:
        return settings.public_url
    asked = _asked_for(connection)
    url = urlsplit(asked)
    family = EVERYWHERE.get(settings.host)
    if family is None or not is_loopback(url.hostname or ""):
        return asked
    machine = lan_address(family)
    if machine is None:
        return asked
    host = f"[{machine}]" if ":" in machine else machine
    return f"{url.scheme}://{host}:{url.port}" if url.port else f"{url.scheme}://{host}"


def reachable(connection: HTTPConnection) -> bool:
    """Whether `public_url` leads here from another machine, too, for all that can be known."""
    return not is_loopback(urlsplit(public_url(connection)).hostname or "")


def is_loopback(host: str) -> bool:
    """Whether it names the machine on which it is said."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def lan_address(family: socket.AddressFamily) -> str | None:
    """Return this machine's address in its network, None where it has none that others know.

    A datagram socket is told where it would send to, and so chooses its own end; nothing is sent.
    A container's address is known to its own machine alone.
    """
    now = time.monotonic()
    then, found = _known.get(family, (-FRESH_SECONDS, None))
    if now - then >= FRESH_SECONDS:
        found = None if any(map(Path.exists, CONTAINERS)) else _own_end(family)
        _known[family] = (now, found)
    return found


def _own_end(family: socket.AddressFamily) -> str | None:
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((FAR_AWAY[family], 9))
        own = str(probe.getsockname()[0])
        return None if is_loopback(own) or ip_address(own).is_link_local else own
    return None


def _asked_for(connection: HTTPConnection) -> str:
    """Return the origin of the request, as configured proxies tell it.

    A Host that is no plain name or address with a port is not repeated to anybody: then it is the
    end of the connection on this machine.
    """
    secure = connection.scope["scheme"] in {"https", "wss"}
    scheme = "https" if secure else "http"
    host = connection.headers.get("host", "").lower()
    if len(host) <= LONGEST_HOST and _is_origin(origin := f"{scheme}://{host}"):
        return origin
    server, port = connection.scope.get("server") or ("localhost", None)
    server = f"[{server}]" if ":" in server else server
    return f"{scheme}://{server}:{port}" if port else f"{scheme}://{server}"


def _is_origin(text: str) -> bool:
    if not ORIGIN.fullmatch(text):
        return False
    with suppress(ValueError):
        url = urlsplit(text)
        if text.startswith(("http://[", "https://[")):
            ip_address(url.hostname or "")
        return url.port is None or url.port > 0
    return False
