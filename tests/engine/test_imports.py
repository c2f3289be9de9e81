"""The engine imports nothing but the standard library."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

from tests.kit.server import PROJECT

MODULES = sorted((PROJECT / "engine").rglob("*.py"))


def imported(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found


def test_the_engine_imports_the_standard_library_alone() -> None:
    allowed = sys.stdlib_module_names | {"engine"}
    found = {path: beyond for path in MODULES if (beyond := imported(path) - allowed)}
    assert found == {}
