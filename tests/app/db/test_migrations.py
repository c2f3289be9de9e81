"""Migrations lead to the tables that the code describes."""

from __future__ import annotations

from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from app.db.database import connect, migrate
from app.db.tables import metadata


def test_the_migrations_build_exactly_the_tables_in_the_code(tmp_path: Path) -> None:
    engine = connect(f"sqlite:///{tmp_path / 'kings.db'}")
    migrate(engine)
    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), metadata)
    engine.dispose()
    assert differences == []


def test_migrating_twice_changes_nothing(tmp_path: Path) -> None:
    engine = connect(f"sqlite:///{tmp_path / 'kings.db'}")
    migrate(engine)
    migrate(engine)
    engine.dispose()
