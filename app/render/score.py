"""The score sheet and the log beside the table, and the round's number."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from app.render.language import Language
from app.render.sentences import Told
from app.render.words import face, html
from engine.view import MatchView

LOG_LINES = 14


@lru_cache(maxsize=512)
def round_region(number: int, target: int, daily: bool, language: Language) -> str:  # noqa: FBT001
    _ = language.gettext
    words = _("Daily game, round {number}") if daily else _("Round {number}")
    words = html(words.format(number=number))
    # Translators: the match ends when somebody has that many penalty points.
    words_of_goal = language.ngettext("ends at {target} point", "ends at {target} points", target)
    goal = html(words_of_goal.format(target=target))
    return f'<p id="round" class="round"><b>{words}</b> <span>{goal}</span></p>'


@lru_cache(maxsize=512)
def watchers_region(watchers: int, language: Language) -> str:
    """Tell how many look on without a seat."""
    if not watchers:
        return '<p id="watchers" hidden></p>'
    words = language.ngettext("{count} person is watching", "{count} people are watching", watchers)
    return f'<p id="watchers" class="watchers">{html(words.format(count=watchers))}</p>'


def score_region(match: MatchView, names: tuple[str, ...], language: Language) -> str:
    return _score(names, match.penalties, match.totals, language)


@lru_cache(maxsize=512)
def _score(
    names: tuple[str, ...],
    penalties: tuple[tuple[int, ...], ...],
    totals: tuple[int, ...],
    language: Language,
) -> str:
    if not penalties:
        words = language.gettext("After each round, everybody’s penalty points stand here.")
        return f'<div id="score"><p class="empty">{html(words)}</p></div>'
    label = html(language.gettext("The penalties of all rounds"))
    sheet = score_table(names, penalties, totals, language)
    return f'<div id="score" role="group" tabindex="0" aria-label="{label}">{sheet}</div>'


@lru_cache(maxsize=512)
def fingerprint_region(commitment: str, language: Language) -> str:
    title = html(language.gettext("A fair shuffle"))
    print_ = html(language.gettext("Fingerprint of the shuffle:"))
    why = html(
        language.gettext("When the match is over, the seed that fits it proves the deal was fair.")
    )
    return (
        f'<details id="fingerprint" class="fingerprint"><summary>{title}</summary>'
        f"<p>{print_} <code>{commitment}</code></p><p>{why}</p></details>"
    )


@lru_cache(maxsize=512)
def score_table(
    names: tuple[str, ...],
    penalties: tuple[tuple[int, ...], ...],
    totals: tuple[int, ...],
    language: Language,
) -> str:
    """Draw the penalties of all rounds: a column a player."""
    you = html(language.gettext("You"))
    head = "".join(
        f'<th scope="col" title="{html(name)}" data-seat="{seat}">{face(name, seat)}'
        f'<span class="name unseen">{html(name)}</span><b class="you-mark">{you}</b></th>'
        for seat, name in enumerate(names)
    )
    total = sheet_line(language.gettext("Total"), _cells(totals, min(totals)))
    return sheet_table(
        language.gettext("Round"), head, total, [_cells(row, min(row)) for row in penalties]
    )


def sheet_table(title: str, head: str, sums: str, lines: Sequence[str]) -> str:
    """Put a score sheet together of markup: a column a player, and the cells of numbered lines.

    Sums stand under the names, and what they are made of below, the newest first: that is in
    sight however long the sheet grows. They are part of the head, for only as one do both stick.
    """
    numbered = [sheet_line(str(number), cells) for number, cells in enumerate(lines, 1)]
    return (
        f'<table class="sheet"><thead><tr><th scope="col">{html(title)}</th>{head}</tr>{sums}'
        f"</thead><tbody>{''.join(reversed(numbered))}</tbody></table>"
    )


def sheet_line(title: str, cells: str) -> str:
    return f'<tr><th scope="row">{html(title)}</th>{cells}</tr>'


def _cells(points: tuple[int, ...], best: int) -> str:
    return "".join(
        f'<td class="best">{value}</td>' if value == best else f"<td>{value}</td>"
        for value in points
    )


def log_region(lines: Sequence[Told]) -> str:
    """Draw the log; as it grows, only its new lines are sent (`log_lines`)."""
    return f'<ol id="log" class="log" data-most="{LOG_LINES}">{log_lines(lines)}</ol>'


def log_lines(lines: Sequence[Told]) -> str:
    """Draw lines of the log."""
    return "".join(
        [
            f'<li class="{"deal" if line.seat is None else f"f{line.seat}"}">'
            f"{html(' '.join(line.sentences))}</li>"
            for line in lines
        ]
    )
