"""The server as a process of its own, started, killed and started again on the same data."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

PROJECT = Path(__file__).resolve().parents[2]
START_SECONDS = 20


class Server:
    """``python -m app`` on a free port of the loopback, with its data in a folder."""

    def __init__(
        self, folder: Path, pace: float, public_url: str = "", patience: float = 1
    ) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = folder / "kings.sqlite3"
        self.log = folder / "server.log"
        self._environment = os.environ | {
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "KINGS_DATA": str(folder),
            "KINGS_COMPUTER_PACE": str(pace),
            "KINGS_PATIENCE": str(patience),
            "KINGS_PUBLIC_URL": public_url,
            "KINGS_RATE_LIMITS": "off",
            "KINGS_LOG_FORMAT": "json",
        }
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "app"], cwd=PROJECT, env=self._environment, stderr=log
            )
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            try:
                with urlopen(f"{self.url}/readyz", timeout=1) as response:
                    if response.status == 200:
                        return
            except (URLError, OSError):
                time.sleep(0.05)
        raise TimeoutError(self.log.read_text())

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to stop."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(20)
            self._process = None

    def errors(self) -> list[str]:
        """What it logged as an error so far."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [line for line in lines if '"level": "error"' in line or "Traceback" in line]
