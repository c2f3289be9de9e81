"""What axe says of a page's accessibility."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_SCRIPT = Axe().axe_script
_RUN = "(options) => axe.run(options).then(({ violations }) => violations)"
_DARK = "matchMedia('(prefers-color-scheme: dark)').matches"
_CONTRAST = {"runOnly": ["color-contrast"]}
_HARDEST = """(dark) => {
  const stops = getComputedStyle(document.body).backgroundImage.match(/rgb\\([^)]+\\)/g);
  const light = (colour) => Math.hypot(...colour.match(/[0-9.]+/g).slice(0, 3).map(Number));
  const sorted = stops.sort((one, other) => light(one) - light(other));
  return sorted.at(dark ? -1 : 0);
}"""
_PAINT = "(colour) => { document.body.style.background = colour; }"


def faults(page: Page) -> list[str]:
    """All that axe finds, however small; in the dark, only colours are different."""
    if page.evaluate("!window.axe"):  # to bring it takes half as long as what it then does
        page.evaluate(_SCRIPT)
    options: dict[str, Any] = _CONTRAST if page.evaluate(_DARK) else {}
    wanted = {"resultTypes": ["violations"], **options}  # to tell the others takes long
    found = page.evaluate(_RUN, wanted)
    return [f"{fault['id']}: {[node['html'][:200] for node in fault['nodes']]}" for fault in found]


def all_faults(page: Page) -> list[str]:
    """What axe finds, and texts with a contrast below 4.5, or 3 where they are large.

    Axe cannot tell what is behind a text on a gradient. The page is painted in the one of its
    colours that is nearest to the text's: by daylight, when texts are dark, the darkest, by
    lamplight the lightest.
    """
    colour = page.evaluate(_HARDEST, page.evaluate(_DARK))
    page.evaluate(_PAINT, colour)
    found = faults(page)
    page.evaluate(_PAINT, "")
    return [f"on {colour}: {fault}" for fault in found]
