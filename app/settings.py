"""Settings from the environment; docs/settings.md lists them for people who run the server."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from pathlib import Path
from typing import Literal

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

SECRET_FILE = "secret"  # noqa: S105  # a file's name
DATABASE_FILE = "kings.sqlite3"


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
        """
        self.data.mkdir(parents=True, exist_ok=True)
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
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii").strip()
    secret = secrets.token_hex(32)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secret)
    return secret
