"""The recorded scenarios, catalogue and fleets come out the same, and a change of them is noticed."""

import copy
import json
from pathlib import Path

import pytest

from games.core.vectors import UnknownFormat
from games.frames.vectors import run

FOLDER = Path(__file__).parents[1] / "vectors" / "frames"
SCENARIOS = json.loads((FOLDER / "scenarios.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario["id"])
def test_scenario(scenario):
    (case,) = run([scenario])
    assert case.mismatches == []


@pytest.mark.parametrize("name", ["cards.json", "starter_fleets.json"])
def test_data(name):
    for case in run(json.loads((FOLDER / name).read_text(encoding="utf-8"))):
        assert case.mismatches == [], case.name


@pytest.mark.parametrize("scenario", [one for one in SCENARIOS if one["dice"]], ids=lambda scenario: scenario["id"])
def test_a_die_too_many_or_too_few_is_noticed(scenario):
    more, less = copy.deepcopy(scenario), copy.deepcopy(scenario)
    more["dice"].append("d20:1")
    less["dice"].pop()
    for changed in (more, less):
        (case,) = run([changed])
        assert case.mismatches


def test_a_wrong_expectation_is_noticed():
    changed = copy.deepcopy(SCENARIOS[0])
    changed["expect"]["ship:1.hp"] += 1
    (case,) = run([changed])
    assert case.mismatches == ["end ship:1.hp: expected 10, got 9"]


def test_other_files_are_refused():
    with pytest.raises(UnknownFormat):
        list(run({"rounds": []}))
