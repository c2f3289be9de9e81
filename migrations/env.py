"""Alembic's entry: migrate over the connection that the server (or a developer) hands in."""

from __future__ import annotations

from alembic import context

from app.db.database import connect
from app.db.tables import metadata
from app.settings import Settings

connection = context.config.attributes.get("connection")
if connection is None:
    connection = connect(Settings().resolved().database_url).connect()

context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
if "connection" not in context.config.attributes:
    connection.commit()
