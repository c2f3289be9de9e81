"""Durable moves at 125 tables of four people in their browsers' sockets, beside a bare echo.

The server has one core, this client the other. A move counts when all four screens have its
frame, which the server sends only once the move is on the disk. The echo sends a frame of the same
size back and forth on as many sockets of the same server: four echoes a move are what the sockets
alone would allow.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import httpx
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from app.settings import DATABASE_FILE
from bench.figure import Figure

ROOMS, SEATS = 125, 4
WARM_UP, SECONDS = 2.0, 10.0
WINDOWS = 5
"""How often moves and echoes take turns: a machine is not equally fast at all times."""
RATE = 200
"""Moves a second for the latencies, far below what the server can do."""
SERVER_CORE, CLIENT_CORE = 0, 1
LEGAL = re.compile(r'data-legal="([^"]*)"')
SEQ = re.compile(r'name="seq" value="(\d+)"')


def figures() -> Iterator[Figure]:
    """Measure throughput and latency of moves and of echoes on one server."""
    os.sched_setaffinity(0, {CLIENT_CORE})
    yield from uvloop.run(measure())


async def measure() -> list[Figure]:
    """Start a server with an empty database, measure, and stop it."""
    async with running_server() as server, sat_down(server.base) as rooms:
        frame_size = await warmed_up(rooms)
        text = "x" * frame_size
        async with echoing(server.base, ROOMS * SEATS) as sockets:
            moves, echoes = await in_turns(rooms, sockets, text)
            latencies = await at_a_rate(rooms)
            echo_latencies = await echoes_at_a_rate(sockets, text)
    print(f"  a frame has {frame_size} characters on average", flush=True)
    return [
        Figure(
            "durable moves, all screens", moves, "/s", "four echoes", echoes / SEATS,
            "at least", 0.27,
        ),
        Figure(
            f"p50 of a move at {RATE}/s", latencies[0], "ms", "an echo's", echo_latencies[0],
            "at most", 10,
        ),
        Figure(
            f"p99 of a move at {RATE}/s", latencies[1], "ms", "an echo's", echo_latencies[1],
            "at most", 5,
        ),
    ]  # fmt: skip


class Running(NamedTuple):
    """A server: its address, its database, and the number of its process."""

    base: str
    database: Path
    process: int


@contextlib.asynccontextmanager
async def running_server() -> AsyncIterator[Running]:
    """Run the server on its core, on a free port, with a database in a temporary folder."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {
            "HOST": "127.0.0.1",
            "PORT": str(port),
            "KINGS_DATA": folder,
            "KINGS_COMPUTER_PACE": "0",
            "KINGS_RATE_LIMITS": "off",
        }
        command = [sys.executable, "-m", "bench.server", str(SERVER_CORE)]
        server = subprocess.Popen(command, env=environment)  # noqa: ASYNC220  # once, at the start
        try:
            base = f"http://127.0.0.1:{port}"
            await until_it_answers(base)
            yield Running(base, Path(folder) / DATABASE_FILE, server.pid)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(20)


async def until_it_answers(base: str) -> None:
    """Wait for the server, for ten seconds at most."""
    async with httpx.AsyncClient(base_url=base) as client:
        for _ in range(200):
            with contextlib.suppress(httpx.TransportError):
                if (await client.get("/readyz")).status_code == 200:
                    return
            await asyncio.sleep(0.05)
    raise TimeoutError("the server did not start")


@dataclass
class Room:
    """A table: its sockets by seat, what the last frames said, and who waits for the next ones."""

    luck: Random
    sockets: list[ClientConnection] = field(default_factory=list)
    seq: list[int] = field(default_factory=lambda: [0] * SEATS)
    legal: list[list[str]] = field(default_factory=lambda: [[] for _ in range(SEATS)])
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    frames: int = 0
    characters: int = 0

    async def listen(self, seat: int) -> None:
        """Read a seat's frames for good."""
        async for frame in self.sockets[seat]:
            assert isinstance(frame, str)
            self.frames += 1
            self.characters += len(frame)
            if found := SEQ.search(frame):
                self.seq[seat] = int(found[1])
            if legal := LEGAL.search(frame):
                self.legal[seat] = legal[1].replace("&gt;", ">").split()
            if len(set(self.seq)) == 1:
                self.changed.set()

    async def move(self) -> None:
        """Make a random move, and return when all screens have it."""
        seat = next((seat for seat, legal in enumerate(self.legal) if legal), None)
        self.changed.clear()
        if seat is None:  # the match is over: play again
            await self.sockets[0].send(f'{{"seq": {self.seq[0]}, "do": "again"}}')
        else:
            move = self.luck.choice(self.legal[seat])
            await self.sockets[seat].send(f'{{"seq": {self.seq[seat]}, "move": "{move}"}}')
        await self.changed.wait()


