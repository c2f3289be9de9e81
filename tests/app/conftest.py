"""The whole app on a database of its own, asked in the process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.db.database import Now, now_ms
from tests.kit.guests import app_in


@pytest.fixture
def clock() -> Now:
    """The server's clock; a module about days has one that stands still."""
    return now_ms


@pytest.fixture
def client(tmp_path: Path, clock: Now) -> Iterator[TestClient]:
    """A browser without cookies yet, at a server whose computers answer at once."""
    with TestClient(app_in(tmp_path, clock)) as client:
        client.headers["origin"] = "http://testserver"
        yield client
