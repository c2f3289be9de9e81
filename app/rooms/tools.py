"""What every room works with."""

from __future__ import annotations

from typing import NamedTuple

from app.db.database import Now, Reader, now_ms
from app.db.writer import Writer
from app.rooms.bus import Bus
from app.rooms.clock import Tempo


class Tools(NamedTuple):
    """The database, the bus between processes, the tempo and the time of this server."""

    reader: Reader
    writer: Writer
    bus: Bus
    tempo: Tempo
    now: Now = now_ms
