"""Is a mistake at the command line one sentence that names the argument, or file and line, and never a traceback?"""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from fogbound_client.__main__ import main
from fogbound_client.deciding import load
from fogbound_client.errors import NotADecider

GOOD = "def decide():\n    return None\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"x = 1\ndef decide(\n", "mine.py, line 2, is not Python: "),
        (b"\0\x91\xff", "mine.py"),
        (b"x = 1\nraise SystemExit(3)\n", "mine.py, line 2, cannot be loaded: SystemExit: 3"),
        (b"import json\njson.loads('x')\n", "mine.py, line 2, cannot be loaded: JSONDecodeError: "),
    ],
)
def test_a_file_that_cannot_be_loaded_is_named_with_its_line(folder: Path, text: bytes, said: str) -> None:
    Path("mine.py").write_bytes(text)
    with pytest.raises(NotADecider) as refused:
        load("mine.py")
    assert str(refused.value).startswith(said)


@pytest.mark.slow
def test_a_file_of_a_contest_is_not_blamed_on_its_bots(folder: Path) -> None:
    Path("mine.py").write_text("decide = 3\nraise SystemExit(3)\n")
    with pytest.raises(CommandError) as told:
        call_command("contest", "cosmos", "mine.py", "mine.py")
    assert str(told.value).startswith("mine.py, line 2, cannot be loaded")


def test_who_ends_the_program_in_a_decision_fails_in_it_alone(folder: Path) -> None:
    Path("mine.py").write_text("import sys\ndef decide():\n    sys.exit(0)\n")
    with pytest.raises(RuntimeError, match="ended the program"):
        load("mine.py").ask(view={}, choices={}, rng=None, memory={})


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--game", "nope"), "--game: there is no game 'nope'"),
        (("--game", "cosmos", "--against", "nope"), "--against: cosmos has no bot"),
    ],
)
def test_a_name_that_is_not_there_is_said_with_its_argument(
    folder: Path, capsys: pytest.CaptureFixture[str], given: tuple[str, ...], said: str
) -> None:
    Path("mine.py").write_text(GOOD)
    assert main(["home", "mine.py", *given]) == 1
    assert said in capsys.readouterr().err


def test_matches_are_at_least_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["home", "mine.py", "--game", "cosmos", "--matches=-5"])
    assert (ended.value.code, "argument --matches: at least 1" in capsys.readouterr().err) == (2, True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ("[1]", "--plan: plan.json is no plan of a contest"),
        ('{"stages": []}', "--plan: plan.json does not say its game"),
        ('{"game": "cosmos", "plan": "chain", "evening": "99:99"}', "--plan: evening: "),
    ],
)
def test_a_plan_that_is_none_is_refused_with_its_field(folder: Path, plan: str, said: str) -> None:
    Path("plan.json").write_text(plan)
    with pytest.raises(CommandError) as told:
        call_command("contest", "cosmos", "--plan=plan.json")
    assert str(told.value).startswith(said)


def test_more_entrants_than_a_contest_takes_are_refused() -> None:
    with pytest.raises(CommandError, match="--entrants: at most 512"):
        call_command("contest", "cosmos", "--entrants=513")
