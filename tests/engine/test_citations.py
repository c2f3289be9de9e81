"""Docstrings cite the sentences of docs/rules.md by number; the numbers must be there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
NUMBERS = re.findall(r"^- \*\*(\d+)\.(\d+)\*\*", PAGE, flags=re.MULTILINE)
SENTENCES = {f"{section}.{number}" for section, number in NUMBERS}
CITATION = re.compile(r"\brules?((?:[\s,]|and|to|\d+\.\d+)+)", flags=re.IGNORECASE)


def cited(text: str) -> set[str]:
    return {n for found in CITATION.findall(text) for n in re.findall(r"\d+\.\d+", found)}


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


def test_the_page_refers_to_its_own_sentences_only() -> None:
    inner = re.findall(r"(?<![\d.*])([1-7]\.\d+)(?![\d.*])", PAGE)
    assert set(inner) <= SENTENCES


def test_a_citation_is_recognised_in_all_its_forms() -> None:
    text = "rule 2.3, Rules 3.2 to 3.4, 7.9 and 7.10 (rule\n    5.1)"
    assert cited(text) == {"2.3", "3.2", "3.4", "7.9", "7.10", "5.1"}
