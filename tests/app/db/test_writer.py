"""The writer: one transaction for all that waits, and the key decides races."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, func, select

from app.db import rooms as db_rooms
from app.db.database import DatabaseError, connect
from app.db.tables import room_events, rooms
from app.db.writer import Append, Writer
from tests.kit.database import lay_out


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    lay_out(tmp_path / "kings.db")
    engine = connect(f"sqlite:///{tmp_path / 'kings.db'}")
    yield engine
    engine.dispose()


@pytest.fixture
def writer(engine: Engine) -> Iterator[Writer]:
    writer = Writer(engine)
    yield writer
    writer.close()


def an_event(n: int, command: str = "c", room: str = "AAAAAA", **fields: object) -> Append:
    append = Append(room, n, "moved", "{}", at=n, command=command, acts_at=None)
    for name, value in fields.items():
        setattr(append, name, value)
    return append


async def with_room(writer: Writer, code: str = "AAAAAA") -> None:
    await writer.run(partial(db_rooms.add, code=code, at=0))


def log_of(engine: Engine, code: str = "AAAAAA") -> list[tuple[int, str]]:
    with engine.connect() as connection:
        found = connection.execute(
            select(room_events.c.n, room_events.c.command)
            .where(room_events.c.room == code)
            .order_by(room_events.c.n)
        )
        return [(row.n, row.command) for row in found]


async def test_of_two_events_for_one_place_in_the_log_exactly_one_wins(
    writer: Writer, engine: Engine
) -> None:
    await with_room(writer)
    won = await asyncio.gather(*(writer.append(an_event(1, f"c{i}")) for i in range(8)))
    assert sum(won) == 1
    assert log_of(engine) == [(1, f"c{won.index(True)}")]


async def test_what_goes_along_is_written_only_with_a_winner(
    writer: Writer, engine: Engine
) -> None:
    await with_room(writer)

    def add_room(connection: Connection, code: str) -> None:
        db_rooms.add(connection, code, at=0)

    first = an_event(1, "first", along=[partial(add_room, code="FIRST")], acts_at=77)
    second = an_event(1, "second", along=[partial(add_room, code="SECOND")], acts_at=88)
    won = await asyncio.gather(writer.append(first), writer.append(second))
    assert list(won) == [True, False]
    with engine.connect() as connection:
        found = connection.execute(select(rooms.c.code, rooms.c.acts_at))
        kept = {row.code: row.acts_at for row in found}
    assert kept == {"AAAAAA": 77, "FIRST": None}


async def test_a_write_that_fails_fails_alone(writer: Writer, engine: Engine) -> None:
    await with_room(writer)

    def break_down(connection: Connection) -> None:
        raise RuntimeError("broken")

    results = await asyncio.gather(
        writer.append(an_event(1)),
        writer.append(an_event(1, room="ELSEWHERE", along=[break_down], before=[break_down])),
        writer.run(break_down),
        writer.append(an_event(2)),
        return_exceptions=True,
    )
    assert results[0] is True
    assert isinstance(results[1], RuntimeError)
    assert isinstance(results[2], RuntimeError)
    assert results[3] is True
    assert [n for n, _ in log_of(engine)] == [1, 2]


async def test_an_event_of_an_unknown_room_is_refused_by_the_database(writer: Writer) -> None:
    with pytest.raises(Exception, match="FOREIGN KEY"):
        await writer.append(an_event(1, room="NOROOM"))


async def test_closing_writes_what_waits(engine: Engine) -> None:
    writer = Writer(engine)
    await with_room(writer)
    waiting = [asyncio.ensure_future(writer.append(an_event(n))) for n in range(1, 200)]
    await asyncio.sleep(0)
    writer.close()
    assert all(await asyncio.gather(*waiting))
    with engine.connect() as connection:
        assert connection.execute(select(func.count()).select_from(room_events)).scalar() == 199


async def test_an_event_whose_reply_was_lost_is_known_as_ones_own(writer: Writer) -> None:
    await with_room(writer)
    assert await writer.append(an_event(1, "mine"))
    assert await writer.append(an_event(1, "mine"))
    assert not await writer.append(an_event(1, "another"))


@pytest.mark.parametrize("url", ["nonsense", "postgresql://localhost/kings"])
def test_a_database_that_cannot_be_used_is_named_in_a_sentence(url: str) -> None:
    with pytest.raises(DatabaseError, match="KINGS_DATABASE_URL"):
        connect(url)


def test_commits_are_durable_and_readers_do_not_wait(engine: Engine) -> None:
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"


async def test_an_error_of_the_database_does_not_tell_what_was_to_be_written(
    writer: Writer,
) -> None:
    with pytest.raises(Exception, match="FOREIGN KEY") as caught:
        await writer.append(an_event(1, room="NOROOM", event="the seed"))
    assert "the seed" not in str(caught.value)
