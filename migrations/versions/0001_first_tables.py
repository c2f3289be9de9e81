"""The first tables: players, rooms with their logs, finished matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "players",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(24), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["players.id"],
            name="fk_tokens_player_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("hash", name="pk_tokens"),
    )
    op.create_table(
        "rooms",
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("acts_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("code", name="pk_rooms"),
    )
    op.create_index("ix_rooms_acts_at", "rooms", ["acts_at"])
    op.create_table(
        "room_events",
        sa.Column("room", sa.String(16), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(24), nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("command", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(
            ["room"], ["rooms.code"], name="fk_room_events_room", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("room", "n", name="pk_room_events"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "room_players",
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("room", sa.String(16), nullable=False),
        sa.Column("joined_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["players.id"],
            name="fk_room_players_player_id",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["room"], ["rooms.code"], name="fk_room_players_room", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("player_id", "room", name="pk_room_players"),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("room", sa.String(16), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
    )
    op.create_index("ix_matches_room", "matches", ["room"])
    op.create_table(
        "match_results",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=True),
        sa.Column("computer", sa.String(24), nullable=True),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["matches.id"],
            name="fk_match_results_match_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_match_results"),
    )
    op.create_index("ix_match_results_player_id", "match_results", ["player_id"])
    op.create_table(
        "match_penalties",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("penalty", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["matches.id"],
            name="fk_match_penalties_match_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("match_id", "deal", "seat", name="pk_match_penalties"),
    )


def downgrade() -> None:
    """Remove the tables."""
    for table in (
        "match_penalties",
        "match_results",
        "matches",
        "room_players",
        "room_events",
        "rooms",
        "tokens",
        "players",
    ):
        op.drop_table(table)
