"""What do the ships of the medium and the hard bot do? Each has a task; standing orders carry it out round by round. Chapters 8.2 and 12.3."""

from __future__ import annotations

from typing import Any

from games.cosmos.bots.sky import Pos, Sky, d2, tiles_between
from games.cosmos.constants import BURST_OVERHEAD

Json = Any
RAIDER = 32
"""Energy from which on a battleship goes out, unless it was built to guard."""
LARGEST_GUARD = 60
GUARDS_WAIT = 20
"""Rounds after hostile scouts were near in which ships of such a size are guards."""
NEAR = 8
"""How near to a planet ships of a wave are when they burst, as a squared distance."""
MOST_POSTS = 2
"""Scouts that watch neutral planets."""
SETTLING = 50
"""Rounds in which a settled planet does not bring what its ship has cost."""
YIELD = 0.6
"""Part of a settled planet's income that counts: it cannot be spent where the others' is."""
REFUGE = 60
"""What a second place to build and to live is worth, in energy."""
OUTPOST = 6
"""Tiles before a planet where a scout watches for hunters."""
ALARM = 144
"""How near to a planet a hunter is when guards go for it, as a squared distance."""
MUSTER = 9
"""Tiles before its goal where a wave waits for those that come."""
OVER = 1.15
"""What a wave has more than it needs."""
TAKE = {"type": "auto_overload", "radius": "best", "min_enemies": 1, "min_planets": 1, "only_capture": True}
"""Bursts at a planet that it takes alone."""
FIRE = {"type": "auto_overload", "radius": "best", "min_enemies": 1, "min_planets": 1}
"""Bursts at a planet, for others finish it."""
LOOKS_UNTIL = 100
"""Round until which one scout looks for neutral planets while none is known."""
HUNT = {"type": "auto_analyse", "chase": True}
STAY: Json = {"movement": None, "reflexes": []}
SHY = {"type": "flee", "kinds": ["scout"], "within": 20}


def sail(to: Pos, arrive: int, *reflexes: Json) -> Json:
    """To a tile by the cheap way."""
    return {"movement": {"type": "move_to", "to": to, "arrive": arrive, "path": "cheap"}, "reflexes": list(reflexes)}


def needed(sky: Sky, planet: Json, ahead: int) -> float:
    """Strength of bursts that takes a planet in so many rounds."""
    return (sky.energy_of(planet, ahead) + 6) * OVER * min(2, sky.divided(planet))


def target(sky: Sky) -> Json | None:
    """The hostile planet that is taken most cheaply, a tile of the way counts for two points of energy; None if none is known."""
    near = sky.home + [one["pos"] for one in sky.own["planet"]]

    def price(planet: Json) -> tuple[float, int]:
        way = min((tiles_between(pos, planet["pos"]) for pos in near), default=0)
        return needed(sky, planet, 0) + 2 * way, planet["id"]

    return min(sky.hostile, key=price, default=None)


