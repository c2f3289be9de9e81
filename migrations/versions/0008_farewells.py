"""From which rooms a deleted person has yet to be taken."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "farewells",
        sa.Column("room", sa.String(16), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(
            ["room"], ["rooms.code"], name="fk_farewells_room", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("room", "player_id", name="pk_farewells"),
    )


def downgrade() -> None:
    """Remove the table."""
    op.drop_table("farewells")
