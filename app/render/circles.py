"""Boards that people share by a link, as their readers find them listed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from app.render.language import Language


class OwnBoard(NamedTuple):
    """A board in the reader's list: how many belong to it, and how many have played today."""

    link: str
    name: str
    members: int
    played: int


def told_boards(boards: Sequence[OwnBoard], language: Language) -> list[tuple[OwnBoard, str]]:
    """Tell of each board who has played today's game."""
    # Translators: of the people of a board, how many have finished today's game.
    words = language.gettext("{played} of {members} played today")
    return [(board, words.format(played=board.played, members=board.members)) for board in boards]
