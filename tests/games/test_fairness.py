"""Are the starts of a map equally good? Shares with their borders, and what is said of a start that is plainly better."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import games
from games.core.fairness import Fairness, borders


def check(options: dict[str, Any], seconds: float) -> Fairness:
    """With a clock that counts the steps."""
    game = games.get("planet_conquer")
    assert game.workshop is not None
    clock: Iterator[int] = count()
    return Fairness(
        game=game, options={**options, **game.workshop.fixed}, seats=2, bot=game.bot("medium"), seconds=seconds, patience=seconds, seed="fair",
        now=lambda: 0.0, worked=lambda: float(next(clock)),
    )  # fmt: skip


def duel(natives: int) -> dict[str, Any]:
    """Two homes with a rich planet between them; natives make the way of the second one longer."""
    planets = [
        {"key": "A", "kind": "base", "at": [100, 500]},
        {"key": "B", "kind": "base", "at": [900, 500]},
        {"key": "C", "kind": "core", "at": [500, 300]},
        {"key": "D", "kind": "resource", "at": [500, 700]},
    ]
    far = 1 + natives
    return {
        "format": 1, "id": "duel", "name": "Duel", "seats": {"min": 2, "max": 2}, "max_round": 60, "planets": planets,
        "routes": [["A", "C", 1], ["A", "D", 1], ["B", "C", far], ["B", "D", far]], "starts": ["A", "B"],
    }  # fmt: skip


def test_borders_hold_what_a_table_of_wilson_says():
    assert [round(one, 3) for one in borders(10, 20)] == [0.299, 0.701]
    assert [round(one, 3) for one in borders(0, 10)] == [0.0, 0.278]
    assert borders(0, 0) == (0.0, 1.0)


def test_a_start_that_is_nearer_to_everything_is_called_better():
    looked = check({"map": duel(natives=6)}, seconds=1500)
    for _step in looked.course():
        pass
    found = looked.found()
    assert [one["verdict"] for one in found["starts"]] == ["better", "worse"], found
    assert found["matches"] == len(looked.lengths) == round(sum(one["wins"] for one in found["starts"]))
    assert found["steps"] > 0 and found["minutes"] >= 1


def test_a_check_ends_with_its_time_and_says_nothing_of_too_few_matches():
    looked = check({"map": duel(natives=0)}, seconds=3)
    assert len(list(looked.course())) <= 4
    assert looked.found() == {
        "matches": 0, "bot": "medium", "steps": None, "minutes": None,
        "starts": [{"wins": 0.0, "low": 0.0, "high": 1.0, "verdict": ""}] * 2,
    }  # fmt: skip
