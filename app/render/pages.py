"""Whole pages: one dataclass a template."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from app.render.examples import example_figures
from app.render.language import Language
from app.render.noscript import plain_moves
from app.render.picture import Film, picture
from app.render.variants import presets_told
from app.render.words import face, seat_name
from app.table import Table
from engine.rules import CLASSIC

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"


@dataclass(frozen=True, slots=True)
class FrontPage:
    """The front page; ``continue_code`` is the room of a match that still runs."""

    template: ClassVar[str] = "front.html"
    continue_code: str | None
    film: Film

    def extras(self, language: Language) -> dict[str, Any]:
        return {"picture": Markup(picture(self.film, language))}  # noqa: S704


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules, told in words and pictures."""

    template: ClassVar[str] = "rules.html"

    def extras(self, language: Language) -> dict[str, Any]:
        figures = example_figures(language)
        markup = {name: Markup(figure) for name, figure in figures.items()}  # noqa: S704
        return {
            "figures": markup,
            "presets": presets_told(language),
            "target": CLASSIC.target,
        }


@dataclass(frozen=True, slots=True)
class TablePage:
    """A table where a match runs or is over, with public and private regions merged."""

    template: ClassVar[str] = "table.html"
    table: Table
    regions: Mapping[str, str]
    said: Sequence[str]
    notice: str | None

    def extras(self, language: Language) -> dict[str, Any]:
        markup = {name: Markup(region) for name, region in self.regions.items()}  # noqa: S704
        return {"regions": markup, "plain_moves": plain_moves(self.table, language)}


@dataclass(frozen=True, slots=True)
class LobbyPage:
    """A room before its match."""

    template: ClassVar[str] = "lobby.html"
    table: Table
    notice: str | None

    def extras(self, language: Language) -> dict[str, Any]:
        names = [seat_name(seat, language) for seat in self.table.seats]
        faces = [Markup(face(name, number)) for number, name in enumerate(names)]  # noqa: S704
        return {"names": names, "faces": faces}


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """What went wrong, and what to do."""

    template: ClassVar[str] = "error.html"
    status: int
    title: str
    sentence: str

    def extras(self, _language: Language) -> dict[str, Any]:
        return {}


Page = FrontPage | RulesPage | TablePage | LobbyPage | ErrorPage


def render_page(page: Page, language: Language, static_url: Callable[[str], str]) -> str:
    """Fill in the page's template."""
    context = {field.name: getattr(page, field.name) for field in fields(page)}
    context |= page.extras(language)
    template = _environment(language).get_template(page.template)
    return template.render(context, language=language, static_url=static_url)


@cache
def _environment(language: Language) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        language.gettext, language.ngettext, newstyle=True
    )
    return environment
