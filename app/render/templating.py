"""Templates, filled in in a language."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.render.language import Language
from app.table import LONGEST_NAME

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"


def fill_in(template: str, language: Language, context: dict[str, Any]) -> str:
    """Return the template's html."""
    return environment(language).get_template(template).render(context, language=language)


@cache
def environment(language: Language) -> Environment:
    """Return what templates are filled in with."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.globals["longest_name"] = LONGEST_NAME
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        language.gettext, language.ngettext, newstyle=True
    )
    return environment
