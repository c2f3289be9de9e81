"""The words between the layout and the hand: whatever is said, nothing moves and no line is cut."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize

from app.render.hand import Prompt, _prompt
from tests.browser.test_layout import SIZES
from tests.kit.person import Person
from tests.kit.tables import ENGLISH, NAMES

FAR = 2_000_000_000_000
STATES: list[tuple[Prompt, int | None, int | None]] = [
    *(("theirs", None, None), ("watching", None, None), ("stood-in", None, None)),
    *(("away", FAR, None), ("away", None, 1), ("idle", None, 1)),
]
"""What the prompt tells, until when, and of which seat it offers to let a computer play."""
SAID = """([prompts, names]) => {
  const place = document.querySelector(".layout");
  const said = document.getElementById("said");
  const sizes = new Set();
  const faults = [];
  for (const prompt of prompts) for (const name of names) {
    document.getElementById("prompt").outerHTML = prompt;
    const line = document.createElement("span");
    line.textContent = `${name} moved the queen of spades pile onto the king of hearts.`;
    said.replaceChildren(line.cloneNode(true), line);
    const { width, height } = place.getBoundingClientRect();
    sizes.add(`${width} ${height}`);
    const told = document.querySelector("#prompt > span");
    if (told.scrollWidth > told.clientWidth + 1) faults.push(`cut: ${told.textContent}`);
    const lines = line.clientHeight / parseFloat(getComputedStyle(line).lineHeight);
    if (said.checkVisibility() && Math.abs(lines - Math.round(lines)) > 0.1)
      faults.push(`${lines} lines of what happened under ${told.textContent}`);
  }
  return [[...sizes], faults];
}"""


@pytest.mark.parametrize("viewport", SIZES, ids=str)
def test_the_layout_keeps_its_size_and_no_line_is_cut_whatever_is_said(
    person: Person, viewport: ViewportSize
) -> None:
    person.page.set_viewport_size(viewport)
    person.play_now_until_my_turn()
    prompts = [
        _prompt(state, name, ENGLISH, until=until, relieve=relieve)
        for name in NAMES.values()
        for state, until, relieve in STATES
    ]
    sizes, faults = person.page.evaluate(SAID, [prompts, [*NAMES.values()]])
    assert faults == []
    assert len(sizes) == 1