@contextlib.asynccontextmanager
async def sat_down(base: str) -> AsyncIterator[list[Room]]:
    """Fill the tables, connect every seat, and read all frames."""
    async with httpx.AsyncClient(base_url=base, timeout=30) as client:
        tables = await asyncio.gather(*(open_table(client) for _ in range(ROOMS)))
    rooms, tasks = [], []
    async with contextlib.AsyncExitStack() as stack:
        for number, (code, tokens) in enumerate(tables):
            room = Room(Random(number))
            for token in tokens:
                address = f"{base.replace('http', 'ws')}/rooms/{code}/socket"
                headers = {"authorization": f"Bearer {token}"}
                connection = connect(
                    address, additional_headers=headers, compression=None, ping_interval=None
                )
                room.sockets.append(await stack.enter_async_context(connection))
            tasks += [asyncio.create_task(room.listen(seat)) for seat in range(SEATS)]
            rooms.append(room)
        await asyncio.gather(*(room.changed.wait() for room in rooms))
        yield rooms
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def open_table(client: httpx.AsyncClient) -> tuple[str, list[str]]:
    """Open a table for four people through the API, and start it."""
    tokens = [(await client.post("/api/players", json={})).json()["token"] for _ in range(SEATS)]
    headers = [{"authorization": f"Bearer {token}"} for token in tokens]
    body = {"preset": "classic", "rules": {"target": 500}, "seats": ["human"] * SEATS}
    code = (await client.post("/api/rooms", json=body, headers=headers[0])).json()["code"]
    for guest in headers[1:]:
        await client.post(f"/api/rooms/{code}/seats", json={}, headers=guest)
    response = await client.post(f"/api/rooms/{code}/start", headers=headers[0])
    response.raise_for_status()
    return code, tokens


async def warmed_up(rooms: list[Room]) -> int:
    """Play for a while; return a frame's mean size."""
    for room in rooms:
        room.frames = room.characters = 0
    await per_second([room.move for room in rooms], WARM_UP)
    return sum(room.characters for room in rooms) // sum(room.frames for room in rooms)


async def in_turns(
    rooms: list[Room], sockets: list[ClientConnection], text: str
) -> tuple[float, float]:
    """Let moves and echoes take turns; return the medians of both, a second."""
    seconds = SECONDS / WINDOWS
    moves, echoes = [], []
    for _ in range(WINDOWS):
        moves.append(await per_second([room.move for room in rooms], seconds))
        echoes.append(await per_second([partial(echo, one, text) for one in sockets], seconds))
    return statistics.median(moves), statistics.median(echoes)


async def per_second(doing: list[Callable[[], Awaitable[None]]], seconds: float) -> float:
    """Keep each of them under way for a while; return how many a second came to their end."""
    done, end = 0, time.perf_counter() + seconds

    async def go_on(one: Callable[[], Awaitable[None]]) -> None:
        nonlocal done
        while True:
            await one()
            if time.perf_counter() > end:
                return
            done += 1

    await asyncio.gather(*map(go_on, doing))
    return done / seconds


async def echo(connection: ClientConnection, text: str) -> None:
    """Send a frame, and wait for it to come back."""
    await connection.send(text)
    await connection.recv()


async def at_a_rate(rooms: list[Room]) -> tuple[float, float]:
    """Make moves at the rate, each at a table of its own; return p50 and p99 in ms."""

    async def one(number: int) -> float:
        start = time.perf_counter()
        await rooms[number % ROOMS].move()
        return time.perf_counter() - start

    return await paced(one, RATE)


@contextlib.asynccontextmanager
async def echoing(base: str, sockets: int) -> AsyncIterator[list[ClientConnection]]:
    """Connect to the echo."""
    async with contextlib.AsyncExitStack() as stack:
        address = f"{base.replace('http', 'ws')}/bench/echo"
        yield [
            await stack.enter_async_context(connect(address, compression=None, ping_interval=None))
            for _ in range(sockets)
        ]


async def echoes_at_a_rate(sockets: list[ClientConnection], text: str) -> tuple[float, float]:
    """Send four echoes at once where the tables had a move; return p50 and p99 in ms."""

    async def one(number: int) -> float:
        first = number * SEATS % len(sockets)
        start = time.perf_counter()
        await asyncio.gather(*(echo(a, text) for a in sockets[first : first + SEATS]))
        return time.perf_counter() - start

    return await paced(one, RATE)


async def paced(one: Callable[[int], Awaitable[float]], rate: float) -> tuple[float, float]:
    """Start one after another at an even rate, whether or not the last has returned."""
    tasks, start = [], time.perf_counter()
    for number in range(round(rate * SECONDS)):
        await asyncio.sleep(max(0, start + number / rate - time.perf_counter()))
        tasks.append(asyncio.ensure_future(one(number)))
    milliseconds = sorted(1000 * seconds for seconds in await asyncio.gather(*tasks))
    cuts = statistics.quantiles(milliseconds, n=100)
    return cuts[49], cuts[98]
