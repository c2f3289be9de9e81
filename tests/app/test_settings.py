"""Settings: what is not given is made once and kept."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from app.settings import Settings, SettingsError


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


def test_an_empty_secret_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret").touch()
    with pytest.raises(SettingsError, match="delete it"):
        Settings(data=tmp_path).resolved()


def test_each_use_has_a_key_of_its_own(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path).resolved()
    assert settings.key("session") == settings.key("session") != settings.key("daily")
    assert settings.secret not in settings.key("session")
