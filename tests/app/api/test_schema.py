"""The API answers whatever its OpenAPI document allows, and more, without breaking."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from starlette.testclient import TestClient

from tests.kit.guests import Guest, app_in

APP = app_in(Path(mkdtemp()))
schema = schemathesis.openapi.from_asgi("/api/openapi.json", APP)


@pytest.fixture(scope="module")
def guests() -> Iterator[tuple[Guest, Guest]]:
    """One who stays, and one who may delete themselves."""
    with TestClient(APP) as client:
        yield Guest.arrive(client), Guest.arrive(client)


@schema.parametrize()
@settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
def test_no_request_breaks_the_server(case: Case[Any], guests: tuple[Guest, Guest]) -> None:
    who = guests[(case.method, case.path) == ("DELETE", "/api/players/me")]
    session: Any = who.client  # has what is needed of a session, without being one of requests'
    response = case.call(session=session, headers=who.headers)
    case.validate_response(response, checks=[not_a_server_error])
