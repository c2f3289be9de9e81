"""250 tables of four sockets on one core for a minute, with storms that cut many of them off.

In each storm, all people of a fourth of the tables are cut off and come back at once, some of them
with a move on its way: it is sent again, as a browser does. In the end the server's log must have
each move once. The echo goes through the same storms.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sqlite3
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import httpx
import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bench.figure import Figure
from bench.table import CLIENT_CORE, LEGAL, SEATS, SEQ, Running, echo, open_table, running_server

ROOMS = 250
RATE, FASTER = 150, 4
"""Moves a second in all: each table has one every other second, as among fast people; and how much
faster they play at first, until all that a table remembers is there."""
WARM_UP = 18.0
WINDOWS, SECONDS, ECHO_SECONDS = 3, 9.0, 3.0
"""How often moves and echoes take turns, and for how long: a machine is not always equally fast."""
STORM_EVERY, PART = 3.0, 4
"""In each storm, one of so many tables is cut off."""


def figures() -> Iterator[Figure]:
    """Measure on one server: lost moves, memory, and latencies of moves and of echoes."""
    os.sched_setaffinity(0, {CLIENT_CORE})
    yield from uvloop.run(measure())


async def measure() -> list[Figure]:
    """Play, cut off, count, and let echoes go through the same."""
    async with running_server() as server:
        async with seated(server.base) as tables:
            await in_storms([table.move for table in tables], tables, WARM_UP, RATE * FASTER)
            lines = await echo_lines(server.base, tables)
            before = memory(server)
            moves, echoes = await in_turns(tables, lines)
            after = memory(server)
        odd = sum(table.made != moves_in_log(server.database, table.code) for table in tables)
        made = sum(len(table.made) for table in tables)
    print(
        f"  {made:,} moves, {sum(table.again for table in tables)} of them sent again", flush=True
    )
    return [
        Figure("tables whose log is not what was played", odd, "", "tables", ROOMS, "at most", 0),
        Figure("memory after the storms", after, "MB", "after warm-up", before, "at most", 1.15),
        Figure("p99 of a move in a storm", moves, "ms", "four echoes'", echoes, "at most", 5),
    ]  # fmt: skip


@dataclass
class Seen:
    """What the frames of a socket have shown so far."""

    seq: int = 0
    legal: list[str] = field(default_factory=list)
    size: int = 0

    def take(self, frame: str) -> None:
        """Read a frame."""
        self.size = len(frame)
        if found := SEQ.search(frame):
            self.seq = int(found[1])
        if legal := LEGAL.search(frame):
            self.legal = legal[1].replace("&gt;", ">").split()


@dataclass
class Screen:
    """A socket that can be cut off and comes back; ``last`` is what it was shown."""

    address: str
    headers: dict[str, str]
    told: Callable[[], None]
    last: Seen = field(default_factory=Seen)
    socket: ClientConnection | None = None
    listening: asyncio.Task[None] | None = None

    async def come(self) -> None:
        """Connect, and read for good; each frame is told of."""
        self.socket = await connect(
            self.address,
            additional_headers=self.headers,
            compression=None,
            ping_interval=None,
            open_timeout=30,
        )
        self.listening = asyncio.create_task(self._listen(self.socket))

    async def _listen(self, socket: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for frame in socket:
                assert isinstance(frame, str)
                self.last.take(frame)
                self.told()

    async def go(self) -> None:
        """Be cut off, without a word."""
        assert self.socket is not None
        assert self.listening is not None
        self.socket.transport.abort()
        await self.listening


class Table:
    """A table of four screens, and the moves that were made there, in their order."""

    def __init__(self, base: str, code: str, tokens: Sequence[str], luck: Random) -> None:
        """Take who sits there; `come_back` connects them."""
        self.code = code
        self.made: list[tuple[int, str]] = []
        self.again = 0
        self.size = 0
        self._luck = luck
        self._changed = asyncio.Event()
        address = f"{base.replace('http', 'ws')}/rooms/{code}/socket"
        self._screens = [
            Screen(address, {"authorization": f"Bearer {token}"}, self._changed.set)
            for token in tokens
        ]

    async def come_back(self) -> None:
        """Connect everybody."""
        await asyncio.gather(*(screen.come() for screen in self._screens))

    async def be_cut_off(self) -> None:
        """Lose all sockets at once, and come back."""
        await asyncio.gather(*(screen.go() for screen in self._screens))
        await self.come_back()

    async def leave(self) -> None:
        """Let all sockets go."""
        await asyncio.gather(*(screen.go() for screen in self._screens))

    async def move(self) -> None:
        """Make a random move, however often it has to be sent, until all screens have it."""
        await self._until(lambda: len({screen.last.seq for screen in self._screens}) == 1)
        seq = self._screens[0].last.seq
        seat = next((n for n, screen in enumerate(self._screens) if screen.last.legal), None)
        if seat is None:  # the match is over: play again
            await self._send(0, seq, json.dumps({"seq": seq, "do": "again"}))
        else:
            move = self._luck.choice(self._screens[seat].last.legal)
            await self._send(seat, seq, json.dumps({"seq": seq, "move": move}))
            self.made.append((seat, move))
        self.size += self._screens[0].last.size

    async def _send(self, seat: int, seq: int, text: str) -> None:
        tries = 0
        sent_on: ClientConnection | None = None
        while any(screen.last.seq <= seq for screen in self._screens):
            self._changed.clear()
            socket = self._screens[seat].socket
            if socket is not None and socket is not sent_on:
                with contextlib.suppress(ConnectionClosed):
                    await socket.send(text)
                    sent_on = socket
                    tries += 1
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), 1)
        self.again += tries > 1

    async def _until(self, met: Callable[[], bool]) -> None:
        while not met():
            self._changed.clear()
            await self._changed.wait()


@contextlib.asynccontextmanager
async def seated(base: str) -> AsyncIterator[list[Table]]:
    """Open the tables, and connect everybody."""
    async with httpx.AsyncClient(base_url=base, timeout=30) as client:
        opened = await asyncio.gather(*(open_table(client) for _ in range(ROOMS)))
    tables = [Table(base, code, tokens, Random(at)) for at, (code, tokens) in enumerate(opened)]
    await asyncio.gather(*(table.come_back() for table in tables))
    yield tables
    await asyncio.gather(*(table.leave() for table in tables))


async def in_storms(
    doing: Sequence[Callable[[], Awaitable[None]]],
    cut: Sequence[Table | Line],
    seconds: float,
    rate: int = RATE,
) -> list[float]:
    """Do one after another at the rate, through storms; return how many ms each took."""
    start = time.perf_counter()
    tasks: list[asyncio.Task[float]] = []
    storms: list[asyncio.Task[None]] = []
    for number in range(round(rate * seconds)):
        await asyncio.sleep(max(0, start + number / rate - time.perf_counter()))
        if number % round(rate * STORM_EVERY) == round(rate * STORM_EVERY / 2):
            first = len(storms) % PART
            storms += [asyncio.create_task(one.be_cut_off()) for one in cut[first::PART]]
        at = number % len(doing)
        if len(tasks) >= len(doing):
            await asyncio.wait([tasks[-len(doing)]])  # one move at a time at each table
        tasks.append(asyncio.create_task(_timed(doing[at])))
    took = await asyncio.gather(*tasks)
    await asyncio.gather(*storms)
    return list(took)


async def _timed(one: Callable[[], Awaitable[None]]) -> float:
    start = time.perf_counter()
    await one()
    return 1000 * (time.perf_counter() - start)


class Line:
    """Four sockets of the echo, cut off like a table's."""

    def __init__(self, base: str, text: str) -> None:
        """Take what is sent; `come_back` connects."""
        self._address = f"{base.replace('http', 'ws')}/bench/echo"
        self._text = text
        self._sockets: list[ClientConnection] = []
        self._back = asyncio.Event()

    async def come_back(self) -> None:
        """Connect all four."""
        self._sockets = await asyncio.gather(
            *(
                connect(self._address, compression=None, ping_interval=None, open_timeout=30)
                for _ in range(SEATS)
            )
        )
        self._back.set()

    async def be_cut_off(self) -> None:
        """Lose all sockets at once, and come back."""
        self._back.clear()
        self.leave()
        await self.come_back()

    def leave(self) -> None:
        """Let all sockets go."""
        for socket in self._sockets:
            socket.transport.abort()

    async def send(self) -> None:
        """Send to all four, until all have answered."""
        while True:
            await self._back.wait()
            with contextlib.suppress(ConnectionClosed):
                await asyncio.gather(*(echo(socket, self._text) for socket in self._sockets))
                return


