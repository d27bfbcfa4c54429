"""How are many matches stepped in one call? Each by an environment of its own, all in this process or spread over worker processes.

Workers are spawned, so that they work on every system: a script that uses them keeps what it runs under `if __name__ == "__main__":`.
Arrays lie in memory that the processes share; through the pipes go words, ends of matches and what was refused.
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import signal
import traceback
import weakref
from collections.abc import Callable, Mapping, Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, Self

import numpy as np

from fogbound_client.env.codec import Codec, Json, Moment
from fogbound_client.env.parallel import FogboundEnv, Reward
from fogbound_client.env.together import Together, can_be_together
from fogbound_client.errors import FogboundError

Arrays = dict[str, np.ndarray[Any, Any]]
"""By name; the first axis is the match, the second the agent."""
Shared = dict[str, tuple[Any, str, tuple[int, ...]]]
"""By name: shared bytes, type and shape of an array."""
Tale = dict[str, Any]
"""What a batch tells of a step beside its arrays: `refused` and `final`, as `FogboundVectorEnv.step` does."""

_ACTIONS, _REWARDS, _ASKED, _TERMINATED, _TRUNCATED = ".actions", ".rewards", ".asked", ".terminated", ".truncated"
PATIENCE = 5.0
"""Seconds that a worker has to end by itself."""


class WorkerFailed(FogboundError):
    """A worker raised something or is gone; the environment is closed. Says which worker, and its traceback."""


class FogboundVectorEnv:
    """`matches` of one game side by side. A match that ends is followed by the next one at once.

    What happens in a match follows from the seed, its number and its actions; in how many processes it runs changes nothing.
    """

    def __init__(
        self,
        game: str,
        *,
        matches: int,
        workers: int = 0,
        seats: int = 2,
        options: Mapping[str, Json] | None = None,
        rivals: Mapping[int, str] | None = None,
        codec: Callable[[Moment], Codec] | None = None,
        reward: Reward = "place",
        max_steps: int = 10_000,
        copy: bool = True,
    ) -> None:
        """`workers`: processes; 0: none but this one. `copy`: every step gives observations of its own; if not, they are the arrays that the
        next step overwrites, which is quicker where they are large. The other arguments are those of `FogboundEnv`, and so is what it
        raises. With workers `codec` must be something that can be pickled, such as a class of a module.
        """
        if matches < 1 or not 0 <= workers <= matches:
            raise FogboundError("There must be a match at least, and no more workers than matches.")
        given = {
            "game": game, "seats": seats, "options": dict(options or {}), "rivals": dict(rivals or {}), "codec": codec,
            "reward": reward, "max_steps": max_steps,
        }  # fmt: skip
        pattern = FogboundEnv(**given)  # type: ignore[arg-type]
        self.matches = matches
        self._copy = copy
        self.codec = pattern.codec
        self.agents = pattern.possible_agents
        self.single_observation_space = pattern.codec.observation_space
        self.single_action_space = pattern.codec.action_space
        context = multiprocessing.get_context("spawn")
        shared = {
            name: (context.RawArray("b", max(1, int(np.prod(shape)) * np.dtype(kind).itemsize)), kind, shape)
            for name, (kind, shape) in self._layout().items()
        }
        self._arrays = _opened(shared)
        self._batch = None if workers else _some(given, range(matches), self._arrays)
        self._pipes: list[Connection] = []
        self._processes: list[BaseProcess] = []
        self._finalizer = weakref.finalize(self, _end, self._pipes, self._processes)
        for number in range(workers):
            numbers = range(matches * number // workers, matches * (number + 1) // workers)
            here, there = context.Pipe()
            process = context.Process(target=_work, args=(there, given, numbers, shared), daemon=True)
            process.start()
            there.close()
            self._pipes.append(here)
            self._processes.append(process)

    def _layout(self) -> dict[str, tuple[str, tuple[int, ...]]]:
        pair = (self.matches, len(self.agents))
        actions = self.single_action_space
        arrays: dict[str, tuple[str, tuple[int, ...]]] = {
            name: (str(space.dtype), (*pair, *(space.shape or ())))
            for name, space in self.single_observation_space.spaces.items()
        }
        arrays[_ACTIONS] = (str(actions.dtype), (*pair, *(actions.shape or ())))
        arrays[_REWARDS] = ("float64", pair)
        arrays[_ASKED] = ("bool", pair)
        arrays[_TERMINATED] = arrays[_TRUNCATED] = ("bool", pair[:1])
        return arrays

    def reset(self, seed: int | None = None) -> tuple[Arrays, Tale]:
        """New matches everywhere. Without a seed they follow from chance."""
        entropy = seed if seed is not None else int(np.random.default_rng().integers(2**63))
        told = self._told(self._all("reset", entropy))
        return self._observations(), told

    def step(self, actions: Any) -> tuple[Arrays, Any, Any, Any, Tale]:
        """One step of every match: (observations, rewards, terminated, truncated, infos).

        `actions` and rewards have the match as first axis and the agent as second; terminated and truncated have one value for each match.
        Where one of these is true the observation is already that of the next match. `infos`: `asked` says whose action will count next;
        `refused` lists orders that the game refused, with `match` and `agent`; `final` has the last observation by number of match.
        Raises WorkerFailed.
        """
        self._arrays[_ACTIONS][...] = actions
        told = self._told(self._all("step", None))
        rewards, terminated, truncated = (self._arrays[name].copy() for name in (_REWARDS, _TERMINATED, _TRUNCATED))
        return self._observations(), rewards, terminated, truncated, told

    def sample(self, observations: Arrays) -> Any:
        """Actions by lot, of those that the masks leave, from the random numbers of `single_action_space`."""
        masks, space = observations["action_mask"], self.single_action_space
        drawn = [space.sample(mask=mask) for mask in masks.reshape(-1, masks.shape[-1])]
        return np.array(drawn).reshape(self._arrays[_ACTIONS].shape)

    def close(self) -> None:
        """End the workers. May be called again."""
        self._batch = None
        self._finalizer()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _observations(self) -> Arrays:
        arrays = {name: self._arrays[name] for name in self.single_observation_space.spaces}
        return {name: array.copy() for name, array in arrays.items()} if self._copy else arrays

    def _told(self, tales: Sequence[Tale]) -> Tale:
        return {
            "asked": self._arrays[_ASKED].copy(),
            "refused": [line for tale in tales for line in tale["refused"]],
            "final": {match: last for tale in tales for match, last in tale["final"].items()},
        }

    def _all(self, word: str, value: Any) -> list[Tale]:
        """What every batch tells of this step."""
        if self._batch is not None:
            return [self._batch.do(word, value)]
        if not self._finalizer.alive:
            raise FogboundError("The environment is closed.")
        try:
            for pipe in self._pipes:
                # What has become of a worker that is gone is told below.
                with contextlib.suppress(OSError):
                    pipe.send((word, value))
            return [self._heard(number, pipe) for number, pipe in enumerate(self._pipes)]
        except BaseException:
            # Answers that nobody has read would be taken for those of the next step.
            self.close()
            raise

    def _heard(self, number: int, pipe: Connection) -> Tale:
        try:
            answer = pipe.recv()
        except (EOFError, OSError):
            self._processes[number].join(PATIENCE)
            answer = f"it ended with exit code {self._processes[number].exitcode}"
        if isinstance(answer, str):
            raise WorkerFailed(f"Worker {number}: {answer}")
        told: Tale = answer
        return told


def _some(given: dict[str, Any], numbers: range, arrays: Arrays) -> _Batch | Together:
    """Some of the matches, in one call of the engine where it has that."""
    envs = [FogboundEnv(**given) for _ in numbers]
    own = {name: array[numbers.start : numbers.stop] for name, array in arrays.items()}
    return (Together if can_be_together(envs[0]) else _Batch)(envs, numbers.start, own)


class _Batch:
    """Some of the matches, stepped one after another and observed together."""

    def __init__(self, envs: list[FogboundEnv], first: int, arrays: Arrays) -> None:
        self._envs, self._first, self._arrays = envs, first, arrays
        self._agents = self._envs[0].possible_agents
        self._codec = self._envs[0].codec

    def do(self, word: str, value: Any) -> Tale:
        """Reset all or step all; what happened lies in the arrays."""
        tale: Tale = {"refused": [], "final": {}}
        if word == "reset":
            for place, env in enumerate(self._envs):
                env.restart([value, self._first + place])
        else:
            for place, env in enumerate(self._envs):
                self._step(place, env, tale)
        moments = [moment for env in self._envs for moment in env.moments()]
        pair = (len(self._envs), len(self._agents))
        for name, array in self._codec.observe(moments).items():
            self._arrays[name][...] = array.reshape(*pair, *array.shape[1:])
        self._arrays[_ASKED][...] = np.array([moment.choices is not None for moment in moments]).reshape(pair)
        return tale

    def _step(self, place: int, env: FogboundEnv, tale: Tale) -> None:
        arrays = self._arrays
        rewards, is_over, is_cut, refused = env.advance(arrays[_ACTIONS][place])
        arrays[_REWARDS][place], arrays[_TERMINATED][place], arrays[_TRUNCATED][place] = rewards, is_over, is_cut
        for seat, fault in refused.items():
            tale["refused"].append({"match": self._first + place, "agent": f"seat_{seat}", **fault})
        if is_over or is_cut:
            tale["final"][self._first + place] = self._codec.observe(env.moments())
            env.restart()


def _opened(shared: Shared) -> Arrays:
    return {
        name: np.frombuffer(memory, kind, int(np.prod(shape))).reshape(shape)
        for name, (memory, kind, shape) in shared.items()
    }


def _work(pipe: Connection, given: dict[str, Any], numbers: range, shared: Shared) -> None:
    """A worker: does what it is told until the pipe is closed, and tells what it raised."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is for the process that steps
    try:
        batch = _some(given, numbers, _opened(shared))
        # Positions are trees that go by themselves: the collector would only walk through them.
        gc.freeze()
        gc.set_threshold(100_000)
        while True:
            pipe.send(batch.do(*pipe.recv()))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass
    except Exception:  # noqa: BLE001  whatever it is, it is told
        pipe.send(traceback.format_exc())


def _end(pipes: list[Connection], processes: list[BaseProcess]) -> None:
    for pipe in pipes:
        pipe.close()
    for process in processes:
        process.join(PATIENCE)
        if process.is_alive():
            process.kill()
            process.join()
