"""Boards that people share by a link, and links of shared results of daily games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "circles",
        sa.Column("link", sa.String(16), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("joined", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("link", name="pk_circles"),
    )
    op.create_table(
        "circle_members",
        sa.Column("circle", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("joined_at", sa.BigInteger(), nullable=False),
        sa.Column("removed", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.ForeignKeyConstraint(
            ["circle"], ["circles.link"], name="fk_circle_members_circle", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_circle_members_player_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("circle", "number", name="pk_circle_members"),
        sa.UniqueConstraint("player_id", "circle", name="uq_circle_members_player_id_circle"),
    )
    op.create_table(
        "shared_results",
        sa.Column("key", sa.String(16), nullable=False),
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name="fk_shared_results_match_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("key", name="pk_shared_results"),
        sa.UniqueConstraint("match_id", name="uq_shared_results_match_id"),
    )


def downgrade() -> None:
    """Remove the tables."""
    for table in ("shared_results", "circle_members", "circles"):
        op.drop_table(table)
