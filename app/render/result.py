"""The end of a round and of a match: hands laid open, penalties, standing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from app.render.cards import by_rank, pictures
from app.render.chart import standing_chart
from app.render.language import Language
from app.render.score import score_table
from app.render.sheet import score_sheet
from app.render.words import (
    MOST_NAMED,
    cards_listed,
    face,
    html,
    listed,
    name_or_you,
    width_of,
)
from app.table import Table
from engine.cards import Card
from engine.events import Ending
from engine.view import MatchView, View

ROUNDS_OF_A_TABLE = 2
ROUNDS_OF_A_CHART = 3
LONG = 16
"""Letters of a name, as `width_of` counts; in a title's letters, more would fill a phone."""

_NOTHING = '<div id="result" class="result" hidden></div>'


def result_region(
    table: Table, match: MatchView, names: tuple[str, ...], language: Language
) -> str:
    """Draw the end of the round or match, the same for everybody."""
    if not match.deal.ending:
        return _NOTHING
    inside = (
        _match_end(table, match, names, language)
        if match.over
        else _round_end(match, names, language)
    )
    return f'<div id="result" class="result">{inside}</div>'


def _round_end(match: MatchView, names: tuple[str, ...], language: Language) -> str:
    title = _title(match.deal.out[:1], names, _ending(match.deal, names, language))
    return (
        f'<div class="crowning">{_crowned(match.deal.out[:1], names)}{title}</div>'
        f"{_hands(match, names, language)}"
        f"{_tally(language.gettext('How we stand'), match, names, language)}"
    )


def _crowned(seats: Iterable[int], names: tuple[str, ...]) -> str:
    """Draw the faces of whoever has won, each under a crown."""
    faces = "".join(
        f'<span data-seat="{seat}"><span class="crown"></span>{face(names[seat], seat)}</span>'
        for seat in seats
    )
    return f'<p class="crowned" aria-hidden="true">{faces}</p>' if faces else ""


def _title(seats: Sequence[int], names: tuple[str, ...], words: str) -> str:
    """Mark it where a long name stands in it."""
    named = seats if len(seats) <= MOST_NAMED else ()
    is_long = any(width_of(names[seat]) > LONG for seat in named)
    return f'<h2 class="long">{words}</h2>' if is_long else f"<h2>{words}</h2>"


def _tally(title: str, match: MatchView, names: tuple[str, ...], language: Language) -> str:
    """Draw the penalties of all rounds: from the second on as a table, from the third as a chart.

    One round is told by its hands, and a chart of two says no more than their sums.
    """
    rounds = len(match.penalties)
    if rounds < ROUNDS_OF_A_TABLE:
        return ""
    chart = ""
    if rounds >= ROUNDS_OF_A_CHART:
        chart = standing_chart(names, match.penalties, match.deal.rules.target, language)
    label = html(language.gettext("The penalties of all rounds"))
    sheet = (
        f'<div class="scroll" role="group" aria-label="{label}" tabindex="0">'
        f"{score_table(names, match.penalties, match.totals, language)}</div>"
    )
    return f'<section class="tally"><h3>{html(title)}</h3>{chart}{sheet}</section>'


def _ending(deal: View, names: tuple[str, ...], language: Language) -> str:
    _ = language.gettext
    match deal.ending:
        case Ending.ALL_PASSED:
            return html(_("Stalemate: everybody passed"))
        case Ending.NOBODY_CAN:
            return html(_("Stalemate: nobody can play"))
        case _:
            first = deal.out[0]
            told = _("{name} wins the round").format(name=names[first])
            return _told(told, {first: _("You win the round")})


def _told(words: str, to_seats: Mapping[int, str]) -> str:
    """Write a sentence for everybody, and as some seats shall read it: style sheets choose."""
    others = "".join(
        f'<span class="mine" data-seat="{seat}">{html(mine)}</span>'
        for seat, mine in to_seats.items()
    )
    return f'{others}<span class="told">{html(words)}</span>'


def _hands(match: MatchView, names: tuple[str, ...], language: Language) -> str:
    """Lay all hands open, the cheapest first, with the points so far where they are news."""
    deal = match.deal
    # The standing tells them, too; and after one round they are the penalties.
    with_totals = not match.over and len(match.penalties) > 1
    rows = "".join(
        open_hand(
            seat,
            names[seat],
            hand,
            deal.penalties[seat],
            language,
            total=_points(match.totals[seat], language) if with_totals else "",
        )
        for seat, hand in sorted(
            enumerate(deal.open_hands), key=lambda held: deal.penalties[held[0]]
        )
    )
    head = ""
    if not with_totals:  # else the points so far tell what the other number is
        head = f'<p class="costs" aria-hidden="true">{html(language.gettext("penalty"))}</p>'
    return f'{head}<ol class="hands">{rows}</ol>'


def open_hand(  # noqa: PLR0913  # a line of many parts
    seat: int,
    name: str,
    hand: tuple[Card, ...],
    cost: int,
    language: Language,
    *,
    total: str = "",
) -> str:
    """Draw a player's hand laid open, what it costs, and the points so far."""
    _ = language.gettext
    held = by_rank(hand)
    label = cards_listed(held, language) if held else _("went out")
    cards = f'<span class="hint">{html(label)}</span>'
    if held:  # where they need two lines, none of the last has one of its own
        cards = f'{pictures(held[:-3])}<span class="last">{pictures(held[-3:])}</span>'
    role = f' role="img" aria-label="{html(label)}"' if held else ""
    penalty = html(_("penalty"))
    points = f'<span class="total">{html(total)}</span>' if total else ""
    return (
        f'<li data-seat="{seat}" class="{"loser" if held else "winner"}">{face(name, seat)}'
        f'<span class="called">{name_or_you(name, language)}</span>'
        f'<span class="open"{role}>{cards}</span>'
        f'<b class="cost"><span class="unseen">{penalty} </span>+{cost}</b>{points}</li>'
    )