async def echo_lines(base: str, tables: Sequence[Table]) -> list[Line]:
    """Connect the echo's sockets, and let them go through a storm; they send what a frame has."""
    size = sum(table.size for table in tables) // sum(len(table.made) for table in tables)
    lines = [Line(base, "x" * size) for _ in range(ROOMS)]
    await asyncio.gather(*(line.come_back() for line in lines))
    await in_storms([line.send for line in lines], lines, ECHO_SECONDS)
    return lines


async def in_turns(tables: Sequence[Table], lines: Sequence[Line]) -> tuple[float, float]:
    """Let moves and echoes take turns in storms; return the medians of both p99, in ms."""
    moves, echoes = [], []
    for _ in range(WINDOWS):
        moves.append(p99(await in_storms([table.move for table in tables], tables, SECONDS)))
        echoes.append(p99(await in_storms([line.send for line in lines], lines, ECHO_SECONDS)))
    for line in lines:
        line.leave()
    return statistics.median(moves), statistics.median(echoes)


def memory(server: Running) -> float:
    """Return the server's memory in MB."""
    status = Path(f"/proc/{server.process}/status").read_text(encoding="ascii")
    kilobytes = next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))
    return int(kilobytes) / 1024


def moves_in_log(database: Path, code: str) -> list[tuple[int, str]]:
    """Return the moves of a table as they are on the disk: seat and move."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        query = "SELECT event FROM room_events WHERE room = ? AND kind = 'moved' ORDER BY n"
        events = [json.loads(event) for (event,) in connection.execute(query, (code,))]
    return [(event["seat"], event["move"]) for event in events]


def p99(milliseconds: Sequence[float]) -> float:
    """Return the 99th percentile."""
    return statistics.quantiles(milliseconds, n=100)[98]
