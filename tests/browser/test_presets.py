"""Every rule set that a host can choose is played to its end in the browser."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

from engine.rules import PRESETS
from tests.kit.person import MATCH_OVER, Person


@pytest.mark.parametrize("preset", PRESETS)
def test_a_host_picks_a_preset_and_plays_a_match_with_it_to_its_end(
    person: Person, preset: str
) -> None:
    page = person.page
    page.goto(person.url)
    page.get_by_role("button", name="With friends").click()
    expect(page.locator("#lobby")).to_be_visible()
    page.wait_for_load_state()
    page.locator("#lobby [name=preset]").select_option(preset)
    expect(page.locator("#lobby [name=preset_before]")).to_have_value(preset)
    page.locator("#lobby [name=target]").fill("1")
    page.keyboard.press("Tab")
    expect(page.locator("#lobby [name=target]")).to_have_attribute("value", "1")
    for computers in (1, 2, 3):  # the more there are, the fewer turns are the host's to tap
        page.get_by_role("button", name="Add a computer").first.click()
        expect(page.locator("#lobby .seats .computer")).to_have_count(computers)
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#table")).to_be_visible()
    person.wait_for_socket()
    person.play_until(Random(preset), MATCH_OVER)
    expect(page.locator("#result")).to_contain_text("reached 1 point")
