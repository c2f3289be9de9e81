"""Guests of the API in tests: each has a token, and plays by the first or a random legal move."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from fastapi import FastAPI
from starlette.testclient import TestClient

from app.db.database import Now, now_ms
from app.main import create_app
from app.settings import DATABASE_FILE, Settings
from tests.kit.database import lay_out

ALONE = ["human", "computer:casual", "computer:casual", "computer:beginner"]


def settings_for(folder: Path, **changed: Any) -> Settings:
    """Settings for tests; the secret is always the same, and so are the deals of each day."""
    usual: dict[str, Any] = {
        "computer_pace": 0,
        "rate_limits": "off",
        "log_format": "json",
        "secret": "a secret of tests",
    }
    return Settings(data=folder, **usual | changed)


def app_in(folder: Path, now: Now = now_ms, **changed: Any) -> FastAPI:
    """The whole app with its data in a folder, at this clock, with these settings."""
    lay_out(folder / DATABASE_FILE)
    return create_app(settings_for(folder, **changed), now)


def another_browser(client: TestClient) -> TestClient:
    """A browser without cookies at the same server."""
    other = TestClient(client.app, headers={"origin": "http://testserver"})
    other.portal = client.portal  # one server has one event loop
    return other


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


def play_to_the_end(guests: list[Guest], code: str, luck: Random | None = None) -> dict[str, Any]:
    """Let whoever is in turn play until the match is over; return the last view.

    By luck, every other move ends the turn, if that is legal. Without luck each does, which is the
    shortest way to the end.
    """
    for _ in range(10_000):
        for guest in guests:
            view = guest.see(code)
            while legal := view["deal"]["legal"]:
                response = guest.move(view, luck.choice(legal[-2:]) if luck else legal[-1])
                assert response.status_code in {200, 409}, response.text
                view = response.json() if response.is_success else response.json()["view"]
            if view["status"] == "over":
                return view
        time.sleep(0.001)  # a computer may think, on a machine that may be busy
    raise TimeoutError(code)
