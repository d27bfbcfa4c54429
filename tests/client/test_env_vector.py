"""Do many matches that are stepped in one call give what each gives alone, in this process and in workers?"""

from __future__ import annotations

import os
import signal
from typing import Any

import numpy as np
import pytest
from fogbound_client.env import FogboundEnv, FogboundVectorEnv, WorkerFailed
from fogbound_client.env.planet_conquer import PlanetConquer
from fogbound_client.errors import FogboundError

SHORT = {"max_round": 10}


class Failing(PlanetConquer):
    """Cannot say what an action means."""

    def orders(self, action: Any, moment: Any) -> Any:
        raise ValueError("no idea")


def played(env: FogboundVectorEnv, steps: int = 11) -> list[Any]:
    """Whatever comes back from a reset and from so many steps by lot, as bytes."""
    env.single_action_space.seed(1)
    observations, infos = env.reset(seed=7)
    told = [[observations, infos["asked"].tobytes()]]
    for _ in range(steps):
        observations, *rest, infos = env.step(env.sample(observations))
        told.append([observations, [one.tobytes() for one in rest], infos["asked"].tobytes(), infos["refused"]])
        told[-1].append({match: in_bytes(last) for match, last in infos["final"].items()})
    for step in told:
        step[0] = in_bytes(step[0])
    return told


def in_bytes(arrays: dict[str, Any]) -> dict[str, bytes]:
    return {name: array.tobytes() for name, array in arrays.items()}


def test_the_number_of_workers_changes_no_byte() -> None:
    with FogboundVectorEnv("planet_conquer", matches=3, options=SHORT) as alone:
        expected = played(alone)
    with FogboundVectorEnv("planet_conquer", matches=3, workers=2, options=SHORT) as spread:
        assert played(spread) == expected
    assert not any(process.is_alive() for process in spread._processes)


def test_a_match_is_followed_by_the_next_and_leaves_its_last_observation() -> None:
    env = FogboundVectorEnv("planet_conquer", matches=2, options=SHORT)
    first, _ = env.reset(seed=1)
    for step in range(10):
        idle = np.zeros((2, 2, *env.single_action_space.shape), np.int64)  # type: ignore[misc]
        observations, rewards, terminated, truncated, infos = env.step(idle)
        assert terminated.tolist() == [step == 9] * 2
        assert not truncated.any()
        assert infos["final"].keys() == (set(range(2)) if step == 9 else set())
    assert sorted(rewards[0].tolist()) == [-1.0, 1.0]
    assert (observations["seat"][:, :, 0] == first["seat"][:, :, 0]).all()
    assert (infos["final"][0]["seat"][:, 0] > first["seat"][0, :, 0]).all()


def test_a_match_is_the_same_as_in_an_environment_of_its_own() -> None:
    vector = FogboundVectorEnv("planet_conquer", matches=2)
    together, _ = vector.reset(seed=5)
    single = FogboundEnv("planet_conquer")
    alone, _ = single.reset(seed=[5, 1])
    for place, agent in enumerate(single.possible_agents):
        for name, array in alone[agent].items():
            assert (array == together[name][1, place]).all()


def test_observations_are_kept_or_overwritten_as_asked() -> None:
    for copy in (True, False):
        env = FogboundVectorEnv("planet_conquer", matches=1, copy=copy)
        observations, _ = env.reset(seed=1)
        before = observations["seat"].copy()
        env.step(np.zeros((1, 2, *env.single_action_space.shape), np.int64))  # type: ignore[misc]
        assert (observations["seat"] == before).all() == copy


def test_refusals_name_the_match_and_the_agent() -> None:
    env = FogboundVectorEnv("planet_conquer", matches=2)
    observations, _ = env.reset(seed=1)
    actions = np.zeros((2, 2, *env.single_action_space.shape), np.int64)  # type: ignore[misc]
    foreign = int(np.flatnonzero(observations["planets"][1, 0, :, 0] == 0)[0])
    actions[1, 0, foreign] = 1
    *_, infos = env.step(actions)
    assert [(one["match"], one["agent"], one["code"]) for one in infos["refused"]] == [(1, "seat_0", "not_your_planet")]


def test_what_a_worker_raises_is_told_and_closes_the_environment() -> None:
    env = FogboundVectorEnv("planet_conquer", matches=1, workers=1, codec=Failing)
    observations, _ = env.reset(seed=1)
    with pytest.raises(WorkerFailed, match=r"(?s)Worker 0.*no idea"):
        env.step(env.sample(observations))
    assert not env._processes[0].is_alive()
    with pytest.raises(FogboundError, match="closed"):
        env.reset()


def test_a_worker_that_is_gone_is_told() -> None:
    env = FogboundVectorEnv("planet_conquer", matches=1, workers=1)
    env.reset(seed=1)
    os.kill(env._processes[0].pid, signal.SIGKILL)  # type: ignore[arg-type]
    with pytest.raises(WorkerFailed, match="exit code -9"):
        env.step(np.zeros((1, 2, *env.single_action_space.shape), np.int64))  # type: ignore[misc]
    env.close()


def test_there_are_no_more_workers_than_matches() -> None:
    with pytest.raises(FogboundError):
        FogboundVectorEnv("planet_conquer", matches=1, workers=2)
