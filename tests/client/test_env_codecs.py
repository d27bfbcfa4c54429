"""Do the planes of each game say what the view says, and do actions order what they are called?"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from fogbound_client.env import FogboundEnv, cosmos, deep_blue, frames, hundred_clubs, planet_conquer


def played(game: str, steps: int, seed: int = 4) -> tuple[Any, Any]:
    """An environment after so many steps by lot, and what was observed last."""
    env = FogboundEnv(game)
    observations, _ = env.reset(seed=seed)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(number)
    for _ in range(steps):
        actions = {
            agent: env.action_space(agent).sample(mask=observations[agent]["action_mask"]) for agent in env.agents
        }
        observations, *_ = env.step(actions)
    return env, observations


def named(row: Any, columns: tuple[str, ...]) -> dict[str, float]:
    return dict(zip(columns, row.tolist(), strict=True))


def doing(env: Any, **parts: int) -> Any:
    """An action that does nothing but in these parts: `p3=1` sets part 3."""
    action = np.zeros(env.codec.action_space.shape, np.int64)
    for part, value in parts.items():
        action[int(part[1:])] = value
    return action


def test_planes_of_planet_conquer_say_what_the_view_says() -> None:
    env, observations = played("planet_conquer", 25)
    view = env.moments()[1].view
    for planet, row in zip(view["planets"], observations["seat_1"]["planets"], strict=True):
        shown = named(row, planet_conquer.PLANES)
        assert shown["own"] == (planet["owner"] == 1)
        assert shown["rival"] == (planet["owner"] == 0)
        assert shown["empty"] == (planet["seen"] != "never" and planet["owner"] is None)
        assert shown["in_sight"] == (planet["seen"] == "now")
        assert shown["units"] == pytest.approx((planet["units"] or 0) / 100)
        assert shown["next"] == pytest.approx((planet["next"] or 0) / 100)
        assert shown["age"] == pytest.approx(0 if planet["as_of"] is None else (view["round"] - planet["as_of"]) / 10)
        coming = sum(f["units"] for f in view["fleets"] if f["to"] == planet["id"] and f["seat"] == 0)
        assert shown["rival_arriving"] == pytest.approx(coming / 100)


def test_actions_of_planet_conquer_send_fleets_and_play_tactics() -> None:
    env, _ = played("planet_conquer", 25)
    moment = env.moments()[1]
    source = next(s for s in moment.choices["sources"] if s["units"] > 1)
    planet, last = source["planet"], len(source["targets"]) - 1
    for amount, units in enumerate((1, source["units"] // 2, source["units"] - 1)):
        orders = env.codec.orders(doing(env, **{f"p{planet}": 1 + 3 * last + amount}), moment)
        assert orders == {
            "moves": [{"from": planet, "to": source["targets"][last]["planet"], "units": units}],
            "tactic": None,
        }
    boost = 1 + planet_conquer.PLANET_TACTICS.index("boost") * env.codec.planets + planet
    assert env.codec.orders(doing(env, **{f"p{env.codec.planets}": boost}), moment)["tactic"] == {
        "type": "boost",
        "planet": planet,
    }


def test_planes_of_hundred_clubs_say_what_the_view_says() -> None:
    env, observations = played("hundred_clubs", 8)
    view, cells = env.moments()[0].view, observations["seat_0"]["cells"]
    planes = dict(zip(hundred_clubs.PLANES, cells, strict=True))
    letters = np.array([list(row) for row in view["owners"]])
    assert (planes["own"] == (letters == "0")).all()
    assert planes["own"].sum() == view["me"]["area"] > 0
    assert (planes["unseen"] == (letters == "?")).all()
    assert (planes["nobody"] == (letters == ".")).all()
    x, y = view["me"]["capital"]
    assert planes["capital"].sum() == planes["capital"][y, x] == 1
    members = [[view["terrain"][letter]["members"] / 10 for letter in row] for row in view["map"]["rows"]]
    assert planes["members"] == pytest.approx(np.array(members))


def test_actions_of_hundred_clubs_bid_and_place_campaigns() -> None:
    env, _ = played("hundred_clubs", 0)
    assert env.codec.orders(doing(env, p0=10), env.moments()[0]) == {"bid": 50}
    env, _ = played("hundred_clubs", 8)
    moment = env.moments()[0]
    x, y = moment.view["me"]["capital"]
    cell, saving = 1 + y * env.codec.width + x, moment.view["me"]["saving"]
    orders = env.codec.orders(doing(env, p2=3, p5=cell, p6=2, p7=cell, p8=3), moment)
    assert orders["diplomacy"] == {"1": "justify_war"}
    assert orders["campaigns"] == [
        {"at": [x, y], "size": saving // 2},
        {"at": [x, y], "size": saving - saving // 2},
    ]


def test_rows_and_actions_of_deep_blue_are_those_of_the_elements() -> None:
    env, observations = played("deep_blue", 3)
    moment = env.moments()[0]
    own = [one for one in moment.view["elements"] if one["seat"] == 0]
    for one, row in zip(own, observations["seat_0"]["elements"], strict=False):
        shown = named(row, deep_blue.ELEMENT)
        assert shown["own"] == shown[one["kind"]] == 1
        assert shown["health"] == pytest.approx(one["health"] / 100)
    own_sea = observations["seat_0"]["sea"]
    for one in own:
        if "pos" in one:
            x, y, depth = one["pos"]
            assert own_sea[deep_blue.PLANES.index("own"), y, x] > 0
            assert own_sea[1 + depth, y, x] == 1, "an own ship sees where it is"
    place, ship = next((place, one) for place, one in enumerate(own) if "pos" in one)
    x, y, _ = ship["pos"]
    east = deep_blue.COURSES.index("e_near")
    assert env.codec.orders(doing(env, **{f"p{place}": east}), moment) == {
        "units": {str(ship["id"]): {"move": [min(x + 3, env.codec.width - 1), y]}}
    }
    mask = np.split(observations["seat_0"]["action_mask"], env.codec.action_space.ends[:-1])
    offered = {
        (int(unit), parts["command"]["type"], parts["command"]["target"])
        for entry in moment.choices
        for unit, parts in entry["orders"].get("units", {}).items()
    }
    found = set()
    for place, one in enumerate(own):
        for value in np.flatnonzero(mask[deep_blue.OWN + place])[1:]:
            orders = env.codec.orders(doing(env, **{f"p{deep_blue.OWN + place}": value}), moment)
            command = orders["units"][str(one["id"])]["command"]
            found.add((one["id"], command["type"], command["target"]))
    assert found == offered != set()


def test_rows_and_actions_of_cosmos_are_those_of_the_entities() -> None:
    env, observations = played("cosmos", 12)
    moment = env.moments()[0]
    own = moment.view["own"]
    assert observations["seat_0"]["space"][2, 16, 16] == pytest.approx(own_planet(own)["energy"] / 100)
    for one, row in zip(own, observations["seat_0"]["entities"], strict=False):
        shown = named(row, cosmos.ENTITY)
        assert shown["own"] == shown[one["kind"]] == 1
        assert shown["energy"] == pytest.approx(one["energy"] / 100)
    mask = np.split(observations["seat_0"]["action_mask"], env.codec.action_space.ends[:-1])
    for place, one in enumerate(own):
        offered = [cosmos.ACTS[value] for value in np.flatnonzero(mask[len(cosmos.KINDS) + place])]
        assert ("move_north" in offered) == (one["kind"] != "planet" and one["ready"])
    place = own.index(own_planet(own))
    charge = doing(env, **{f"p{len(cosmos.KINDS) + place}": cosmos.ACTS.index("charge_one")})
    assert env.codec.orders(charge, moment) == {
        "direct": [{"id": own[place]["id"], "actions": [{"do": "charge", "energy": 1}]}]
    }


def own_planet(own: Any) -> Any:
    return next(one for one in own if one["kind"] == "planet")


def test_rows_of_frames_are_the_offered_acts() -> None:
    env, observations = played("frames", 12)
    for place, moment in enumerate(env.moments()):
        acts = [entry for entry in moment.choices or () if "orders" in entry and not entry.get("adds")]
        offers = observations[f"seat_{place}"]["offers"]
        assert offers[:, 0].sum() == len(acts)
        for value, act in enumerate(acts):
            assert named(offers[value], frames.OFFER)[act["group"]] == 1
            assert env.codec.orders(doing(env, p0=value), moment) == act["orders"]
    ship = next(seat["ship"] for seat in env.moments()[0].view["seats"] if seat["seat"] == 0)
    assert named(observations["seat_0"]["units"][0], frames.UNIT)["hp"] == pytest.approx(ship["hp"] / 10)
