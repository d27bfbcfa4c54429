"""Is every game an environment as PettingZoo understands it, and does it give the matches that the engines give?"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fogbound_client.env import FogboundEnv
from fogbound_client.env.codecs import CODECS
from fogbound_client.errors import FogboundError
from pettingzoo.test import parallel_api_test

import games
from games.core.rng import step_rng

SHORT: dict[str, dict[str, Any]] = {"planet_conquer": {"max_round": 10}}
STEPS = {"planet_conquer": 120, "hundred_clubs": 60, "deep_blue": 12, "cosmos": 40, "frames": 80}
"""How many steps by lot are played of each game."""
every_game = pytest.mark.parametrize("game", list(CODECS))


def test_every_game_has_a_codec() -> None:
    assert set(CODECS) == set(games.GAMES)


@every_game
def test_every_game_is_an_environment(game: str) -> None:
    seats = games.get(game).seats[0]
    parallel_api_test(FogboundEnv(game, seats=seats, options=SHORT.get(game), max_steps=8), num_cycles=10)


@every_game
def test_every_preset_is_observed(game: str) -> None:
    """Each has maps, sizes and rules of its own."""
    record = games.get(game)
    for preset in record.presets.values():
        env = FogboundEnv(game, seats=record.seats[0], options=dict(preset.options))
        observations, _ = env.reset(seed=1)
        for agent, one in observations.items():
            assert env.observation_space(agent).contains(one)
        *_, infos = env.step({agent: np.zeros(env.action_space(agent).shape, np.int64) for agent in env.agents})
        assert {info["refused"] for info in infos.values()} == {None}


def play(env: FogboundEnv, seed: int, steps: int = 10_000) -> list[Any]:
    """Everything that happens when each agent draws lots: actions, observations, views, rewards, ends and refusals, step by step."""
    observations, _ = env.reset(seed=seed)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(number)
    happened: list[Any] = []
    while env.agents and len(happened) < steps:
        actions = {
            agent: env.action_space(agent).sample(mask=observations[agent]["action_mask"]) for agent in env.agents
        }
        observations, rewards, terminated, truncated, infos = env.step(actions)
        views = {agent: info["view"] for agent, info in infos.items()}
        refused = {agent: info["refused"] for agent, info in infos.items()}
        happened.append((actions, observations, views, rewards, terminated, truncated, refused))
    return happened


def in_bytes(happened: list[Any]) -> list[Any]:
    return [
        [{name: array.tobytes() for name, array in one.items()} for one in step[1].values()] + [step[2], step[3]]
        for step in happened
    ]


@every_game
def test_the_same_seed_and_actions_give_the_same_bytes(game: str) -> None:
    env = FogboundEnv(game, max_steps=6)
    assert in_bytes(play(env, 3)) == in_bytes(play(FogboundEnv(game, max_steps=6), 3))


def test_another_seed_gives_another_match() -> None:
    env = FogboundEnv("planet_conquer", max_steps=6)
    assert in_bytes(play(env, 3)) != in_bytes(play(env, 4))


@every_game
def test_what_the_mask_leaves_is_accepted_and_fits_the_spaces(game: str) -> None:
    env, left = FogboundEnv(game), STEPS[game]
    seed = 0
    while left > 0:
        seed += 1
        happened = play(env, seed, left)
        left -= len(happened)
        for actions, observations, *_, refused in happened:
            assert set(refused.values()) == {None}, (actions, refused)
            for agent, one in observations.items():
                assert env.observation_space(agent).contains(one)
                assert all(np.isfinite(array).all() for array in one.values())


@every_game
def test_each_of_the_values_that_the_mask_leaves_is_accepted(game: str) -> None:
    """Lots seldom take what is rare: here each value of each part is taken once, the others doing nothing."""
    env = FogboundEnv(game)
    happened = play(env, 5, 8)
    space, agent = env.action_space("seat_0"), "seat_0"
    mask = happened[-1][1][agent]["action_mask"]
    moment = env.moments()[0]
    for part, offered in enumerate(np.split(mask, space.ends[:-1])):
        for value in np.flatnonzero(offered):
            action = np.zeros(space.shape, np.int64)
            action[part] = value
            if moment.choices is not None:
                env._game.check(env._state, 0, env.codec.orders(action, moment))


@every_game
def test_what_a_seat_cannot_know_changes_nothing_that_it_observes(game: str) -> None:
    """The engine imagines another position that the seat could be in: the hidden part is another one, the observation is the same."""
    env, record = FogboundEnv(game), games.get(game)
    changed = 0
    for seed in range(3):
        *_, last = play(env, seed, 5)
        for seat, agent in enumerate(env.possible_agents):
            before, true = last[1][agent], env._state
            options = record.check_options({}, 2)
            env._state = record.imagine(options, record.view(true, seat), step_rng("other", 1))
            env._moments = {}
            after = env.codec.observe(env.moments())
            changed += record.to_json(env._state) != record.to_json(true)
            env._state, env._moments = true, {}
            for name, array in before.items():
                assert (array == after[name][seat]).all(), name
    assert changed


def test_a_match_that_ends_pays_by_place() -> None:
    *before, last = play(FogboundEnv("planet_conquer", options=SHORT["planet_conquer"]), 2)
    assert len(before) == 9
    assert all(set(step[3].values()) == {0.0} for step in before)
    assert sorted(last[3].values()) == [-1.0, 1.0]
    assert all(last[4].values())
    assert not any(last[5].values())


def test_a_match_that_is_cut_is_truncated() -> None:
    last = play(FogboundEnv("planet_conquer", max_steps=4), 1)[-1]
    assert all(last[5].values())
    assert not any(last[4].values())


def test_scores_pay_in_every_step_and_sum_to_nothing() -> None:
    paid = [step[3] for step in play(FogboundEnv("planet_conquer", options=SHORT["planet_conquer"], reward="score"), 2)]
    assert any(any(one.values()) for one in paid[:-1])
    assert all(abs(sum(one.values())) < 1e-9 for one in paid)


def test_refused_orders_are_told_and_default_ones_played() -> None:
    env = FogboundEnv("planet_conquer", max_steps=3)
    observations, _ = env.reset(seed=1)
    closed = int(np.flatnonzero(observations["seat_0"]["action_mask"] == 0)[0])
    part = int(np.searchsorted(env.codec.action_space.ends, closed, side="right"))  # type: ignore[attr-defined]
    action = np.zeros(env.action_space("seat_0").shape, np.int64)
    action[part] = closed - (env.codec.action_space.ends[part - 1] if part else 0)  # type: ignore[attr-defined]
    *_, infos = env.step({"seat_0": action, "seat_1": action * 0})
    assert infos["seat_0"]["refused"]["code"]
    assert infos["seat_1"]["refused"] is None


def test_a_seat_observes_its_own_view_alone() -> None:
    env = FogboundEnv("planet_conquer")
    _, infos = env.reset(seed=1)
    for seat, agent in enumerate(env.possible_agents):
        assert infos[agent]["view"] == env._game.view(env._state, seat)


def test_built_in_bots_play_the_seats_of_rivals() -> None:
    env = FogboundEnv("planet_conquer", rivals={0: "easy"}, options=SHORT["planet_conquer"])
    happened = play(env, 1)
    assert env.possible_agents == ["seat_1"]
    assert happened[-1][3].keys() == {"seat_1"}
    assert in_bytes(happened) == in_bytes(play(env, 1))
    with pytest.raises(KeyError):
        FogboundEnv("planet_conquer", rivals={0: "nobody"})


def test_a_larger_map_than_the_codec_was_made_for_is_refused() -> None:
    env = FogboundEnv("planet_conquer", options={"map": "two_lanterns"})
    with pytest.raises(FogboundError, match="larger map"):
        env.reset(options={"table": {"map": "four_winds"}})


def test_a_smaller_map_leaves_the_last_rows_empty() -> None:
    env = FogboundEnv("planet_conquer")
    observations, infos = env.reset(options={"table": {"map": "two_lanterns"}})
    count = len(infos["seat_0"]["view"]["map"]["planets"])
    assert not observations["seat_0"]["planets"][count:].any()
    assert (observations["seat_0"]["ways"][count:, :, 0] == -1).all()


def test_the_first_lines_of_the_page_play_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs/environment.md").read_text(encoding="utf-8")
    exec(re.findall(r"```python\n(.*?)```", page, re.DOTALL)[0], {})
    assert "'seat_1': " in capsys.readouterr().out