def _match_end(table: Table, match: MatchView, names: tuple[str, ...], language: Language) -> str:
    seats = [line.seat for line in match.standing if line.place == 1]
    return (
        f'<div class="crowning final">{_crowned(seats, names)}'
        f"{_title(seats, names, _winners(seats, names, language))}"
        f'<p class="small-print">{_why_over(match, names, language)}</p></div>'
        f'<div class="outcome">{_standing(match, names, language)}'
        f'<section class="deciding"><h3>{_ending(match.deal, names, language)}</h3>'
        f"{_hands(match, names, language)}</section>"
        f"{_tally(language.gettext('All rounds'), match, names, language)}</div>"
        f"{_replay(table.link, language)}"
        f"{_all_matches(table, language)}{_fairness(table.code, match, language)}"
    )


def _replay(link: str | None, language: Language) -> str:
    if link is None:
        return ""
    words = html(language.gettext("Watch the replay"))
    # Beside the table: whoever looks at it is still there when the others play again.
    return (
        f'<p class="watch-again"><a class="quiet small" href="/matches/{link}" target="_blank">'
        f"{words}</a></p>"
    )


def _all_matches(table: Table, language: Language) -> str:
    if len(table.sheet.lines) < 2:  # noqa: PLR2004  # the one that has just ended stands above
        return ""
    title = html(language.gettext("All matches at this table"))
    return f"<h3>{title}</h3>{score_sheet(table.sheet, language)}"


def _why_over(match: MatchView, names: tuple[str, ...], language: Language) -> str:
    target = match.deal.rules.target
    past = [seat for seat, total in enumerate(match.totals) if total >= target]
    if len(past) > MOST_NAMED:
        # Translators: “count” is more than two.
        words = language.ngettext(
            "{count} players reached {target} point: the fewest points win.",
            "{count} players reached {target} points: the fewest points win.",
            target,
        )
        return html(words.format(count=len(past), target=target))
    # Translators: “names” is one name or two.
    told = language.ngettext(
        "{names} reached {target} point: the fewest points win.",
        "{names} reached {target} points: the fewest points win.",
        target,
    ).format(names=_those(past, names, language), target=target)
    return _told(told, {seat: _also_reached(past, seat, names, target, language) for seat in past})


def _also_reached(
    past: Sequence[int], you: int, names: tuple[str, ...], target: int, language: Language
) -> str:
    """Tell one of the one or two who reached the target so."""
    other = [names[seat] for seat in past if seat != you]
    if not other:
        words = language.ngettext(
            "You reached {target} point: the fewest points win.",
            "You reached {target} points: the fewest points win.",
            target,
        )
        return words.format(target=target)
    words = language.ngettext(
        "You and {name} reached {target} point: the fewest points win.",
        "You and {name} reached {target} points: the fewest points win.",
        target,
    )
    return words.format(name=other[0], target=target)


def _winners(seats: Sequence[int], names: tuple[str, ...], language: Language) -> str:
    _ = language.gettext
    if len(seats) == 1:
        told = _("{name} wins the match").format(name=names[seats[0]])
        return _told(told, {seats[0]: _("You win!")})
    if len(seats) > MOST_NAMED:
        told = language.ngettext(
            "{count} player shares the win", "{count} players share the win", len(seats)
        ).format(count=len(seats))
        others = len(seats) - 1
        mine = language.ngettext(
            "You share the win with {count} other", "You share the win with {count} others", others
        ).format(count=others)
        return _told(told, dict.fromkeys(seats, mine))
    one, two = seats
    told = _("{names} share the win").format(names=_those(seats, names, language))
    mine = _("You share the win with {name}")
    return _told(told, {one: mine.format(name=names[two]), two: mine.format(name=names[one])})


def _those(seats: Iterable[int], names: tuple[str, ...], language: Language) -> str:
    return listed(tuple(names[seat] for seat in seats), language)


def _standing(match: MatchView, names: tuple[str, ...], language: Language) -> str:
    lines = "".join(
        f'<li class="place-{line.place}" data-seat="{line.seat}"><b class="rank">{line.place}</b>'
        f"{face(names[line.seat], line.seat)}"
        f'<span class="called">{name_or_you(names[line.seat], language)}</span>'
        f'<span class="total">{html(_points(line.total, language))}</span></li>'
        for line in match.standing
    )
    return f'<ol class="standing">{lines}</ol>'


@lru_cache(maxsize=1024)
def _points(total: int, language: Language) -> str:
    return language.ngettext("{count} point", "{count} points", total).format(count=total)


def _fairness(code: str, match: MatchView, language: Language) -> str:
    _ = language.gettext
    seed = match.seed.hex() if match.seed else ""
    return (
        f'<details class="fair"><summary>{html(_("The shuffle was fair"))}</summary>'
        f"<p>{html(_('Before the first card was dealt, this table showed the fingerprint'))} "
        f"<code>{match.commitment}</code></p>"
        f"<p>{html(_('It is the SHA-256 of the seed that every card was dealt from'))} "
        f"<code>{seed}</code></p>"
        f'<p><a href="/rooms/{html(code)}/record" download>'
        f"{html(_('Download the record of the match'))}</a></p></details>"
    )
