"""Programs to begin with, each with another plan. Chapter 10."""

from __future__ import annotations

from games.core.contract import Template
from games.core.text import gettext_noop

EXAMPLE = """\
def run_planet(c):
    for d in DIRECTIONS:
        if c.can_build(MINER, d, 41):
            c.build(MINER, d, 41)
    if c.round > 500 and c.can_charge(c.energy // 10):
        c.charge(c.energy // 10)


def run_scout(c):
    for prey in c.sense(kinds=MINER, hostile=True):
        if c.can_analyse(prey.id):
            c.analyse(prey.id)
    if "heading" not in c.memory:
        c.memory["heading"] = c.random.choice(DIRECTIONS).name
    d = direction(c.memory["heading"])
    if c.can_move(d):
        c.move(d)
    elif c.ready:
        c.memory["heading"] = d.left.name
"""

BIDDER = """\
# Every planet bids one more than the bid that lost, and a little less after one that won.


def run_planet(c):
    bid = c.memory.get("bid", 1)
    if "points" in c.memory:
        bid = bid - bid // 10 if c.weapon_points > c.memory["points"] else bid + 1
    bid = min(bid, c.energy // 5)
    c.memory["bid"] = max(1, bid)
    c.memory["points"] = c.weapon_points
    if bid > 0 and c.can_charge(bid):
        c.charge(bid)
    for d in DIRECTIONS:
        if c.energy > 60 and c.can_build(MINER, d, 41):
            c.build(MINER, d, 41)
"""

SWARM = """\
# Battleships look for planets and burst where a planet changes hands; one scout for every three.


def run_planet(c):
    kind, energy = (SCOUT, 1) if c.memory.get("built", 0) % 4 == 0 else (BATTLESHIP, 60)
    for d in DIRECTIONS:
        if c.energy - energy >= 20 and c.can_build(kind, d, energy):
            c.build(kind, d, energy)
            c.memory["built"] = c.memory.get("built", 0) + 1
    if c.can_charge(1):
        c.charge(1)


def wander(c):
    if "heading" not in c.memory:
        c.memory["heading"] = c.random.choice(DIRECTIONS).name
    d = direction(c.memory["heading"])
    if c.can_move(d):
        c.move(d)
    elif c.ready:
        c.memory["heading"] = d.right.name


def run_battleship(c):
    share = c.energy - 10
    for planet in c.sense(kinds=PLANET, radius=9):
        if planet.seat != c.seat and planet.energy < share and c.can_overload(planet.pos.d2(c.pos)):
            c.overload(planet.pos.d2(c.pos))
            return
    goals = [one for one in c.sense(kinds=PLANET) if one.seat != c.seat]
    if goals:
        d = c.pos.direction_to(goals[0].pos)
        if d is not None and c.can_move(d):
            c.move(d)
            return
    wander(c)


def run_scout(c):
    for prey in c.sense(kinds=MINER, hostile=True, radius=12):
        if c.can_analyse(prey.id):
            c.analyse(prey.id)
            return
    wander(c)
"""

ONE_MIND = '''\
"""Each kind of entity gets a routine as soon as it can have one, and now and then again; battleships burst where two enemies are in sight."""

ROUTINES = {"Planet": "War", "Battleship": "Raider", "Miner": "Shy", "Scout": "Hunter"}
AGAIN = 20  # rounds; at many tables bids end when nobody renews them


def decide(view, choices, memory):
    orders = {"defaults": {}, "standing": [], "direct": []}
    for choice in choices:
        offered, facts = choice.get("orders"), choice["data"]
        if not offered:
            continue
        kind = facts.get("kind")
        is_due = kind not in memory or view["round"] >= memory[kind] + AGAIN
        if "defaults" in offered and facts["routine"] == ROUTINES.get(kind) and is_due:
            memory[kind] = view["round"]
            orders["defaults"].update(offered["defaults"])
            orders["standing"] += offered["standing"]
        elif facts.get("targets", 0) >= 2:
            orders["direct"] += offered["direct"]
    return orders
'''

PLAYER = """\
# Written as for the game that Cosmos comes from: a class whose run(controller) is called, an instance for each entity.
import random

from core.api import *


class Player:
    def __init__(self):
        self.heading = None

    def run(self, controller):
        kind = controller.get_type()
        if kind == "planet":
            self.build(controller)
            return
        if kind == "destroyer":
            for one in controller.sense_nearby_entities(radius=9):
                if one.team != controller.get_team() and controller.can_overdrive(9):
                    controller.overdrive(9)
                    return
        if kind == "scout":
            for one in controller.sense_nearby_entities(teams=controller.get_opponent()):
                if one.type == "miner" and controller.can_analyze(one.ID):
                    controller.analyze(one.ID)
                    return
        self.wander(controller)

    def build(self, controller):
        wanted = random.choice(["miner", "miner", "destroyer", "scout"])
        for way in Direction.all_directions():
            if controller.get_energy() > 60 and controller.can_build(EntityType(wanted), way, 41):
                controller.build(EntityType(wanted), way, 41)
        if controller.get_energy() > 20 and controller.can_charge(2):
            controller.charge(2)

    def wander(self, controller):
        if self.heading is None or not controller.can_move(self.heading):
            self.heading = random.choice(Direction.all_directions())
        if controller.can_move(self.heading):
            controller.move(self.heading)
"""

TEMPLATES = (
    Template(gettext_noop("Miners and hunters"), EXAMPLE),
    Template(gettext_noop("A patient bidder"), BIDDER),
    Template(gettext_noop("A swarm of battleships"), SWARM),
    Template(gettext_noop("One mind for all: decide"), ONE_MIND),
    Template(gettext_noop("For the original's controller: Player"), PLAYER),
)
