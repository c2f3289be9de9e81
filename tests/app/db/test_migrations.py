"""Migrations lead to the tables that the code describes."""

from __future__ import annotations

from pathlib import Path
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
from app.match_link import match_link


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
