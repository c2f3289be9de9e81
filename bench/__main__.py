"""Run the benchmarks, or those named: ``python -m bench engine``; exit code 1 if one misses."""

from __future__ import annotations

import sys

from bench import boards, engine, page, soak, table
from bench.figure import Figure, show

BENCHMARKS = {
    "boards": boards.figures,
    "engine": engine.figures,
    "page": page.figures,
    "table": table.figures,
    "soak": soak.figures,
}


def main(names: list[str]) -> int:
    """Run those named, or all."""
    if unknown := [name for name in names if name not in BENCHMARKS]:
        sys.exit(f"No benchmark is called {unknown[0]}; there are {', '.join(BENCHMARKS)}.")
    figures: list[Figure] = []
    for name in names or BENCHMARKS:
        print(f"\n{name}", flush=True)
        for figure in BENCHMARKS[name]():
            print(show(figure), flush=True)
            figures.append(figure)
    missed = [figure.name for figure in figures if not figure.holds]
    if missed:
        print(f"\nmissed: {', '.join(missed)}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
