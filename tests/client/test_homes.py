"""Does a program get the same at home as from the engines, and the same chance everywhere?"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import fogbound_client.rng
import pytest
from django.conf import settings
from django.core.management import call_command
from fogbound_client import NoEngines, NotADecider, additions, local, merged, play_at_home, whole
from fogbound_client import __main__ as command
from fogbound_client.__main__ import main
from fogbound_client.deciding import Decider, load

import games
import games.core.rng
from games.core.simulate import open_table, play
from lobby.bots import at_home
from lobby.bots.modules import module_source
from lobby.operations.own_bots import own_bot
from tests.lobby.module_texts import DEFAULT, NO_PROGRAMS

FILE = """
def decide(view, choices, rng, memory):
    memory["steps"] = memory.get("steps", 0) + 1
    return rng.choice([choice["orders"] for choice in choices if "orders" in choice])
"""


@pytest.mark.parametrize("seed", ["", "a", "5f8e"])
def test_the_same_draws_in_client_and_engines(seed: str) -> None:
    for step in range(3):
        ours, theirs = fogbound_client.rng.program_rng(seed, step), games.core.rng.program_rng(seed, step)
        for _ in range(3):
            assert ours.randrange(1000) == theirs.randrange(1000)
            assert ours.random() == theirs.random()
            assert ours.permutation(70) == theirs.permutation(70)
            assert ours.choice("lanterns") == theirs.choice("lanterns")
    assert fogbound_client.rng.program_rng("a", 0).random() != fogbound_client.rng.program_rng("a", 1).random()


def test_the_seed_of_a_seat_is_its_own_and_tells_nothing_of_the_match() -> None:
    told = {games.core.rng.seat_seed(seed, seat) for seed in ("1", "2") for seat in range(4)}
    assert len(told) == 8
    assert {len(one) for one in told} == {32}


def test_a_file_plays_at_home_as_simulate_has_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.py"
    file.write_text(FILE)
    assert main(["home", str(file), "--game", "deep_blue", "--matches", "2", "--seed", "9"]) == 0
    home = capsys.readouterr().out.splitlines()
    simulated = io.StringIO()
    options = ("--seats", "2", "--bots", f"{file},easy", "--matches", "2", "--seed", "9", "--swap")
    call_command("simulate", "deep_blue", *options, stdout=simulated)
    for ours, theirs in zip(home[:2], simulated.getvalue().splitlines()[:2], strict=True):
        steps = ours.split(" steps")[0].split()[-1]
        place = ours.split("place ")[1].split()[0]
        assert f"{steps} steps" in theirs
        assert f"{place}. {file}" in theirs


def test_what_files_print_can_be_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FOGBOUND_SILENT", "1")
    monkeypatch.delenv("FOGBOUND_SILENT")
    talking, other = tmp_path / "mine.py", tmp_path / "other"
    talking.write_text("print('I am loaded')\n\ndef decide(view):\n    print('I see')\n")
    other.write_text(f"#!{sys.executable}\nimport sys\nfor _ in sys.stdin:\n"
                     "    print('I hear', file=sys.stderr)\n    print('{\"orders\": null}', flush=True)\n")  # fmt: skip
    other.chmod(0o755)
    given = ("deep_blue", "--seats", "2", "--bots", f"{talking},{other}", "--matches", "1")
    call_command("simulate", *given, "--json")
    heard = capfd.readouterr()
    assert "I am loaded" in heard.out and "I see" in heard.out and "I hear" in heard.err
    for file in (talking, other):
        file.rename(file.with_stem(f"{file.stem}_silent"))
    silent = ("deep_blue", "--seats", "2", "--bots", f"{tmp_path / 'mine_silent.py'},{tmp_path / 'other_silent'}")
    call_command("simulate", *silent, "--matches", "1", "--silent", "--json")
    heard = capfd.readouterr()
    assert len(json.loads(heard.out)["matches"]) == 1 and heard.err == ""


def test_memory_and_orders_are_what_json_holds_of_them() -> None:
    def odd(view: Any, memory: Any) -> Any:
        view.clear()
        memory[1] = (2, 3)
        return {"a": (1, 2)}

    view, memory = {"x": 1}, dict[str, Any]()
    assert Decider(odd).ask(view=view, choices=None, rng=None, memory=memory) == {"a": [1, 2]}
    assert (view, memory) == ({"x": 1}, {"1": [2, 3]})


def test_what_a_failing_decide_remembers_is_dropped() -> None:
    def failing(memory: Any) -> Any:
        memory["x"] = 1
        raise ValueError

    memory = dict[str, Any]()
    with pytest.raises(ValueError):
        Decider(failing).ask(view={}, choices=None, rng=None, memory=memory)
    assert memory == {}


@pytest.mark.parametrize("decide", [lambda view, stones: None, 3])
def test_what_is_no_decide_is_refused(decide: Any) -> None:
    with pytest.raises(NotADecider):
        Decider(decide)


@pytest.mark.parametrize("value", [{1, 2}, float("nan")])
def test_what_is_no_json_is_refused(value: Any) -> None:
    with pytest.raises(NotADecider, match="what decide returned is no JSON"):
        Decider(lambda: value).ask(view={}, choices=None, rng=None, memory={})


def test_a_file_without_decide_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "empty.py"
    file.write_text("")
    for name in (file, tmp_path / "nothing.py"):
        with pytest.raises(NotADecider):
            load(name)


def test_the_command_says_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["home", "nothing.py", "--game", "deep_blue"]) == 1
    assert "there is no file nothing.py" in capsys.readouterr().err


def test_the_command_serves_a_file_for_all_games_or_one_for_each(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file, served = tmp_path / "mine.py", list[Any]()
    file.write_text("def decide(view): return 5")
    monkeypatch.setattr(command, "serve", lambda decide, **more: served.append((decide, more)))
    assert main(["serve", str(file), "--accept", "--memory", "kept", "--strict"]) == 0
    assert main(["serve", f"one={file}", f"two={file}"]) == 0
    (alone, more), (each, _) = served
    assert list(alone) == [""]
    assert (more["accept"]({}), more["memory_folder"], more["strict"]) == (True, "kept", True)
    assert list(each) == ["one", "two"]
    assert each["two"].ask(view={}, choices=None, rng=None, memory={}) == 5


def test_without_engines_there_is_no_play_at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def missing() -> None:
        raise ModuleNotFoundError(name="games")

    monkeypatch.setattr(local, "_imported", missing)
    monkeypatch.setenv("FOGBOUND_CHECKOUT", str(tmp_path))
    with pytest.raises(NoEngines, match="FOGBOUND_CHECKOUT"):
        next(play_at_home(lambda: None, game="deep_blue"))


@pytest.mark.parametrize("name", local.NEEDED)
def test_what_the_engines_need_is_named(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(NoEngines, match=f"need {name}: pip install"):
        next(play_at_home(lambda: None, game="deep_blue"))


def test_the_extra_for_home_brings_what_the_engines_import() -> None:
    project = tomllib.loads((settings.BASE_DIR / "client/pyproject.toml").read_text())["project"]
    nodes = [node for file in (settings.BASE_DIR / "games").rglob("*.py") for node in ast.parse(file.read_text()).body]
    named = [one.name for node in nodes if isinstance(node, ast.Import) for one in node.names]
    named += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and not node.level]
    assert {name.split(".")[0] for name in named} - sys.stdlib_module_names - {"games"} == set(local.NEEDED)
    for extra in ("local", "env"):
        assert {re.split(r"\W", one)[0] for one in project["optional-dependencies"][extra]} >= set(local.NEEDED)


def test_refused_orders_are_told_at_home_too() -> None:
    told = []

    def clumsy(refused: Any) -> Any:
        told.append(refused)
        return {"walk": 9} if len(told) == 1 else None

    match = next(play_at_home(clumsy, game="planet_conquer", matches=1, options={"max_round": 10}))
    assert match.refused == 1
    assert told[0] is None
    assert told[1]["step"] == 0
    assert told[1]["code"] in match.first_refused
    assert told[2:] == [None] * 8


def test_choices_that_add_are_laid_on_others() -> None:
    choices = [
        {"label": "a", "orders": {"moves": [1], "at": {"x": 1}}},
        {"label": "b", "orders": {"moves": [2], "at": {"y": 2}, "to": 5}, "adds": True},
        {"label": "c", "reason": "no"},
    ]
    assert [entry["label"] for entry in whole(choices)] == ["a"]
    assert [entry["label"] for entry in additions(choices)] == ["b"]
    assert merged(choices[0]["orders"], choices[1]["orders"]) == {"moves": [1, 2], "at": {"x": 1, "y": 2}, "to": 5}
    assert choices[0]["orders"] == {"moves": [1], "at": {"x": 1}}


def test_own_bots_of_commands_take_the_same_parameters(tmp_path: Path) -> None:
    file = tmp_path / "told.py"
    file.write_text("def decide(refused, memory, rng, choices, view): return [view, choices, memory, refused]")
    assert load(file).answer(1, 2, None, {}, 3) == [1, 2, {}, 3]
    assert own_bot(str(file)).answer(1, 2, None, {}, 3) == [1, 2, {}, 3]


COMMAND = """
import sys
print("the winner is", *sys.argv[1:])
print("round 1", file=sys.stderr, flush=True)
if "--bots=none" in sys.argv:
    sys.exit("CommandError: --bots: there is no bot none")
