"""How many steps a second of one core does a learner's environment make, and how much of it is the engine alone?

    python -m tests.bench.environment [GAME …] [--matches 16] [--steps 40] [--workers 2]

Actions are drawn before the clock starts, the same ones for every row. `idle`: every seat goes on as before; `lots`: whatever the masks leave. A
step is one step of one match, all seats and their observations included. `engine`: the same matches without arrays, which still make
positions, views, choices and checks of orders. Rows with workers tell steps a second by
the clock, and what they would be if each process had a core for itself: the work of this process and of the busiest worker, one after the other.
"""

from __future__ import annotations

import argparse
import gc
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np
from fogbound_client.env import FogboundEnv, FogboundVectorEnv
from fogbound_client.env.codecs import CODECS

REPEATS = 5


def drawn(game: str, matches: int, steps: int, policy: str) -> list[Any]:
    """The actions of so many steps of all matches."""
    env = FogboundVectorEnv(game, matches=matches)
    env.single_action_space.seed(1)
    observations, _ = env.reset(seed=1)
    actions = []
    for _ in range(steps):
        actions.append(env.sample(observations) * (policy == "lots"))
        observations, *_ = env.step(actions[-1])
    return actions


def best(run: Callable[[], None], clock: Callable[[], float]) -> float:
    """The least seconds of several runs: what makes one slower is the rest of the machine."""
    took = []
    for _ in range(REPEATS):
        gc.collect()
        started = clock()
        run()
        took.append(clock() - started)
    return min(took)


def with_arrays(env: FogboundVectorEnv, actions: Sequence[Any]) -> None:
    """All steps as a learner makes them."""
    env.reset(seed=1)
    for one in actions:
        env.step(one)


def engine_alone(game: str, actions: Sequence[Any]) -> None:
    """The same matches, without observations."""
    envs = [FogboundEnv(game) for _ in actions[0]]
    for number, env in enumerate(envs):
        env.restart([1, number])
    for one in actions:
        for env, given in zip(envs, one, strict=True):
            _, is_over, is_cut, _ = env.advance(given)
            env.moments()
            if is_over or is_cut:
                env.restart()


def main() -> None:
    """Print a line for each game and policy, and one for each number of workers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(CODECS))
    parser.add_argument("--matches", type=int, default=16)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    for game in given.games:
        for policy in ("idle", "lots"):
            actions = drawn(game, given.matches, given.steps, policy)
            steps = given.matches * given.steps
            env = FogboundVectorEnv(game, matches=given.matches, copy=False)
            seconds = best(lambda e=env, a=actions: with_arrays(e, a), process_time)  # type: ignore[misc]
            alone = best(lambda g=game, a=actions: engine_alone(g, a), process_time)  # type: ignore[misc]
            print(
                f"{game}, {policy}: {steps / seconds:,.0f} steps a second of a core; engine {steps / alone:,.0f};"
                f" {alone / seconds:.0%} of the time is the engine's"
            )
        spent = []
        for workers in range(1, given.workers + 1):
            seconds, busy = with_workers(game, actions, workers)
            spent.append(busy)
            print(
                f"{game}, lots, {workers} workers: {steps / seconds:,.0f} steps a second by the clock,"
                f" {steps / busy:,.0f} with a free core for each, {spent[0] / busy:.2f} times one worker"
            )


def with_workers(game: str, actions: Sequence[Any], workers: int) -> tuple[float, float]:
    """Least seconds by the clock, and least seconds of work that follows one after another: this process's, then the busiest worker's."""
    with FogboundVectorEnv(game, matches=len(actions[0]), workers=workers, copy=False) as env:
        pids = [process.pid for process in env._processes]
        seconds, busy = [], []
        for _ in range(REPEATS):
            clock, here, there = perf_counter(), process_time(), [cpu_of(pid) for pid in pids]
            with_arrays(env, actions)
            seconds.append(perf_counter() - clock)
            worked = (cpu_of(pid) - before for pid, before in zip(pids, there, strict=True))
            busy.append(process_time() - here + max(worked))
    return min(seconds), min(busy)


def cpu_of(pid: int | None) -> float:
    """Seconds that a process has had a core, on Linux."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


if __name__ == "__main__":
    np.seterr(all="raise")
    main()
