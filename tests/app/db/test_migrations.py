"""Migrations lead to the tables that the code describes."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from alembic import command
from alembic import op as operations
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import inspect

from app.db.database import PROJECT, connect, migrate
from app.db.tables import metadata
from app.links import match_link
from app.rating import NEW, after_match
from app.rooms.endings import ending_of
from app.rooms.events import MatchStarted, SeatHolder
from app.rooms.state import RoomState
from engine.rules import CLASSIC
from tests.kit.playing import played


def test_the_migrations_build_exactly_the_tables_in_the_code(tmp_path: Path) -> None:
    engine = connect(f"sqlite:///{tmp_path / 'kings.db'}")
    migrate(engine)
    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), metadata)
    engine.dispose()
    assert differences == []


def test_a_migration_that_breaks_off_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = connect(f"sqlite:///{tmp_path / 'kings.db'}")
    whole = operations.create_table

    def break_off(name: str, *args: Any, **options: Any) -> object:
        if name == "matches":
            raise KeyboardInterrupt
        return whole(name, *args, **options)

    with monkeypatch.context() as patch:
        patch.setattr(operations, "create_table", break_off)
        with pytest.raises(KeyboardInterrupt):
            migrate(engine)
    assert inspect(engine).get_table_names() == []
    migrate(engine)
    assert {*metadata.tables} <= {*inspect(engine).get_table_names()}
    migrate(engine)
    engine.dispose()


def test_stored_matches_are_rated_and_their_kings_counted_as_if_they_ended_today(
    tmp_path: Path,
) -> None:
    engine = connect(f"sqlite:///{tmp_path / 'kings.db'}")
    config = Config(toml_file=PROJECT / "pyproject.toml")
    luck = Random(4)
    seats = (SeatHolder(player="anna"), SeatHolder(player="ben"), SeatHolder(computer="casual@2"))
    ended = []
    for at in range(6):
        event = MatchStarted("anna", seats, CLASSIC.options(), luck.randbytes(32).hex(), "1", 1)
        ended.append(ending_of(played(RoomState(f"R{at}").after(event, 1, 0), luck), at))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0005")
        for match, counted, _ in ended:
            row = (match.id, match.room, match.rules, match.record, 0, match.finished_at)
            connection.exec_driver_sql(
                "INSERT INTO matches (id, room, rules, record, started_at, finished_at)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                row,
            )
            for line in match.results:
                connection.exec_driver_sql(
                    "INSERT INTO match_results VALUES (?, ?, ?, ?, ?, ?)",
                    (match.id, line.seat, line.player, line.computer, line.total, line.place),
                )
            for one in counted:
                connection.exec_driver_sql(
                    "INSERT INTO counted_results VALUES (?, ?, ?, ?, ?, ?)",
                    (one.match_id, one.player_id, one.finished_at, one.place == 1, 3, 9),
                )
        connection.exec_driver_sql(
            "INSERT INTO matches (id, room, rules, record, started_at, finished_at)"
            " VALUES ('OLD-1', 'OLD', '{}', 'of another engine', 0, 9)"
        )
    migrate(engine)
    known = {"anna": NEW, "ben": NEW}
    with engine.connect() as connection:
        for number, (match, counted, _) in enumerate(ended, start=1):
            people = [one.player_id for one in counted]
            after = after_match([known[who] for who in people], [one.place for one in counted])
            known |= dict(zip(people, after, strict=True))
            rated = connection.exec_driver_sql(
                "SELECT player_id, number, mu, sigma FROM counted_results WHERE match_id = ?",
                (match.id,),
            )
            for player, count, *skill in rated:
                assert count == number
                assert skill == pytest.approx(known[player])
            kings = connection.exec_driver_sql(
                "SELECT seat, kings FROM match_results WHERE match_id = ?", (match.id,)
            )
            assert {tuple(row) for row in kings} == {(one.seat, one.kings) for one in match.results}
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0005")
        command.upgrade(config, "head")
    engine.dispose()


def test_a_match_from_before_there_were_links_gets_the_one_of_its_seed(tmp_path: Path) -> None:
    engine = connect(f"sqlite:///{tmp_path / 'kings.db'}")
    config = Config(toml_file=PROJECT / "pyproject.toml")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        record = f"King's Corners record 1\nseed: {'ab' * 32}\ndigest: {'cd' * 32}\n"
        connection.exec_driver_sql(
            "INSERT INTO matches (id, room, rules, record, started_at, finished_at)"
            " VALUES ('ABC234-1', 'ABC234', '{}', ?, 1, 2)",
            (record,),
        )
    migrate(engine)
    with engine.connect() as connection:
        row = connection.exec_driver_sql("SELECT link, public FROM matches").one()
    engine.dispose()
    assert tuple(row) == (match_link(bytes.fromhex("ab" * 32), "ABC234-1"), 0)
