"""Print the path of a Chromium for the browser tests, installing one where there is none."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

VARIABLE = "KINGS_TEST_BROWSER"
# The same engine without windows does a page with less than half of the work.
SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
# The fonts show Japanese and Korean in screenshots; Playwright's driver needs libatomic.
DEBIAN = (SHELL, "fonts-noto-cjk", "libatomic1")
ASK_PLAYWRIGHT = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""


def output(*command: str) -> str:
    """What it prints, or nothing where it fails or cannot start."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def works(path: str) -> bool:
    """Ask for its version: a distribution's stub or a browser short of a library fails."""
    return Path(path).is_file() and output(path, "--version") != ""


def candidates() -> Iterator[str]:
    own = output(sys.executable, "-c", ASK_PLAYWRIGHT)
    if own:  # else Playwright itself does not start, and no browser is of use
        yield from filter(None, map(shutil.which, NAMES))
        yield from (MAC, own)


def run(*command: str) -> bool:
    """Run an installer; what it says goes to stderr, as stdout is for the path."""
    print("Installing a browser for the tests:", *command, file=sys.stderr, flush=True)
    env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, stdout=sys.stderr, env=env, check=False).returncode == 0


def nothing() -> None:
    """Install nothing: what is there may do."""


def by_apt() -> None:
    if os.geteuid() == 0 and shutil.which("apt-get") and run("apt-get", "update", "-qq"):
        run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *DEBIAN)


def by_playwright() -> None:
    run(sys.executable, "-m", "playwright", "install", "chromium")


def chromium() -> str:
    if chosen := os.environ.get(VARIABLE):
        if not works(chosen):
            sys.exit(f"{VARIABLE} is {chosen}, which is no browser that starts.")
        return chosen
    for install in (nothing, by_apt, by_playwright):
        install()
        for path in candidates():
            if works(path):
                return path
    sys.exit(
        "The browser tests need Chromium: install it "
        f"(Debian: apt-get install {' '.join(DEBIAN)}) or set {VARIABLE} to its path."
    )


if __name__ == "__main__":
    print(chromium())
