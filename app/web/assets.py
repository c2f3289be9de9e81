"""Our static files under addresses that change with their content, so that they may be cached."""

from __future__ import annotations

import hashlib
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).resolve().parents[2] / "static"
FOR_EVER = "public, max-age=31536000, immutable"


class Assets:
    """Makes the addresses."""

    def __init__(self) -> None:
        """Read every file once."""
        self._versions = {
            path.relative_to(FOLDER).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()[:12]
            for path in FOLDER.rglob("*")
            if path.is_file()
        }

    def url(self, name: str) -> str:
        """Return the address of a file.

        Raises:
            KeyError: there is no such file.
        """
        return f"/static/{name}?v={self._versions[name]}"


class VersionedFiles(StaticFiles):
    """Serves the folder; what was asked for by its version may be kept for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Add the caching header."""
        response = await super().get_response(path, scope)
        versioned = b"v=" in scope.get("query_string", b"")
        response.headers["cache-control"] = FOR_EVER if versioned else "no-cache"
        return response
