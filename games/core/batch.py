"""How are many matches of one game stepped in one call? By `Game.batch`, else one after another (`simulate.side_by_side`).

Whatever a batch tells is what the engine tells, byte for byte: the same orders and generators lead to the same states, events and views.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from games.core.events import Audience, Event
from games.core.rng import Rng

Json = Any
State = Any
StepOrders = Mapping[int, Json | None]
"""Checked orders by seat, as `Game.resolve` takes them."""


class Batch(Protocol):
    """Some matches of one game, by number from 0. A match that is over stands still until another takes its place."""

    def __len__(self) -> int:
        """How many matches."""
        ...

    def arranged(self, orders: Sequence[StepOrders]) -> Any:
        """The orders of all matches in the form with which `step` is quickest. Nobody changes them afterwards."""
        ...

    def step(self, orders: Any, rngs: Sequence[Rng]) -> None:
        """Resolve one step of every match that is not over, each with its orders and its generator, from which it draws what `Game.resolve`
        draws. Takes `StepOrders` of each match, or what `arranged` has made of them. Raises ValueError unless they are as many as matches."""
        ...

    def over(self) -> Sequence[bool]:
        """Which matches are over?"""
        ...

    def state(self, match: int) -> State:
        """The engine's own object for the position; to be read only."""
        ...

    def events(self, match: int) -> Sequence[Event]:
        """What happened in the last step, unfiltered; nothing if there was none since the match was put there, or it was over before."""
        ...

    def view(self, match: int, audience: Audience) -> Json:
        """What the audience may know of the position."""
        ...

    def put(self, matches: Sequence[int], states: Sequence[State]) -> None:
        """Other matches in the place of these, at those positions."""
        ...


class OneByOne:
    """The batch of a game that has no form of its own for it: the engine, match after match."""

    def __init__(
        self,
        resolve: Callable[[State, StepOrders, Rng], tuple[State, Sequence[Event]]],
        view: Callable[[State, Audience], Json],
        outcome: Callable[[State], Any],
        states: Sequence[State],
    ) -> None:
        self._resolve, self._view, self._outcome = resolve, view, outcome
        self._states = list(states)
        self._events: list[Sequence[Event]] = [()] * len(states)

    def __len__(self) -> int:
        return len(self._states)

    def arranged(self, orders: Sequence[StepOrders]) -> Any:
        return orders

    def step(self, orders: Any, rngs: Sequence[Rng]) -> None:
        for match, (state, given, rng) in enumerate(zip(self._states, orders, rngs, strict=True)):
            if self._outcome(state) is None:
                self._states[match], self._events[match] = self._resolve(state, given, rng)
            else:
                self._events[match] = ()

    def over(self) -> Sequence[bool]:
        return [self._outcome(state) is not None for state in self._states]

    def state(self, match: int) -> State:
        return self._states[match]

    def events(self, match: int) -> Sequence[Event]:
        return self._events[match]

    def view(self, match: int, audience: Audience) -> Json:
        return self._view(self._states[match], audience)

    def put(self, matches: Sequence[int], states: Sequence[State]) -> None:
        for match, state in zip(matches, states, strict=True):
            self._states[match], self._events[match] = state, ()
