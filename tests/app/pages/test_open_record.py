"""Records that somebody brings: shown, or refused with what is wrong; never kept."""

from __future__ import annotations

import json
import re
import sqlite3
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.pages import open_record
from engine.match import Match
from engine.moves import END, PlayCard, parse
from engine.places import Place
from engine.record import Record, parse_record
from engine.record_json import record_json
from engine.rules import Rules
from engine.violations import WANTS_RED, RuleViolation
from tests.kit.recording import RECORDS, by_chance, golden

CLASSIC_RECORD = golden("classic")


def post(client: TestClient, text: str, **fields: str) -> Any:
    return client.post("/matches/open", data={"record": text, **fields})


def notice(page: str) -> str:
    found = re.search(r'<p class="notice" role="alert">(.*?)</p>', page)
    assert found, page
    return unescape(found[1])


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_is_shown_from_its_text_and_from_its_json_and_not_kept(
    client: TestClient, tmp_path: Path, path: Path
) -> None:
    text = path.read_text(encoding="utf-8")
    pages = [
        post(client, text),
        post(client, "\ufeff  " + text.replace("\n", "\r\n")),
        post(client, json.dumps(record_json(parse_record(text)), indent=2)),
        client.post("/matches/open", files={"file": ("record.txt", text.encode())}),
    ]
    for page in pages:
        assert page.status_code == 200
        assert "data-film=" in page.text
    with sqlite3.connect(tmp_path / "kings.sqlite3") as database:
        assert database.execute("SELECT count(*) FROM matches").fetchone() == (0,)


def test_a_brought_record_is_looked_at_moment_by_moment(client: TestClient) -> None:
    page = post(client, str(CLASSIC_RECORD), at="deal=2&step=1&seat=3").text
    assert "Round 2 of" in page
    assert re.search(r'class="sitter own[^"]*" data-seat="3"', page)
    (again,) = re.findall(r'<textarea name="record" hidden>(.*?)</textarea>', page, re.DOTALL)
    assert parse_record(unescape(again)) == CLASSIC_RECORD
    assert 'form="again"' in page
    assert "/record" not in page


def forged(change: int, seat: int, move: Any) -> str:
    moves = list(CLASSIC_RECORD.moves)
    moves[change] = (moves[change][0], seat, move)
    return str(replace_moves(CLASSIC_RECORD, moves))


def replace_moves(record: Record, moves: list[Any]) -> Record:
    return Record(record.rules, record.players, record.seed, tuple(moves), record.digest)


def a_wrong_card() -> tuple[int, Any, str]:
    """Find a move at which a card of the hand does not fit on a black card."""
    for number, moment in enumerate(CLASSIC_RECORD.positions()):
        deal = moment.deal
        for card in deal.hands[deal.seat]:
            for place in Place:
                try:
                    deal.verify(deal.seat, PlayCard(card, place))
                except RuleViolation as violation:
                    if violation.refusal == WANTS_RED and moment.number == 1 and number > 2:
                        return number, PlayCard(card, place), violation.sentence
    raise LookupError


def test_a_forged_record_is_refused_naming_the_move_and_why(client: TestClient) -> None:
    number, move, _ = a_wrong_card()
    seat = CLASSIC_RECORD.moves[number][1]
    page = post(client, forged(number, seat, move))
    assert page.status_code == 422
    assert re.fullmatch(
        rf"Round 1, move {number + 1} \({move}\): The \S+ of \S+ takes a red \S+\. So its .*\.",
        notice(page.text),
    )


def test_a_record_is_refused_with_what_is_wrong(client: TestClient) -> None:
    last_deal = CLASSIC_RECORD.moves[-1][0]
    after = replace_moves(CLASSIC_RECORD, [*CLASSIC_RECORD.moves, (last_deal + 1, 0, END)])
    text = str(CLASSIC_RECORD)
    cases = {
        forged(0, 9, parse("end")): "Round 1, move 1 (end): It is another seat’s turn",
        str(after): f"Round {last_deal + 1}, move 1 (end): No such round is due.",
        text[: len(text) * 2 // 3]: "a part of it is missing",
        text.replace(CLASSIC_RECORD.seed.hex(), "00" * 32): "its seed, rules or moves were changed",
        json.dumps(record_json(CLASSIC_RECORD))[:-90]: "a part of it is missing",
        str(replace_moves(CLASSIC_RECORD, list(CLASSIC_RECORD.moves[:-1]))): "do not lead to the",
        str(CLASSIC_RECORD).replace("engine: 1", "engine: 0"): "another version",
        "hello": "not the record of a match",
        "": "Choose a file first",
        "{": "a part of it is missing",
        str(CLASSIC_RECORD).replace("players: 4", "players: 99999999"): "damaged",
    }
    for text, why in cases.items():
        page = post(client, text)
        assert page.status_code == 422
        assert why in notice(page.text)


def test_what_was_typed_is_still_there_after_a_refusal_and_is_no_markup(client: TestClient) -> None:
    page = post(client, "</textarea><b>x").text
    assert "&lt;/textarea&gt;&lt;b&gt;x" in page
    assert "<b>x" not in page


def test_what_a_record_costs_is_bounded(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert post(client, "x" * 70_000).status_code == 413
    monkeypatch.setattr(open_record, "MOST_MOVES", 10)
    page = post(client, str(CLASSIC_RECORD))
    assert (page.status_code, notice(page.text)) == (
        422,
        "This record has more than 10 moves.",
    )


def test_a_record_of_a_match_that_was_broken_off_can_be_watched(client: TestClient) -> None:
    _, record = by_chance(Match.begin(bytes(32), Rules(target=100), 3), Random(1), 40)
    page = post(client, str(record))
    assert page.status_code == 200
    assert record.seed.hex() in page.text


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"\x00" * 100])
def test_another_file_is_no_record(client: TestClient, content: bytes) -> None:
    page = client.post("/matches/open", files={"file": ("x", content)})
    assert page.status_code == 422
    assert "a picture or something else" in notice(page.text)


def test_another_form_is_refused(client: TestClient) -> None:
    parts = {str(number): "x" for number in range(9)}
    assert client.post("/matches/open", data=parts).status_code in {400, 422}
    assert client.post("/matches/open").status_code == 422
