"""What people see of a room: built from lists of what they may know, never by leaving out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from app.rooms.clock import hands_over_at, idle_from
from app.rooms.events import SeatHolder
from app.rooms.guests import guest_mark
from app.rooms.presence import AWAY_AFTER_MS, Presence
from app.rooms.state import RoomState
from app.table import ScoreSheet, Seat, SheetLine, Table

NO_SHEET = ScoreSheet((), (), ())


def seats_seen(
    state: RoomState,
    names: Mapping[str, str],
    presence: Presence,
    now: int,
    patience: float = 1.0,
) -> tuple[Seat, ...]:
    """Build what everybody may know of who sits where; ``now`` in milliseconds since 1970."""
    idle_at = idle_from(state, presence, patience)
    idle = state.running.deal.seat if idle_at is not None and now >= idle_at else None
    called = told_apart(state.seats, names, state.host)
    seats = []
    for number, holder in enumerate(state.seats):
        if number in state.former:
            seats.append(Seat(number, "human", computer=holder.computer, former=True))
            continue
        if holder.player is None:
            here = holder.computer is not None
            seats.append(Seat(number, "computer" if here else "open", None, holder.computer, here))
            continue
        away = presence.is_away(holder.player, now)
        seats.append(
            Seat(
                number,
                "human",
                name=called.get(number),
                computer=holder.computer,
                here=not away,
                ready=number in state.ready,
                host=holder.player == state.host,
                idle=number == idle,
                hands_over_at=hands_over_at(state, presence, patience, number) if away else None,
                chosen_name=names.get(holder.player),
                guest=None if state.match else guest_mark(state.code, holder.player),
            )
        )
    return tuple(seats)


def changes_at(state: RoomState, presence: Presence, now: int, patience: float) -> int | None:
    """Return when time alone will next change what `seats_seen` shows, None for never."""
    moments = [
        presence.left_at(player) + AWAY_AFTER_MS
        for player in state.people
        if player not in presence and not presence.is_away(player, now)
    ]
    idle = idle_from(state, presence, patience)
    if idle is not None and idle > now:
        moments.append(idle)
    return min(moments, default=None)


def told_apart(
    seats: tuple[SeatHolder, ...], names: Mapping[str, str], host: str | None = None
) -> dict[int, str]:
    """Return people's names by seat; the second of two equal ones gets a 2."""
    called: dict[int, str] = {}
    taken: set[str] = set()
    # Whoever was here first is not renamed: that is the host.
    for seat, holder in sorted(enumerate(seats), key=lambda pair: pair[1].player != host):
        if holder.player is None or not (name := names.get(holder.player)):
            continue
        other, count = name, 1
        while other.casefold() in taken:
            count += 1
            other = f"{name} {count}"
        taken.add(other.casefold())
        called[seat] = other
    return called


def sheet_seen(state: RoomState, names: Mapping[str, str], seats: tuple[Seat, ...]) -> ScoreSheet:
    """Build the score sheet of all matches of this room; those who sit here now come first."""
    if not state.sheet:
        return NO_SHEET
    people = dict.fromkeys(
        [*state.people, *(player for line in state.sheet for player in line.players if player)]
    )
    return ScoreSheet(
        names=tuple(
            seats[state.people[player]].name if player in state.people else names.get(player)
            for player in people
        ),
        seats=tuple(state.people.get(player) for player in people),
        lines=tuple(
            tuple(
                SheetLine(line.totals[at], line.places[at])
                if (at := _seat_in(line.players, player)) is not None
                else None
                for player in people
            )
            for line in state.sheet
        ),
    )


def _seat_in(players: tuple[str | None, ...], player: str) -> int | None:
    return players.index(player) if player in players else None


class Scene(NamedTuple):
    """What of a room is the same for all who see it, and does not come from the match."""

    seats: tuple[Seat, ...]
    watchers: int
    sheet: ScoreSheet


def scene(
    state: RoomState,
    names: Mapping[str, str],
    presence: Presence,
    now: int,
    patience: float = 1.0,
) -> Scene:
    """Look around; ``now`` in milliseconds since 1970."""
    seats = seats_seen(state, names, presence, now, patience)
    return Scene(seats, presence.others(state.people), sheet_seen(state, names, seats))


def seen_by(state: RoomState, you: int | None, around: Scene, ends_at: int | None = None) -> Table:
    """Build what a seat, or a stranger with None, may see.

    ``ends_at`` is when the turn ends by itself, in milliseconds since 1970. In the lobby of a table
    that nobody may watch, strangers see nothing of its earlier matches.
    """
    opened = you is not None or state.match is not None or state.terms.watching
    return Table(
        code=state.code,
        seq=state.seq,
        status=state.status,
        rules=state.rules,
        terms=state.terms,
        you=you,
        host=you is not None and state.seats[you].player == state.host,
        seats=around.seats,
        match=state.match.seen_by(you) if state.match else None,
        log=state.logs[-1 if you is None else you] if state.logs else (),
        deadline=ends_at,
        watchers=around.watchers,
        sheet=around.sheet if opened else NO_SHEET,
        daily=state.daily,
        link=state.link,
    )
