"""The languages of the pages: gettext catalogues, compiled in memory at start."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALES = Path(__file__).resolve().parents[2] / "locales"
FALLBACK = "en"


class Language:
    """One language that the pages speak. Languages compare by identity, so they make cache keys."""

    __slots__ = ("_translations", "code")

    def __init__(self, code: str, translations: GNUTranslations) -> None:
        """Keep the catalogue; a sentence that it lacks stays English."""
        self.code = code
        self._translations = translations

    def gettext(self, message: str) -> str:
        return self._translations.gettext(message)

    def ngettext(self, one: str, many: str, count: int) -> str:
        return self._translations.ngettext(one, many, count)


def load_languages() -> dict[str, Language]:
    """Read every catalogue of ``locales/``, by the language's code."""
    return {
        path.parts[-3]: _load(path.parts[-3], path)
        for path in sorted(LOCALES.glob("*/LC_MESSAGES/messages.po"))
    }


def _load(code: str, path: Path) -> Language:
    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=code))
    compiled.seek(0)
    return Language(code, GNUTranslations(compiled))


def choose_language(accept_language: str, languages: Mapping[str, Language]) -> Language:
    """Return the language that the reader's browser likes best of those there are."""
    for code in _preferred(accept_language):
        if language := languages.get(code) or languages.get(code.partition("-")[0]):
            return language
    return languages[FALLBACK]


def _preferred(accept_language: str) -> list[str]:
    """Read an Accept-Language header: codes in lower case, the most wanted first."""
    weighted = []
    for part in accept_language.split(","):
        code, _, parameters = part.partition(";")
        weight = _weight(parameters)
        if weight > 0:
            weighted.append((-weight, code.strip().lower()))
    return [code for _, code in sorted(weighted, key=lambda pair: pair[0])]


def _weight(parameters: str) -> float:
    name, _, value = parameters.strip().partition("=")
    if name != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0
