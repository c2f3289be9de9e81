"""A wrong setting is named in a sentence, and the address only when it can be visited."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from app.__main__ import addresses, listen, main
from app.db.database import connect, prepare
from app.settings import SettingsError
from tests.kit.server import PROJECT


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder for `main`, whose environment has nothing else."""
    for variable in ("HOST", *(name for name in os.environ if name.startswith("KINGS_"))):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("PORT", "0")
    monkeypatch.setenv("KINGS_DATA", str(tmp_path))
    return tmp_path


def refusal(capsys: pytest.CaptureFixture[str]) -> str:
    """The one line that `main` says before it gives up."""
    assert main() == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1, said
    return said


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("PORT", "eighty"),
        ("PORT", "65536"),
        ("HOST", "192.0.2.1"),
        ("HOST", "nowhere.invalid"),
        ("HOST", "no..name"),
        ("HOST", "::zz"),
        pytest.param("HOST", "\udcff", id="HOST-not-UTF-8"),
        ("KINGS_DATA", "/dev/null"),
        ("KINGS_DATA", "/dev/null/kings"),
        ("KINGS_DATABASE_URL", "sqlite://"),
        ("KINGS_DATABASE_URL", "sqlite:///:memory:"),
        ("KINGS_DATABASE_URL", "sqlite:///file::memory:?cache=shared&uri=true"),
        ("KINGS_DATABASE_URL", "sqlite:///file:?uri=true"),
        ("KINGS_DATABASE_URL", "sqlite:///file:kings?mode=memory&uri=true"),
        ("KINGS_DATABASE_URL", "sqlite:////dev/null/kings.db"),
        ("KINGS_DATABASE_URL", "sqlite:////"),
        ("KINGS_DATABASE_URL", f"sqlite:///{__file__}"),
        ("KINGS_DATABASE_URL", "sqlite://kings.db"),
        ("KINGS_DATABASE_URL", "kings.db"),
        ("KINGS_DATABASE_URL", "sqlite:////tmp/kings.db?timeout=long"),
        ("KINGS_DATABASE_URL", "sqlite:////tmp/kings.db?mode=ro"),
        ("KINGS_DATABASE_URL", "sqlite+pysqlcipher:///kings.db"),
        ("KINGS_DATABASE_URL", "sqlite+nonsense:///kings.db"),
        ("KINGS_DATABASE_URL", "postgresql://localhost/kings"),
        ("KINGS_PUBLIC_URL", "kings.example"),
        ("KINGS_PUBLIC_URL", "ftp://kings.example"),
        ("KINGS_PUBLIC_URL", "https://"),
        ("KINGS_PUBLIC_URL", "https://kings.example/cards"),
        ("KINGS_PUBLIC_URL", "https://kings.example?cards"),
        ("KINGS_PUBLIC_URL", "https://kings.example:port"),
        ("KINGS_PUBLIC_URL", "https://anna@kings.example"),
        ("KINGS_PUBLIC_URL", "https://kings.example:99999"),
        ("KINGS_PUBLIC_URL", "https://kings.example:0"),
        ("KINGS_PUBLIC_URL", "https://-"),
        ("KINGS_TRUSTED_PROXIES", "proxy"),
        ("KINGS_TRUSTED_PROXIES", "127.0.0.1,"),
        ("KINGS_TRUSTED_PROXIES", "10.0.0.1/8"),
        ("KINGS_TRUSTED_PROXIES", "127.0.0.1, *"),
        ("KINGS_COMPUTER_PACE", "fast"),
        ("KINGS_RATE_LIMITS", "no"),
        ("KINGS_LOG_FORMAT", "xml"),
    ],
)
def test_a_wrong_setting_is_named_in_one_sentence(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    variable: str,
    value: str,
) -> None:
    monkeypatch.setenv(variable, value)
    assert variable in refusal(capsys)


def test_each_of_several_wrong_settings_has_a_sentence(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PORT", "eighty")
    monkeypatch.setenv("KINGS_RATE_LIMITS", "no")
    assert main() == 2
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "PORT is wrong: it should be a valid integer."
    assert [line.split()[0] for line in said] == ["PORT", "KINGS_RATE_LIMITS"]


def test_a_port_in_use_is_named_and_the_database_left_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        monkeypatch.setenv("PORT", str(port))
        assert f"PORT {port} is taken" in refusal(capsys)
    assert not (folder / "kings.sqlite3").exists()


def test_a_database_that_can_only_be_read_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    prepare(f"sqlite:///{folder / 'kings.db'}")
    url = f"sqlite:///file:{folder / 'kings.db'}?mode=ro&uri=true"
    monkeypatch.setenv("KINGS_DATABASE_URL", url)
    assert "KINGS_DATABASE_URL" in refusal(capsys)


def test_a_newer_versions_database_is_refused_and_stays_as_it_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{folder / 'kings.db'}"
    prepare(url)
    engine = connect(url)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    monkeypatch.setenv("KINGS_DATABASE_URL", url)
    assert "newer version" in refusal(capsys)
    with engine.connect() as connection:
        versions = connection.exec_driver_sql("SELECT version_num FROM alembic_version")
        assert versions.scalar() == "9999"
    engine.dispose()


@pytest.mark.parametrize(
    ("machine", "told"),
    [
        ("192.0.2.7", ", in this network at http://192.0.2.7:{port}"),
        ("2001:db8::7", ", in this network at http://[2001:db8::7]:{port}"),
        (None, ""),
    ],
)
def test_a_server_for_others_tells_where_they_reach_it(
    monkeypatch: pytest.MonkeyPatch, machine: str | None, told: str
) -> None:
    monkeypatch.setattr("app.__main__.lan_address", lambda _: machine)
    with listen("0.0.0.0", 0) as listener:  # closed at once
        port = listener.getsockname()[1]
        assert addresses(listener) == f"http://localhost:{port}{told.format(port=port)}"


@pytest.mark.parametrize(
    ("host", "shown"),
    [("", "localhost"), ("0.0.0.0", "localhost"), ("127.0.0.2", "127.0.0.2"), ("::1", r"\[::1\]")],
)
def test_the_address_shown_can_be_visited_at_once(tmp_path: Path, host: str, shown: str) -> None:
    if ":" in host:
        try:
            listen(host, 0).close()
        except SettingsError:
            pytest.skip("this machine has no IPv6")
    environment = os.environ | {"HOST": host, "PORT": "0", "KINGS_DATA": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-m", "app"],
        cwd=PROJECT,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stderr
        first = server.stderr.readline()
        found = re.fullmatch(
            rf"King's Corners is at (http://{shown}:[1-9]\d+)"
            r"(, in this network at http://\S+:[1-9]\d+)? \(.*\)\n",
            first,
        )
        try:
            assert found, first
            assert host == "0.0.0.0" or not found[2]  # compared, not bound
            with urlopen(f"{found[1]}/healthz", timeout=10) as response:
                assert response.status == 200
        finally:
            server.send_signal(signal.SIGINT)
            assert server.stderr.read() == ""
    assert server.returncode == 0
