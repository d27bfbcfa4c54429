"""Does an environment that steps all matches in arrays give the bytes of one that steps them one after another?"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from fogbound_client.env import FogboundVectorEnv, vector
from fogbound_client.env.together import Together

TABLES: dict[str, dict[str, Any]] = {
    "as it is": {"options": {"max_round": 40}},
    "few points": {"options": {"map": "two_lanterns", "max_round": 10, "points_per_round": 2}, "reward": "score"},
    "open, fee, three": {
        "seats": 3,
        "options": {"map": "sunken_temple", "fog": False, "maintain_fee": True, "max_round": 25},
    },
    "cut, seen when out": {"seats": 4, "max_steps": 25, "options": {"map": "first_light", "reveal_when_out": True}},
    "large, standing": {
        "seats": 4,
        "reward": "score",
        "options": {"map": "long_night", "standing": True, "max_round": 15},
    },
    "made anew": {"options": {"map": {"generate": {"seats": 2, "per_sector": 4}}, "max_round": 10}},
    "cheap": {"options": {"tactic_costs": {"eleminate": 1, "swap": 1, "god": 1}, "max_round": 30}},
}


def told(env: FogboundVectorEnv, actions: list[Any], steps: int) -> list[Any]:
    """Whatever comes back from a reset and these steps; draws the actions that are missing, some against the mask."""
    dice = np.random.default_rng(3)
    env.single_action_space.seed(2)
    observations, infos = env.reset(seed=11)
    found = [[in_bytes(observations), infos["asked"].tobytes()]]
    for step in range(steps):
        if len(actions) == step:
            drawn = env.sample(observations)
            wrong = dice.random(drawn.shape[:2]) < 0.05
            drawn[wrong] = env.single_action_space.sample()
            # Half of the seats keep still in most rounds, so that garrisons grow.
            drawn[..., :-1] *= dice.random(drawn[..., :-1].shape) < 0.3
            actions.append(drawn)
        observations, rewards, terminated, truncated, infos = env.step(actions[step])
        final = {match: in_bytes(last) for match, last in infos["final"].items()}
        arrays = [one.tobytes() for one in (rewards, terminated, truncated, infos["asked"])]
        found.append([in_bytes(observations), arrays, final, infos["refused"]])
    return found


def in_bytes(arrays: dict[str, Any]) -> dict[str, bytes]:
    return {name: np.ascontiguousarray(array).tobytes() for name, array in arrays.items()}


@pytest.mark.parametrize("table", TABLES)
def test_arrays_give_the_bytes_of_single_environments(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    actions: list[Any] = []
    env = FogboundVectorEnv("planet_conquer", matches=6, **TABLES[table])
    assert isinstance(env._batch, Together)
    together = told(env, actions, 41)
    monkeypatch.setattr(vector, "can_be_together", lambda env: False)
    alone = told(FogboundVectorEnv("planet_conquer", matches=6, **TABLES[table]), actions, 41)
    assert together == alone
    assert any(step[2] for step in alone[1:])
    assert any(step[3] for step in alone[1:])


def test_bots_that_need_views_play_one_match_after_another() -> None:
    env = FogboundVectorEnv("planet_conquer", matches=2, rivals={1: "easy"})
    assert not isinstance(env._batch, Together)
