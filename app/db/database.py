"""The connection: an engine set up for durable writes, migrations at start, reads off the loop."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from sqlite3 import Connection as SqliteConnection
from typing import TypeVar

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, make_url

T = TypeVar("T")

PROJECT = Path(__file__).resolve().parents[2]
READERS = 2


class DatabaseError(RuntimeError):
    """A database that this server cannot use; the sentence says what to change."""


def now_ms() -> int:
    """Return the time as the tables keep it."""
    return time.time_ns() // 1_000_000


def connect(url: str) -> Engine:
    """Return an engine for the URL.

    Raises:
        DatabaseError: the URL is malformed or names another database than SQLite.
    """
    try:
        backend = make_url(url).get_backend_name()
    except Exception as error:
        raise DatabaseError(
            "KINGS_DATABASE_URL is no SQLAlchemy URL; one looks like sqlite:////data/kings.db"
        ) from error
    if backend != "sqlite":
        raise DatabaseError(
            f"KINGS_DATABASE_URL names {backend}; this version keeps its data in SQLite."
        )
    # An error is logged with its statement, never with its values: those may be seeds.
    engine = create_engine(url, pool_size=READERS + 2, hide_parameters=True)
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin)
    return engine


def _set_up_sqlite(connection: SqliteConnection, _record: object) -> None:
    """Readers never wait for the writer (WAL), and a commit is on the disk (FULL)."""
    # Python's driver would begin no transaction before a CREATE TABLE; `_begin` always does.
    connection.isolation_level = None
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "busy_timeout=10000",
        "foreign_keys=ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def migrate(engine: Engine) -> None:
    """Bring the tables up to date, in one transaction."""
    config = Config(toml_file=PROJECT / "pyproject.toml")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


class Reader:
    """Runs queries on a few threads, so that the event loop never waits for the disk."""

    def __init__(self, engine: Engine) -> None:
        """Read from this engine."""
        self._engine = engine
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="reader")

    async def __call__(self, query: Callable[[Connection], T]) -> T:
        """Run a query in a transaction of its own and return its result."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._run, query)

    def _run(self, query: Callable[[Connection], T]) -> T:
        with self._engine.connect() as connection:
            return query(connection)

    def close(self) -> None:
        """Wait for running queries and end the threads."""
        self._threads.shutdown()
