"""How does a program learn to play Planet Conquer? By trying weights: the best of each generation are the middle of the next one.

    python client/examples/planet_conquer/train.py --seed 1

takes some minutes on two cores. It writes `learned.txt`, the numbers, and `learned.py`, a program with them that plays in every place where
programs play. The policy scores, for every garrison, every way to send a fleet, by few features of the planets at both ends times the
learned weights. It takes the best way whose score is above 0. The search is the cross-entropy method against the weakest bot.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from fogbound_client.env import FogboundVectorEnv
from fogbound_client.env.planet_conquer import AMOUNTS, PLANES, PlanetConquer

FEATURES = (
    "always", "to_rival", "to_empty", "to_own", "to_unknown", "strength", "enough", "rounds", "half", "most", "growth", "limit",
    "front_there", "front_here", "danger_here", "on_the_way",
)  # fmt: skip
HERE = Path(__file__).parent

PROGRAM = '''"""Every garrison sends the fleet that scores best; the weights of what counts were learned by `train.py`, which has written this."""

WEIGHTS = [
{weights}
]


def decide(view, choices):
    """Orders for this round."""
    planets, map_planets, me, moves = view["planets"], view["map"]["planets"], view["seat"], []
    coming = {{}}
    for fleet in view["fleets"]:
        if fleet["seat"] == me:
            coming[fleet["to"]] = coming.get(fleet["to"], 0) + fleet["units"]
    ways = {{}}
    keys = {{planet["key"]: planet["id"] for planet in map_planets}}
    for route in view["map"]["routes"]:
        one, other = keys[route[0]], keys[route[1]]
        ways.setdefault(one, []).append(other)
        ways.setdefault(other, []).append(one)

    def around(planet):
        # The share of neighbours that are not mine, and the rival's units on them in hundreds.
        foreign = [planets[other] for other in ways[planet] if planets[other]["owner"] != me]
        rivals = [other["units"] or 0 for other in foreign if other["owner"] is not None]
        return len(foreign) / len(ways[planet]), sum(rivals) / 100

    places = {{planet["id"]: around(planet["id"]) for planet in planets}}
    for source in choices["sources"]:
        units = source["units"]
        if units < 2:
            continue
        best, order = 0, None
        front, danger = places[source["planet"]]
        for way in source["targets"]:
            there, fixed = planets[way["planet"]], map_planets[way["planet"]]
            own, unknown = there["owner"] == me, there["seen"] == "never"
            rival = there["owner"] is not None and not own
            needed = 0 if own else (there["units"] or 0) / 100 * fixed["def"]
            sent = coming.get(way["planet"], 0) / 100
            for amount, leaving in enumerate((1, units // 2, units - 1)):
                margin = leaving / 100 + sent - needed
                features = (
                    1,
                    rival,
                    not own and not rival and not unknown,
                    own,
                    unknown,
                    max(-1, min(1, margin)),
                    margin > 0.001 and not own,
                    way["rounds"] / 10,
                    amount == 1,
                    amount == 2,
                    fixed["res"],
                    fixed["max"] / 1000,
                    places[way["planet"]][0],
                    front,
                    danger * leaving / units,
                    sent > needed + 0.001 and not own,
                )
                score = round(sum(weight * feature for weight, feature in zip(WEIGHTS, features, strict=True)), 3)
                if score > best:
                    best, order = score, {{"from": source["planet"], "to": way["planet"], "units": leaving}}
        if order:
            moves.append(order)
    return {{"moves": moves, "tactic": None}}
'''


class Policy:
    """Actions of many seats at once, from the arrays of the environment."""

    def __init__(self, codec: PlanetConquer) -> None:
        self._codec = codec
        self._there = np.maximum(codec.neighbours, 0)
        self._is_way = codec.neighbours >= 0

    def features(self, planets: Any) -> Any:
        """(seats, planets, neighbours, amounts, features) of all ways to send a fleet."""
        shown = {name: planets[..., PLANES.index(name)].astype(np.float64) for name in PLANES}
        there, seats = self._there, len(planets)
        own, rival = shown["own"] > 0, shown["rival"] > 0
        unknown = ~own & ~rival & (shown["empty"] == 0)
        foreign = self._is_way & ~own[:, there]
        front = foreign.sum(-1) / self._is_way.sum(-1)
        danger = (foreign * rival[:, there] * shown["units"][:, there]).sum(-1)
        # Counted in whole units, as the orders are.
        units = np.rint(shown["units"] * 100)
        leaving = np.stack([np.ones_like(units), units // 2, units - 1], -1)[:, :, None, :]
        needed = np.where(own, 0, shown["units"] * shown["defence"])[:, there][..., None]
        sent = shown["own_arriving"][:, there][..., None]
        margin = leaving / 100 + sent - needed
        is_foreign = ~own[:, there][..., None]
        amounts = np.arange(len(AMOUNTS))
        columns = [
            1, rival[:, there][..., None], (shown["empty"] > 0)[:, there][..., None], ~is_foreign, unknown[:, there][..., None],
            np.clip(margin, -1, 1), (margin > 0.001) & is_foreign, self._codec.rounds[..., None] / 10, amounts == 1, amounts == 2,
            shown["growth"][:, there][..., None], shown["limit"][:, there][..., None] / 10, front[:, there][..., None],
            front[:, :, None, None], danger[:, :, None, None] * leaving / np.maximum(units, 1)[:, :, None, None],
            (sent > needed + 0.001) & is_foreign,
        ]  # fmt: skip
        shape = (seats, *there.shape, len(AMOUNTS))
        return np.stack([np.broadcast_to(column, shape) for column in columns], -1)

    def act(self, weights: Any, observations: Any) -> Any:
        """(seats, parts) actions; `weights`: a row for each seat."""
        planets, masks = observations["planets"], observations["action_mask"]
        scores = np.einsum("spnaf,sf->spna", self.features(planets), weights).reshape(
            len(planets), self._codec.planets, -1
        )
        sends = masks[:, : scores.shape[1] * (1 + scores.shape[2])].reshape(*scores.shape[:2], -1)
        scores = np.where(sends[..., 1:], scores, -np.inf)
        scores = np.concatenate([np.zeros((*scores.shape[:2], 1)), np.round(scores, 3)], -1)
        return np.concatenate([scores.argmax(-1), np.zeros((len(planets), 1), np.int64)], -1)


def train(seed: int, generations: int, workers: int) -> Any:
    """The learned weights."""
    people, matches, steps = 24, 4, 60
    dice = np.random.default_rng(seed)
    middle, spread = np.zeros(len(FEATURES)), np.ones(len(FEATURES))
    rivals = {1: "easy"}
    with FogboundVectorEnv(
        "planet_conquer", matches=people * matches, workers=workers, rivals=rivals, reward="score"
    ) as env:
        policy = Policy(env.codec)  # type: ignore[arg-type]
        for generation in range(generations):
            tried = dice.normal(middle, spread, (people, len(FEATURES)))
            weights = np.repeat(tried, matches, 0)
            earned = np.zeros(people * matches)
            observations, _ = env.reset(seed=int(dice.integers(2**31)))
            for _ in range(steps):
                actions = policy.act(weights, {name: array[:, 0] for name, array in observations.items()})
                observations, rewards, *_ = env.step(actions[:, None])
                earned += rewards[:, 0]
            worth = earned.reshape(people, matches).mean(1)
            best = tried[np.argsort(-worth)[: people // 4]]
            middle, spread = best.mean(0), best.std(0) + 0.3 * 0.8**generation
            print(f"generation {generation + 1}: best {worth.max():.1f}, mean {worth.mean():.1f}", flush=True)
    return middle.round(3)


def main() -> None:
    """Train, and write down what was learned."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--generations", type=int, default=12)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--into", type=Path, default=HERE, help="folder of learned.txt and learned.py")
    given = parser.parse_args()
    weights = train(given.seed, given.generations, given.workers)
    lines = [f"# Made by: train.py --seed {given.seed} --generations {given.generations}"]
    lines += [f"{name} {weight}" for name, weight in zip(FEATURES, weights, strict=True)]
    (given.into / "learned.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (given.into / "learned.py").write_text(program(given.into / "learned.txt"), encoding="utf-8")


def program(learned: Path) -> str:
    """The program with the numbers of that file."""
    rows = [line.split() for line in learned.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return PROGRAM.format(weights="\n".join(f"    {weight}," for _, weight in rows))


if __name__ == "__main__":
    main()
