"""What the page of a replay shows: which deal, which moment, whose hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from app.render.replay import Chapter, Shot
from app.render.replay_pages import Kept, ReplayPage
from app.table import Seat
from app.web.numbers import read_number
from engine.record import Moment
from engine.replay import Replay
from engine.view import seen_events

LAST = "last"


class Spot(NamedTuple):
    """A moment of a match, and from where it is looked at; without ``seat`` all hands are open."""

    deal: int = 1
    step: int = 0
    seat: int | None = None


def read_spot(fields: Mapping[str, str], replay: Replay, seat: int | None) -> Spot:
    """Read ``deal``, ``step`` and ``seat``; whatever is not there becomes what is nearest to it.

    ``seat`` is the one to look from where none is named.
    """
    deal = min(max(_number(fields.get("deal"), 1), 1), len(replay.starts))
    last = sum(number == deal for number, _, _ in replay.record.moves)
    step = last if fields.get("step") == LAST else min(max(_number(fields.get("step"), 0), 0), last)
    wanted = fields.get("seat")
    if wanted is not None:
        number = _number(wanted, -1)
        seat = number if 0 <= number < replay.record.players else None
    return Spot(deal, step, seat)


def _number(text: str | None, otherwise: int) -> int:
    number = read_number(text)
    return otherwise if number is None else number


def replay_page(  # noqa: PLR0913  # what is shown, and from where
    replay: Replay,
    seats: tuple[Seat, ...],
    fields: Mapping[str, str],
    *,
    seat: int | None = None,
    kept: Kept | None = None,
    text: str | None = None,
) -> ReplayPage:
    """Return the page at the moment that the fields name; it takes some time for a long deal.

    ``seat`` is the reader's, from which it is looked at at first.
    """
    spot = read_spot(fields, replay, seat)
    return ReplayPage(
        chapter=chapter_of(replay, spot.deal, spot.seat),
        step=spot.step,
        rounds=len(replay.starts),
        seats=seats,
        rules=replay.record.rules,
        end=replay.end.seen_by(None),
        seed=replay.record.seed.hex(),
        kept=kept,
        record=text,
        you=seat,
    )


def chapter_of(replay: Replay, deal: int, seat: int | None) -> Chapter:
    """Play a deal again, as it is seen from a seat, or with None with all hands open."""
    return Chapter(deal, seat, tuple(_shot(moment, seat) for moment in replay.deal(deal)))


def _shot(moment: Moment, seat: int | None) -> Shot:
    match = moment.match
    deal = match.deal
    all_open = seat is None or deal.ending is not None
    return Shot(
        view=match.seen_by(seat).deal,
        hands=tuple(
            hand if all_open or number == seat else None for number, hand in enumerate(deal.hands)
        ),
        totals=match.totals,
        seat=moment.seat,
        events=seen_events(moment.events, seat),
    )
