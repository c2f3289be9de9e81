"""Templates, and what Python draws on the commonest pages, have no words but the catalogue's: in a
language of brackets, none stands outside.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from gettext import NullTranslations
from html.parser import HTMLParser

import pytest
from jinja2.nodes import Block, TemplateData

from app.pages.film import film
from app.pages.showcase import showcase
from app.render.language import Language
from app.render.me import MePage
from app.render.pages import FrontPage, LobbyPage, Page, RulesPage, TablePage, render_page
from app.render.regions import all_regions
from app.render.sentences import lately_said
from app.render.templating import environment
from app.table import Table
from engine.rules import PRESETS
from tests.app.render.showing import ENGLISH, Play, static_url
from tests.app.render.test_pages import lobby

READ = {"alt", "aria-label", "aria-roledescription", "content", "label", "placeholder", "title"}
"""The attributes that are read to people. (`content` is that of meta elements.)"""
UNREAD = {"code", "script", "style", "textarea"}
WORD = re.compile(r"[A-Za-z]{2,}")
NAMES = {"p0": "一", "p1": "二", "p2": "三"}


class Brackets(NullTranslations):
    """Puts what it translates into brackets."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"


class Texts(HTMLParser):
    """All that is read of a page: its text first, however it is marked up, then its attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found = [""]
        self._inside: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside.append(tag)
        if tag != "meta" or ("name", "description") in attrs:
            self.found += [value for name, value in attrs if name in READ and value]

    def handle_endtag(self, tag: str) -> None:
        while self._inside and self._inside.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not UNREAD & set(self._inside):
            self.found[0] += data


def words_outside(html: str) -> list[str]:
    """What stands outside all brackets and is a word."""
    found = []
    for text in Texts(html).found:
        rest, count = text, 1
        while count:
            rest, count = re.subn(r"⟦[^⟦⟧]*⟧", "", rest)
        found += WORD.findall(rest)
    return found


@pytest.mark.parametrize("name", environment(ENGLISH).list_templates())
def test_a_template_has_no_words_of_its_own(name: str) -> None:
    env = environment(ENGLISH)
    assert env.loader is not None
    source, _, _ = env.loader.get_source(env, name)
    tree = env.parse(source)
    looks = [block for block in tree.find_all(Block) if block.name == "look"]  # names of classes
    unread = {id(data) for block in looks for data in block.find_all(TemplateData)}
    parts = [data.data for data in tree.find_all(TemplateData) if id(data) not in unread]
    assert words_outside("0".join(parts)) == []


def in_brackets() -> Iterator[tuple[str, str]]:
    """Pages in the language of brackets, each with a name."""
    # Dates and lists of a language without letters.
    language = Language("ja", Brackets())  # type: ignore[arg-type]  # all that it asks of one

    def render(page: Page) -> str:
        return render_page(page, language, static_url)

    def at_table(table: Table) -> str:
        regions = all_regions(table, table, language)
        return render(TablePage(table, regions, 0, lately_said(table, language), None))

    yield "front", render(FrontPage((), (lobby(None, names=NAMES),), "四", film()))
    yield "rules", render(RulesPage(showcase()))
    yield "me", render(MePage("四", known=True, named=True))
    gathering = lobby("p0", names=NAMES)
    regions = all_regions(gathering, gathering, language)
    yield (
        "lobby",
        render(LobbyPage(gathering, regions, "", reachable=True, proposal="四", notice=None)),
    )
    for name, rules in PRESETS.items():
        play = Play(1, rules, NAMES)
        for state in play.steps(60):
            if state.between_deals:
                break
        yield f"table, {name}", at_table(play.table("p0"))
    play = Play(1, names=NAMES)
    play.until_over()
    yield "over", at_table(play.table("p1"))
    yield "own tables", render(FrontPage((play.table("p0"),), (), "四", film()))


PAGES = dict(in_brackets())


@pytest.mark.parametrize("html", PAGES.values(), ids=list(PAGES))
def test_a_page_has_no_words_but_those_of_the_catalogue(html: str) -> None:
    code_of_the_table = "ABC"
    assert words_outside(html.replace(code_of_the_table, "0")) == []
