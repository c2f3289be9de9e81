"""All tables. Times are whole milliseconds since 1970 in UTC."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

players = Table(
    "players",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(24), nullable=True),
    Column("created_at", BigInteger, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    # The SHA-256 of the token, as hex: a stolen database opens no door.
    Column("hash", String(64), primary_key=True),
    Column("player_id", ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

device_links = Table(
    "device_links",
    metadata,
    # The SHA-256 of the link's token, as hex.
    Column("hash", String(64), primary_key=True),
    Column("player_id", ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    UniqueConstraint("player_id"),
)

rooms = Table(
    "rooms",
    metadata,
    Column("code", String(16), primary_key=True),
    Column("created_at", BigInteger, nullable=False),
    # When the server must act by itself next; null while it waits for a person.
    Column("acts_at", BigInteger, nullable=True),
    Index(None, "acts_at"),
)

room_events = Table(
    "room_events",
    metadata,
    Column("room", ForeignKey("rooms.code", ondelete="CASCADE"), nullable=False),
    Column("n", Integer, nullable=False),
    Column("kind", String(24), nullable=False),
    Column("event", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("command", String(32), nullable=False),
    PrimaryKeyConstraint("room", "n"),
    sqlite_with_rowid=False,
)

room_players = Table(
    "room_players",
    metadata,
    Column("player_id", ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("room", ForeignKey("rooms.code", ondelete="CASCADE"), nullable=False),
    Column("joined_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("player_id", "room"),
)

# From which rooms a person who was deleted has yet to be taken; no row stays for long.
farewells = Table(
    "farewells",
    metadata,
    Column("room", ForeignKey("rooms.code", ondelete="CASCADE"), nullable=False),
    Column("player_id", String(32), nullable=False),
    PrimaryKeyConstraint("room", "player_id"),
)

matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("room", String(16), nullable=False, index=True),
    Column("rules", Text, nullable=False),
    Column("record", Text, nullable=False),
    Column("started_at", BigInteger, nullable=False),
    Column("finished_at", BigInteger, nullable=False),
    # The last part of its address, which only those can know who saw its end.
    Column("link", String(16), nullable=True, unique=True, index=True),
    # Whether it was played at a public table: then it is listed.
    Column("public", Boolean, nullable=False, server_default=false()),
    Index("ix_matches_public_finished_at", "public", "finished_at"),
)

match_results = Table(
    "match_results",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player_id", String(32), nullable=True, index=True),
    Column("computer", String(24), nullable=True),
    Column("total", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    # Kings in the hand when a deal ended, all deals together; null where that is not known.
    Column("kings", Integer, nullable=True),
    PrimaryKeyConstraint("match_id", "seat"),
)

match_penalties = Table(
    "match_penalties",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("deal", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("penalty", Integer, nullable=False),
    PrimaryKeyConstraint("match_id", "deal", "seat"),
)

# What a day deals: made the day before, so that its hash can be shown, and never changed.
dailies = Table(
    "dailies",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("seed", String(64), nullable=False),
    # The computer players with their versions, clockwise from the person, as JSON.
    Column("computers", Text, nullable=False),
    # What the strongest computer player made of it in the person's seat, as JSON.
    Column("par", Text, nullable=True),
)

daily_games = Table(
    "daily_games",
    metadata,
    Column("day", String(10), nullable=False),
    Column("player_id", ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("room", String(16), nullable=False),
    Column("begun_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("day", "player_id"),
    Index(None, "player_id"),
)

daily_results = Table(
    "daily_results",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("day", String(10), nullable=False),
    Column("player_id", String(32), nullable=False),
    Column("late", Boolean, nullable=False),
    Column("place", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("lead", Integer, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("undos", Integer, nullable=False),
    # Place, total, lead and turns as one number that sorts like them: the lowest is the best.
    Column("rank", BigInteger, nullable=False),
    Column("finished_at", BigInteger, nullable=False),
    UniqueConstraint("player_id", "day"),
    Index(None, "day", "late", "rank"),
)

# How people did in the matches that count for the leaderboards (app/rooms/counting.py).
counted_results = Table(
    "counted_results",
    metadata,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("player_id", String(32), nullable=False),
    Column("finished_at", BigInteger, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("deals", Integer, nullable=False),
    Column("penalties", Integer, nullable=False),
    # The person's matches that count so far: no two servers can go on from the same rating.
    Column("number", Integer, nullable=False),
    # What is known of the person's play after it (app/rating.py).
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    PrimaryKeyConstraint("match_id", "player_id"),
    UniqueConstraint("player_id", "number"),
    Index(None, "finished_at"),
)

# Circles: people who share a board at a link. Of those who belong to one, the first has made it.
circles = Table(
    "circles",
    metadata,
    # The last part of the board's address: nobody can guess it.
    Column("link", String(16), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    # How many have ever joined: no number is given to a second person.
    Column("joined", Integer, nullable=False),
)

circle_members = Table(
    "circle_members",
    metadata,
    Column("circle", ForeignKey("circles.link", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("player_id", ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("joined_at", BigInteger, nullable=False),
    # Whoever was removed stays here, so that the link does not let them in again.
    Column("removed", Boolean, nullable=False, server_default=false()),
    PrimaryKeyConstraint("circle", "number"),
    UniqueConstraint("player_id", "circle"),
)

# The results of daily games that can be shared: the key is the last part of the link.
shared_results = Table(
    "shared_results",
    metadata,
    Column("key", String(16), primary_key=True),
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    UniqueConstraint("match_id"),
)
