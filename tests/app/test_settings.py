"""Settings: what is not given is made once and kept."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import make_url

from app.settings import Settings, SettingsError, read_settings


def test_the_secret_is_made_once_and_kept_for_its_owner_alone(tmp_path: Path) -> None:
    first = Settings(data=tmp_path).resolved()
    assert Settings(data=tmp_path).resolved().secret == first.secret
    assert len(first.secret) == 64
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


def test_processes_that_start_together_agree_on_the_secret(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as threads:
        secrets = list(threads.map(lambda _: Settings(data=tmp_path).resolved().secret, range(8)))
    assert len({*secrets}) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]


@pytest.mark.parametrize("kept", [b"", b"\n", b"\xff\xfe"])
def test_a_secret_that_is_none_is_refused(tmp_path: Path, kept: bytes) -> None:
    (tmp_path / "secret").write_bytes(kept)
    with pytest.raises(SettingsError, match="delete it"):
        Settings(data=tmp_path).resolved()


@pytest.mark.parametrize("name", ["plain", "a b", "why?", "100%", "%41", "#1", "ü", ":memory:"])
def test_the_database_is_in_the_data_folder_whatever_that_is_called(
    tmp_path: Path, name: str
) -> None:
    url = Settings(data=tmp_path / name).resolved().database_url
    assert make_url(url).database == str(tmp_path / name / "kings.sqlite3")


def test_each_use_has_a_key_of_its_own(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path).resolved()
    assert settings.key("session") == settings.key("session") != settings.key("daily")
    assert settings.secret not in settings.key("session")


def test_an_empty_variable_counts_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    defaults = {name: field.default for name, field in Settings.model_fields.items()}
    for name in defaults:
        monkeypatch.setenv(
            name.upper() if name in {"host", "port"} else f"KINGS_{name.upper()}", ""
        )
    assert Settings().model_dump() == defaults


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("", ""),
        ("https://kings.example", "https://kings.example"),
        ("HTTPS://Kings.Example/", "https://kings.example"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("https://kings.example:443", "https://kings.example"),
    ],
)
def test_the_public_address_is_kept_as_browsers_name_it(given: str, kept: str) -> None:
    assert Settings(public_url=given).public_url == kept


@pytest.mark.parametrize("proxies", ["*", "::1", "127.0.0.1, 10.0.0.0/8,fd00::/8"])
def test_proxies_are_addresses_or_networks_or_all(proxies: str) -> None:
    assert Settings(trusted_proxies=proxies).trusted_proxies == proxies


def test_a_secret_may_be_any_bytes_that_are_hard_to_guess() -> None:
    assert Settings(secret="\udcff" * 16).key("session") != Settings().key("session")
    with pytest.raises(ValueError, match="16 characters or more"):
        Settings(secret="a" * 15)


def test_a_variable_that_looks_like_a_setting_and_is_none_is_told_of(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("KINGS_DATA", str(tmp_path))
    read_settings()
    monkeypatch.setenv("KINGS_DATABSE_URL", "sqlite://")
    monkeypatch.setenv("kings_publicurl", "https://kings.example")
    monkeypatch.setenv("KINGS_PORT", "8001")
    monkeypatch.setenv("KINGS_XYZZY", "1")
    monkeypatch.setenv("KINGS_SECRET", "abc")
    with pytest.raises(SettingsError) as told:
        read_settings()
    assert set(str(told.value).splitlines()) == {
        "KINGS_DATABSE_URL is no setting; did you mean KINGS_DATABASE_URL?",
        "KINGS_PUBLICURL is no setting; did you mean KINGS_PUBLIC_URL?",
        "KINGS_PORT is no setting; did you mean PORT?",
        "KINGS_XYZZY is no setting.",
        "KINGS_SECRET is wrong: it should have 16 characters or more.",
    }
