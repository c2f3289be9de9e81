"""A lobby as one viewer sees it: who sits where, what will be played, what the viewer may do."""

from __future__ import annotations

from markupsafe import Markup

from app.render.language import Language
from app.render.options import options, rules_query
from app.render.sheet import score_sheet
from app.render.templating import fill_in
from app.render.variants import NAMES, differences, preset_of
from app.render.words import LEVELS, computer_called, face, seat_names
from app.table import Seat, Table
from app.terms import CLOCKS, PACES, Clock, Pace
from engine.rules import HIGHEST_TARGET, LOWEST_TARGET
from engine.violations import N_

_CLOCKS: dict[Clock, str] = {
    0: N_("No clock"),
    15: N_("15 seconds a turn"),
    30: N_("30 seconds a turn"),
    60: N_("60 seconds a turn"),
}
_PACES: dict[Pace, str] = {
    "calm": N_("Computers play calmly"),
    "usual": N_("Computers play at a usual pace"),
    "quick": N_("Computers play quickly"),
}


def lobby_region(table: Table, language: Language) -> str:
    """Draw the lobby."""
    names = seat_names(table.seats, language)
    host = next((seat.number for seat in table.seats if seat.host), None)
    rules = table.rules
    preset = preset_of(rules)
    return fill_in(
        "gathering.html",
        language,
        {
            "table": table,
            "own": f"/rooms/{table.code}",
            "names": names,
            "own_name": _own_name(table, names),
            "faces": [Markup(face(name, seat)) for seat, name in enumerate(names)],  # noqa: S704
            "marks": [_marks(seat, names[seat.number], table, language) for seat in table.seats],
            "host_name": None if host is None else names[host],
            "levels": {level: language.gettext(words) for level, words in LEVELS.items()},
            "preset": preset,
            "presets": _presets(preset, language),
            "differences": differences(rules, language),
            "options": options(language),
            "chosen": {name: str(value) for name, value in rules.options().items()},
            "shared": f"/with-rules?{rules_query(rules)}",
            "targets": (LOWEST_TARGET, HIGHEST_TARGET),
            "clocks": {clock: language.gettext(_CLOCKS[clock]) for clock in CLOCKS},
            "paces": {pace: language.gettext(_PACES[pace]) for pace in PACES},
            "sheet": Markup(score_sheet(table.sheet, language)),  # noqa: S704
            "sitting": sum(seat.kind != "open" for seat in table.seats),
        },
    )


def _own_name(table: Table, names: tuple[str, ...]) -> str:
    """Return what the viewer is called: as chosen, whatever tells two of one name apart."""
    if table.you is None:
        return ""
    return table.seats[table.you].chosen_name or names[table.you]


def _marks(seat: Seat, name: str, table: Table, language: Language) -> str:
    """Return what is worth knowing of who sits there; the host chooses a computer's level."""
    if seat.kind != "human":
        return computer_called(seat.level, language) if seat.level and not table.host else ""
    as_you = language.gettext("you")
    if seat.chosen_name and name != seat.chosen_name:
        as_you = language.gettext("you, here {name}").format(name=name)
    marks = (
        (seat.number == table.you, as_you),
        (seat.host, language.gettext("host")),
        (not seat.here, language.gettext("away")),
    )
    return " · ".join(words for is_so, words in marks if is_so)


def _presets(chosen: str | None, language: Language) -> dict[str, str]:
    """Return the choice of rules; those of a custom table stand first, without a key."""
    presets = {key: language.gettext(words) for key, words in NAMES.items()}
    return presets if chosen else {"": language.gettext("Custom rules"), **presets}
