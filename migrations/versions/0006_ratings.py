"""Ratings after each match that counts, and the kings left in hands; both also of stored matches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from typing import Any

import sqlalchemy as sa
from alembic import op
from openskill.models import BradleyTerryFull

from engine.cards import Rank
from engine.record import RecordError, parse_record

revision = "0006"
down_revision = "0005"

KEPT = ("match_id", "player_id", "finished_at", "won", "deals", "penalties")
counted = sa.table("counted_results", *map(sa.column, (*KEPT, "number", "mu", "sigma")))
matches = sa.table("matches", sa.column("id"), sa.column("record"))
results = sa.table(
    "match_results", *map(sa.column, ("match_id", "seat", "player_id", "place", "kings"))
)


def upgrade() -> None:
    """Make the counted results anew with what is known after each, and count the kings."""
    op.add_column("match_results", sa.Column("kings", sa.Integer(), nullable=True))
    connection = op.get_bind()
    rows = list(_rated(connection))
    op.drop_table("counted_results")
    op.create_table(
        "counted_results",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("penalties", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["matches.id"],
            name="fk_counted_results_match_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("match_id", "player_id", name="pk_counted_results"),
        sa.UniqueConstraint("player_id", "number", name="uq_counted_results_player_id_number"),
    )
    op.create_index("ix_counted_results_finished_at", "counted_results", ["finished_at"])
    if rows:
        connection.execute(sa.insert(counted), rows)
    _count_kings(connection)


def _rated(connection: sa.Connection) -> Iterator[dict[str, Any]]:
    """Rate everybody in the order in which the matches ended."""
    model = BradleyTerryFull()
    known: dict[str, Any] = defaultdict(model.rating)
    numbers: dict[str, int] = defaultdict(int)
    query = (
        sa.select(*(counted.c[name] for name in KEPT), results.c.place)
        .join_from(
            counted,
            results,
            (results.c.match_id == counted.c.match_id)
            & (results.c.player_id == counted.c.player_id),
        )
        .order_by(counted.c.finished_at, counted.c.match_id)
    )
    for _, group in groupby(connection.execute(query).all(), attrgetter("match_id")):
        lines = list(group)
        if len(lines) > 1:
            teams = [[known[line.player_id]] for line in lines]
            after = model.rate(teams, ranks=[float(line.place) for line in lines])
            known.update({one.player_id: team[0] for one, team in zip(lines, after, strict=True)})
        for line in lines:
            numbers[line.player_id] += 1
            skill = known[line.player_id]
            yield {
                **{name: getattr(line, name) for name in KEPT},
                "won": bool(line.won),
                "number": numbers[line.player_id],
                "mu": skill.mu,
                "sigma": skill.sigma,
            }


def _count_kings(connection: sa.Connection) -> None:
    """Play the records again, some ten milliseconds each; those that do not play stay unknown."""
    for match_id in connection.execute(sa.select(matches.c.id)).scalars().all():
        query = sa.select(matches.c.record).where(matches.c.id == match_id)
        try:
            kings = _kings(connection.execute(query).scalar_one())
        except RecordError:
            continue
        for seat, count in enumerate(kings):
            this = (results.c.match_id == match_id) & (results.c.seat == seat)
            connection.execute(sa.update(results).where(this).values(kings=count))


def _kings(record: str) -> list[int]:
    kings: list[int] = []
    for match, *_ in parse_record(record).moments():
        kings = kings or [0] * match.players
        if match.deal.ending:
            for seat, hand in enumerate(match.deal.hands):
                kings[seat] += sum(card.rank is Rank.KING for card in hand)
    return kings


def downgrade() -> None:
    """Remove the columns."""
    with op.batch_alter_table("counted_results") as table:
        table.drop_constraint("uq_counted_results_player_id_number", "unique")
        for name in ("number", "mu", "sigma"):
            table.drop_column(name)
    op.create_index("ix_counted_results_player_id", "counted_results", ["player_id"])
    op.drop_column("match_results", "kings")
