"""What would happen next? A compact copy of the rules on plain lists, for bots that look ahead on what they believe.

It follows chapters 7 to 9 of the rules but for three simplifications, which matter to nobody's plans: seats do not miss turns,
every fleet's place on its route is unknown (so `eleminate` hits fleets by how soon they arrive), and crowds share losses.
The engine, not this module, decides matches.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.planet_conquer.bots.atlas import Atlas
from games.planet_conquer.constants import FULL_FEE
from games.planet_conquer.production import fee_quarters, produce

NOBODY = -1
"""Owner of empty planets and of natives."""

Move = tuple[int, int, int]
"""from, to, units."""

Arrival = tuple[int, int, int]
"""planet, seat, units."""


class Tactic(NamedTuple):
    """One tactic: `planet` is its planet (of teleport: where to), `source` and `units` belong to teleport, `seat` to swap."""

    type: str
    planet: int = NOBODY
    source: int = NOBODY
    units: int = 0
    seat: int = NOBODY


class Plan(NamedTuple):
    """What one seat does in one round."""

    moves: Sequence[Move] = ()
    tactic: Tactic | None = None


IDLE = Plan()


def fight(
    owner: int, units: int, weight: int, arrived: Mapping[int, int], edge: Sequence[int] = (), gods: Sequence[int] = ()
) -> tuple[int, int]:
    """Owner and units of a planet after a battle (rule 8.5).

    `weight` is the garrison's def in thousandths, doubled if it is defended; `arrived` units per seat; seats in `edge` attack
    with weight 1.5, seats in `gods` are invincible (rule 9.10).
    """
    sides: list[tuple[int, int, int]] = []
    if units > 0:
        joined = arrived.get(owner, 0) if owner >= 0 else 0
        sides.append((units * weight + joined * 1000, owner, units + joined))
    for seat, count in arrived.items():
        if units > 0 and seat == owner:
            continue
        sides.append((count * (1500 if seat in edge else 1000), seat, count))
    if gods and len(sides) > 1:
        divine = [side for side in sides if side[1] >= 0 and side[1] in gods]
        if divine:
            sides = divine
    if len(sides) == 1:
        return sides[0][1], sides[0][2]
    sides.sort(reverse=True)
    top, winner, heads = sides[0]
    if sides[1][0] == top:
        return NOBODY, 0
    share = top if len(sides) == 2 else top * (len(sides) - 1)
    left = top
    for power, _, _ in sides[1:]:
        left -= 1000 * -(-power * power // (1000 * share))
    if left <= 0:
        return NOBODY, 0
    survivors = heads * left // top
    return (winner, survivors) if survivors > 0 else (NOBODY, 0)


class World:
    """A believed position after the upkeep of `round`. `step` changes it in place; copy it first."""

    __slots__ = (
        "alive", "atlas", "attacks", "base_line", "boosted", "coming", "costs", "defended", "halted", "last", "owner", "points",
        "purges", "rate", "round", "strikes", "swaps", "units",
    )  # fmt: skip

    def __init__(self, atlas: Atlas, seats: int, round: int, last: int) -> None:
        self.atlas = atlas
        self.round = round
        self.last = last
        """The round limit."""
        self.owner = [NOBODY] * atlas.count
        self.units = list(atlas.natives)
        self.coming: dict[int, list[Arrival]] = {}
        """Arrivals by the round in which they arrive."""
        self.points = [0] * seats
        self.alive = [True] * seats
        self.rate = 1
        """Points per seat and round."""
        self.costs: dict[str, int] = {}
        """Cost of each tactic that is allowed at this table."""
        self.base_line = 0
        """Of the maintenance fee; 0 without fee. Taken as constant."""
        self.defended: dict[int, int] = {}
        self.boosted: dict[int, int] = {}
        self.halted: dict[int, int] = {}
        """Last round of the effect, by planet."""
        self.attacks: dict[tuple[int, int], int] = {}
        """Last round of the effect, by seat and planet."""
        self.strikes: dict[int, list[int]] = {}
        """Planets by the round in which a terminator strikes."""
        self.purges: dict[int, list[int]] = {}
        """Seats by the round in which their eleminate strikes."""
        self.swaps: dict[int, list[tuple[int, int]]] = {}
        """Seats that exchange everything, by round."""

    def copy(self) -> World:
        """A world that may be stepped without changing this one."""
        clone = World.__new__(World)
        clone.atlas = self.atlas
        clone.round = self.round
        clone.last = self.last
        clone.owner = self.owner[:]
        clone.units = self.units[:]
        clone.coming = {round: arrivals[:] for round, arrivals in self.coming.items()}
        clone.points = self.points[:]
        clone.alive = self.alive
        clone.rate = self.rate
        clone.costs = self.costs
        clone.base_line = self.base_line
        clone.defended = dict(self.defended)
        clone.boosted = dict(self.boosted)
        clone.halted = dict(self.halted)
        clone.attacks = dict(self.attacks)
        clone.strikes = dict(self.strikes)
        clone.purges = dict(self.purges)
        clone.swaps = dict(self.swaps)
        return clone

    def totals(self) -> list[int]:
        """Garrisons and fleets of each seat."""
        totals = [0] * len(self.points)
        for owner, units in zip(self.owner, self.units, strict=True):
            if owner >= 0:
                totals[owner] += units
        for arrivals in self.coming.values():
            for _, seat, units in arrivals:
                totals[seat] += units
        return totals

    def send(self, seat: int, moves: Sequence[Move]) -> None:
        """Departures of one seat (rule 8.3); moves that the garrison cannot pay are cut to what is there."""
        rounds, owner, held, coming = self.atlas.rounds, self.owner, self.units, self.coming
        for source, target, wanted in moves:
            if owner[source] != seat:
                continue
            here = held[source]
            units = wanted if wanted < here else here
            way = rounds[source].get(target)
            if units <= 0 or way is None:
                continue
            due = self.round + way - 1
            if due in coming:
                coming[due].append((target, seat, units))
            else:
                coming[due] = [(target, seat, units)]
            if units < here:
                held[source] = here - units
            else:
                self._leave(source, units)

    def step(self, plans: Mapping[int, Plan]) -> None:
        """Play one round: the orders of all seats, then the upkeep of the next round."""
        gods: dict[int, list[int]] = {}
        fast: list[tuple[int, int]] = []
        for seat, plan in plans.items():
            if plan.tactic is not None:
                self._play_tactic(seat, plan.tactic, gods, fast)
        for seat, plan in plans.items():
            if plan.moves:
                self.send(seat, plan.moves)
            if plan.tactic is not None and plan.tactic.type == "teleport":
                self._teleport(seat, plan.tactic)
        for seat, target in fast:
            self._hasten(seat, target)
        if self.round in self.strikes or self.round in self.purges:
            self._strike(gods)
        arrivals = self.coming.pop(self.round, None)
        if arrivals:
            self._battle(arrivals, gods)
        pairs = self.swaps.pop(self.round, ())
        for a, b in sorted(pairs):
            if (b, a) not in pairs:  # rule 9.9: two swaps of the same two cancel
                self._swap(a, b)
        for seat in range(len(self.points)):
            self.points[seat] += self.rate
        self.round += 1
        self.produce()

    def produce(self) -> None:
        """Production on all planets (rules 8.1 and 8.2)."""
        atlas = self.atlas
        if self.base_line or self.boosted or self.halted:
            self._produce_with_effects()
            return
        owner, units = self.owner, self.units
        growth, output, limit = atlas.growth, atlas.output, atlas.limit
        for p in range(atlas.count):
            if owner[p] >= 0:
                before = units[p]
                after = (before * growth[p] + output[p]) // 1000
                most = limit[p]
                if before < most:
                    units[p] = after if after < most else most
                elif after < before:
                    units[p] = after
                if not units[p]:
                    owner[p] = NOBODY

    def level(self, total: int) -> int:
        """The fee level of a seat with so many units, in quarters."""
        return fee_quarters(total, self.base_line) if self.base_line else FULL_FEE

    def grown(self, planet: int, units: int, level: int) -> int:
        """Units of one owned planet after the next production with all that is known to change it."""
        atlas = self.atlas
        if self.halted.get(planet, 0) > self.round:
            return units
        boosted = self.boosted.get(planet, 0) > self.round
        return produce(units, atlas.limit[planet], atlas.growth[planet], atlas.output[planet], level, boosted)

    def _produce_with_effects(self) -> None:
        levels = [self.level(total) for total in self.totals()]
        self.round -= 1  # `grown` speaks of the production that follows a round
        for p, seat in enumerate(self.owner):
            if seat >= 0:
                self.units[p] = self.grown(p, self.units[p], levels[seat])
                if not self.units[p]:
                    self.owner[p] = NOBODY
        self.round += 1
        for effects in (self.boosted, self.halted):
            for p in [p for p, until in effects.items() if until <= self.round]:
                del effects[p]

    def _leave(self, planet: int, units: int) -> None:
        self.units[planet] -= units
        if not self.units[planet]:
            self.owner[planet] = NOBODY
            self.defended.pop(planet, None)
            self.boosted.pop(planet, None)

    def _play_tactic(self, seat: int, tactic: Tactic, gods: dict[int, list[int]], fast: list[tuple[int, int]]) -> None:
        self.points[seat] -= self.costs.get(tactic.type, 0)
        kind, planet, now = tactic.type, tactic.planet, self.round
        if kind == "terminator":
            self.strikes[now + 1] = [*self.strikes.get(now + 1, ()), planet]
        elif kind == "defend":
            self.defended[planet] = now + 2
        elif kind == "attack":
            self.attacks[seat, planet] = now + 2
        elif kind == "fast":
            fast.append((seat, planet))
        elif kind == "halt":
            self.halted[planet] = now + 3
        elif kind == "boost":
            self.boosted[planet] = now + 3
        elif kind == "eleminate":
            self.purges[now + 1] = [*self.purges.get(now + 1, ()), seat]
        elif kind == "swap":
            self.swaps[now + 1] = [*self.swaps.get(now + 1, ()), (seat, tactic.seat)]
        elif kind == "god":
            gods.setdefault(planet, []).append(seat)

    def _teleport(self, seat: int, tactic: Tactic) -> None:
        if self.owner[tactic.source] != seat:
            return
        units = min(tactic.units, self.units[tactic.source])
        if units > 0:
            self._leave(tactic.source, units)
            self.coming.setdefault(self.round, []).append((tactic.planet, seat, units))

    def _hasten(self, seat: int, target: int) -> None:
        for due in sorted(self.coming):
            left = due - self.round + 1
            sooner = self.round + (left + 1) // 2 - 1
            if sooner == due:
                continue
            arrivals = self.coming[due]
            moved = [arrival for arrival in arrivals if arrival[0] == target and arrival[1] == seat]
            if moved:
                self.coming[due] = [arrival for arrival in arrivals if arrival not in moved]
                self.coming.setdefault(sooner, []).extend(moved)

    def _strike(self, gods: Mapping[int, Sequence[int]]) -> None:
        hit = set(self.strikes.pop(self.round, ()))
        lost: list[tuple[int, int]] = []
        for seat in self.purges.pop(self.round, ()):
            reach = {q for p, owner in enumerate(self.owner) if owner == seat for q in self.atlas.reach[p]}
            hit.update(p for p in reach if self.owner[p] != seat)
            lost.extend((seat, p) for p in reach)
        for seat, p in lost:
            for due in (self.round, self.round + 1):
                if due in self.coming:
                    self.coming[due] = [a for a in self.coming[due] if a[0] != p or a[1] == seat]
        for p in sorted(hit):
            if self.owner[p] in gods.get(p, ()):
                continue
            if self.defended.get(p, 0) >= self.round:
                self._leave(p, self.units[p] - self.units[p] // 2)
            else:
                self._leave(p, self.units[p])

    def _battle(self, arrivals: Sequence[Arrival], gods: Mapping[int, Sequence[int]]) -> None:
        here: dict[int, dict[int, int]] = {}
        for p, seat, units in arrivals:
            sides = here.setdefault(p, {})
            sides[seat] = sides.get(seat, 0) + units
        for p, sides in here.items():
            owner = self.owner[p]
            if len(sides) == 1 and owner in sides:
                self.units[p] += sides[owner]
                continue
            weight = self.atlas.defence[p]
            if self.defended.get(p, 0) >= self.round:
                weight *= 2
            edge = [seat for seat in sides if self.attacks and self.attacks.get((seat, p), 0) >= self.round]
            self.owner[p], self.units[p] = fight(owner, self.units[p], weight, sides, edge, gods.get(p, ()))
            if self.owner[p] != owner:
                self.defended.pop(p, None)
                self.boosted.pop(p, None)

    def _swap(self, a: int, b: int) -> None:
        totals = self.totals()
        if not totals[a] or not totals[b]:
            return
        other = {a: b, b: a}
        for p, seat in enumerate(self.owner):
            if seat in other:
                self.owner[p] = other[seat]
                self.defended.pop(p, None)
                self.boosted.pop(p, None)
        for due, arrivals in self.coming.items():
            self.coming[due] = [(p, other.get(seat, seat), units) for p, seat, units in arrivals]
