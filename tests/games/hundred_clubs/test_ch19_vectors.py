"""Chapter 19.1: recorded matches and rounds come out the same."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from games.core.vectors import UnknownFormat
from games.hundred_clubs.vectors import SEED_RULES, run

FOLDER = Path(__file__).parents[1] / "vectors" / "hundred_clubs"
FILES = sorted(FOLDER.glob("*.json"))


def read(name: str) -> Any:
    return json.loads((FOLDER / name).read_text())


def test_there_are_recordings_of_every_kind() -> None:
    names = [path.stem for path in FILES]
    assert "fixtures" in names
    assert sum("truce" in name for name in names) >= 2
    assert {name.split("_")[2] for name in names if "_seed_" in name} >= {f"{clubs}p" for clubs in (2, 3, 4, 5, 7, 8)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_recording(path: Path) -> None:
    cases = list(run(json.loads(path.read_text())))
    assert cases
    for case in cases:
        assert case.passed, f"{case.name}: {case.mismatches[:3]}"


def test_other_rules_are_refused() -> None:
    """Only `truce_rounds` is passed on; every other switch has to have the seed's value."""
    match = read("29_seed_truce0_3p_16x14.json")
    for name, value in SEED_RULES.items():
        changed = copy.deepcopy(match)
        changed["rules"][name] = ["other", value]
        if name != "truce_rounds":
            with pytest.raises(UnknownFormat, match=name):
                list(run(changed))


def test_a_wrong_recording_is_noticed() -> None:
    match = read("29_seed_truce0_3p_16x14.json")
    match["rounds"][3]["after"]["saving"][0] += 1
    (case,) = run(match)
    assert not case.passed
    assert case.mismatches[0].startswith("round 4, saving")
    fixtures = read("fixtures.json")
    fixtures["fixtures"] = [fixture for fixture in fixtures["fixtures"] if fixture["rules"] == "seed"][:1]
    fixtures["fixtures"][0]["after"]["alive"][0] = False
    (case,) = run(fixtures)
    assert [line.split(":")[0] for line in case.mismatches] == ["alive"]


@pytest.mark.parametrize("data", [[], {}, {"format": 1}, None, {"rules": {}}])
def test_what_is_no_recording_is_refused(data: Any) -> None:
    with pytest.raises(UnknownFormat):
        list(run(data))
