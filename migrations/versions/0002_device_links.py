"""Links that carry a player to another device."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "device_links",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["players.id"],
            name="fk_device_links_player_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("hash", name="pk_device_links"),
        sa.UniqueConstraint("player_id", name="uq_device_links_player_id"),
    )


def downgrade() -> None:
    """Remove the table."""
    op.drop_table("device_links")
