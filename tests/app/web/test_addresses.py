"""A link or a QR code leads to this server from another machine, or says that it does not."""

from __future__ import annotations

import socket
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from starlette.requests import Request

from app.settings import Settings
from app.web import addresses
from app.web.addresses import lan_address, public_url, reachable
from tests.kit.guests import settings_for

LOOK = addresses._own_end
LAN = {socket.AF_INET: "192.168.1.20", socket.AF_INET6: "fd00::20"}


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_known", {})
    monkeypatch.setattr(addresses, "CONTAINERS", ())
    monkeypatch.setattr(addresses, "_own_end", LAN.get)


def asked(
    host: str | None, listens: str = "127.0.0.1", scheme: str = "http", **more: str
) -> Request:
    settings = settings_for(Path("nowhere"), **more).model_copy(update={"host": listens})
    return Request(
        {
            "type": "http",
            "scheme": scheme,
            "server": ("10.0.0.7", 8000),
            "headers": [] if host is None else [(b"host", host.encode("latin-1"))],
            "app": SimpleNamespace(state=SimpleNamespace(services=Mock(settings=settings))),
        }
    )


@pytest.mark.parametrize(
    ("host", "listens", "url", "leads_here"),
    [
        ("localhost:8000", "127.0.0.1", "http://localhost:8000", False),
        ("127.0.0.1:8000", "127.0.0.1", "http://127.0.0.1:8000", False),
        ("[::1]:8000", "::1", "http://[::1]:8000", False),
        ("localhost:8000", "0.0.0.0", "http://192.168.1.20:8000", True),
        ("127.0.0.1", "0.0.0.0", "http://192.168.1.20", True),
        ("127.1.2.3:81", "0.0.0.0", "http://192.168.1.20:81", True),
        ("kings.localhost:8000", "0.0.0.0", "http://192.168.1.20:8000", True),
        ("[::1]:8000", "::", "http://[fd00::20]:8000", True),
        ("0.0.0.0:8000", "0.0.0.0", "http://192.168.1.20:8000", True),
        ("192.168.1.9:8000", "0.0.0.0", "http://192.168.1.9:8000", True),
        ("Laptop.local:8000", "0.0.0.0", "http://laptop.local:8000", True),
        ("kings.example", "127.0.0.1", "http://kings.example", True),
    ],
)
def test_the_link_is_what_the_host_used_or_where_phones_find_it(
    host: str, listens: str, url: str, *, leads_here: bool
) -> None:
    request = asked(host, listens)
    assert (public_url(request), reachable(request)) == (url, leads_here)


def test_the_setting_comes_before_all_that_a_request_says() -> None:
    request = asked("evil.example", "0.0.0.0", public_url="https://kings.example")
    assert public_url(request) == "https://kings.example"


def test_behind_a_proxy_by_https_the_link_is_too() -> None:
    assert public_url(asked("kings.example", scheme="https")) == "https://kings.example"
    assert public_url(asked("kings.example", scheme="wss")) == "https://kings.example"


@pytest.mark.parametrize(
    "host",
    [
        None,
        "",
        "evil.example/path",
        "anna@evil.example",
        "evil.example#",
        'x"><script>',
        "kings.example:port",
        "kings.example:99999",
        "kings.example:0",
        "[::1",
        "[1:2]:80",
        "[::1].evil.example",
        "a b",
        "k\u00efngs.example",
        "x" * 300,
    ],
)
def test_a_host_that_is_none_is_not_repeated(host: str | None) -> None:
    assert public_url(asked(host)) == "http://10.0.0.7:8000"


def test_without_a_network_or_in_a_container_the_link_stays_on_this_machine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    request = asked("localhost:8000", "0.0.0.0")
    with monkeypatch.context() as patch:
        patch.setattr(addresses, "_own_end", lambda _family: None)
        assert not reachable(request)
    addresses._known.clear()
    monkeypatch.setattr(addresses, "CONTAINERS", (tmp_path,))
    assert public_url(request) == "http://localhost:8000"
    assert not reachable(request)


def test_the_machines_address_is_looked_up_seldom_and_again_when_it_may_have_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    look = Mock(side_effect=["192.168.1.20", "10.1.1.1"])
    clock = Mock(return_value=5.0)
    monkeypatch.setattr(addresses, "_own_end", look)
    monkeypatch.setattr("app.web.addresses.time.monotonic", clock)
    assert [lan_address(socket.AF_INET) for _ in range(3)] == ["192.168.1.20"] * 3
    clock.return_value = 16.0
    assert lan_address(socket.AF_INET) == "10.1.1.1"


@pytest.mark.parametrize("family", LAN)
def test_this_machine_names_an_address_that_others_can_use_or_none(
    family: socket.AddressFamily,
) -> None:
    found = LOOK(family)
    assert found is None or not addresses.is_loopback(found)


def test_no_setting_means_that_only_this_machine_is_served() -> None:
    assert Settings().host not in addresses.EVERYWHERE
