"""Settings from the environment; docs/settings.md lists them for people who run the server."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import re
import secrets
from collections.abc import Iterator
from difflib import get_close_matches
from ipaddress import ip_network
from pathlib import Path
from typing import Literal

from pydantic import Field, HttpUrl, TypeAdapter, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

SECRET_FILE = "secret"  # noqa: S105  # a file's name
DATABASE_FILE = "kings.sqlite3"
LEAST_SECRET = 16
"""Characters; a shorter one could be guessed from a cookie, by trying."""

ORIGIN = re.compile(r"https?://(\[[0-9a-f:.]+\]|[a-z0-9_][a-z0-9._-]*)(:[1-9][0-9]*)?")
PUBLIC_URL_HINT = "write it as https://kings.example or https://kings.example:8443"
_HTTP_URL = TypeAdapter(HttpUrl)


class SettingsError(RuntimeError):
    """Settings that the server cannot run with; the sentence says what to change."""


class Settings(BaseSettings):
    """What a deployment may choose; every field is an environment variable.

    Only HOST and PORT go without the prefix ``KINGS_``. An empty variable counts as none: an
    empty HOST would listen on all addresses.
    """

    model_config = SettingsConfigDict(
        env_prefix="KINGS_", env_ignore_empty=True, extra="ignore", frozen=True
    )

    host: str = Field(default="127.0.0.1", validation_alias="HOST")
    port: int = Field(default=8000, validation_alias="PORT", ge=0, le=65535)
    data: Path = Path("data")
    database_url: str = ""
    secret: str = ""
    public_url: str = ""
    computer_pace: float = Field(default=1.0, ge=0, le=20)
    patience: float = Field(default=1.0, gt=0, le=20)
    rate_limits: Literal["on", "off"] = "on"
    log_format: Literal["auto", "json", "text"] = "auto"
    trusted_proxies: str = "127.0.0.1"

    @field_validator("host")
    @classmethod
    def _can_be_a_host(cls, host: str) -> str:
        try:
            host.encode("idna")
        except UnicodeError as error:
            raise ValueError("it is neither an address nor a name") from error
        return host

    @field_validator("secret")
    @classmethod
    def _cannot_be_guessed(cls, secret: str) -> str:
        if 0 < len(secret) < LEAST_SECRET:
            raise ValueError(f"it should have {LEAST_SECRET} characters or more")
        return secret

    @field_validator("public_url")
    @classmethod
    def _is_an_origin(cls, url: str) -> str:
        """Return the URL as browsers name it where they ask from: no usual port, no slash."""
        if not url:
            return url
        try:
            origin = str(_HTTP_URL.validate_python(url)).removesuffix("/")
        except ValidationError as error:
            raise ValueError(PUBLIC_URL_HINT) from error
        if not ORIGIN.fullmatch(origin):
            raise ValueError(PUBLIC_URL_HINT)
        return origin

    @field_validator("trusted_proxies")
    @classmethod
    def _are_addresses(cls, proxies: str) -> str:
        """Refuse what the server would take for a name, and so never find."""
        try:
            for proxy in proxies.split(",") if proxies != "*" else []:
                ip_network(proxy.strip())
        except ValueError as error:
            raise ValueError(f"{error}; name addresses or networks, or * for all") from error
        return proxies

    def resolved(self) -> Settings:
        """Return the settings with the database and the secret filled in.

        Makes the data folder, and the secret in it, where they are missing.

        Raises:
            SettingsError: the data folder cannot be made or written, or its secret is none.
        """
        try:
            self.data.mkdir(parents=True, exist_ok=True, mode=0o700)
            secret = self.secret or _kept_secret(self.data / SECRET_FILE)
        except OSError as error:
            raise SettingsError(
                f"KINGS_DATA names {self.data}, where nothing can be kept ({error.strerror}); "
                "name a folder that this user can write."
            ) from error
        path = str((self.data / DATABASE_FILE).resolve())
        # Only these two mean something else in the path of a URL of SQLAlchemy.
        escaped = path.replace("%", "%25").replace("?", "%3F")
        url = self.database_url or f"sqlite:///{escaped}"
        return self.model_copy(update={"database_url": url, "secret": secret})

    def key(self, use: str) -> str:
        """Derive the key for one use from the secret, as hex."""
        # A variable may hold any bytes; Python shows those that are no UTF-8 as surrogates.
        secret = self.secret.encode(errors="surrogateescape")
        return hmac.new(secret, use.encode(), hashlib.sha256).hexdigest()


def read_settings() -> Settings:
    """Return the environment's settings, with the database and the secret filled in.

    Raises:
        SettingsError: some cannot be; it has a sentence on each.
    """
    sentences = list(_misspelt())
    settings = None
    try:
        settings = Settings()
    except ValidationError as error:
        sentences += [
            f"{_variable(problem['loc'][0])} is wrong: {_as_sentence(problem['msg'])}."
            for problem in error.errors()
        ]
    if settings is None or sentences:
        raise SettingsError("\n".join(sentences))
    return settings.resolved()


def _misspelt() -> Iterator[str]:
    """Tell which variables look like settings and are none; the tests have some of their own."""
    known = [_variable(field) for field in Settings.model_fields]
    for name in map(str.upper, os.environ):
        if name.startswith("KINGS_") and not name.startswith("KINGS_TEST_") and name not in known:
            bare = name.removeprefix("KINGS_")
            near = [bare] if bare in known else get_close_matches(name, known, n=1)
            yield f"{name} is no setting" + (f"; did you mean {near[0]}?" if near else ".")


def _as_sentence(message: str) -> str:
    """Return what pydantic says for people, without what it says for programmers."""
    told = message.removeprefix("Value error, ").partition(", unable to parse")[0]
    return told.replace("Input should be", "it should be", 1)


def _variable(field: str | int) -> str:
    name = str(field).upper()
    return name if name in {"HOST", "PORT"} else f"KINGS_{name}"


def _kept_secret(path: Path) -> str:
    """Return the data folder's secret; the first process to come makes it, whole or not at all."""
    if not path.exists():
        made = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
        made.touch(mode=0o600)
        made.write_text(secrets.token_hex(32), encoding="ascii")
        with contextlib.suppress(FileExistsError):
            path.hardlink_to(made)
        made.unlink()
    try:
        secret = path.read_text(encoding="ascii").strip()
    except UnicodeDecodeError:
        secret = ""
    if not secret:
        raise SettingsError(f"{path} holds no secret; delete it, and a new one will be made.")
    return secret