class Fleets:
    """Tasks of ships, kept from step to step: `guard`, `wave`, and for scouts the tile that they watch."""

    def __init__(self, sky: Sky, *, hunts: bool = True, settles: bool = True) -> None:
        self.sky, self.hunts = sky, hunts
        self.settles = settles
        self.is_looking = settles and not sky.neutral and sky.round <= LOOKS_UNTIL
        self.tasks: dict[str, Json] = {}
        old = sky.memory.get("tasks", {})
        for kind in ("battleship", "scout"):
            for one in sky.own[kind]:
                self.tasks[str(one["id"])] = old.get(str(one["id"])) or self._new_task(one, kind)
        sky.memory["tasks"] = self.tasks
        self.goal = target(sky)
        self.wave = [one for one in sky.own["battleship"] if self.tasks[str(one["id"])] == "wave"]

    def _new_task(self, one: Json, kind: str) -> Json:
        if kind == "battleship":
            hunted = self.sky.memory.get("hunted", 0) >= self.sky.round - GUARDS_WAIT
            return "wave" if one["energy"] >= RAIDER and not (hunted and one["energy"] <= LARGEST_GUARD) else "guard"
        is_able = one["energy"] > 1 or (self.sky.kills_of(one) > 1 and not self.sky.is_in_ring(one))
        return "hunt" if self.hunts and is_able else "watch"

    def rules(self) -> dict[int, Json]:
        """Standing orders of every ship, by id."""
        found: dict[int, Json] = {}
        self._miners(found)
        self._scouts(found)
        for one in self.sky.own["battleship"]:
            if self.tasks[str(one["id"])] == "guard":
                found[one["id"]] = self._guard(one)
        self._waves(found)
        return found

    def _miners(self, found: dict[int, Json]) -> None:
        for one in self.sky.own["miner"]:
            if self.sky.is_in_ring(one):
                found[one["id"]] = STAY
            else:
                found[one["id"]] = {"movement": {"type": "stay_near", "within": 20}, "reflexes": [SHY]}

    def _scouts(self, found: dict[int, Json]) -> None:
        """The first look where opponents may live; then one watches each hostile planet, hunters go for miners, others look around.

        The smallest ones stay in the ring around their planet, where they take their shares of bursts at it.
        """
        sky = self.sky
        prey = [HUNT] if self.hunts else []
        posts = [planet["pos"] for planet in sky.hostile] or sky.candidates
        free = []
        for one in sky.own["scout"]:
            if self.tasks[str(one["id"])] == "watch" and sky.is_in_ring(one):
                found[one["id"]] = STAY
            else:
                free.append(one)
        for pos in posts:
            if free:
                one = min(free, key=lambda ship: (ship["energy"] > 1, tiles_between(ship["pos"], pos), ship["id"]))
                free.remove(one)
                found[one["id"]] = sail(pos, 20 if self.tasks[str(one["id"])] == "watch" else 9, *prey)
        idle = [one for one in free if self.tasks[str(one["id"])] == "watch"]
        if self.is_looking and idle:
            found[idle[0]["id"]] = {"movement": {"type": "explore"}, "reflexes": prey}
            free.remove(idle.pop(0))
        for planet, one in zip(sky.neutral if self.settles else (), idle[:MOST_POSTS], strict=False):
            # Whoever takes a neutral planet holds it with little at first.
            found[one["id"]] = sail(planet["pos"], 20, *prey)
            free.remove(one)
        outposts = self._outposts(posts)
        for one in sorted(free, key=lambda ship: (ship["energy"], ship["id"])):
            if outposts and self.tasks[str(one["id"])] == "watch":
                found[one["id"]] = sail(outposts.pop(0), 2, *prey)
            elif posts and self.tasks[str(one["id"])] == "hunt":
                pos = posts[one["id"] % len(posts)]
                found[one["id"]] = sail(pos, 9, *prey)
            else:
                found[one["id"]] = {"movement": {"type": "explore"}, "reflexes": prey}

    def _outposts(self, posts: list[Pos]) -> list[Pos]:
        """A place before each own planet, on the way that hunters come, from where they are seen in time."""
        found = []
        for planet in self.sky.own["planet"]:
            (x, y), to = planet["pos"], min(posts, key=lambda pos: (d2(pos, planet["pos"]), pos), default=None)
            if to is not None and (steps := tiles_between(planet["pos"], to)) > OUTPOST:
                found.append([x + (to[0] - x) * OUTPOST // steps, y + (to[1] - y) * OUTPOST // steps])
        return found

    def _guard(self, one: Json) -> Json:
        """Bursts at scouts near its planet; takes it back if it is lost."""
        sky = self.sky
        burst = {"type": "auto_overload", "radius": "best", "min_enemies": 1, "only_capture": True}
        places = [planet["pos"] for planet in sky.own["planet"]] or sky.home
        home = min(places, key=lambda pos: (d2(pos, one["pos"]), pos))
        scouts = [foe["pos"] for foe in sky.hunters(home, ALARM)]
        if scouts:
            return sail(min(scouts, key=lambda pos: (d2(pos, one["pos"]), pos)), 2, burst)
        # A scout that can do no harm is not worth a burst.
        return {"movement": {"type": "stay_near", "center": home, "within": 8}, "reflexes": [TAKE]}

    def _waves(self, found: dict[int, Json]) -> None:
        """Raiders take neutral planets that one of them takes alone, gather before a hostile one, and go for it when they are enough."""
        sky, left = self.sky, list(self.wave)
        for planet in sorted(sky.neutral, key=lambda one: (one["energy"], one["id"])):
            able = [
                one for one in left
                if sky.strength([one]) > sky.energy_of(planet, 2 * tiles_between(one["pos"], planet["pos"]))
            ]  # fmt: skip
            if able:
                # What the ship has cost is spent, whatever the planet brings until the end.
                one = min(able, key=lambda ship: (ship["energy"], ship["id"]))
                if sky.strength([one]) < 2 * planet["energy"] + 30:
                    left.remove(one)
                    found[one["id"]] = sail(planet["pos"], 1, TAKE)
        if self.goal is None:
            for one in left:
                to = min(sky.candidates, key=lambda pos: (tiles_between(pos, one["pos"]), pos), default=None)
                walk = {"movement": {"type": "explore"}, "reflexes": [TAKE]}
                found[one["id"]] = walk if to is None else sail(to, 2, TAKE)
            return
        pos = self.goal["pos"]
        beside = [one for one in left if d2(one["pos"], pos) <= NEAR]
        is_open = sky.strength(beside) > needed(sky, self.goal, sky.stride)
        near = [one for one in left if tiles_between(one["pos"], pos) <= MUSTER + 3]
        is_enough = sky.strength(near) > needed(sky, self.goal, MUSTER)
        is_last = sky.left <= 3 * MUSTER
        for one in left:
            if is_open and one in beside:
                found[one["id"]] = sail(pos, 2, FIRE)
            elif is_enough or is_last or one in beside:
                found[one["id"]] = sail(pos, 2, TAKE)
            else:
                found[one["id"]] = sail(pos, MUSTER * MUSTER, TAKE)

    def is_worth(self, planet: Json) -> bool:
        """Does a neutral planet bring more than it costs? Its income once a ship is there, and a second place to build and to live."""
        sky = self.sky
        paid = sky.left - SETTLING - 2 * self._way(planet)
        brings = (sky.income() + 0.5) * max(0, paid) * YIELD + REFUGE
        return bool(paid > 0 and brings > sky.energy_of(planet, 40) + BURST_OVERHEAD)

    def _way(self, planet: Json) -> int:
        """Tiles to a planet from the nearest own one."""
        return min((tiles_between(one["pos"], planet["pos"]) for one in self.sky.own["planet"]), default=0)

    def open_neutral(self) -> Json | None:
        """The cheapest neutral planet that is worth its price and for which no raider is on its way."""
        sky = self.sky
        most = max((sky.strength([one]) for one in self.wave), default=0)
        planets = [one for one in sky.neutral if self.is_worth(one) and most <= sky.energy_of(one, 0)]
        return min(planets, key=lambda one: (one["energy"] + 2 * self._way(one), one["id"]), default=None)

    def price_of(self, planet: Json) -> int:
        """Energy of a battleship that takes a neutral planet alone when it comes there."""
        return int(self.sky.energy_of(planet, 40) / self.sky.factor(self.sky.seat)) + BURST_OVERHEAD + 4
