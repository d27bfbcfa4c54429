"""Does a program in another language play in every home, and what becomes of one that ends, hangs or answers nonsense?"""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from fogbound_client import NotADecider
from fogbound_client.deciding import Decider, load
from fogbound_client.executable import SEEDS, Executable

import games
from games.core.rng import program_rng
from games.core.simulate import open_table, play
from lobby.operations.own_bots import own_bot

ROOT = Path(__file__).parents[2]
TURN: dict[str, Any] = {"view": {"x": 1}, "choices": [], "refused": None}
ANSWERS = """
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps(answer(asked)), flush=True)
"""

Written = Callable[[str], Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """`written(text)` → a program in Python that is asked as one in any language is."""

    def write(text: str) -> Path:
        file = tmp_path / "mine"
        file.write_text(f"#!{sys.executable}\nimport json, os, sys, time\n{text}")
        file.chmod(0o755)
        return file

    return write


def ask(decider: Decider, memory: dict[str, Any] | None = None, step: int = 0) -> Any:
    return decider.ask(**TURN, rng=program_rng("a", step), memory={} if memory is None else memory)


def test_it_gets_what_decide_gets_and_says_what_decide_returns(written: Written) -> None:
    decider = load(
        written(
            "def answer(asked): return {'orders': asked, 'memory': {'n': asked['memory'].get('n', 0) + 1}}" + ANSWERS
        )
    )
    memory: dict[str, Any] = {"n": 4}
    seen = ask(decider, memory)
    assert memory == {"n": 5}
    seed = seen.pop("seed")
    assert seen == {**TURN, "memory": {"n": 4}}
    # The same step has the same seed in every home, the next one another.
    assert ask(decider)["seed"] == seed < SEEDS
    assert ask(decider, step=1)["seed"] != seed


def test_one_process_answers_all_questions_and_may_leave_the_memory_as_it_is(written: Written) -> None:
    decider = load(written("def answer(asked): return {'orders': os.getpid()}" + ANSWERS))
    memory = {"kept": [1]}
    assert ask(decider, memory) == ask(decider, memory)
    assert memory == {"kept": [1]}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("sys.exit(3)", "has ended"),
        ("sys.stdin.readline(); print('hello', flush=True); time.sleep(60)", "answered 'hello'"),
        ("sys.stdin.readline(); print('[]', flush=True); time.sleep(60)", r"answered '\[\]'"),
        ('sys.stdin.readline(); print(\'{"orders": 1, "memory": []}\', flush=True); time.sleep(60)', "memory"),
        ("time.sleep(60)", "gave no answer within 0.2 seconds"),
        ("sys.stdin.readline(); os.system('sleep 60')", "gave no answer within 0.2 seconds"),
    ],
    ids=["ends", "says hello", "a list", "memory that is none", "reads nothing", "waits for another"],
)
def test_a_fault_is_named_and_the_next_question_finds_a_new_process(written: Written, text: str, why: str) -> None:
    is_patient = "gave no answer" not in why
    # More than a pipe holds: whoever reads nothing also keeps the question from being written.
    question = {**TURN, "view": {"large": "x" * 200_000}, "rng": program_rng("a", 0)}
    file = written(text)
    program = Executable(file, 60 if is_patient else 0.2)
    memory: dict[str, Any] = {"kept": 1}
    decider = Decider(program.decide, "mine")
    with pytest.raises(NotADecider, match=why):
        decider.ask(**question, memory=memory)
    assert memory == {"kept": 1}
    written("def answer(asked): return {'orders': 7}" + ANSWERS)
    assert Decider(Executable(file).decide).ask(**question, memory=memory) == 7


def test_a_process_that_ended_is_started_again(written: Written) -> None:
    decider = load(
        written("asked = json.loads(sys.stdin.readline()); print(json.dumps({'orders': os.getpid()}), flush=True)")
    )
    first = ask(decider)
    with pytest.raises(NotADecider, match="has ended"):
        # It may be gone before the question is written or after.
        while True:
            ask(decider)
    assert ask(decider) != first


def test_what_is_neither_python_nor_can_be_run_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.rs"
    file.write_text("fn main() {}")
    with pytest.raises(NotADecider, match="neither a Python file nor a program that can be run"):
        load(file)
    file.chmod(0o755)
    with pytest.raises(NotADecider, match="cannot be run"):
        ask(load(file))


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
@pytest.mark.parametrize("game", ["planet_conquer", "hundred_clubs", "deep_blue", "cosmos", "frames"])
def test_the_program_of_the_document_plays_every_game_without_a_refusal(tmp_path: Path, game: str) -> None:
    file = tmp_path / "mine.mjs"
    found = re.findall(r"```javascript\n(.*?)```", (ROOT / "docs/bots.md").read_text(), re.DOTALL)
    assert len(found) == 1
    file.write_text(found[0])
    file.chmod(0o755)
    record = games.get(game)
    seats = record.seats[0]
    options = open_table(record, {}, seats, "1")
    played = play(record, options, seats, [own_bot(str(file))] * seats, "1", first=6)
    assert (played.steps, played.refused, played.failures) == (6, 0, ()), played.first_refused


def test_simulate_takes_it_as_it_takes_a_file_in_python(
    written: Written, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written("def answer(asked): return {'orders': None}" + ANSWERS)
    call_command("simulate", "deep_blue", "--seats=2", f"--bots={file},easy", "--matches=1", "--json")
    (match,) = json.loads(capsys.readouterr().out)["matches"]
    assert (match["bots"], match["refused"], match["failed"]) == ([str(file), "easy"], 0, 0)
    with pytest.raises(CommandError, match="--bots: there is no file"):
        call_command("simulate", "deep_blue", "--seats=2", f"--bots={tmp_path}/nothing,easy")
    with pytest.raises(CommandError, match="in Python and WebAssembly modules"):
        call_command("simulate", "deep_blue", "--seats=2", f"--bots={file},easy", "--hosted")
