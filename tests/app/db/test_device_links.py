"""A link carries one player, once, until its time is over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, select

from app.db import device_links, players
from app.db.database import connect
from app.db.tables import device_links as table
from tests.kit.database import lay_out

NOW, LATER = 1_000, 2_000


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Connection]:
    lay_out(tmp_path / "kings.db")
    engine = connect(f"sqlite:///{tmp_path / 'kings.db'}")
    with engine.begin() as connection:
        for person in ("anna", "ben", "cho"):
            players.keep(connection, person)
        yield connection
    engine.dispose()


def test_looking_uses_nothing_up_and_using_does(database: Connection) -> None:
    device_links.add(database, "anna", "token", NOW, LATER)
    for _ in range(2):
        assert device_links.player_of(database, "token", NOW) == "anna"
    assert device_links.use(database, "token", NOW) == "anna"
    assert device_links.use(database, "token", NOW) is None
    assert device_links.player_of(database, "token", NOW) is None


def test_a_link_ends_on_time(database: Connection) -> None:
    device_links.add(database, "anna", "token", NOW, LATER)
    assert device_links.player_of(database, "token", LATER - 1) == "anna"
    assert device_links.player_of(database, "token", LATER) is None
    assert device_links.use(database, "token", LATER) is None


def test_a_new_link_takes_the_place_of_the_last_and_old_ones_are_swept(
    database: Connection,
) -> None:
    device_links.add(database, "anna", "first", NOW, LATER)
    device_links.add(database, "ben", "bens", NOW, LATER)
    device_links.add(database, "anna", "second", NOW, LATER + 5)
    assert device_links.use(database, "first", NOW) is None
    assert device_links.player_of(database, "second", NOW) == "anna"
    device_links.add(database, "cho", "chos", LATER, LATER + 5)
    assert set(database.execute(select(table.c.player_id)).scalars()) == {"anna", "cho"}


def test_the_database_holds_no_token_and_the_name_stays(database: Connection) -> None:
    players.rename(database, "anna", "Anna")
    device_links.add(database, "anna", "token", NOW, LATER)
    assert "token" not in database.execute(select(table.c.hash)).scalar_one()
    assert players.name_of(database, "anna") == "Anna"
