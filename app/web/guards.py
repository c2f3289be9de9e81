"""Guards around the whole app, pure ASGI so that sockets are covered, too."""

from __future__ import annotations

from urllib.parse import urlsplit

from python_multipart.multipart import parse_options_header
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.refusals import FOREIGN_ORIGIN, MALFORMED, TOO_LARGE
from app.web.replies import refusal_response

LARGEST_BODY = 64 * 1024
UTF_8 = frozenset({b"utf-8", b"utf8"})
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
NO_SNIFFING = {"x-content-type-options": "nosniff"}
HEADERS = NO_SNIFFING | {
    "content-security-policy": (
        "default-src 'self'; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "referrer-policy": "same-origin",
}


class SecurityHeaders:
    """Adds the content security policy and its companions to every response.

    Static files are no documents: to those it would add as many bytes as many of them have.
    """

    def __init__(self, app: ASGIApp) -> None:
        """Guard this app."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and add the headers to what comes back."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                is_static = scope["path"].startswith("/static/")
                headers.update(NO_SNIFFING if is_static else HEADERS)
                if scope["scheme"] == "https":
                    # By plain http, as at home, browsers complain of it and ignore it.
                    headers["cross-origin-opener-policy"] = "same-origin"
                # Pages and views are made for one person at one moment; assets say otherwise.
                headers.setdefault("cache-control", "no-store")
            await send(message)

        await self._app(scope, receive, send_with_headers)


class SameOrigin:
    """Refuses posts and sockets that another site's page sent with our cookie.

    Programs send no Origin; they pass unless they also send a cookie. A bearer token is proof
    enough by itself, because no browser adds one on its own. Where we are known to be served by
    https, a page that came by http is another site's: anybody on the way may have written it.
    """

    def __init__(self, app: ASGIApp, public_url: str = "") -> None:
        """Guard this app; ``public_url`` is its address where a proxy hides it from us."""
        self._app = app
        public = urlsplit(public_url)
        self._public_host = public.netloc.lower()
        self._secure = public.scheme == "https"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if _may_change_something(scope) and not self._is_ours(scope):
            response = refusal_response(scope, 403, FOREIGN_ORIGIN)
            await response(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _is_ours(self, scope: Scope) -> bool:
        headers = Headers(scope=scope)
        if headers.get("authorization", "").lower().startswith("bearer "):
            return True
        origin = headers.get("origin")
        if origin is None:
            return "cookie" not in headers
        try:
            page = urlsplit(origin)
        except ValueError:
            return False
        secure = self._secure or scope["scheme"] in {"https", "wss"}
        if page.scheme != "https" and (secure or page.scheme != "http"):
            return False
        return page.netloc.lower() in {headers.get("host", "").lower(), self._public_host} - {""}


def _may_change_something(scope: Scope) -> bool:
    is_post = scope["type"] == "http" and scope["method"] not in SAFE_METHODS
    return is_post or bool(scope["type"] == "websocket")


class BodyLimit:
    """Refuses bodies above `LARGEST_BODY`, announced or not, before anything reads them whole.

    Starlette's own limit answers an announced one in plain text; ours has a code. Bodies in
    another charset than UTF-8 are refused, too: forms would be decoded with whatever is named, and
    some of Python's codecs take seconds or fail in ways of their own.
    """

    def __init__(self, app: ASGIApp) -> None:
        """Guard this app."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request of a fair size on."""
        if scope["type"] != "http" or scope["method"] in SAFE_METHODS:
            await self._app(scope, receive, send)
            return
        if not _is_utf_8(scope):
            await refusal_response(scope, 422, MALFORMED)(scope, receive, send)
            return
        try:
            body = await _read(receive)
        except ClientDisconnect:
            return  # half a body is none: "7H>NE" cut short would be another move
        if body is None:
            await refusal_response(scope, 413, TOO_LARGE)(scope, receive, send)
            return
        messages = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive_again() -> Message:
            return next(messages, None) or await receive()

        await self._app(scope, receive_again, send)


def _is_utf_8(scope: Scope) -> bool:
    """Whether a body is said to be UTF-8, or nothing is said, by every header about it."""
    kinds = Headers(scope=scope).getlist("content-type")
    named = (parse_options_header(kind)[1].get(b"charset", b"utf-8") for kind in kinds)
    return all(charset.lower() in UTF_8 for charset in named)


async def _read(receive: Receive) -> bytes | None:
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        if len(body) > LARGEST_BODY:
            return None
        if not message.get("more_body"):
            return bytes(body)
