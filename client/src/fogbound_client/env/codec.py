"""What stands between the JSON of a game and a learner's arrays? A codec: one for each game, and whoever wants other arrays writes one.

A codec knows no rules. What may be ordered it takes from the engine's `choices`, what is seen from the seat's own view.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from gymnasium import spaces

Json = Any
Observation = dict[str, np.ndarray[Any, Any]]
"""Named arrays, among them `action_mask`: one int8 for each value of each part of an action, part after part."""
Array = np.ndarray[Any, np.dtype[np.float32]]
Mask = np.ndarray[Any, np.dtype[np.int8]]


class Moment:
    """What one seat knows when it is asked: its `view` and its `choices` (None: it is not asked now). Only for reading."""

    __slots__ = ("choices", "view")

    def __init__(self, view: Json, choices: Json) -> None:
        self.view = view
        self.choices = choices


class Codec(Protocol):
    """Between JSON and a learner's arrays. The spaces are the same objects whenever they are asked for."""

    @property
    def observation_space(self) -> spaces.Dict:
        """Of the arrays of one moment."""
        ...

    @property
    def action_space(self) -> spaces.Space[Any]:
        """Of the actions of one seat."""
        ...

    def observe(self, moments: Sequence[Moment]) -> Observation:
        """What learners see at these moments, one after another along the first axis, in new arrays.

        Many at once, because numpy is quick with many numbers and slow with few.
        """
        ...

    def orders(self, action: Any, moment: Moment) -> Json:
        """What the seat orders by that action, as plain JSON; None: the game's default orders. Asked only for a seat that is asked."""
        ...


class Parts(spaces.MultiDiscrete):
    """An action of several parts, each a number. Takes as `mask` one flat array as well, as `action_mask` of an observation is."""

    def __init__(self, sizes: Sequence[int]) -> None:
        super().__init__(np.asarray(sizes, np.int64))
        self.ends = np.cumsum(self.nvec)
        """Where each part ends in a flat mask."""

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """An action by lot, of those that the mask leaves."""
        if isinstance(mask, np.ndarray):
            mask = tuple(np.split(mask, self.ends[:-1]))
        return super().sample(mask=mask, probability=probability)


def numbers(*shape: int) -> spaces.Box:
    """A space of so many float32 of any size."""
    return spaces.Box(-np.inf, np.inf, shape, np.float32)


def observed(action_space: Parts, **arrays: spaces.Box) -> spaces.Dict:
    """The space of observations with these arrays and the mask of these actions."""
    return spaces.Dict({**arrays, "action_mask": spaces.MultiBinary(int(action_space.ends[-1]))})
