"""Check a record: ``python -m engine verify FILE``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from engine.record import RecordError
from engine.record_json import parse_either
from engine.scoring import standing
from engine.shuffle import commitment


def main(arguments: list[str]) -> int:
    """Deal a record again from its seed and replay it; return the exit code."""
    if len(arguments) != 2 or arguments[0] != "verify":  # noqa: PLR2004
        print("usage: python -m engine verify FILE", file=sys.stderr)
        return 2
    try:
        record = parse_either(Path(arguments[1]).read_text(encoding="utf-8"))
        match = record.replay()
    except (OSError, UnicodeDecodeError, RecordError) as error:
        print(f"not verified: {_printable(str(error))}", file=sys.stderr)
        return 1
    print(f"verified: {len(record.moves)} moves in {match.number} deals are legal")
    print(f"by these rules: {json.dumps(record.rules.options())}")
    print(f"hash of the seed, to compare with the one shown before: {commitment(record.seed)}")
    if not match.over:
        print("the match is not over: the record ends before, and nobody has won")
    for seat, total, place in standing(match.totals):
        print(f"{f'{place}. ' if match.over else ''}seat {seat}: {total} penalty points")
    return 0


def _printable(text: str) -> str:
    """Return it without what could steer a terminal: a record may hold anything."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
