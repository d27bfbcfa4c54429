"""Who will hold a planet in some rounds if nobody orders anything new, and how many units would change that?"""

from __future__ import annotations

from bisect import bisect_left

from games.planet_conquer.bots.world import NOBODY, World, fight
from games.planet_conquer.constants import FULL_FEE
from games.planet_conquer.production import produce

ENOUGH = 10**6
"""More units than any planet holds: where the search for a need gives up."""


class Forecast:
    """Futures of single planets, counted in rounds: h = 1 is the battle of this round, h = 2 that of the next.

    Plans add to it what they send and take from garrisons, so that later parts of a plan reckon with earlier ones.
    """

    __slots__ = ("_after", "_before", "arrivals", "horizon", "level", "seat", "units", "world")

    def __init__(self, world: World, seat: int, horizon: int, level: int = FULL_FEE) -> None:
        self.world = world
        self.seat = seat
        self.horizon = horizon
        self.level = level
        """The seat's own fee level; rivals are taken to have the full one."""
        self.units = world.units[:]
        count = world.atlas.count
        self.arrivals: list[dict[int, dict[int, int]]] = [{} for _ in range(count)]
        """Per planet, per h: units by seat."""
        self._before: list[list[tuple[int, int]] | None] = [None] * count
        self._after: list[list[tuple[int, int]]] = [[] for _ in range(count)]
        for due, arrivals in world.coming.items():
            h = due - world.round + 1
            if 1 <= h <= horizon:
                for planet, owner, units in arrivals:
                    sides = self.arrivals[planet].setdefault(h, {})
                    sides[owner] = sides.get(owner, 0) + units

    def send(self, source: int, target: int, units: int, h: int) -> None:
        """Reckon with a fleet of the seat that leaves now and arrives in round h."""
        self.units[source] -= units
        self._before[source] = None
        if h <= self.horizon:
            sides = self.arrivals[target].setdefault(h, {})
            sides[self.seat] = sides.get(self.seat, 0) + units
            self._before[target] = None

    def before(self, planet: int, h: int) -> tuple[int, int]:
        """Owner and units just before the battle of round h."""
        return self._timeline(planet)[h - 1]

    def after(self, planet: int, h: int) -> tuple[int, int]:
        """Owner and units after the battle of round h."""
        self._timeline(planet)
        return self._after[planet][h - 1]

    def lost_at(self, planet: int, rounds: int) -> int:
        """The first h <= rounds after whose battle the seat does not hold the planet; 0 if it keeps it."""
        self._timeline(planet)
        for h, (owner, _) in enumerate(self._after[planet][:rounds], start=1):
            if owner != self.seat:
                return h
        return 0

    def need(self, planet: int, h: int, *, survivors: int = 3, edge: bool = False, spared: int = 0) -> int:
        """The smallest number of units that, arriving in round h, makes the planet the seat's with so many survivors.

        0 if it is so anyway. `edge`: with an attack tactic running. `spared`: units of a garrison that are counted out (struck
        by a terminator). `ENOUGH` if no number would do.
        """
        owner, units = self.before(planet, h)
        units = max(0, units - spared)
        world, seat = self.world, self.seat
        others = self.arrivals[planet].get(h, {})
        already = others.get(seat, 0)
        if not units and len(others) == (1 if already else 0):
            return max(0, survivors - already)
        weight = world.atlas.defence[planet]
        if world.defended.get(planet, 0) >= world.round + h - 1:
            weight *= 2
        fronts = (seat,) if edge or world.attacks.get((seat, planet), 0) >= world.round + h - 1 else ()

        def is_won(extra: int) -> bool:
            sides = dict(others)
            if already + extra:
                sides[seat] = already + extra
            if not sides:
                return owner == seat and units >= survivors
            winner, left = fight(owner, units, weight, sides, fronts)
            return winner == seat and left >= survivors

        if is_won(0):
            return 0
        high = 8
        while not is_won(high):
            high *= 2
            if high > ENOUGH:
                return ENOUGH
        return bisect_left(range(high), True, high // 2 + 1 if high > 8 else 1, key=is_won)

    def _timeline(self, planet: int) -> list[tuple[int, int]]:
        known = self._before[planet]
        if known is not None:
            return known
        world = self.world
        now = world.round
        owner, units = world.owner[planet], self.units[planet]
        if not units:
            owner = NOBODY
        arrivals = self.arrivals[planet]
        before: list[tuple[int, int]] = []
        after: list[tuple[int, int]] = []
        defended = world.defended.get(planet, 0)
        halted = world.halted.get(planet, 0)
        boosted = world.boosted.get(planet, 0)
        atlas = world.atlas
        for h in range(1, self.horizon + 1):
            at = now + h - 1
            if world.strikes and planet in world.strikes.get(at, ()):
                units = units // 2 if defended >= at else 0
                if not units:
                    owner = NOBODY
            before.append((owner, units))
            sides = arrivals.get(h)
            if sides:
                held = owner
                weight = atlas.defence[planet]
                if defended >= at:
                    weight *= 2
                edge = [seat for seat in sides if world.attacks and world.attacks.get((seat, planet), 0) >= at]
                owner, units = fight(owner, units, weight, sides, edge)
                if owner != held:
                    defended = boosted = 0
            after.append((owner, units))
            if owner != NOBODY and halted <= at:
                level = self.level if owner == self.seat else FULL_FEE
                units = produce(
                    units, atlas.limit[planet], atlas.growth[planet], atlas.output[planet], level, boosted > at
                )
                if not units:
                    owner = NOBODY
        self._before[planet] = before
        self._after[planet] = after
        return before
