"""Rules in addresses and forms: what is read is what was written, and nonsense is told."""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import parse_qsl

import pytest
from starlette.testclient import TestClient

from app.render.language import load_languages
from app.render.options import options, rules_query
from app.rooms.refused import Refused
from app.web.wished_rules import changed_rules, read_rules
from engine.rules import CLASSIC, PRESETS, Rules
from tests.app.render.showing import ALL_RULES


@pytest.mark.parametrize("key", ALL_RULES)
def test_rules_survive_their_address(key: str) -> None:
    rules = ALL_RULES[key]
    assert read_rules(dict(parse_qsl(rules_query(rules)))) == rules


def test_every_value_of_every_option_has_words_and_is_read() -> None:
    offered = {option.name: set(option.values) for option in options(load_languages()["en"])}
    for name, value in CLASSIC.options().items():
        if isinstance(value, bool):
            assert offered[name] == {"True", "False"}
        elif isinstance(value, str):
            kind = type(getattr(CLASSIC, name))
            assert offered[name] == {str(member) for member in kind}
    assert offered.keys() == CLASSIC.options().keys() - {"most_players", "target"}


@pytest.mark.parametrize(
    "fields",
    [
        {"target": "0"},
        {"target": "501"},
        {"target": "9" * 5000},
        {"target": "２５"},
        {"target": ""},
        {"undo": "maybe"},
        {"drawing": "never"},
        {"layout": "sides"},
    ],
)
def test_what_makes_no_sense_is_refused_with_a_reason(fields: dict[str, str]) -> None:
    with pytest.raises(Refused) as caught:
        read_rules(fields)
    assert caught.value.code == "wrong_rules"
    assert caught.value.parameters["why"]


def test_another_preset_brings_all_its_options_and_the_same_one_takes_those_of_the_form() -> None:
    family = PRESETS["family"]
    form = {name: str(value) for name, value in CLASSIC.options().items()}
    chosen = {**form, "preset_before": "classic", "preset": "family"}
    assert changed_rules(chosen, CLASSIC) == family
    kept = {**form, "preset_before": "classic", "preset": "classic", "target": "40"}
    assert changed_rules(kept, CLASSIC) == Rules(target=40)
    assert changed_rules({"undo": "False"}, family) == Rules.from_options(
        {**family.options(), "undo": False}
    )


def test_a_target_that_is_typed_while_a_preset_is_on_its_way_is_not_lost() -> None:
    shown = {name: str(value) for name, value in CLASSIC.options().items()}
    form = {**shown, "preset_before": "classic", "preset": "high-stakes"}
    high_stakes = PRESETS["high-stakes"]
    assert high_stakes.target != CLASSIC.target
    assert changed_rules({**form, "target": "40"}, high_stakes) == replace(high_stakes, target=40)
    assert changed_rules(form, high_stakes) == changed_rules(form, CLASSIC) == high_stakes
    # What was chosen before goes with the rules that it belonged to.
    assert changed_rules({**form, "target": "40"}, Rules(target=40)) == high_stakes


def test_what_a_choice_implies_comes_with_it() -> None:
    form = {name: str(value) for name, value in CLASSIC.options().items()}
    four = changed_rules({**form, "layout": "sides"}, CLASSIC)
    assert (four.most_players, four.king_piles_move) == (4, False)
    assert changed_rules({**form, "drawing": "until-playable"}, CLASSIC).empty_stock == "must-play"
    assert changed_rules({"layout": "sides-and-corners"}, four).most_players == 6


def test_shared_rules_open_a_table_with_them_and_are_remembered_for_the_next_one(
    client: TestClient,
) -> None:
    address = f"/with-rules?{rules_query(PRESETS['royal-corners'])}"
    page = client.get(address)
    assert "Royal corners" in page.text
    fields = dict(re.findall(r'type="hidden"\s+name="(\w+)"\s+value="([^"]*)"', page.text))
    room = client.post("/rooms", data=fields, follow_redirects=False).headers["location"]
    view = client.get(f"/api{room}").json()
    assert view["rules"]["preset"] == "royal-corners"
    assert len(view["seats"]) == 4
    changed = client.post(f"{room}/rules", data={"target": "60"}, follow_redirects=False)
    assert changed.status_code == 303
    following = client.post("/rooms", follow_redirects=False).headers["location"]
    assert client.get(f"/api{following}").json()["rules"]["target"] == 60


def test_an_address_with_rules_that_make_no_sense_says_why(client: TestClient) -> None:
    response = client.get("/with-rules?layout=sides&king_piles_move=True")
    assert response.status_code == 422
    assert "Without corners" in response.text
