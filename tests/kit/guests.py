"""Guests of the API in tests: each has a token, and plays by the first or a random legal move."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from starlette.testclient import TestClient

from app.settings import Settings

ALONE = ["human", "computer:casual", "computer:casual", "computer:beginner"]


def settings_for(folder: Path, **changed: Any) -> Settings:
    values = {"computer_pace": 0, "rate_limits": "off", "log_format": "json", **changed}
    return Settings(data=folder, **values)


@dataclass
class Guest:
    client: TestClient
    headers: dict[str, str]

    @classmethod
    def arrive(cls, client: TestClient, name: str | None = None) -> Guest:
        response = client.post("/api/players", json={"name": name} if name else {})
        assert response.status_code == 201, response.text
        return cls(client, {"authorization": f"Bearer {response.json()['token']}"})

    def open(self, seats: list[str] = ALONE, **body: Any) -> dict[str, Any]:
        response = self.post("", {"seats": seats, **body})
        assert response.status_code == 201, response.text
        view: dict[str, Any] = response.json()
        return view

    def see(self, code: str) -> dict[str, Any]:
        view: dict[str, Any] = self.client.get(f"/api/rooms/{code}", headers=self.headers).json()
        return view

    def in_turn(self) -> dict[str, Any]:
        """Open tables until this guest gets a turn (computers may win before); return the view."""
        for _ in range(20):
            code = self.open()["code"]
            for _ in range(1000):
                view = self.see(code)
                if view["deal"]["legal"]:
                    return view
                if view["status"] == "over":
                    break
                time.sleep(0.005)
        raise TimeoutError

    def post(self, path: str, body: object = None) -> Any:
        return self.client.post(f"/api/rooms{path}", json=body or {}, headers=self.headers)

    def move(self, view: dict[str, Any], move: str) -> Any:
        return self.post(f"/{view['code']}/moves", {"seq": view["seq"], "move": move})


def play_to_the_end(guests: list[Guest], code: str, luck: Random) -> dict[str, Any]:
    """Let whoever is in turn make random moves until the match is over; return the last view."""
    for _ in range(10_000):
        for guest in guests:
            view = guest.see(code)
            if view["status"] == "over":
                return view
            if view["deal"]["legal"]:
                response = guest.move(view, luck.choice(view["deal"]["legal"]))
                assert response.status_code in {200, 409}, response.text
                break
        else:
            time.sleep(0.002)  # a computer thinks, on a machine that may be busy
    raise TimeoutError(code)
