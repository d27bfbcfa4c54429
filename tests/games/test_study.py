"""Which changes does a study tell, and how sure does it call them? Few play-outs make nothing sure, and what chance may do is not told."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import games
from games.core import study
from games.core.study import Study, Value, grid, worth_of_places


def study_with(*values: tuple[float, int]) -> Study:
    """A study that has played out neighbouring steps: the sum and the number of their play-outs."""
    facts: dict[str, Any] = {
        "options": {},
        "seats": 2,
        "seat": 0,
        "view_of": lambda step: None,
        "seconds": 1.0,
        "patience": 60.0,
        "seed": "s",
    }
    made = Study(game=games.get("deep_blue"), last=9, now=time.monotonic, worked=time.thread_time, **facts)
    made.values = {step: Value(total, plays) for step, (total, plays) in enumerate(values)}
    return made


@pytest.mark.parametrize(
    ("before", "after", "word"),
    [
        ((3, 3), (0, 3), "hint"),
        ((5, 5), (0, 5), "sure"),
        ((24, 24), (0, 24), "sure"),
        ((16, 24), (8, 24), "hint"),
        ((12, 24), (12, 24), None),
        ((2, 3), (1, 3), None),
    ],
)
def test_a_change_is_called_as_sure_as_its_play_outs_make_it(before, after, word):
    turns = study_with(before, after).found()["turns"]
    assert [turn["sure"] for turn in turns] == ([word] if word else [])


def test_at_most_three_steps_are_told_in_order_of_time():
    found = study_with((24, 24), (0, 24), (24, 24), (2, 24), (24, 24), (0, 24)).found()["turns"]
    assert len(found) == 3
    assert [turn["step"] for turn in found] == sorted(turn["step"] for turn in found)


def test_play_outs_begin_where_the_estimate_changes_most():
    made = study_with()
    estimates = [500, 500, 480, 120, 110, 100, 300, 300, 300]
    made.values.clear()
    game = replace(
        made.game,
        imagine=lambda options, view, rng: view,
        outcome=lambda state: None,
        chances=lambda state: [state, 1000 - state],
    )
    made.game, made.view_of = game, lambda step: estimates[step]
    assert made._worth_a_look() == [1, 2, 3, 5, 6]
    made.game = replace(game, chances=None)
    assert made._worth_a_look() == list(grid(9))


@pytest.mark.parametrize(("busy", "seconds", "patience"), [(1, 6, 1000), (9, 6, 1000), (9, 1000, 60)])
def test_a_study_works_as_long_on_a_busy_machine_but_no_longer_than_somebody_waits(
    busy, seconds, patience, monkeypatch
):
    worked = [0]

    def play_out(*_: Any, **__: Any) -> Iterator[int]:
        for step in range(3):
            worked[0] += 1
            yield step

    made = study_with()
    made.values.clear()
    made.game = replace(
        made.game,
        imagine=lambda *_: 0,
        pending=lambda _: [0],
        outcome=lambda _: None,
        in_play=None,
        chances=None,
        scores=None,
    )
    made.seconds, made.patience, made.view_of = seconds, patience, lambda step: step
    made.now, made.worked = lambda: busy * worked[0], lambda: worked[0]
    monkeypatch.setattr(study, "play_out", play_out)
    assert sum(1 for _ in made.course()) > 2
    enough = min(seconds, patience / busy)
    assert enough <= worked[0] <= enough + 1


def test_the_values_lie_in_their_borders():
    for total, plays in ((0, 1), (3, 3), (7.5, 12), (0, 24)):
        told = Value(total, plays).rounded()
        assert 0 <= told["low"] <= told["value"] <= told["high"] <= 1


def test_short_matches_are_looked_at_step_by_step_and_long_ones_at_both_ends():
    assert grid(1) == [0]
    assert grid(5) == [0, 1, 2, 3, 4]
    assert (grid(300)[0], grid(300)[-1], len(grid(300))) == (0, 299, 7)


def test_a_shared_first_place_is_a_part_of_a_win():
    assert [worth_of_places({0: 1, 1: 1, 2: 3}, seat) for seat in range(3)] == [0.5, 0.5, 0]
