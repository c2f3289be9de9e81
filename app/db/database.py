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
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

T = TypeVar("T")
Now = Callable[[], int]
"""The clock: it returns the time as the tables keep it."""

PROJECT = Path(__file__).resolve().parents[2]
READERS = 2
DRIVERS = frozenset({"sqlite", "sqlite+pysqlite"})
"""Two names of the driver that Python brings along."""
IN_MEMORY = frozenset({None, "", ":memory:", "file:", "file::memory:"})


class DatabaseError(RuntimeError):
    """A database that this server cannot use; the sentence says what to change."""


def now_ms() -> int:
    """Return the time as the tables keep it."""
    return time.time_ns() // 1_000_000


def connect(url: str) -> Engine:
    """Return an engine for the URL.

    Raises:
        DatabaseError: the URL is malformed or names something else than an SQLite file.
    """
    try:
        parsed = make_url(url)
        _check(parsed)
        # An error is logged with its statement, never with its values: those may be seeds.
        engine = create_engine(parsed, pool_size=READERS + 2, hide_parameters=True)
    except (ArgumentError, ValueError) as error:
        raise DatabaseError(
            "KINGS_DATABASE_URL is no SQLAlchemy URL; one looks like sqlite:////data/kings.db"
        ) from error
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin)
    return engine


def _check(url: URL) -> None:
    if url.drivername not in DRIVERS:
        raise DatabaseError(
            f"KINGS_DATABASE_URL names {url.drivername}; this version keeps its data in SQLite, "
            "with a URL such as sqlite:////data/kings.db"
        )
    if url.query:
        raise DatabaseError(
            "KINGS_DATABASE_URL has parameters, which are not looked at; "
            "leave away what follows the question mark."
        )
    # Each connection would see a database of its own there, and a stop would lose all of them.
    if url.database in IN_MEMORY:
        raise DatabaseError(
            "KINGS_DATABASE_URL names a database in memory; name a file, "
            "such as sqlite:////data/kings.db"
        )


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


def prepare(url: str) -> None:
    """Bring the database's tables up to date, and see that it can be written.

    Raises:
        DatabaseError: it cannot be opened or written, is none, or a newer server's.
    """
    engine = connect(url)
    place = engine.url.database
    try:
        migrate(engine)
        with engine.begin() as connection:  # a migration that has nothing to do writes nothing
            try_to_write(connection)
    except DBAPIError as error:
        raise DatabaseError(
            f"The database {place} cannot be used: {error.orig}. Name a file that this user can "
            "write with KINGS_DATABASE_URL, or a folder with KINGS_DATA."
        ) from error
    except CommandError as error:
        raise DatabaseError(
            f"The database {place} is of a newer version of King's Corners; "
            "run that one, or name another file with KINGS_DATABASE_URL."
        ) from error
    finally:
        engine.dispose()


def migrate(engine: Engine) -> None:
    """Bring the tables up to date, in one transaction."""
    config = Config(toml_file=PROJECT / "pyproject.toml")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def try_to_write(connection: Connection) -> None:
    """Take the lock for writing, and change nothing.

    Raises:
        DBAPIError: the database cannot be written.
    """
    connection.exec_driver_sql("UPDATE rooms SET acts_at = acts_at WHERE 0 = 1")


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
