"""Bring .venv up to one lock file: `python3 -m tools.install run` (or `dev`).

Runs on the Python that make found, before anything is installed: standard library only.
"""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

VENV = Path(".venv")
PYTHON = VENV / "bin" / "python"
UNFINISHED = VENV / "unfinished"  # lies there during an install: a killed one leaves it behind
QUIETLY = ("--quiet", "--disable-pip-version-check", "--no-input")
PIP = ("-m", "pip", "install", *QUIETLY, "--require-hashes", "--requirement")
UV = ("-m", "uv", "pip", "install", "--quiet", "--require-hashes", "--requirement")
SIGNS_OF_NO_NETWORK = ("connection", "name resolution", "network", "timed out")


def attempt(*command: str | Path, cwd: Path = Path(), **env: str) -> str:
    """Run it quietly, and give back what it complained about: nothing where it succeeded."""
    done = subprocess.run(
        command, cwd=cwd, env=os.environ | env, capture_output=True, text=True, check=False
    )
    return (done.stderr or done.stdout or "It failed.") if done.returncode else ""


def lacks_network(complaint: str) -> bool:
    return any(sign in complaint.lower() for sign in SIGNS_OF_NO_NETWORK)


def give_up(what: str, complaint: str) -> NoReturn:
    if lacks_network(complaint):
        sys.exit(
            f"{what} could not be fetched: the first set-up needs the network (later starts "
            "do not), so go online and run make again."
        )
    sys.exit(f"{complaint.rstrip()}\n{what} could not be installed: see the message above.")


def usable() -> bool:
    """Tell whether .venv is whole: not interrupted, not of a Python that is gone or too old."""
    probe = "import pip, sys; sys.exit(sys.version_info < (3, 11))"
    return PYTHON.exists() and not UNFINISHED.exists() and not attempt(PYTHON, "-c", probe)


def create() -> None:
    if find_spec("venv") is None or find_spec("ensurepip") is None:
        sys.exit(
            "This Python cannot make virtual environments: install what it lacks "
            "(Debian, Ubuntu: apt-get install python3-venv), then run make again."
        )
    shutil.rmtree(VENV, ignore_errors=True)
    VENV.mkdir()
    UNFINISHED.touch()
    if complaint := attempt(sys.executable, "-m", "venv", VENV):
        give_up(f"{VENV}", complaint)


def by_uv(lock: Path) -> str:
    # What the server needs is compiled now, for it is to start at once.
    ready = ("--compile-bytecode",) if lock.stem == "run" else ()
    return attempt(PYTHON, *PIP, "requirements/installer.txt") or attempt(PYTHON, *UV, lock, *ready)


def by_pip(lock: Path) -> str:
    """Take the way for machines that uv does not run on, and mirrors that pip alone knows."""
    return attempt(PYTHON, *PIP, lock)


def main() -> None:
    lock = Path("requirements", f"{sys.argv[1]}.txt")
    print(f"Setting up .venv with {lock}, which takes a minute the first time …", flush=True)
    if not usable():
        create()
    UNFINISHED.touch()
    complaint = by_uv(lock)
    if complaint and not lacks_network(complaint):
        complaint = by_pip(lock)
    UNFINISHED.unlink()
    if complaint:
        give_up(f"{lock}", complaint)
    shutil.copyfile(lock, VENV / lock.name)  # make compares the times of the two


if __name__ == "__main__":
    main()
