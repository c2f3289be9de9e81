"""A record as JSON and back, with the moves in the notation of the text form."""

from __future__ import annotations

import json
from typing import TypedDict

from engine.record import Record, RecordError, parse_number, parse_record, parse_seed, parse_turns
from engine.rules import Rules


class RecordJson(TypedDict):
    """What JSON holds of a record; ``moves`` has a list for each deal, with a line a turn."""

    engine: str
    rules: dict[str, str | int | bool]
    players: int
    seed: str
    digest: str
    moves: list[list[str]]


def record_json(record: Record) -> RecordJson:
    """Return the record as JSON holds it; `parse_json` is the inverse."""
    return {
        "engine": record.engine,
        "rules": dict(record.rules.options()),
        "players": record.players,
        "seed": record.seed.hex(),
        "digest": record.digest,
        "moves": [turns for _, turns in record.turns()],
    }


def parse_json(text: str) -> Record:
    """Read the JSON form; whatever else it holds is passed over.

    Raises:
        RecordError: the text is no record of this form.
    """
    try:
        found = json.loads(text)
        return Record(
            rules=Rules.from_options(found["rules"]),
            players=parse_number(str(found["players"])),
            seed=parse_seed(found["seed"]),
            moves=tuple(
                move
                for number, turns in enumerate(found["moves"], start=1)
                for move in parse_turns(turns, number)
            ),
            digest=str(found["digest"]),
            engine=str(found["engine"]),
        )
    except KeyError as error:
        raise RecordError(f"the record lacks {error}") from error
    except (ValueError, TypeError, AttributeError, RecursionError, OverflowError) as error:
        raise RecordError(str(error)) from error


def parse_either(text: str) -> Record:
    """Read the text form or the JSON form.

    Raises:
        RecordError: the text is neither.
    """
    return parse_json(text) if text.lstrip().startswith("{") else parse_record(text)
