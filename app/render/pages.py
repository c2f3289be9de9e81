"""Whole pages: one dataclass a template."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from markupsafe import Markup

from app.render.calendar import ArchivePage
from app.render.cards import pictures
from app.render.circle_pages import CirclePage, CirclesPage
from app.render.daily import DailyPage, points_told
from app.render.examples import example_figures, position_picture
from app.render.language import Language
from app.render.leaderboards import LeaderboardsPage
from app.render.listing import open_table, own_table
from app.render.me import FarewellPage, MePage
from app.render.noscript import plain_moves
from app.render.picture import Film, picture
from app.render.qr import qr_code
from app.render.replay_pages import MatchesPage, OpenRecordPage, ReplayPage
from app.render.sayings import phrases
from app.render.templating import fill_in
from app.render.variants import differences, presets_told, rules_name
from app.render.words import seat_name, seat_names
from app.table import Table
from engine.cards import Card
from engine.rules import CLASSIC, Rules
from engine.view import View

FAN = tuple(map(Card.parse, ("KS", "QH", "JS")))
"""The cards that lie on an error page, as if nothing had happened."""


@dataclass(frozen=True, slots=True)
class FrontPage:
    """The front page: the viewer's own tables that go on, and those that anybody may join.

    ``proposal`` is the name for the viewer to play by. ``you`` is what the reader is called, None
    where no name was chosen. ``done`` is what has just been done: all that was kept of the reader
    is "deleted", a match is "given up", or the reader has "moved" here. ``daily_points`` is how the
    reader's game of today ended, None before.
    """

    template: ClassVar[str] = "front.html"
    own_tables: tuple[Table, ...]
    open_tables: tuple[Table, ...]
    proposal: str
    film: Film
    you: str | None = None
    done: str | None = None
    daily_points: int | None = None

    def extras(self, language: Language) -> dict[str, Any]:
        return {
            "picture": Markup(picture(self.film, language)),  # noqa: S704
            "own": [own_table(table, language) for table in self.own_tables],
            "open": [open_table(table, language) for table in self.open_tables],
            "daily_done": self._daily_done(language),
        }

    def _daily_done(self, language: Language) -> str | None:
        if self.daily_points is None:
            return None
        return f"✓ {points_told(self.daily_points, language)}"


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules, told in words and pictures; ``positions`` has one for each preset."""

    template: ClassVar[str] = "rules.html"
    positions: Mapping[str, View]

    def extras(self, language: Language) -> dict[str, Any]:
        figures = example_figures(language)
        markup = {name: Markup(figure) for name, figure in figures.items()}  # noqa: S704
        return {
            "figures": markup,
            "presets": presets_told(language),
            "pictures": {
                key: Markup(position_picture(view, language))  # noqa: S704
                for key, view in self.positions.items()
            },
            "target": CLASSIC.target,
        }


@dataclass(frozen=True, slots=True)
class TablePage:
    """A table where a match runs or is over, with public and private regions merged.

    ``now`` is the server's time, in milliseconds since 1970: clocks are counted down from it.
    """

    template: ClassVar[str] = "table.html"
    table: Table
    regions: Mapping[str, str]
    now: int
    said: Sequence[str]
    notice: str | None

    def extras(self, language: Language) -> dict[str, Any]:
        return {
            "regions": _as_markup(self.regions),
            "plain_moves": plain_moves(self.table, language),
            "phrases": phrases(language),
            "names": seat_names(self.table.seats, language),
            "company": self.table.you is not None and self.table.people > 1,
            "alone": self.table.you is not None and self.table.people == 1,
            "differences": differences(self.table.rules, language),
        }


@dataclass(frozen=True, slots=True)
class GivingUpPage:
    """The question before a match with computers is given up."""

    template: ClassVar[str] = "giving_up.html"
    table: Table

    def extras(self, language: Language) -> dict[str, Any]:
        return {"told": own_table(self.table, language)}


@dataclass(frozen=True, slots=True)
class LobbyPage:
    """A room before its match, with its regions.

    ``url`` is the address to join at, which only leads here from other machines where it is
    ``reachable``; ``proposal`` is the name for the viewer to join by.
    """

    template: ClassVar[str] = "lobby.html"
    table: Table
    regions: Mapping[str, str]
    url: str
    reachable: bool
    proposal: str
    notice: str | None

    def extras(self, language: Language) -> dict[str, Any]:
        hosts = [seat_name(seat, language) for seat in self.table.seats if seat.host]
        return {
            "regions": _as_markup(self.regions),
            "qr": Markup(qr_code(self.url)),  # noqa: S704
            "host_name": hosts[0] if hosts else None,
        }


@dataclass(frozen=True, slots=True)
class SharedRulesPage:
    """Rules that somebody has shared by a link; ``proposal`` is the name to open a table by."""

    template: ClassVar[str] = "shared_rules.html"
    rules: Rules
    proposal: str

    def extras(self, language: Language) -> dict[str, Any]:
        return {
            "name": rules_name(self.rules, language),
            "differences": differences(self.rules, language),
            "options": {name: str(value) for name, value in self.rules.options().items()},
        }


@dataclass(frozen=True, slots=True)
class DeviceLinkPage:
    """The link that carries the reader to another device, for some minutes."""

    template: ClassVar[str] = "device_link.html"
    url: str
    reachable: bool
    minutes: int

    def extras(self, _language: Language) -> dict[str, Any]:
        return {"qr": Markup(qr_code(self.url))}  # noqa: S704


@dataclass(frozen=True, slots=True)
class ArrivalPage:
    """Somebody opens the link of another device: ``name`` is who it carries.

    ``stranger`` says that this device is somebody else's so far, called ``own_name``.
    """

    template: ClassVar[str] = "arrival.html"
    name: str | None
    stranger: bool
    own_name: str | None

    def extras(self, _language: Language) -> dict[str, Any]:
        return {}


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """What went wrong, and what to do; ``again`` is the address to ask once more, if it helps.

    ``code`` is what was typed as the code of a table, to be mended.
    """

    template: ClassVar[str] = "error.html"
    status: int
    title: str
    sentence: str
    comfort: str
    again: str | None
    code: str = ""

    def extras(self, _language: Language) -> dict[str, Any]:
        return {"fan": Markup(pictures(FAN))}  # noqa: S704


def _as_markup(regions: Mapping[str, str]) -> dict[str, Markup]:
    return {name: Markup(region) for name, region in regions.items()}  # noqa: S704


Page = (
    FrontPage
    | RulesPage
    | TablePage
    | LobbyPage
    | SharedRulesPage
    | MePage
    | DeviceLinkPage
    | ArrivalPage
    | ReplayPage
    | MatchesPage
    | OpenRecordPage
    | ErrorPage
    | DailyPage
    | ArchivePage
    | LeaderboardsPage
    | CirclesPage
    | CirclePage
    | FarewellPage
    | GivingUpPage
)


def render_page(
    page: Page, language: Language, static_url: Callable[[str], str], site: str = ""
) -> str:
    """Fill in the page's template; ``site`` is the address that others reach us at."""
    context = {field.name: getattr(page, field.name) for field in fields(page)}
    context |= page.extras(language)
    return fill_in(page.template, language, {**context, "static_url": static_url, "site": site})
