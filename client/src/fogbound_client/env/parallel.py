"""How is one match stepped by learners? As a `ParallelEnv` of PettingZoo, each seat an agent."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from fogbound_client.env.codec import Codec, Json, Moment, Observation
from fogbound_client.env.codecs import codec_for
from fogbound_client.errors import FogboundError
from fogbound_client.local import engines

Agent = str
Reward = Literal["place", "score"]
Infos = dict[Agent, dict[str, Any]]


class FogboundEnv(ParallelEnv[Agent, Observation, Any]):  # type: ignore[misc]  # its library has no types
    """One match after another, each seat an agent `seat_0`, `seat_1` …; what a seat observes is its own view, fog included.

    All agents act in every step; what a seat does that the game does not ask counts for nothing. Orders that the game refuses are
    played as its default orders, and `infos` says why under `refused`. `infos` also has `view` and `choices` as they are, to be read only.
    """

    def __init__(
        self,
        game: str,
        *,
        seats: int = 2,
        options: Mapping[str, Json] | None = None,
        rivals: Mapping[int, str] | None = None,
        codec: Callable[[Moment], Codec] | None = None,
        reward: Reward = "place",
        max_steps: int = 10_000,
    ) -> None:
        """`options` of the table. `rivals`: seats that built-in bots play, by their ids, so that they are no agents. `codec(moment)` → a codec,
        made from the first moment of a match; by default the game's own. `reward`: "place", at the end from 1 for the first to -1 for the
        last; "score", in every step by how much the main score grew more than that of the others in the mean. Raises NoEngines, KeyError,
        OptionError.
        """
        self._game = engines().get(game)
        self._simulate = importlib.import_module("games.core.simulate")
        self._rng = importlib.import_module("games.core.rng")
        self._options = dict(options or {})
        self._seats = seats
        self._rivals = {seat: self._game.bot(bot) for seat, bot in (rivals or {}).items()}
        self._reward: Reward = reward
        self._max_steps = max_steps
        if reward == "score" and self._game.scores is None:
            raise FogboundError(f"{game} has no scores")
        self._drawn = np.random.default_rng()
        self.metadata = {"name": f"fogbound_{game}_v{self._game.rules_version}", "render_modes": []}
        self.render_mode = None
        self._own = [seat for seat in range(seats) if seat not in self._rivals]
        self.possible_agents = [f"seat_{seat}" for seat in self._own]
        self.agents: list[Agent] = []
        self._step = 0
        self._state: Any = None
        self._asked: list[int] = []
        self._moments: dict[int, Moment] = {}
        self._begin("0")
        first = self._moment(self._own[0], self._asked[:1])
        self.codec: Codec = codec(first) if codec else codec_for(game, first)
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.codec.observation_space)
        self.action_spaces = dict.fromkeys(self.possible_agents, self.codec.action_space)

    def observation_space(self, agent: Agent) -> spaces.Space[Any]:
        """The same for every seat."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        """The same for every seat."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[Agent, Observation], Infos]:
        """A new match: the same seed and orders give the same match. `options["table"]`: options of this one table."""
        self.restart(seed, (options or {}).get("table"))
        return self._observed({})

    def restart(self, seed: int | Sequence[int] | None = None, options: Mapping[str, Json] | None = None) -> None:
        """As `reset` without observing; `options` of this one table."""
        if seed is not None:
            self._drawn = np.random.default_rng(seed)
        self._begin(f"env:{self._drawn.integers(2**63)}", options)
        self.agents = self.possible_agents[:]

    def step(
        self, actions: dict[Agent, Any]
    ) -> tuple[dict[Agent, Observation], dict[Agent, float], dict[Agent, bool], dict[Agent, bool], Infos]:
        """Every seat that is asked gives its orders, and the step is resolved."""
        living = self.agents
        rewards, is_over, is_cut, refused = self.advance([actions.get(agent) for agent in self.possible_agents])
        observations, infos = self._observed(refused)
        return (
            observations,
            dict(zip(self.possible_agents, rewards, strict=True)),
            dict.fromkeys(living, is_over),
            dict.fromkeys(living, is_cut),
            infos,
        )

    def advance(self, actions: Sequence[Any]) -> tuple[list[float], bool, bool, dict[int, Json]]:
        """As `step` without observing: (rewards, is over, is cut, what was refused by seat).

        Actions, None for none, and rewards are in the order of `possible_agents`.
        """
        game, refused, orders = self._game, dict[int, Json](), dict[int, Json]()
        before = self._scores()
        of = dict(zip(self._own, actions, strict=True))
        for seat in self._asked:
            orders[seat], fault = self._meant(seat, of.get(seat))
            if fault is not None:
                refused[seat] = fault
        state, _ = game.resolve(self._state, orders, self._rng.step_rng(self._seed, self._step + 1))
        self._at(state, self._step + 1)
        is_over = not self._asked
        is_cut = not is_over and self._step >= self._max_steps
        if is_over or is_cut:
            self.agents = []
        return self._rewards(before, is_over), is_over, is_cut, refused

    def render(self) -> None:
        """Boards are drawn by the site."""

    def close(self) -> None:
        """Nothing is held open."""

    # --- The match

    def _at(self, state: Any, step: int) -> None:
        """Go on from this position of the match."""
        self._state, self._step = state, step
        self._asked = self._game.pending(state)
        self._moments = {}

    def _meant(self, seat: int, action: Any) -> tuple[Json, Json]:
        """The orders of a seat that is asked, and what was wrong with them, or None."""
        if seat in self._rivals:
            given = self._rival(seat)
        else:
            moment = self.moments()[self._own.index(seat)]
            given = None if action is None else self.codec.orders(action, moment)
        judged: tuple[Json, Json] = self._simulate.judged(self._game, self._state, seat, self._step, given)
        return judged

    def _begin(self, seed: str, options: Mapping[str, Json] | None = None) -> None:
        chosen = {**self._options, **(options or {})}
        self._seed = seed
        prepared = self._simulate.open_table(self._game, chosen, self._seats, seed)
        self._at(self._game.setup(prepared, self._seats, self._rng.step_rng(seed, 0)), 0)
        self._memories: dict[int, dict[str, Json]] = {seat: {} for seat in self._rivals}

    def _rival(self, seat: int) -> Json:
        rng = self._rng.seat_rng(self._seed, self._step, seat)
        return self._rivals[seat].decide(self._game.view(self._state, seat), rng, self._memories[seat])

    def _moment(self, seat: int, asked: Sequence[int]) -> Moment:
        choices = self._game.choices(self._state, seat) if seat in asked and self._game.choices else None
        return Moment(self._game.view(self._state, seat), choices)

    def moments(self) -> list[Moment]:
        """What each agent knows now, in the order of `possible_agents`. Asks the engine when it is first called after a step."""
        if not self._moments:
            self._moments = {seat: self._moment(seat, self._asked) for seat in self._own}
        return list(self._moments.values())

    def _observed(self, refused: Mapping[int, Json]) -> tuple[dict[Agent, Observation], Infos]:
        moments = self.moments()
        arrays = self.codec.observe(moments)
        observations = {
            agent: {name: array[place] for name, array in arrays.items()}
            for place, agent in enumerate(self.possible_agents)
        }
        infos = {
            agent: {
                "view": moment.view,
                "choices": moment.choices,
                "refused": refused.get(seat),
                "action_mask": observations[agent]["action_mask"],
            }
            for agent, seat, moment in zip(self.possible_agents, self._own, moments, strict=True)
        }
        return observations, infos

    # --- Rewards

    def _scores(self) -> Sequence[float]:
        return () if self._reward != "score" else next(iter(self._game.scores(self._state).values()))

    def _rewards(self, before: Sequence[float], is_over: bool) -> list[float]:
        if self._reward == "score":
            grown = np.subtract(self._scores(), before)
            others = (grown.sum() - grown) / max(1, self._seats - 1)
            paid: list[float] = (grown - others).tolist()
        elif is_over:
            ranking = self._game.outcome(self._state).ranking
            paid = [_worth(ranking, place.place, self._seats) for place in sorted(ranking, key=lambda one: one.seat)]
        else:
            return [0.0] * len(self._own)
        return [paid[seat] for seat in self._own]


def _worth(ranking: Sequence[Any], place: int, seats: int) -> float:
    """1 for the first place to -1 for the last; who shares a place shares the mean of what it covers."""
    sharing = sum(1 for other in ranking if other.place == place)
    return 1.0 - (2 * (place - 1) + (sharing - 1)) / max(1, seats - 1)
