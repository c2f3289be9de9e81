"""What axe says of a page's accessibility."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_SCRIPT = Axe().axe_script
_RUN = "(options) => axe.run(options).then(({ violations }) => violations)"
_STOPS = "() => getComputedStyle(document.body).backgroundImage.match(/rgb\\([^)]+\\)/g)"
_DARK = "matchMedia('(prefers-color-scheme: dark)').matches"
_PAINT = "(colour) => { document.body.style.background = colour; }"
CONTRAST = {"runOnly": ["color-contrast"]}
NO_CONTRAST = {"rules": {"color-contrast": {"enabled": False}}}


def faults(page: Page, options: dict[str, Any] | None = None) -> list[str]:
    """All that axe finds, however small; in the dark, only colours are different."""
    if options is None and page.evaluate(_DARK):
        options = CONTRAST
    if page.evaluate("!window.axe"):  # to bring it takes half as long as what it then does
        page.evaluate(_SCRIPT)
    wanted = {"resultTypes": ["violations"], **(options or {})}  # to tell the others takes long
    found = page.evaluate(_RUN, wanted)
    return [f"{fault['id']}: {[node['html'][:200] for node in fault['nodes']]}" for fault in found]


def all_faults(page: Page) -> list[str]:
    """What axe finds, and texts with a contrast below 4.5, or 3 where they are large.

    Axe cannot tell what is behind a text on a gradient: the page is painted in its lightest and in
    its darkest colour, the first and the last.
    """
    found = [] if page.evaluate(_DARK) else faults(page, NO_CONTRAST)
    stops = page.evaluate(_STOPS)
    for colour in (stops[0], stops[-1]):
        page.evaluate(_PAINT, colour)
        found += [f"on {colour}: {fault}" for fault in faults(page, CONTRAST)]
    page.evaluate(_PAINT, "")
    return found
