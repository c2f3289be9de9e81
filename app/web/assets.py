"""Our static files under addresses that change with their content, so that they may be kept."""

from __future__ import annotations

import hashlib
from pathlib import Path
from urllib.parse import parse_qs

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).resolve().parents[2] / "static"
FOR_EVER = "public, max-age=31536000, immutable"


class Assets(StaticFiles):
    """Makes the addresses, and serves what they name."""

    def __init__(self) -> None:
        """Read every file once."""
        super().__init__(directory=FOLDER)
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

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Add how long the file may be kept: for ever, if asked for by its present version."""
        response = await super().get_response(path, scope)
        asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("v", [""])[0]
        is_present = asked == self._versions.get(path)
        response.headers["cache-control"] = FOR_EVER if is_present else "no-cache"
        return response
