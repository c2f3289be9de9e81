"""An empty database as the migrations leave it, made once: they take longer than many a test."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from app.db.database import connect, migrate


@cache
def _migrated() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "kings.db"
        engine = connect(f"sqlite:///{path}")
        migrate(engine)
        engine.dispose()
        return path.read_bytes()


def lay_out(path: Path) -> None:
    """Put an empty database there, unless there is one."""
    if not path.exists():
        path.write_bytes(_migrated())
