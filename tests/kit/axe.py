"""What axe says of a page's accessibility."""

from __future__ import annotations

from collections.abc import Collection

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

IMPACTS = frozenset({"minor", "moderate", "serious", "critical"})
SERIOUS = frozenset({"serious", "critical"})


def faults(page: Page, impacts: Collection[str] = IMPACTS) -> list[str]:
    """What axe finds of these kinds."""
    found = Axe().run(page).response["violations"]
    return [
        f"{fault['id']}: {[node['html'][:200] for node in fault['nodes']]}"
        for fault in found
        if fault["impact"] in impacts
    ]
