"""Docstrings cite the sentences of docs/rules.md by number, and every sentence has its test."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
NUMBERS = re.findall(r"^- \*\*(\d+)\.(\d+)\*\*", PAGE, flags=re.MULTILINE)
SENTENCES = {f"{section}.{number}" for section, number in NUMBERS}
CITATION = re.compile(r"\brules?((?:[\s,]|and|to|\d+\.\d+)+)", flags=re.IGNORECASE)


def cited(text: str) -> set[str]:
    """The numbers cited, "3.2 to 3.4" being three of them."""
    numbers: set[str] = set()
    for found in CITATION.findall(text):
        for first, last in re.findall(r"(\d+\.\d+)(?:\s+to\s+(\d+\.\d+))?", found):
            section, _, begin = first.partition(".")
            _, _, end = (last or first).partition(".")
            numbers |= {f"{section}.{number}" for number in range(int(begin), int(end) + 1)}
    return numbers


def sentences_with_a_test() -> set[str]:
    """The sentences that a test of the engine cites in its docstring."""
    functions = [
        node
        for path in (ROOT / "tests" / "engine").rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    return set().union(*(cited(ast.get_docstring(function) or "") for function in functions))


def test_the_sentences_are_numbered_without_gaps() -> None:
    expected = []
    for section in range(1, 8):
        count = sum(number[0] == str(section) for number in NUMBERS)
        expected += [(str(section), str(number + 1)) for number in range(count)]
    assert expected == NUMBERS


@pytest.mark.parametrize("folder", ["engine", "tests/engine", "docs"])
def test_every_cited_sentence_exists(folder: str) -> None:
    files = [path for ext in ("*.py", "*.md") for path in (ROOT / folder).rglob(ext)]
    wrong = {
        f"{path.name}: rule {number}"
        for path in files
        for number in cited(path.read_text(encoding="utf-8")) - SENTENCES
    }
    assert wrong == set()


def test_every_sentence_is_cited_by_a_test() -> None:
    assert sorted(SENTENCES - sentences_with_a_test()) == []


def test_the_page_refers_to_its_own_sentences_only() -> None:
    inner = re.findall(r"(?<![\d.*])([1-7]\.\d+)(?![\d.*])", PAGE)
    assert set(inner) <= SENTENCES


def test_a_citation_is_recognised_in_all_its_forms() -> None:
    text = "rule 2.3, Rules 3.2 to 3.4, 7.9 and 7.10 (rule\n    5.1)"
    assert cited(text) == {"2.3", "3.2", "3.3", "3.4", "7.9", "7.10", "5.1"}
