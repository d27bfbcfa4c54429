"""Does the example of training write the program that it ships, and is that program the policy that was trained?"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fogbound_client.env import FogboundEnv

from games.core import simulate
from games.planet_conquer import GAME

FOLDER = Path(__file__).parents[2] / "client/examples/planet_conquer"


def loaded(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_program_is_written_from_the_learned_numbers() -> None:
    train = loaded("train")
    assert train.program(FOLDER / "learned.txt") == (FOLDER / "learned.py").read_text(encoding="utf-8")
    assert (FOLDER / "learned.txt").read_text(encoding="utf-8").startswith("# Made by: train.py --seed ")


def test_the_program_orders_what_the_policy_does() -> None:
    train, decide = loaded("train"), loaded("learned").decide
    env = FogboundEnv("planet_conquer", rivals={1: "easy"})
    policy = train.Policy(env.codec)
    rows = [line.split() for line in (FOLDER / "learned.txt").read_text().splitlines()[1:]]
    assert [name for name, _ in rows] == list(train.FEATURES)
    weights = np.array([[float(weight) for _, weight in rows]])
    observations, infos = env.reset(seed=4)
    for _ in range(25):
        if not env.agents:
            break
        one = {name: array[None] for name, array in observations["seat_0"].items()}
        action = policy.act(weights, one)[0]
        told = infos["seat_0"]
        moment = env.moments()[0]
        assert env.codec.orders(action, moment) == decide(told["view"], told["choices"])
        observations, *_, infos = env.step({"seat_0": action})


def test_the_program_beats_the_weakest_bot() -> None:
    won(matches=6, at_least=5)


@pytest.mark.long
def test_the_program_wins_seventy_of_a_hundred_matches() -> None:
    won(matches=100, at_least=70)


def won(*, matches: int, at_least: int) -> None:
    mine = loaded("learned").decide
    bots = [simulate.OwnBot("learned", lambda view, choices, rng, memory: mine(view, choices)), GAME.bot("easy")]
    first = 0
    for number in range(matches):
        seed = simulate.match_seed("example", number // 2)
        options = simulate.open_table(GAME, {}, 2, seed)
        record = simulate.play(GAME, options, 2, simulate.rotated(bots, number % 2), seed)
        assert record.refused == 0
        assert record.failures == ()
        first += record.ranks[number % 2] == 1
    assert first >= at_least
