"""The whole app on a database of its own, asked in the process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from tests.kit.guests import settings_for


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """A browser without cookies yet, at a server whose computers answer at once."""
    with TestClient(create_app(settings_for(tmp_path))) as client:
        client.headers["origin"] = "http://testserver"
        yield client
