"""Our static files, in a folder whose name changes with their content, so that they may be kept.

One version for all: what a script imports and a style sheet shows then comes from the same folder.
"""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path

import brotli
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.status import HTTP_200_OK
from starlette.types import Scope

FOLDER = Path(__file__).resolve().parents[2] / "static"
FOR_EVER = "public, max-age=31536000, immutable"
TEXTS = (".js", ".css", ".svg")
BUNDLES = {"table.js": "table.bundle.js", "at-table.css": "at-table.bundle.css"}
"""What `tools.bundle` makes of a file and all that it imports."""


def banner_of(folder: Path = FOLDER) -> str:
    """Return the first line of a bundle that is of today: it names what it was made of."""
    version = hashlib.sha256()
    for path in sorted([*folder.glob("*.css"), *folder.glob("*.js"), *folder.glob("table/*.js")]):
        if path.name not in BUNDLES.values():
            version.update(path.name.encode() + path.read_bytes())
    return f"/* {version.hexdigest()} */"


class Assets(StaticFiles):
    """Makes the addresses, and serves what they name."""

    def __init__(self, folder: Path = FOLDER) -> None:
        """Read every file once."""
        super().__init__(directory=folder)
        self._folder = folder
        self._names = set[str]()
        self._smallest: dict[str, bytes] = {}
        version = hashlib.sha256()
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                name = path.relative_to(folder).as_posix()
                self._names.add(name)
                version.update(f"{name} {path.stat().st_size} ".encode() + path.read_bytes())
        self._version = version.hexdigest()[:12]
        banner = banner_of(folder)
        self._bundles = {
            name: bundle
            for name, bundle in BUNDLES.items()
            if bundle in self._names and (folder / bundle).read_text("utf-8").startswith(banner)
        }

    def url(self, name: str) -> str:
        """Return the address of a file, or of the bundle that stands for it.

        Raises:
            KeyError: there is no such file.
        """
        if name not in self._names:
            raise KeyError(name)
        return f"/static/{self._version}/{self._bundles.get(name, name)}"

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Add how long the file may be kept: for ever, if asked for by its present version.

        A page of an earlier version gets what there is now.
        """
        folder, _, name = Path(path).as_posix().partition("/")
        response = await super().get_response(name, scope)
        if response.status_code == HTTP_200_OK and _wants_brotli(name, scope):
            response = Response(
                await self._compressed(name),
                media_type=response.media_type,
                headers={
                    "content-encoding": "br",
                    "vary": "Accept-Encoding",
                    "etag": f'{response.headers["etag"][:-1]}-br"',
                },
            )
        response.headers["cache-control"] = FOR_EVER if folder == self._version else "no-cache"
        return response

    async def _compressed(self, name: str) -> bytes:
        """Return a file compressed as well as can be, which takes a moment the first time."""
        if name not in self._smallest:
            content = (self._folder / name).read_bytes()
            self._smallest[name] = await asyncio.to_thread(brotli.compress, content)
        return self._smallest[name]


def _wants_brotli(name: str, scope: Scope) -> bool:
    return (
        scope["method"] == "GET"
        and name.endswith(TEXTS)
        and "br" in Headers(scope=scope).get("accept-encoding", "")
    )
