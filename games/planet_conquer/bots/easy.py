"""How does the Cadet play? It takes what nobody holds from the first rounds, and else looks at its neighbours now and then, without a plan, blind to
walls and without defending, bolder with every round (rules 17.2)."""

from __future__ import annotations

from games.core.contract import Json, Orders
from games.core.rng import Rng
from games.planet_conquer.bots.belief import Belief
from games.planet_conquer.bots.orders import is_affordable, to_orders
from games.planet_conquer.bots.world import NOBODY, Move, Plan, Tactic

SMALLEST = 20
"""Garrisons below this stay at home."""
WAKEFUL = 0.3
"""How often a garrison that could send does."""
EAGER = 0.6
"""How often a garrison takes a planet beside it that nobody holds and no fleet of its own is heading for."""
SETTLERS = 40
"""The most that leave for such a planet."""
HANDFUL = 60
"""The most that attacks at once at first, however many there are."""
CALM = 12
"""Rounds after which it grows bolder: matches of nothing but cadets would stand still with full garrisons, up to the last round."""
BOLDER = 5
"""So many more attack at once with every round from then on."""


def decide(view: Json, rng: Rng, memory: dict[str, Json]) -> Orders:
    """Orders for the view's seat."""
    belief = Belief(view, memory, guess=False)
    return to_orders(Plan(_moves(belief, rng), _tactic(belief, rng)), view)


def _moves(belief: Belief, rng: Rng) -> list[Move]:
    world, atlas, me = belief.world, belief.atlas, belief.seat
    moves: list[Move] = []
    headed = {p for arrivals in world.coming.values() for p, whose, _ in arrivals if whose == me}
    restless = max(0, world.round - CALM)
    handful = HANDFUL + BOLDER * restless
    part = min(95, 50 + 2 * restless)
    enough = max(60, 100 - 2 * restless)
    foreign = [p for p, owner in enumerate(world.owner) if owner != me]
    for p, owner in enumerate(world.owner):
        units = world.units[p]
        if owner != me or units < SMALLEST:
            continue
        targets = sorted((world.units[q], q) for q, _ in atlas.near[p] if world.owner[q] != me)
        empty = [q for power, q in targets if power == 0 and q not in headed]
        if empty and rng.random() < EAGER:
            headed.add(empty[0])
            moves.append((p, empty[0], min(SETTLERS, units // 2)))
        elif targets:
            power, target = targets[0]
            force = min(handful, units * part // 100)
            if 100 * force > enough * power and rng.random() < WAKEFUL:
                moves.append((p, target, force))
        elif foreign and rng.random() < WAKEFUL:
            goal = min(foreign, key=lambda q: (atlas.dist[p][q], q))
            step = min(atlas.near[p], key=lambda way: (way[1] + atlas.dist[way[0]][goal], way[0]))
            moves.append((p, step[0], units // 2))
    return moves


def _tactic(belief: Belief, rng: Rng) -> Tactic | None:
    world, me = belief.world, belief.seat
    if is_affordable(world, me, "terminator", keep=6) and rng.random() < 0.05:
        seen = [
            (world.units[p], -p)
            for p, owner in enumerate(world.owner)
            if owner not in (me, NOBODY) and belief.in_view[p]
        ]
        if seen:
            return Tactic("terminator", -max(seen)[1])
    if is_affordable(world, me, "boost", keep=2) and rng.random() < 0.2:
        mine = [(world.units[p], -p) for p, owner in enumerate(world.owner) if owner == me]
        if mine:
            return Tactic("boost", -max(mine)[1])
    return None
