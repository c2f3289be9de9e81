"""What axe says of a page's accessibility."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_STOPS = "() => getComputedStyle(document.body).backgroundImage.match(/rgb\\([^)]+\\)/g)"
_PAINT = "(colour) => { document.body.style.background = colour; }"
CONTRAST = {"runOnly": ["color-contrast"]}


def faults(page: Page, options: dict[str, Any] | None = None) -> list[str]:
    """All that axe finds, however small."""
    found = Axe().run(page, options=options).response["violations"]
    return [f"{fault['id']}: {[node['html'][:200] for node in fault['nodes']]}" for fault in found]


def contrast_faults(page: Page) -> list[str]:
    """Texts with a contrast below 4.5, or 3 where they are large, wherever they may lie.

    Axe cannot tell what is behind a text on a gradient: the page is painted in each of its colours.
    """
    found = []
    for colour in page.evaluate(_STOPS):
        page.evaluate(_PAINT, colour)
        found += [f"on {colour}: {fault}" for fault in faults(page, CONTRAST)]
    page.evaluate(_PAINT, "")
    return found
