"""The logs of a room: its latest game events, as each seat and a stranger may know them."""

from __future__ import annotations

from app.table import LogLine
from engine.events import CardsDrawn
from engine.view import seen_events

KEPT_LINES = 40
"""Game events that a room remembers for its log; a whole match is in its record."""

Log = tuple[LogLine, ...]


def logs_with(logs: tuple[Log, ...], whole: LogLine) -> tuple[Log, ...]:
    """Add what happened to each log as its seat may know it; only drawn cards differ."""
    public = whole._replace(events=seen_events(whole.events, None))
    lines = [public] * len(logs)
    for event in whole.events:
        if isinstance(event, CardsDrawn):
            lines[event.seat] = whole._replace(events=seen_events(whole.events, event.seat))
    # Not unpacked: each move does it for all seats, and that copies every line thrice.
    pairs = zip(logs, lines, strict=True)
    return tuple([log[1 - KEPT_LINES :] + (line,) for log, line in pairs])  # noqa: RUF005
