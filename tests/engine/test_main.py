import json
import runpy
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.record import RecordError, digest, parse_record
from engine.record_json import parse_either, record_json

ROOT = Path(__file__).parent.parent.parent
RECORD = ROOT / "tests" / "golden" / "classic.record"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Start the command as its users do."""
    command = [sys.executable, "-m", "engine", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_true_record_is_verified() -> None:
    done = run("verify", str(RECORD))
    assert (done.returncode, done.stderr) == (0, "")
    first, rules, commitment, *standing = done.stdout.splitlines()
    assert json.loads(rules.partition(": ")[2])["target"] == 25
    assert first.startswith("verified: ")
    assert len(commitment.split()[-1]) == 64
    assert [line.split(".")[0] for line in standing] == ["1", "2", "3", "4"]


def test_a_record_that_somebody_changed_is_not_verified(tmp_path: Path) -> None:
    changed = tmp_path / "changed.record"
    text = RECORD.read_text(encoding="utf-8")
    changed.write_text(text.replace(" end\n", " end end\n", 1), encoding="utf-8")
    done = run("verify", str(changed))
    assert done.returncode == 1
    assert done.stderr.startswith("not verified: move ")
    assert done.stdout == ""


def test_a_record_that_ends_before_the_match_says_so_and_names_no_winner(tmp_path: Path) -> None:
    whole = parse_record(RECORD.read_text(encoding="utf-8"))
    cut = replace(whole, moves=whole.moves[:40])
    *_, match = cut.positions()
    file = tmp_path / "cut.record"
    file.write_text(str(replace(cut, digest=digest(match))), encoding="utf-8")
    done = run("verify", str(file))
    assert done.returncode == 0
    assert "the match is not over" in done.stdout
    assert not any(line[0].isdigit() for line in done.stdout.splitlines())


@pytest.mark.parametrize("number", ["\u0664", "+4", "4_0", " 4", "4.0", ""])
def test_a_number_has_the_digits_0_to_9_alone(tmp_path: Path, number: str) -> None:
    text = RECORD.read_text(encoding="utf-8")
    for changed in (
        text.replace("players: 4", f"players: {number}"),
        json.dumps({**record_json(parse_record(text)), "players": number}),
    ):
        with pytest.raises(RecordError):
            parse_either(changed)


def test_nothing_of_a_record_steers_the_terminal(tmp_path: Path) -> None:
    text, file = RECORD.read_text(encoding="utf-8"), tmp_path / "x.record"
    file.write_text(text.replace("engine: 1", "engine: \x1b[2J\u202e\x07x"), encoding="utf-8")
    done = run("verify", str(file))
    assert done.returncode == 1
    assert done.stderr.rstrip("\n").isprintable()


@pytest.mark.parametrize(
    ("content", "why"), [(b"hello", "a record begins with"), (b"\xff\xfe\xff", "codec")]
)
def test_another_file_is_not_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, why: str
) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    assert main(["verify", str(path)]) == 1
    assert why in capsys.readouterr().err


def test_a_file_that_is_not_there_is_not_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(tmp_path / "missing")]) == 1
    assert "No such file" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["verify"], ["check", "x"], ["verify", "x", "y"]])
def test_other_arguments_are_answered_with_the_usage(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err == "usage: python -m engine verify FILE\n"


def test_the_module_is_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["engine", "verify", str(RECORD)])
    monkeypatch.delitem(sys.modules, "engine.__main__")
    with pytest.raises(SystemExit) as caught:
        runpy.run_module("engine", run_name="__main__")
    assert caught.value.code == 0
    assert "verified" in capsys.readouterr().out
