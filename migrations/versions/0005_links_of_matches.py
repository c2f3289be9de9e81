"""Addresses of finished matches, and which of them anybody may find."""

from __future__ import annotations

import hashlib
import hmac
import re
from base64 import b32encode

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

SEED = re.compile(r"^seed: ([0-9a-f]{64})$", re.MULTILINE)


def upgrade() -> None:
    """Add the columns; the link of a match that is there follows from its seed."""
    op.add_column("matches", sa.Column("link", sa.String(16), nullable=True))
    op.add_column(
        "matches", sa.Column("public", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    connection = op.get_bind()
    matches = sa.table("matches", sa.column("id"), sa.column("record"), sa.column("link"))
    ids = connection.execute(sa.select(matches.c.id)).scalars().all()
    for match_id in ids:
        this = matches.c.id == match_id
        seed = SEED.search(connection.execute(sa.select(matches.c.record).where(this)).scalar_one())
        if seed:
            connection.execute(matches.update().where(this).values(link=_link(seed[1], match_id)))
    op.create_index("ix_matches_link", "matches", ["link"], unique=True)
    op.create_index("ix_matches_public_finished_at", "matches", ["public", "finished_at"])


def _link(seed: str, match_id: str) -> str:
    message = f"link@1/{match_id}".encode()
    digest = hmac.new(bytes.fromhex(seed), message, hashlib.sha256).digest()
    return b32encode(digest[:10]).decode().lower()


def downgrade() -> None:
    """Remove the columns."""
    op.drop_index("ix_matches_public_finished_at", "matches")
    op.drop_index("ix_matches_link", "matches")
    op.drop_column("matches", "public")
    op.drop_column("matches", "link")
