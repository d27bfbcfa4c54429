"""Is every game an environment as PettingZoo understands it, and does it give the matches that the engines give?"""

from __future__ import annotations

from typing import Any

import pytest
from fogbound_client.env import BotsCodec, ChoicesCodec, FogboundEnv, HashedView
from pettingzoo.test import parallel_api_test

import games

SHORT: dict[str, dict[str, Any]] = {"planet_conquer": {"max_round": 10}}


@pytest.mark.parametrize("game", list(games.GAMES))
def test_every_game_is_an_environment(game: str) -> None:
    seats = games.get(game).seats[0]
    parallel_api_test(FogboundEnv(game, seats=seats, options=SHORT.get(game), max_steps=8), num_cycles=10)


def play(env: FogboundEnv, seed: int) -> list[Any]:
    """Everything that happens when each agent draws lots."""
    observations, _ = env.reset(seed=seed)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(number)
    happened = []
    while env.agents:
        actions = {
            agent: int(env.action_space(agent).sample(mask=observations[agent]["action_mask"])) for agent in env.agents
        }
        observations, rewards, terminated, truncated, infos = env.step(actions)
        views = {agent: info["view"] for agent, info in infos.items()}
        happened.append((actions, views, rewards, terminated, truncated, {a: i["refused"] for a, i in infos.items()}))
    return happened


def test_the_same_seed_gives_the_same_match() -> None:
    env = FogboundEnv("deep_blue", max_steps=5)
    assert play(env, 3) == play(env, 3)
    assert play(env, 3)[-1][1] != play(env, 4)[-1][1]


def test_what_is_listed_is_accepted() -> None:
    assert all(set(step[-1].values()) == {None} for step in play(FogboundEnv("deep_blue", max_steps=20), 1))


def test_a_match_that_ends_pays_by_place() -> None:
    env = FogboundEnv("planet_conquer", options=SHORT["planet_conquer"])
    assert isinstance(env._codec, BotsCodec)
    *before, last = play(env, 2)
    assert len(before) == 9
    assert all(set(step[2].values()) == {0.0} for step in before)
    assert sum(last[2].values()) == 0
    assert set(last[2].values()) <= {1.0, 0.0, -1.0}
    assert all(last[3].values())
    assert not any(last[4].values())


def test_a_match_that_is_cut_is_truncated() -> None:
    last = play(FogboundEnv("deep_blue", max_steps=4), 1)[-1]
    assert all(last[4].values())
    assert not any(last[3].values())


def test_scores_pay_in_every_step_and_sum_to_nothing() -> None:
    paid = [step[2] for step in play(FogboundEnv("planet_conquer", options=SHORT["planet_conquer"], reward="score"), 2)]
    assert any(any(one.values()) for one in paid[:-1])
    assert all(abs(sum(one.values())) < 1e-9 for one in paid)


def test_refused_orders_are_told_and_default_ones_played() -> None:
    class Wrong(ChoicesCodec):
        def orders(self, action: Any, moment: Any) -> Any:
            return {"walk": 9}

    env = FogboundEnv("deep_blue", codec=Wrong(), max_steps=3)
    env.reset(seed=1)
    *_, infos = env.step(dict.fromkeys(env.agents, 0))
    assert {info["refused"]["code"] for info in infos.values()} != {None}


def test_a_seat_observes_its_own_view_alone() -> None:
    env = FogboundEnv("deep_blue")
    _, infos = env.reset(seed=1)
    for seat, agent in enumerate(env.possible_agents):
        assert infos[agent]["view"] == env._game.view(env._state, seat)


def test_a_view_becomes_numbers_that_change_with_it() -> None:
    features = HashedView(64)
    same = features({"a": [1, 2], "b": "x", "c": None, "d": True})
    assert (same == features({"d": True, "b": "x", "a": [2, 1]})).all()
    assert (same != features({"a": [1, 3], "b": "x", "d": True})).sum() == 1
    assert (same != features({"a": [1, 2], "b": "y", "d": True})).any()
    assert features.space.contains(same)
