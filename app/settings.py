"""Settings from the environment; docs/settings.md lists them for people who run the server."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import secrets
from pathlib import Path
from typing import Literal

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

SECRET_FILE = "secret"  # noqa: S105  # a file's name
DATABASE_FILE = "kings.sqlite3"


class SettingsError(RuntimeError):
    """Settings that the server cannot run with; the sentence says what to change."""


class Settings(BaseSettings):
    """What a deployment may choose; every field is an environment variable.

    Only HOST and PORT go without the prefix ``KINGS_``.
    """

    model_config = SettingsConfigDict(env_prefix="KINGS_", extra="ignore", frozen=True)

    host: str = Field(default="127.0.0.1", validation_alias="HOST")
    port: int = Field(default=8000, validation_alias="PORT", ge=0, le=65535)
    data: Path = Path("data")
    database_url: str = ""
    secret: str = ""
    public_url: str = ""
    computer_pace: float = Field(default=1.0, ge=0, le=20)
    rate_limits: Literal["on", "off"] = "on"
    log_format: Literal["auto", "json", "text"] = "auto"
    trusted_proxies: str = "127.0.0.1"

    def resolved(self) -> Settings:
        """Return the settings with the database and the secret filled in.

        Makes the data folder, and the secret in it, where they are missing.

        Raises:
            SettingsError: the secret in the data folder is empty.
            OSError: the data folder cannot be made or written.
        """
        self.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = (self.data / DATABASE_FILE).resolve()
        return self.model_copy(
            update={
                "database_url": self.database_url or f"sqlite:///{path}",
                "secret": self.secret or _kept_secret(self.data / SECRET_FILE),
            }
        )

    def key(self, use: str) -> str:
        """Derive the key for one use from the secret, as hex."""
        return hmac.new(self.secret.encode(), use.encode(), hashlib.sha256).hexdigest()


def _kept_secret(path: Path) -> str:
    """Return the data folder's secret; the first process to come makes it, whole or not at all."""
    if not path.exists():
        made = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
        made.touch(mode=0o600)
        made.write_text(secrets.token_hex(32), encoding="ascii")
        with contextlib.suppress(FileExistsError):
            path.hardlink_to(made)
        made.unlink()
    secret = path.read_text(encoding="ascii").strip()
    if not secret:
        raise SettingsError(f"{path} is empty; delete it, and a new secret will be made.")
    return secret
