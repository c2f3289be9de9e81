"""What the OpenAPI document and docs/api.md say is what the API answers and takes."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
import schemathesis
from starlette.testclient import TestClient

from engine.rules import PRESETS, Rules, RulesError
from tests.kit.guests import Guest, play_to_the_end

PAGE = Path(__file__).parents[3] / "docs" / "api.md"


def documented(client: TestClient) -> Any:
    return schemathesis.openapi.from_dict(client.get("/api/openapi.json").json())


def test_every_conflict_shows_the_table_in_the_documented_shape(client: TestClient) -> None:
    schema = documented(client)
    anna, ben, cho = (Guest.arrive(client) for _ in range(3))
    lobby = anna.open(["human", "human"], rules={"target": 1})
    code = lobby["code"]
    answers = [
        ("moves", anna.move(lobby, "end")),
        ("start", anna.post(f"/{code}/start")),
        ("seats", anna.post(f"/{code}/seats")),
        ("seats", ben.post(f"/{code}/seats", {"seat": 0})),
    ]
    ben.post(f"/{code}/seats")
    answers.append(("seats", cho.post(f"/{code}/seats")))
    view = anna.post(f"/{code}/start").json()
    answers += [
        ("start", anna.post(f"/{code}/start")),
        ("moves", anna.move({**view, "seq": 0}, "end")),
        ("next", anna.post(f"/{code}/next", {"seq": view["seq"]})),
    ]
    over = play_to_the_end([anna, ben], code, Random(1))
    answers += [
        ("moves", anna.move(over, "end")),
        ("next", anna.post(f"/{code}/next", {"seq": over["seq"]})),
    ]
    for call, answer in answers:
        assert answer.status_code == 409
        assert answer.json()["view"]["code"] == code
        schema[f"/api/rooms/{{code}}/{call}"]["POST"].validate_response(answer)
    assert {answer.json()["code"] for _, answer in answers} == {
        "not_started",
        "seats_open",
        "seated_already",
        "seat_taken",
        "room_full",
        "already_started",
        "stale",
        "round_runs",
        "match_over",
    }


def documented_options(client: TestClient) -> dict[str, Any]:
    document = client.get("/api/openapi.json").json()
    rules = document["components"]["schemas"]["NewRoom"]["properties"]["rules"]
    options: dict[str, Any] = rules["anyOf"][0]["properties"]
    return options


def in_words(name: str, option: dict[str, Any]) -> str:
    """The option's values as docs/api.md lists them, classic's first."""
    if option["type"] == "string":
        return ", ".join(f"`{value}`" for value in option["enum"])
    if option["type"] == "boolean":
        return "`true`, `false`"
    classic = Rules().options()[name]
    return f"`{classic}`; {option['minimum']:.0f} to {option['maximum']:.0f}"


def test_the_page_lists_the_options_and_values_of_the_document(client: TestClient) -> None:
    rows = [
        f"| `{name}` | {in_words(name, option)} |"
        for name, option in documented_options(client).items()
    ]
    assert "\n".join([*rows, "", ""]) in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("option", ["most_players", "target"])
def test_a_number_may_be_what_the_document_says_and_no_more(
    client: TestClient, option: str
) -> None:
    bounds = documented_options(client)[option]
    lowest, highest = int(bounds["minimum"]), int(bounds["maximum"])
    for value in (lowest, highest):
        assert Rules.from_options({option: value}).options()[option] == value
    for value in (lowest - 1, highest + 1):
        with pytest.raises(RulesError):
            Rules.from_options({option: value})


@pytest.mark.parametrize("preset", PRESETS)
def test_the_rules_of_a_preset_have_the_documented_shape(client: TestClient, preset: str) -> None:
    response = Guest.arrive(client).post("", {"preset": preset, "seats": ["human", "human"]})
    assert response.json()["rules"] == {"preset": preset, **PRESETS[preset].options()}
    documented(client)["/api/rooms"]["POST"].validate_response(response)
