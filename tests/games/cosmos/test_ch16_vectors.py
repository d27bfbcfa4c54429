"""Chapter 16: recorded cases come out the same."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from games.core.vectors import UnknownFormat
from games.cosmos.vectors import run

FOLDER = Path(__file__).parents[1] / "vectors" / "cosmos"
FILES = sorted(FOLDER.glob("*.json"))


def read(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text())


def test_there_are_recordings_of_every_kind() -> None:
    assert len(FILES) == 12


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_recording(path: Path) -> None:
    cases = run(json.loads(path.read_text()))
    assert cases
    for case in cases:
        assert case.passed, f"{case.name}: {case.mismatches[:3]}"


@pytest.mark.parametrize("name", ["overload", "move", "charge", "mining"])
def test_a_wrong_recording_is_noticed(name: str) -> None:
    data = read(name)
    data["cases"] = [copy.deepcopy(data["cases"][0])]
    data["cases"][0]["after"][0][5] += 1
    (case,) = run(data)
    assert not case.passed


def test_a_wrong_match_is_noticed() -> None:
    data = read("match_06")
    data["rounds"][3]["points"][0] += 1
    (case,) = run(data)
    assert case.mismatches[0].startswith("round 4, points")


def test_other_files_are_refused() -> None:
    for data in ([], {"game": "chess"}, {"game": "cosmos"}):
        with pytest.raises(UnknownFormat):
            run(data)
