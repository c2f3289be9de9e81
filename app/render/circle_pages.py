"""The pages of boards that people share by a link: one dataclass a template."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from markupsafe import Markup

from app.render.circles import OwnBoard, told_boards
from app.render.language import Language
from app.render.leaderboards import PERIODS, LeaderRow, ToldLeader, told_leader
from app.render.qr import qr_code


class MemberRow(NamedTuple):
    """Somebody on a board; ``row`` is None for who has no result in that time yet."""

    number: int
    name: str | None
    you: bool
    row: LeaderRow | None


@dataclass(frozen=True, slots=True)
class CirclesPage:
    """The reader's boards, and a form to make one.

    ``typed`` is what was typed as the new board's name; ``proposal`` is the name to appear by.
    ``done`` is what has just been done.
    """

    template: ClassVar[str] = "circles.html"
    own_boards: Sequence[OwnBoard]
    proposal: str
    typed: str = ""
    done: str | None = None
    notice: str | None = None

    def extras(self, language: Language) -> dict[str, Any]:
        return {"own_boards": told_boards(self.own_boards, language)}


@dataclass(frozen=True, slots=True)
class CirclePage:
    """A board; ``you`` is the reader's number, None for somebody who may join by ``proposal``.

    ``keeper`` is what whoever keeps it is called; ``yours`` tells that this is the reader. ``url``
    only leads here from other machines where it is ``reachable``. ``done`` is what was just done.
    """

    template: ClassVar[str] = "circle.html"
    link: str
    name: str
    period: str
    periods: Sequence[str]
    members: Sequence[MemberRow]
    keeper: str | None
    you: int | None
    yours: bool
    url: str
    reachable: bool
    proposal: str
    done: str | None = None
    notice: str | None = None

    def extras(self, language: Language) -> dict[str, Any]:
        _, guest = language.gettext, language.gettext("Guest")
        members = language.ngettext("{count} member", "{count} members", len(self.members))
        return {
            "tabs": [(key, _(PERIODS[key])) for key in self.periods],
            "lines": self._lines(language),
            "others": sorted(
                (member.number, member.name or guest) for member in self.members if not member.you
            ),
            "waiting": [
                (member.name or guest, member.you) for member in self.members if not member.row
            ],
            "keeper_name": self.keeper or guest,
            "members_told": members.format(count=len(self.members)),
            "qr": Markup(qr_code(self.url)),  # noqa: S704
        }

    def _lines(self, language: Language) -> list[ToldLeader]:
        return [told_leader(one.row, "daily", language) for one in self.members if one.row]
