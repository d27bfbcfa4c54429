"""How does a learner play? Every game of the engines as a `ParallelEnv` of PettingZoo: `pip install fogbound-client[env]`, in a checkout.

    env = FogboundEnv("deep_blue", seats=2)
    observations, infos = env.reset(seed=1)

Views and orders are JSON of each game's own shape. A codec says what a learner sees of a view, and which orders an action means; there
are two for a beginning, and whoever means it seriously writes one for the game.
"""

from __future__ import annotations

import importlib
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from fogbound_client.choices import whole
from fogbound_client.errors import FogboundError
from fogbound_client.local import engines

Json = Any
Agent = str
Observation = Any
Reward = Literal["place", "score"]


class Moment:
    """What one seat knows when it is asked: its `view`, its `choices` (None: it is not asked now), `rng` and `memory` of its own."""

    def __init__(self, view: Json, choices: Json, rng: Any, memory: dict[str, Json]) -> None:
        self.view = view
        self.choices = choices
        self.rng = rng
        self.memory = memory


class Codec(Protocol):
    """Between JSON and a learner's arrays. The spaces are the same objects whenever they are asked for."""

    observation_space: spaces.Space[Any]
    action_space: spaces.Space[Any]

    def observe(self, moment: Moment) -> Observation:
        """What the learner sees."""
        ...

    def orders(self, action: Any, moment: Moment) -> Json:
        """What the seat orders by that action; None: the game's default orders."""
        ...


class HashedView:
    """A view as numbers, whatever its shape: each number or word of it is added to one of `size` places, by the path at which it stands.

    The hashing trick: lists do not say which entry a number is of, so that what matters is how much of a thing there is.
    """

    def __init__(self, size: int = 512) -> None:
        self.size = size
        self.space = spaces.Box(-np.inf, np.inf, (size,), np.float32)

    def __call__(self, view: Json) -> np.ndarray[Any, np.dtype[np.float32]]:
        """The view as such numbers, each brought nearer to 0 by its logarithm."""
        found = np.zeros(self.size, np.float64)
        for path, value in _leaves(view, ""):
            mark = zlib.crc32(path.encode())
            found[mark % self.size] += value if mark & 0x80000000 else -value
        shown: np.ndarray[Any, np.dtype[np.float32]] = (np.sign(found) * np.log1p(np.abs(found))).astype(np.float32)
        return shown


