"""What a request may need, made once by `app.main` and found on ``app.state.services``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from starlette.requests import HTTPConnection

from app.db.database import Now, Reader
from app.db.writer import Writer
from app.render.language import Language, choose_language
from app.rooms.dailies import Dailies
from app.rooms.registry import Rooms
from app.settings import Settings
from app.web.assets import Assets
from app.web.leaderboards import Leaderboards
from app.web.limits import Limits
from app.web.pictures import Pictures


class Services(NamedTuple):
    """The parts of the running server."""

    rooms: Rooms
    dailies: Dailies
    reader: Reader
    writer: Writer
    limits: Limits
    leaderboards: Leaderboards
    pictures: Pictures
    languages: Mapping[str, Language]
    assets: Assets
    settings: Settings
    now: Now


def services(connection: HTTPConnection) -> Services:
    """Return the parts of the server that the request came to."""
    found: Services = connection.app.state.services
    return found


def language_of(connection: HTTPConnection) -> Language:
    """Return the language to answer in."""
    wanted = connection.headers.get("accept-language", "")
    return choose_language(wanted, services(connection).languages)
