from __future__ import annotations

import ast
import re

import pytest
from babel.messages.pofile import read_po

import app.names
import app.rooms.refused
import app.web.refusals
import engine.violations
from app.render.language import LOCALES, Language, choose_language
from tests.app.render.showing import ENGLISH, LANGUAGES
from tests.kit.server import PROJECT

COUNTED = re.compile(
    r"(\{\w+\}|%\(\w+\)s) "
    "(points|cards|players|rounds|turns|seats|moves|games|matches|seconds|minutes|hours|days|people)"
)
AT_LEAST_TWO = (
    "It is for at most {value} players",
    "This game is for at most {most} players",
    "This record has more than {most} moves",
    "Open this link there.",
    "{place}, all {count} cards",
    "{place}, {count} cards",
)
"""Beginnings of the sentences whose number is never one."""


def messages(code: str) -> dict[str, tuple[str, ...]]:
    """The sentences of a catalogue with all forms of their translations."""
    path = LOCALES / code / "LC_MESSAGES" / "messages.po"
    with path.open("rb") as file:
        catalogue = read_po(file, locale=code)
    found = {}
    for message in catalogue:
        one = message.id if isinstance(message.id, str) else message.id[0]
        string = message.string or ""
        forms = (string,) if isinstance(string, str) else tuple(string)
        found[one] = forms
    return found


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_sentence_is_translated(code: str) -> None:
    assert [one for one, forms in messages(code).items() if not all(forms)] == []


def test_a_number_that_may_be_one_is_told_in_the_singular_then() -> None:
    with (LOCALES / "en" / "LC_MESSAGES" / "messages.po").open("rb") as file:
        singular = [message.id for message in read_po(file) if isinstance(message.id, str)]
    wrong = [one for one in singular if COUNTED.search(one) and not one.startswith(AT_LEAST_TWO)]
    assert wrong == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_refusal_is_in_the_catalogue(code: str) -> None:
    known = messages(code)
    for refusals in (
        engine.violations.REFUSALS,
        app.names.REFUSALS,
        app.rooms.refused.REFUSALS,
        app.web.refusals.REFUSALS,
    ):
        assert [refusal.code for refusal in refusals if refusal.sentence not in known] == []


def test_english_speaks_as_it_is_written() -> None:
    assert all(forms[0] == one for one, forms in messages("en").items() if one)


def test_plurals_follow_the_language() -> None:
    assert ENGLISH.ngettext("{count} card", "{count} cards", 1) == "{count} card"
    assert ENGLISH.ngettext("{count} card", "{count} cards", 2) == "{count} cards"


def fake(code: str) -> Language:
    return Language(code, ENGLISH._translations)


SOME = {code: fake(code) for code in ("de", "en", "fr")}


@pytest.mark.parametrize(
    ("accepted", "chosen"),
    [
        ("", "en"),
        ("*", "en"),
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("pt, fr;q=0.4, de;q=0.5", "de"),
        ("FR-ca", "fr"),
        ("de;q=0, fr", "fr"),
        ("de;q=nonsense, fr", "fr"),
        ("de; q=0.3, fr; level=1", "fr"),
        (",,;q=,", "en"),
    ],
)
def test_the_browsers_wishes_choose_the_language(accepted: str, chosen: str) -> None:
    assert choose_language(accepted, SOME).code == chosen


def test_what_is_translated_is_a_whole_sentence_or_a_name_of_one() -> None:
    """Of several sentences in one call, the catalogue would have them run together."""
    calls = {"_", "gettext", "ngettext", "N_"}
    found = []
    for path in [*(PROJECT / "app").rglob("*.py"), *(PROJECT / "engine").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            called = getattr(node.func, "id", getattr(node.func, "attr", ""))
            texts = [one for arg in node.args[:1] for one in ast.walk(arg) if is_text(one)]
            if called in calls and len(texts) > 1:
                found.append(f"{path}:{node.lineno}")
    assert found == []


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
