"""The daily games: what each day deals, whose game it is, and how it ended."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "dailies",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("computers", sa.Text(), nullable=False),
        sa.Column("par", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("day", name="pk_dailies"),
    )
    op.create_table(
        "daily_games",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("room", sa.String(16), nullable=False),
        sa.Column("begun_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["players.id"],
            name="fk_daily_games_player_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("day", "player_id", name="pk_daily_games"),
    )
    op.create_index("ix_daily_games_player_id", "daily_games", ["player_id"])
    op.create_table(
        "daily_results",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("lead", sa.Integer(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("undos", sa.Integer(), nullable=False),
        sa.Column("rank", sa.BigInteger(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["matches.id"],
            name="fk_daily_results_match_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("match_id", name="pk_daily_results"),
        sa.UniqueConstraint("player_id", "day", name="uq_daily_results_player_id_day"),
    )
    op.create_index("ix_daily_results_day_late_rank", "daily_results", ["day", "late", "rank"])


def downgrade() -> None:
    """Remove the tables."""
    for table in ("daily_results", "daily_games", "dailies"):
        op.drop_table(table)