"""


def test_a_contest_at_home_is_the_command_of_the_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games/__init__.py").touch()
    (tmp_path / "manage.py").write_text(COMMAND)
    checkout = ModuleType("games")
    checkout.__file__ = str(tmp_path / "games/__init__.py")
    monkeypatch.setattr(local, "engines", lambda: checkout)
    wanted = ["contest", "deep_blue", "mine.py", "yours.py", "--plan", "results.json", "--jobs", "3", "--json"]
    assert main(wanted) == 0
    heard = capfd.readouterr()
    assert heard.out.split() == [
        *("the", "winner", "is", "contest", "deep_blue", "mine.py", "yours.py"),
        *("--plan=results.json", "--jobs=3", "--json", "--progress=lines"),
    ]
    assert heard.err == "round 1\n"
    assert main(["contest", "deep_blue", "--days=2", "--straight=0", "--options", "{}"]) == 0
    assert capfd.readouterr().out.split()[3:] == [
        *("contest", "deep_blue", "--days=2", "--straight=0", "--options={}", "--progress=lines"),
    ]
    assert main([*wanted, "--bots", "none"]) == 1
    assert capfd.readouterr().err == "round 1\nContestRefused: there is no bot none\n"


PROGRAMS = re.findall(r"```python\n(.*?)```", (Path(__file__).parents[2] / "docs/bots.md").read_text(), re.DOTALL)
ALL_GAMES = ("planet_conquer", "hundred_clubs", "deep_blue", "cosmos", "frames")


@pytest.mark.parametrize("game", ALL_GAMES)
def test_the_first_bot_of_the_guide_plays_every_game_without_a_refusal(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fogbound_client.run", lambda decide, game: f"would play {game} on a site")
    file = tmp_path / "first.py"
    file.write_text(PROGRAMS[0])
    record = games.get(game)
    seats = record.seats[0]
    options = open_table(record, {}, seats, "1")
    played = play(record, options, seats, [own_bot(str(file))] * seats, "1", first=6 if game == "hundred_clubs" else 30)
    assert (played.steps > 3, played.refused, played.failures) == (True, 0, ())


FAILING = """
def decide(view, choices, memory):
    memory["asked"] = memory.get("asked", 0) + 1
    if memory["asked"] == 3:
        raise ValueError("no lamp")
