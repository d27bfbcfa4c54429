"""How are many matches stepped at once where the engine has a form for that? In its arrays, with a position of one match only when it is asked for.

Whatever comes out is what environments one after another give, byte for byte.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fogbound_client.env.parallel import FogboundEnv
from fogbound_client.env.planet_conquer import PlanetConquer
from fogbound_client.env.planet_conquer_arrays import Sides

Tale = dict[str, Any]


def can_be_together(env: FogboundEnv) -> bool:
    """Does the engine step this game in arrays, are there arrays for this codec, and is there no bot, which would need a view of each match?"""
    return type(env.codec) is PlanetConquer and not env._rivals and getattr(env._game, "batch", None) is not None


class Together:
    """Some of the matches of a `FogboundVectorEnv`. Its environments begin them, and play what needs the position of one match."""

    def __init__(self, envs: list[FogboundEnv], first: int, arrays: Mapping[str, Any]) -> None:
        """`arrays`: those of these matches; `first` is the number of the first of them."""
        self._envs, self._first, self._arrays = envs, first, arrays
        pattern = envs[0]
        self._own, self._reward, self._most = pattern._own, pattern._reward, pattern._max_steps
        assert isinstance(pattern.codec, PlanetConquer)
        # With room for the maps for which the codec has it.
        self._batch = pattern._game.batch([pattern._state] * len(envs))
        self._sides = Sides(pattern.codec, self._batch, self._own)
        self._steps = np.zeros(len(envs), np.int64)

    def do(self, word: str, value: Any) -> Tale:
        """Reset all or step all; what happened lies in the arrays."""
        tale: Tale = {"refused": [], "final": {}}
        if word == "reset":
            for place, env in enumerate(self._envs):
                env.restart([value, self._first + place])
            self._begin(range(len(self._envs)))
        else:
            self._step(tale)
        for name, array in self._sides.observe().items():
            self._arrays[name][...] = array
        self._arrays[".asked"][...] = self._sides.asked()
        return tale

    def _begin(self, places: Sequence[int]) -> None:
        states = [self._envs[place]._state for place in places]
        for place, state in zip(places, states, strict=True):
            self._sides.begin(place, state.chart.document)
            self._steps[place] = 0
        self._batch.put(places, states)
        self._sides.look()

    def _now(self, place: int) -> FogboundEnv:
        """The environment of one match, at its position."""
        env = self._envs[place]
        env._at(self._batch.state(place), int(self._steps[place]))
        return env

    def _step(self, tale: Tale) -> None:
        arrays, sides = self._arrays, self._sides
        actions, asked = arrays[".actions"], sides.asked()
        counts = asked & sides.allowed(actions)
        others: list[dict[int, Any]] = [{} for _ in self._envs]
        for place, turn in np.argwhere(asked & ~counts).tolist():
            seat = self._own[turn]
            others[place][seat], fault = self._now(place)._meant(seat, actions[place, turn])
            if fault is not None:
                tale["refused"].append({"match": self._first + place, "agent": f"seat_{seat}", **fault})
        before = sides.planets()
        self._batch.step(sides.orders(actions, counts, others))
        sides.look()
        self._steps += 1
        over = np.array(self._batch.over())
        cut = ~over & (self._steps >= self._most)
        grown = sides.planets() - before
        rewards = np.zeros(grown.shape)
        ended = np.flatnonzero(over | cut).tolist()
        for place in ended:
            env = self._now(place)
            tale["final"][self._first + place] = env.codec.observe(env.moments())
            if self._reward == "score":
                grown[place] = np.subtract(env._scores(), before[place])
            else:
                rewards[place, self._own] = env._rewards((), is_over=bool(over[place]))
            env.restart()
        if self._reward == "score":
            rewards = grown - (grown.sum(1, keepdims=True) - grown) / max(1, grown.shape[1] - 1)
        arrays[".rewards"][...] = rewards[:, self._own]
        arrays[".terminated"][...], arrays[".truncated"][...] = over, cut
        if ended:
            self._begin(ended)