def _leaves(value: Json, path: str) -> Iterator[tuple[str, float]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves(inner, f"{path}.{key}")
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for inner in value:
            yield from _leaves(inner, f"{path}[]")
    elif isinstance(value, str):
        yield f"{path}={value}", 1.0
    elif value is not None:
        yield path, float(value)


class _Masked:
    """Actions that are numbers, of which a mask says those that mean something now."""

    def __init__(self, actions: int) -> None:
        self.features = HashedView()
        self.action_space: spaces.Space[Any] = spaces.Discrete(actions)
        mask = spaces.MultiBinary(actions)
        self.observation_space: spaces.Space[Any] = spaces.Dict(
            {"observation": self.features.space, "action_mask": mask}
        )
        self._actions = actions

    def _shown(self, view: Json, possible: int) -> Observation:
        mask = np.zeros(self._actions, np.int8)
        # Somebody who is not asked may do nothing, which is action 0.
        mask[: max(1, min(possible, self._actions))] = 1
        return {"observation": self.features(view), "action_mask": mask}


class ChoicesCodec(_Masked):
    """Action n: the n-th of the choices that are orders by themselves. For games whose `choices` are a list."""

    def __init__(self, actions: int = 128) -> None:
        super().__init__(actions)

    def observe(self, moment: Moment) -> Observation:
        """The hashed view, and how many choices there are."""
        return self._shown(moment.view, len(whole(moment.choices)))

    def orders(self, action: Any, moment: Moment) -> Json:
        """Those of the choice."""
        entries = whole(moment.choices)
        return entries[int(action)]["orders"] if int(action) < len(entries) else None


class BotsCodec(_Masked):
    """Action n: what the n-th built-in bot would order. For every game: to learn whom to follow when."""

    def __init__(self, game: Any) -> None:
        super().__init__(len(game.bots))
        self._bots = game.bots

    def observe(self, moment: Moment) -> Observation:
        """The hashed view; every bot can always be followed."""
        return self._shown(moment.view, 1 if moment.choices is None else len(self._bots))

    def orders(self, action: Any, moment: Moment) -> Json:
        """Those of the bot, each with a memory of its own."""
        bot = self._bots[int(action)]
        return bot.decide(moment.view, moment.rng, moment.memory.setdefault(bot.id, {}))


class FogboundEnv(ParallelEnv[Agent, Observation, Any]):  # type: ignore[misc]  # its library has no types
    """One match after another, each seat an agent `seat_0`, `seat_1` …; what a seat observes is its own view, fog included.

    All agents act in every step; what a seat does that the game does not ask counts for nothing. Orders that the game refuses are
    played as its default orders, and `infos` says why under `refused`. `infos` also has `view` and `choices` as they are.
    """

    def __init__(
        self,
        game: str,
        *,
        seats: int = 2,
        options: Mapping[str, Json] | None = None,
        codec: Codec | None = None,
        reward: Reward = "place",
        max_steps: int = 10_000,
    ) -> None:
        """`options` of the table. `reward`: "place", at the end from 1 for the first to -1 for the last; "score", in every step by how
        much the main score grew more than that of the others in the mean. Raises NoEngines, KeyError, OptionError.
        """
        self._game = engines().get(game)
        self._simulate = importlib.import_module("games.core.simulate")
        self._rng = importlib.import_module("games.core.rng")
        self._order_error = importlib.import_module("games.core.errors").OrderError
        self._options = dict(options or {})
        self._seats = seats
        self._reward: Reward = reward
        self._max_steps = max_steps
        if reward == "score" and self._game.scores is None:
            raise FogboundError(f"{game} has no scores")
        self._drawn = np.random.default_rng()
        self.metadata = {"name": f"fogbound_{game}_v{self._game.rules_version}", "render_modes": []}
        self.render_mode = None
        self.possible_agents = [f"seat_{number}" for number in range(seats)]
        self.agents: list[Agent] = []
        self._state: Any = None
        self._begin("0")
        self._codec: Codec = codec or self._default_codec()
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._codec.observation_space)
        self.action_spaces = dict.fromkeys(self.possible_agents, self._codec.action_space)

    def _default_codec(self) -> Codec:
        choices = self._choices(self._game.pending(self._state)[0])
        return ChoicesCodec() if isinstance(choices, list) and whole(choices) else BotsCodec(self._game)

    def observation_space(self, agent: Agent) -> spaces.Space[Any]:
        """The same for every seat."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        """The same for every seat."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[Agent, Observation], dict[Agent, dict[str, Any]]]:
        """A new match: the same seed and orders give the same match. `options["table"]`: options of this one table."""
        if seed is not None:
            self._drawn = np.random.default_rng(seed)
        self._begin(f"env:{self._drawn.integers(2**63)}", (options or {}).get("table"))
        self.agents = self.possible_agents[:]
        return self._observed({})

    def step(
        self, actions: dict[Agent, Any]
    ) -> tuple[
        dict[Agent, Observation], dict[Agent, float], dict[Agent, bool], dict[Agent, bool], dict[Agent, dict[str, Any]]
    ]:
        """Every seat that is asked gives its orders, and the step is resolved."""
        game, refused, before = self._game, dict[Agent, Json](), self._scores()
        orders = {}
        for seat in game.pending(self._state):
            agent = self.possible_agents[seat]
            given = self._codec.orders(actions[agent], self._moment(seat)) if agent in actions else None
            orders[seat] = game.default_orders(self._state, seat)
            try:
                orders[seat] = orders[seat] if given is None else game.check(self._state, seat, _plain(given))
            except self._order_error as error:
                refused[agent] = {"code": error.code, "path": error.path, "message": str(error)}
        self._step += 1
        self._state, _ = game.resolve(self._state, orders, self._rng.step_rng(self._seed, self._step))
        is_over = not game.pending(self._state)
        is_cut = not is_over and self._step >= self._max_steps
        living, rewards = self.agents, self._rewards(before, is_over)
        observations, infos = self._observed(refused)
        if is_over or is_cut:
            self.agents = []
        return (
            observations,
            {agent: rewards[agent] for agent in living},
            dict.fromkeys(living, is_over),
            dict.fromkeys(living, is_cut),
            infos,
        )

    def render(self) -> None:
        """Boards are drawn by the site."""

    def close(self) -> None:
        """Nothing is held open."""

    # --- The match

    def _begin(self, seed: str, options: Mapping[str, Json] | None = None) -> None:
        chosen = {**self._options, **(options or {})}
        self._seed, self._step = seed, 0
        prepared = self._simulate.open_table(self._game, chosen, self._seats, seed)
        self._state = self._game.setup(prepared, self._seats, self._rng.step_rng(seed, 0))
        self._memories: list[dict[str, Json]] = [{} for _ in range(self._seats)]

    def _choices(self, seat: int) -> Json:
        return self._game.choices(self._state, seat) if self._game.choices else {}

    def _moment(self, seat: int) -> Moment:
        is_asked = seat in self._game.pending(self._state)
        rng = self._rng.program_rng(self._rng.seat_seed(self._seed, seat), self._step)
        choices = self._choices(seat) if is_asked else None
        return Moment(self._game.view(self._state, seat), choices, rng, self._memories[seat])

    def _observed(self, refused: Mapping[Agent, Json]) -> tuple[dict[Agent, Observation], dict[Agent, dict[str, Any]]]:
        observations, infos = {}, dict[Agent, dict[str, Any]]()
        for agent in self.agents:
            moment = self._moment(self.possible_agents.index(agent))
            observations[agent] = self._codec.observe(moment)
            infos[agent] = {"view": moment.view, "choices": moment.choices, "refused": refused.get(agent)}
            if isinstance(observations[agent], dict) and "action_mask" in observations[agent]:
                infos[agent]["action_mask"] = observations[agent]["action_mask"]
        return observations, infos

    # --- Rewards

    def _scores(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        if self._reward != "score":
            return np.zeros(self._seats)
        return np.array(next(iter(self._game.scores(self._state).values())), np.float64)

    def _rewards(self, before: np.ndarray[Any, np.dtype[np.float64]], is_over: bool) -> dict[Agent, float]:
        if self._reward == "score":
            grown = self._scores() - before
            others = (grown.sum() - grown) / max(1, self._seats - 1)
            return dict(zip(self.possible_agents, (grown - others).tolist(), strict=True))
        if not is_over:
            return dict.fromkeys(self.possible_agents, 0.0)
        ranking = self._game.outcome(self._state).ranking
        return {self.possible_agents[place.seat]: _worth(ranking, place.place, self._seats) for place in ranking}


def _worth(ranking: Sequence[Any], place: int, seats: int) -> float:
    """1 for the first place to -1 for the last; who shares a place shares the mean of what it covers."""
    sharing = sum(1 for other in ranking if other.place == place)
    return 1.0 - (2 * (place - 1) + (sharing - 1)) / max(1, seats - 1)


def _plain(value: Json) -> Json:
    return json.loads(json.dumps(value))
