"""How people did in the matches that count for the leaderboards."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "counted_results",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("penalties", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["matches.id"],
            name="fk_counted_results_match_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("match_id", "player_id", name="pk_counted_results"),
    )
    op.create_index("ix_counted_results_finished_at", "counted_results", ["finished_at"])
    op.create_index("ix_counted_results_player_id", "counted_results", ["player_id"])


def downgrade() -> None:
    """Remove the table."""
    op.drop_table("counted_results")
