"""Does a rehearsal take files of programs and the plan of a contest, and play it with the code of the site?"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone

import games
from config import apart
from lobby.contests import plans, rehearsal, result_files
from lobby.contests.models import Contest
from lobby.contests.plans import StagePlan
from lobby.management.commands import contest
from tests.lobby.contest_rows import entered, plan

CALM = "def decide():\n    return None\n"
FAILING = "def decide(memory):\n    memory['lit'] = True\n    raise ValueError('no lamp')\n"


@pytest.fixture(autouse=True)
def home(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command runs in this process: its transaction is undone at the end."""
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")
    monkeypatch.setattr(apart, "is_apart", lambda: True)
    monkeypatch.setattr(rehearsal, "make_tables", lambda: None)


def programs_in(folder: Path, **texts: str) -> list[str]:
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text)
    return [str(folder / f"{name}.py") for name in texts]


def rehearsed(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict:
    call_command("contest", "toy_programs", *arguments, "--json")
    return json.loads(capsys.readouterr().out)


def test_files_are_entrants_under_their_names_and_bots_fill_them_up(tmp_path, capsys):
    files = programs_in(tmp_path, calm=CALM, quiet=CALM)
    small = ("--table", "2", "--games", "1", "--final", "1", "--target", "1", "--straight", "1")
    found = rehearsed(capsys, *files, "--entrants", "4", "--bots", "thrower", *small)
    assert sorted(one["name"] for one in found["entrants"]) == ["calm", "quiet", "thrower 1", "thrower 2"]
    assert not Contest.objects.exists()


def test_the_results_of_a_contest_are_the_plan_of_its_rehearsal(alice, tmp_path, capsys):
    stages = (StagePlan("swiss", {"rounds": 2}, advances=2), StagePlan("rank_sum", {"games": 3, "drop_worst": 1}))
    announced = entered(alice, plan(*stages, name="Winter cup", options={"rounds": 3}), 3)
    file = tmp_path / "results.json"
    file.write_text(json.dumps(result_files.results_of(announced, timezone.now()), cls=DjangoJSONEncoder))
    files = programs_in(tmp_path, one=CALM, two=CALM, three=CALM)
    found = rehearsed(capsys, *files, "--plan", str(file))
    at_home = found["contest"]
    assert (at_home["name"], at_home["options"], at_home["table_size"]) == ("Winter cup", {"rounds": 3}, 2)
    assert [(stage["format"], stage["rules"]) for stage in at_home["stages"]] == [
        (stage.format, dict(stage.rules)) for stage in stages
    ]
    assert [len(stage["lines"]) for stage in found["standings"]] == [3, 2]
    assert at_home["phase"] == "finished"


def test_a_race_by_evenings_is_rehearsed_without_waiting_for_one(tmp_path, capsys):
    file = tmp_path / "plan.json"
    stages = [{"format": "points_race", "rounds": 2, "games": 1, "advances": 2}, {"format": "rank_sum", "games": 1}]
    wish = {"game": "toy_programs", "evening": "20:00", "time_zone": "Asia/Shanghai", "stages": stages}
    file.write_text(json.dumps(wish))
    found = rehearsed(capsys, *programs_in(tmp_path, one=CALM, two=CALM, three=CALM), "--plan", str(file))
    assert found["contest"]["phase"] == "finished"
    assert found["contest"]["evening"] == "20:00"


def by_evenings(folder: Path, rounds: int) -> str:
    file = folder / "plan.json"
    stages = [{"format": "points_race", "rounds": rounds, "games": 1}, {"format": "rank_sum", "games": 1}]
    file.write_text(json.dumps({"game": "toy_programs", "evening": "20:00", "stages": stages}))
    return str(file)


def test_versions_are_handed_in_day_by_day_and_stand_on_each_result(tmp_path, capsys):
    one, better, best, other = programs_in(tmp_path, one=CALM, better=CALM, best=CALM, other=CALM)
    plan = by_evenings(tmp_path, 3)
    found = rehearsed(capsys, f"{one},{better},{best}", other, "--plan", plan)
    assert sorted(entrant["name"] for entrant in found["entrants"]) == ["one", "other"]
    played = [
        (table["stage"], table["round"], place["version"])
        for table in found["tables"]
        for place in table["places"]
        if place["entrant"]["name"] == "one"
    ]
    assert played == [(0, 0, 1), (0, 1, 2), (0, 2, 3), (1, 0, 3)]
    assert [(one["version"], one["games"]) for one in found["versions"]["one"]] == [(1, 1), (2, 1), (3, 2)]
    assert "other" not in found["versions"]


def test_a_version_that_comes_after_the_freeze_does_not_play(tmp_path, capsys):
    one, better, late, other = programs_in(tmp_path, one=CALM, better=CALM, late=CALM, other=CALM)
    call_command("contest", "toy_programs", f"{one},{better},{late}", other, "--plan", by_evenings(tmp_path, 1))
    # The second one came before the freeze, and plays what follows the race.
    assert "one: version 1 won 0 of 1, version 2 won 0 of 1, version 3 won 0 of 0\n" in capsys.readouterr().out


def test_versions_without_a_plan_are_handed_in_during_the_days_of_the_race(tmp_path, capsys):
    one, better, other = programs_in(tmp_path, one=CALM, better=CALM, other=CALM)
    small = ("--table", "2", "--games", "1", "--days", "2", "--final", "1", "--target", "1", "--straight", "1")
    found = rehearsed(capsys, f"{one},{better}", other, *small)
    assert found["versions"]["one"][0] == {"version": 1, "games": 1, "won": found["versions"]["one"][0]["won"]}
    assert found["contest"]["evening"] == "20:00"


def test_versions_need_a_race_by_evenings(tmp_path):
    file = tmp_path / "plan.json"
    file.write_text(json.dumps({"game": "toy_programs", "stages": [{"format": "swiss", "rounds": 1}]}))
    one, better, other = programs_in(tmp_path, one=CALM, better=CALM, other=CALM)
    with pytest.raises(CommandError, match="by evenings"):
        call_command("contest", "toy_programs", f"{one},{better}", other, "--plan", str(file))
    with pytest.raises(CommandError, match="no file of a program"):
        call_command("contest", "toy_programs", f"{one},better", other)


def test_a_program_that_fails_plays_default_orders_and_is_named(tmp_path, capsys):
    files = programs_in(tmp_path, calm=CALM, failing=FAILING)
    small = ("--table", "2", "--games", "1", "--final", "1", "--target", "1", "--straight", "1")
    found = rehearsed(capsys, *files, "--entrants", "3", "--bots", "thrower", *small)
    assert found["failures"]["failing"]["first"].startswith("ValueError: no lamp (")
    assert not any(table["is_void"] for table in found["tables"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "no plan of a contest"),
        ("[]", "no plan of a contest"),
        ('{"game": "chess"}', "a contest of chess"),
        ('{"game": "toy_programs", "stages": [{"format": "chess"}]}', "format"),
        ('{"game": "toy_programs"}', "stages"),
    ],
)
def test_a_file_that_is_no_plan_is_refused_with_the_reason(tmp_path, text, said):
    file = tmp_path / "plan.json"
    file.write_text(text)
    with pytest.raises(CommandError, match=said):
        call_command("contest", "toy_programs", "--plan", str(file))


