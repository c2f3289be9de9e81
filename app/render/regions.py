"""The table's regions: what a person sees of it, each piece with an id of its own.

All maps are pure functions of the table and the language. After an event, sending the regions
whose html has changed adds up to what a fresh page shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from app.render.hand import actions_region, hand_region, prompt_region, you_region
from app.render.language import Language
from app.render.lobby import lobby_region
from app.render.onward import next_region
from app.render.piles import pile_regions
from app.render.players import seat_regions
from app.render.result import result_region
from app.render.score import (
    LOG_LINES,
    fingerprint_region,
    log_lines,
    log_region,
    round_region,
    score_region,
    watchers_region,
)
from app.render.sentences import Told, lately_said, said_aloud, told
from app.render.words import html, seat_names
from app.table import Table


def public_regions(table: Table, language: Language) -> dict[str, str]:
    """Draw what is the same for every viewer, by element id; from a stranger's table."""
    match = table.match
    if match is None:
        return {"stage": _stage("lobby")}
    names = seat_names(table.seats, language)
    regions = {
        "stage": _stage("match"),
        "seq": f'<input type="hidden" id="seq" name="seq" value="{table.seq}">',
        "round": round_region(match.number, table.rules.target, table.daily is not None, language),
        "score": score_region(match, names, language),
        "watchers": watchers_region(table.watchers, language),
        "fingerprint": fingerprint_region(match.commitment, language),
        "result": result_region(table, match, names, language),
    }
    regions.update(seat_regions(table, match, names, language))
    regions.update(pile_regions(table, match, language))
    return regions


def private_regions(table: Table, language: Language) -> dict[str, str]:
    """Draw what differs from viewer to viewer, by element id."""
    match = table.match
    if match is None:
        return {"lobby": lobby_region(table, language)}
    names = seat_names(table.seats, language)
    return {
        "you": you_region(table.you),
        "hand": hand_region(table, match, language),
        "actions": actions_region(table, match, language),
        "prompt": prompt_region(table, table.you, match, names, language),
        "next": next_region(table, match, names, language),
    }


def is_only_looking_on(you: int | None, before: Table, now: Table) -> bool:
    """Whether between two tables of strangers only others have played, within one turn or two.

    Then the seat's own regions are what they were, but for whose turn it is.
    """
    if before.match is None or now.match is None or before.seats is not now.seats:
        return False
    was, deal = before.match.deal, now.match.deal
    return (
        before.match.number == now.match.number
        and deal.turn - was.turn in {0, 1}
        and you not in {was.seat, deal.seat}
        and deal.seat is not None
        and bool(was.stock) == bool(deal.stock)
    )


def onlooker_regions(you: int | None, public: Table, language: Language) -> dict[str, str]:
    """Draw what changes of a seat's own regions while `is_only_looking_on`."""
    match = public.match
    if match is None:
        return {}
    names = seat_names(public.seats, language)
    return {"prompt": prompt_region(public, you, match, names, language)}


@cache
def _stage(stage: str) -> str:
    """Tell the script whether the page is still the right one: a lobby's, or a match's."""
    return f'<i id="stage" data-stage="{stage}" hidden></i>'


def whole_log(table: Table, language: Language) -> dict[str, str]:
    """Draw the log for a fresh page. It only grows, so a page that has it gets its new lines."""
    lines = told(table, 0, language)[-LOG_LINES:]
    return {"log": log_region(lines)} if table.match else {}


def all_regions(public: Table, own: Table, language: Language) -> dict[str, str]:
    """Draw a fresh page: ``public`` is what a stranger sees of the table that ``own`` is, too."""
    return {
        **public_regions(public, language),
        **private_regions(own, language),
        **whole_log(own, language),
    }


def frame(regions: Mapping[str, str]) -> str:
    """Wrap regions for the browser to put in place of those that it has."""
    return "".join(
        [
            f'<hx-partial hx-target="#{name}" hx-swap="outerMorph">{markup}</hx-partial>'
            for name, markup in regions.items()
        ]
    )


def say(lines: Sequence[Told]) -> str:
    """Let the live region say what has happened; what is not said aloud leaves it as it is."""
    said = "".join([f"<span>{html(sentence)}</span>" for sentence in said_aloud(lines)])
    return f'<hx-partial hx-target="#said" hx-swap="innerHTML">{said}</hx-partial>' if said else ""


def say_lately(table: Table, language: Language) -> str:
    """Let the live region of a page that comes, or comes back, say what a fresh page would.

    What it says already stays untouched: it is not read out a second time.
    """
    said = "".join([f"<span>{html(sentence)}</span>" for sentence in lately_said(table, language)])
    return f'<hx-partial hx-target="#said" hx-swap="innerMorph">{said}</hx-partial>' if said else ""


def grow_log(lines: Sequence[Told]) -> str:
    """Let the log of a page that has all earlier lines grow."""
    return f'<hx-partial hx-target="#log" hx-swap="beforeend">{log_lines(lines)}</hx-partial>'


def notice(sentence: str | None) -> str:
    """Show why something was refused, or with None take the last reason away."""
    words = html(sentence or "")
    return f'<hx-partial hx-target="#notice" hx-swap="textContent">{words}</hx-partial>'
