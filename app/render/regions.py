"""The table's regions: what a person sees of it, each piece with an id of its own.

Both maps are pure functions of the table and the language. After an event, sending the regions
whose html has changed adds up to what a fresh page shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.render.hand import actions_region, hand_region, prompt_region, you_region
from app.render.language import Language
from app.render.piles import pile_regions
from app.render.players import seat_regions
from app.render.result import next_region, result_region
from app.render.score import log_region, round_region, score_region
from app.render.sentences import refusal_sentence, spoken
from app.render.words import html, seat_names
from app.table import Table

__all__ = [
    "frame",
    "notice",
    "private_regions",
    "public_regions",
    "refusal_sentence",
    "say",
    "spoken",
]


def public_regions(table: Table, language: Language) -> dict[str, str]:
    """Draw what is the same for every viewer, by element id; from a stranger's table."""
    match = table.match
    if match is None:
        return {}
    names = seat_names(table, language)
    regions = {
        "seq": f'<input type="hidden" id="seq" name="seq" value="{table.seq}">',
        "round": round_region(match.number, table.rules.target, language),
        "score": score_region(match, names, language),
        "result": result_region(table, match, names, language),
    }
    regions.update(seat_regions(table, match, names, language))
    regions.update(pile_regions(table, match, language))
    return regions


def private_regions(table: Table, language: Language) -> dict[str, str]:
    """Draw what differs from viewer to viewer, by element id."""
    match = table.match
    if match is None:
        return {}
    names = seat_names(table, language)
    return {
        "you": you_region(table.you),
        "hand": hand_region(table, match, language),
        "actions": actions_region(table, match, language),
        "log": log_region(table, names, language),
        "prompt": prompt_region(table, match, names, language),
        "next": next_region(table, match, names, language),
    }


def frame(regions: Mapping[str, str]) -> str:
    """Wrap regions for the browser to put in place of those that it has."""
    return "".join(
        [
            f'<hx-partial hx-target="#{name}" hx-swap="outerMorph">{markup}</hx-partial>'
            for name, markup in regions.items()
        ]
    )


def say(sentences: Sequence[str]) -> str:
    """Let the live region say what has happened; nothing, if nothing has."""
    if not sentences:
        return ""
    lines = "".join([f"<span>{html(sentence)}</span>" for sentence in sentences])
    return f'<hx-partial hx-target="#said" hx-swap="innerHTML">{lines}</hx-partial>'


def notice(sentence: str | None) -> str:
    """Show why something was refused, or with None take the last reason away."""
    words = html(sentence or "")
    return f'<hx-partial hx-target="#notice" hx-swap="textContent">{words}</hx-partial>'