def test_what_is_no_file_of_a_program_is_refused():
    with pytest.raises(CommandError, match="no file of a program"):
        call_command("contest", "toy_programs", "mine.txt", "--entrants", "2")


SMALL = ("--table", "2", "--games", "1", "--final", "1", "--target", "1", "--straight", "1")


def test_the_same_seed_makes_the_same_contest_however_many_play_side_by_side(tmp_path, capsys):
    given = ("--entrants", "7", "--bots", "thrower", "--seed", "s", *SMALL)
    alone, beside = [rehearsed(capsys, *given, "--jobs", jobs) for jobs in ("1", "3")]
    for told in ("standings", "tables"):
        lines = json.loads(json.dumps(alone[told])), json.loads(json.dumps(beside[told]))
        assert [without_ids(one) for one in lines[0]] == [without_ids(one) for one in lines[1]]
    # A seed makes another draw.
    other = rehearsed(capsys, *given[: -1 - len(SMALL)], "t", *SMALL)
    assert [without_ids(one) for one in other["tables"]] != [without_ids(one) for one in alone["tables"]]


def without_ids(line: dict) -> str:
    """What is the same in another database, whose entrants have the same order."""
    names = [one["entrant"]["name"] for one in line.get("lines", line.get("places"))]
    return json.dumps([names, [one.get("place", one.get("rank")) for one in line.get("lines", line.get("places"))]])


def test_how_far_it_is_stands_on_standard_error_line_by_line_or_in_one(tmp_path, capsys):
    given = ("--entrants", "4", "--bots", "thrower", *SMALL)
    call_command("contest", "toy_programs", *given, "--json")
    heard = capsys.readouterr()
    json.loads(heard.out)
    lines = [line for line in heard.err.splitlines() if line.startswith("Stage")]
    assert lines[0].startswith("Stage 1 of 3 (points_race), round 1: 1 of 2 tables; 1 of about ")
    assert [line.split(",")[0] for line in lines][-1].startswith("Stage 3 of 3") or len(lines) > 1
    call_command("contest", "toy_programs", *given, "--progress", "line")
    heard = capsys.readouterr()
    assert heard.err.startswith("\r\x1b[KStage 1 of 3") and heard.err.endswith("\r\x1b[K")
    assert "Stage 1 of 3" not in heard.out


def test_orders_that_are_refused_are_counted_for_their_program(tmp_path, capsys):
    files = programs_in(tmp_path, calm=CALM, wild="def decide():\n    return {'nonsense': 1}\n")
    found = rehearsed(capsys, *files, "--entrants", "3", "--bots", "thrower", *SMALL)
    assert set(found["refusals"]) == {"wild"} and not found["failures"]
    assert found["refusals"]["wild"]["decisions"] > 1


def test_a_match_that_cannot_be_played_is_tried_again_and_then_void(monkeypatch, capsys):
    def broken(*_given: object) -> None:
        raise ValueError("no engine")

    monkeypatch.setattr(contest, "play", broken)
    found = rehearsed(capsys, "--entrants", "2", "--bots", "thrower", *SMALL)
    played = [table for table in found["tables"] if len(table["places"]) > 1]
    assert played and all(table["is_void"] for table in played)


@pytest.mark.parametrize("game", ["planet_conquer", "hundred_clubs", "deep_blue", "cosmos", "frames"])
def test_a_rehearsal_without_a_plan_has_tables_that_the_rules_of_the_game_allow(game):
    plan = contest._plan({**USUAL, "game": game})
    assert plans.checked(plan, timezone.now()).id == game


USUAL = {"table": None, "target": None, "straight": 2, "days": 1, "games": 3, "final": 3, "options": "{}", "files": []}
