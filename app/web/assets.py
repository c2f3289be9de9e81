"""Our static files, in a folder whose name changes with their content, so that they may be kept.

One version for all: what a script imports and a style sheet shows then comes from the same folder.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

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
        self._names = set[str]()
        version = hashlib.sha256()
        for path in sorted(FOLDER.rglob("*")):
            if path.is_file():
                name = path.relative_to(FOLDER).as_posix()
                self._names.add(name)
                version.update(f"{name} {path.stat().st_size} ".encode() + path.read_bytes())
        self._version = version.hexdigest()[:12]

    def url(self, name: str) -> str:
        """Return the address of a file.

        Raises:
            KeyError: there is no such file.
        """
        if name not in self._names:
            raise KeyError(name)
        return f"/static/{self._version}/{name}"

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Add how long the file may be kept: for ever, if asked for by its present version.

        A page of an earlier version gets what there is now.
        """
        folder, _, name = Path(path).as_posix().partition("/")
        response = await super().get_response(name, scope)
        response.headers["cache-control"] = FOR_EVER if folder == self._version else "no-cache"
        return response