"""


def test_a_file_that_fails_goes_on_with_default_orders_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "failing.py"
    file.write_text(FAILING, encoding="utf-8-sig")
    assert main(["home", str(file), "--game", "deep_blue", "--matches", "1"]) == 0
    said = capsys.readouterr().out
    # The memory stays as it was before the failure, so it fails from then on.
    told = re.search(r" (\d+) steps .* failed (\d+): step 2, seat 0: ValueError: no lamp \(failing.py, line 5\)", said)
    assert told and int(told[2]) == int(told[1]) - 2 > 50


def test_a_file_at_home_is_refused_as_the_site_refuses_it_and_plays_as_it_would_there(tmp_path: Path) -> None:
    record = games.get("deep_blue")
    file = tmp_path / "mine.py"
    file.write_text("def decide(view):\n    yield 1\n", encoding="utf-8-sig")
    with pytest.raises(at_home.NotHosted, match=r"mine\.py, line 2: A function cannot stop half-way"):
        at_home.hosted_bot(record, str(file))
    file.write_text(FAILING.replace("== 3", "== 8"), encoding="utf-8-sig")
    options = open_table(record, {}, 2, "1")
    hosted = at_home.hosted_bot(record, str(file))
    try:
        played = play(record, options, 2, [hosted, record.bots[0]], "1", first=30)
    finally:
        at_home.close()
    told = [why for _step, _seat, why in played.failures]
    assert told[0] == "an error: ValueError: no lamp (line 5)"
    # After ten such steps it is off, as in a match of the site.
    assert len(told) == settings.PROGRAM_STRIKES + 1
    assert told[-1].startswith("switched off")
    same = play(record, options, 2, [own_bot(str(file)), record.bots[0]], "1", first=30)
    assert same.orders == played.orders


@pytest.mark.slow
def test_the_command_says_where_a_file_leaves_what_the_site_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.py"
    file.write_text("import os\ndef decide(view):\n    import sys\n    return None\n")
    assert main(["home", str(file), "--game", "deep_blue", "--hosted"]) == 1
    first, second = capsys.readouterr().err.splitlines()
    assert "mine.py, line 1: There is no module os here" in first
    assert "mine.py, line 3: There is no module sys here" in second


@pytest.mark.slow
def test_a_module_plays_at_home_as_the_site_runs_it(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.wasm"
    file.write_bytes(module_source(DEFAULT))
    assert main(["home", str(file), "--game", "deep_blue", "--matches", "1"]) == 0
    assert "mine.wasm" in capfd.readouterr().out
    file.write_bytes(module_source(NO_PROGRAMS["no _start"][0]))
    assert main(["home", str(file), "--game", "deep_blue", "--matches", "1"]) == 1
    assert main(["play", str(file), "--game", "deep_blue"]) == 1
    said = capfd.readouterr().err
    assert "it has no function _start" in said and "fogbound upload" in said


def recorded(file: Path) -> dict[str, Any]:
    """A match of that file against the weakest bot, as the site records one."""
    record = games.get("deep_blue")
    options = open_table(record, {}, 2, "9")
    played = play(record, options, 2, [own_bot(str(file)), record.bots[0]], "9", first=8)
    return {
        "game": record.id,
        "rules_version": record.rules_version,
        "options": options,
        "seed": "9",
        "seats": [{"bot": ""}, {"bot": record.bots[0].id}],
        "start": None,
        "orders": [{str(seat): orders for seat, orders in step.items()} for step in played.orders],
    }


def test_a_match_is_played_again_until_the_program_orders_something_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, match = tmp_path / "again.py", tmp_path / "match.json"
    file.write_text(FILE)
    record = recorded(file)
    match.write_text(json.dumps(record))
    assert main(["replay", str(file), str(match)]) == 0
    assert capsys.readouterr().out == f"seat 0: the same orders in all {len(record['orders'])} steps\n"
    file.write_text(FILE + "    \ndef other(**given): return None\nold, decide = decide, lambda view, choices, rng, memory: None if memory.get('steps') == 3 else old(view, choices, rng, memory)\n")  # fmt: skip
    assert main(["replay", str(file), str(match)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "seat 0: the same orders in 3 steps, others in step 3"
    assert said[1].startswith("recorded: {") and said[2].startswith("now:      {")
    assert main(["replay", str(file), str(match), "--seat", "2"]) == 1
    match.write_text("[]")
    assert main(["replay", str(file), str(match)]) == 1


@pytest.mark.slow
def test_a_match_is_played_again_in_the_sandbox(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file, module, match = tmp_path / "again.py", tmp_path / "again.wasm", tmp_path / "match.json"
    file.write_text(FILE)
    module.write_bytes(module_source(DEFAULT))
    record = recorded(file)
    match.write_text(json.dumps(record))
    assert main(["replay", str(file), str(match), "--hosted"]) == 0
    assert capfd.readouterr().out == f"seat 0: the same orders in all {len(record['orders'])} steps\n"
    # It always plays default orders; the bot of the other seat does not.
    assert main(["replay", str(module), str(match), "--seat", "1", "--budget", "3"]) == 0
    said = capfd.readouterr().out.splitlines()
    assert said[0] == "seat 1: the same orders in 0 steps, others in step 0"
    assert main(["replay", str(module), str(match), "--budget", "2"]) == 1
    assert "--budget: invalid choice: 2" in capfd.readouterr().err
    match.write_text("{}")
    assert main(["replay", str(module), str(match)]) == 1
    assert "this is no record of a match" in capfd.readouterr().err


def test_a_record_says_to_its_author_which_seat_was_theirs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, match = tmp_path / "again.py", tmp_path / "match.json"
    file.write_text(FILE)
    record = recorded(file)

    def replayed(**given: Any) -> str:
        match.write_text(json.dumps(record | given))
        done = main(["replay", str(file), str(match)])
        said = capsys.readouterr()
        return said.out if done == 0 else said.err

    programs = [{"bot": ""}, {"bot": ""}]
    assert "say which seat" in replayed(seats=programs)
    assert replayed(seats=programs, yours=[0]).startswith("seat 0: the same orders in all")
    assert replayed(seats=programs, yours=[1]).startswith("seat 1: the same orders in")
    assert "say which seat" in replayed(seats=programs, yours=[0, 1])
    assert "say which seat" in replayed(seats=programs, yours=[7])
