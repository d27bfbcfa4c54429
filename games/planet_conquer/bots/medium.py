"""How does the Captain play? By forecasts of single planets: defend, expand, supply, scout, and a plain use of tactics (rules 17.3)."""

from __future__ import annotations

from games.core.contract import Json, Orders
from games.core.rng import Rng
from games.planet_conquer.bots.atlas import FAR
from games.planet_conquer.bots.belief import Belief
from games.planet_conquer.bots.forecast import ENOUGH, Forecast
from games.planet_conquer.bots.orders import is_affordable, to_orders
from games.planet_conquer.bots.world import NOBODY, Move, Plan, Tactic

HORIZON = 10
DEFENCE_ROUNDS = 8
SCOUT_EVERY = 5
SCOUT_STALE = 10
WHIM = 0.3
MOST_FAILURES = 6
"""Forces lost in a row on the way to a planet after which the next is not doubled again."""


def decide(view: Json, rng: Rng, memory: dict[str, Json]) -> Orders:
    """Orders for the view's seat."""
    belief = Belief(view, memory, guess=False)
    return to_orders(Captain(belief, memory, rng).plan(), view)


class Captain:
    """One round's thinking of the medium bot."""

    def __init__(self, belief: Belief, memory: dict[str, Json], rng: Rng) -> None:
        self.belief = belief
        self.memory = memory
        self.world = belief.world
        self.atlas = belief.atlas
        self.taste = [1.0 + WHIM * (rng.random() - 0.5) for _ in range(self.atlas.count)]
        """How much each planet appeals this round: no two matches are alike, and nobody can predict the bot to the unit."""
        self.me = belief.seat
        self.forecast = Forecast(self.world, self.me, HORIZON, belief.level)
        self.mine = [p for p, owner in enumerate(self.world.owner) if owner == self.me]
        self.moves: list[Move] = []
        self.free: dict[int, int] = {}
        self.needs: dict[tuple[int, int], int] = {}
        self.failed = self._failures()

    def plan(self) -> Plan:
        """Moves and tactic of this round."""
        self._defend()
        self.free = {p: max(0, self.forecast.units[p] - self._keep(p)) for p in self.mine}
        self._follow_plan()
        self._attack()
        self._attack_together()
        self._supply()
        self._scout()
        return Plan(self.moves, self._tactic())

    def _failures(self) -> dict[int, int]:
        """How often in a row a force has vanished on its way to each planet: whoever met it there sends the same again."""
        now, waiting = self.world.round, []
        failed = {int(p): count for p, count in self.memory.get("failed", {}).items()}
        for due, p in self.memory.get("sent", []):
            if due >= now:
                waiting.append([due, p])
            elif self.world.owner[p] == self.me:
                failed.pop(p, None)
            else:
                failed[p] = min(failed.get(p, 0) + 1, MOST_FAILURES)
        self.memory["sent"] = waiting
        self.memory["failed"] = {str(p): count for p, count in failed.items()}
        return failed

    def _send(self, source: int, target: int, units: int, rounds: int) -> None:
        self.moves.append((source, target, units))
        if self.world.owner[target] != self.me:
            self.memory["sent"].append([self.world.round + rounds - 1, target])
        self.forecast.send(source, target, units, rounds)
        if source in self.free:
            self.free[source] -= units
        for key in [key for key in self.needs if key[0] == target]:
            del self.needs[key]

    def _need(self, target: int, rounds: int) -> int:
        known = self.needs.get((target, rounds))
        if known is None:
            known = self.forecast.need(target, min(rounds, HORIZON))
            if known < ENOUGH and not self.belief.in_view[target]:
                known = -(-known * 115 // 100)
            if known < ENOUGH and target in self.failed:
                known = int(known * 2 ** (self.failed[target] * self.taste[target]))
            self.needs[target, rounds] = known
        return known

    def _threat(self, planet: int) -> float:
        world = self.world
        threat = float(
            sum(
                units
                for sides in self.forecast.arrivals[planet].values()
                for seat, units in sides.items()
                if seat != self.me
            )
        )
        for q, rounds in self.atlas.near[planet]:
            if world.owner[q] not in (self.me, NOBODY):
                threat += 0.5 * max(0, world.units[q] - 10) / rounds
        return threat

    def _keep(self, planet: int) -> int:
        units = self.forecast.units[planet]
        if self.forecast.lost_at(planet, 6):
            return units
        keep = max(1, int(self._threat(planet) * 500 / self.atlas.defence[planet]))
        if self._is_inner(planet):
            keep = max(keep, min(self.atlas.sweet[planet], self.atlas.limit[planet]))
        return min(units, keep)

    def _is_inner(self, planet: int) -> bool:
        return all(self.world.owner[q] == self.me for q, _ in self.atlas.near[planet])

    def _defend(self) -> None:
        forecast = self.forecast
        for p in self.mine:
            h = forecast.lost_at(p, DEFENCE_ROUNDS)
            if not h:
                continue
            lack = forecast.need(p, h)
            helpers = [
                (rounds, q)
                for q, rounds in self.atlas.near[p]
                if self.world.owner[q] == self.me and rounds <= h and forecast.units[q] > 1
            ]
            safe = [q for _, q in sorted(helpers) if not forecast.lost_at(q, DEFENCE_ROUNDS)]
            if lack < ENOUGH and sum(forecast.units[q] - 1 for q in safe) >= lack:
                for rounds, q in sorted(helpers):
                    if q in safe and lack > 0:
                        units = min(lack, forecast.units[q] - 1)
                        lack -= units
                        self._send(q, p, units, rounds)
            elif h == 1:
                shelter = [q for q, _ in self.atlas.near[p] if self.world.owner[q] == self.me]
                shelter = [q for q in shelter if not forecast.lost_at(q, 3)]
                if shelter and forecast.units[p]:
                    goal = max(shelter, key=lambda q: (self.atlas.defence[q], -q))
                    self._send(p, goal, forecast.units[p], self.atlas.dist[p][goal])

    def _follow_plan(self) -> None:
        """Send what an attack from several sides still waits for; hold back what is due later."""
        now, kept = self.world.round, []
        for due, source, target, units, rounds in self.memory.get("plan", []):
            if due < now or self.world.owner[source] != self.me or self.world.owner[target] == self.me:
                continue
            if self._need(target, rounds + due - now) > 1.3 * units or self.free.get(source, 0) < units:
                continue
            if due == now:
                self._send(source, target, units, rounds)
            else:
                self.free[source] -= units
                kept.append([due, source, target, units, rounds])
        self.memory["plan"] = kept

    def _ways(self) -> list[tuple[int, int, int]]:
        """(source, target, rounds) for every route from a planet of mine to one that is not."""
        return [(s, t, rounds) for s in self.mine for t, rounds in self.atlas.near[s] if self.world.owner[t] != self.me]

    def _worth(self, target: int, rounds: int, need: int) -> float:
        owner = self.world.owner[target]
        worth = self.taste[target] * self.atlas.value[target] * 12 / (12 + rounds) / (need + 10)
        if owner == NOBODY:
            worth *= 1.3
        if sum(self.world.owner[q] not in (self.me, NOBODY) for q, _ in self.atlas.near[target]) >= 2:
            worth *= 0.8
        return worth

    def _borders_rival(self, target: int) -> bool:
        seats = [self.world.owner[target], *(self.world.owner[q] for q, _ in self.atlas.near[target])]
        return any(seat not in (self.me, NOBODY) for seat in seats)

    def _attack(self) -> None:
        ways = self._ways()
        while True:
            best: tuple[float, int, int, int, int] | None = None
            for s, t, rounds in ways:
                need = self._need(t, rounds)
                if need and self.free[s] >= need:
                    offer = (self._worth(t, rounds, need), -s, -t, rounds, need)
                    if best is None or offer > best:
                        best = offer
            if best is None:
                return
            _, s, t, rounds, need = best[0], -best[1], -best[2], best[3], best[4]
            self._send(s, t, self.free[s] if self._borders_rival(t) else self._seed(s, t, need), rounds)

    def _seed(self, source: int, target: int, need: int) -> int:
        """What to send to a planet that nobody contests: more than needed where units multiply better than at home."""
        if self.atlas.growth[target] <= max(1000, self.atlas.growth[source]):
            return need
        return min(self.free[source], need + self.atlas.sweet[target])

    def _attack_together(self) -> None:
        """Join the free units of several planets against one that none of them can take alone."""
        groups: dict[int, list[tuple[int, int]]] = {}
        for s, t, rounds in self._ways():
            if self.free[s] >= 5:
                groups.setdefault(t, []).append((rounds, s))
        offers = []
        for t, sources in groups.items():
            slowest = max(rounds for rounds, _ in sources)
            need = self._need(t, slowest)
            if len(sources) > 1 and 0 < need <= sum(self.free[s] for _, s in sources):
                offers.append((self._worth(t, slowest, need), -t, slowest, need))
        for _, t, slowest, need in sorted(offers, reverse=True):
            sources = sorted(groups[-t], reverse=True)
            if sum(self.free[s] for _, s in sources) < need:
                continue
            for rounds, s in sources:
                units = self.free[s]
                if units <= 0:
                    continue
                if rounds == slowest:
                    self._send(s, -t, units, rounds)
                else:
                    self.memory["plan"].append([self.world.round + slowest - rounds, s, -t, units, rounds])
                    self.free[s] = 0

    def _supply(self) -> None:
        border = [p for p in self.mine if not self._is_inner(p)]
        if not border:
            return
        goals = sorted(border, key=lambda p: (-self._threat(p) / max(1, self.world.units[p]), p))
        for p in self.mine:
            if p in border:
                continue
            units, sweet = self.forecast.units[p], self.atlas.sweet[p]
            if self.atlas.growth[p] > 1000:
                spare = units - sweet if self.atlas.grown(p, units) >= 0.9 * self.atlas.limit[p] else 0
            else:
                spare = units - 1 if units >= 20 else 0
            spare = min(spare, self.free[p])
            if spare > 0:
                goal = goals[0] if self._threat(goals[0]) else min(goals, key=lambda q: (self.atlas.dist[p][q], q))
                q, rounds = min(self.atlas.near[p], key=lambda way: (way[1] + self.atlas.dist[way[0]][goal], way[0]))
                self._send(p, q, spare, rounds)

    def _scout(self) -> None:
        if not self.belief.fog or self.world.round % SCOUT_EVERY:
            return
        stale = [p for p, rounds in enumerate(self.belief.stale) if rounds >= SCOUT_STALE]
        ways = [
            (self.atlas.dist[q][p] + rounds, s, q, rounds)
            for s, q, rounds in self._ways()
            if self.forecast.units[s] > 5
            for p in stale
            if self.atlas.dist[q][p] < FAR
        ]
        if ways:
            _, s, q, rounds = min(ways)
            self._send(s, q, 1, rounds)

    def _tactic(self) -> Tactic | None:
        return (
            self._defend_planet()
            or self._strike_ahead()
            or self._terminate()
            or self._press_attack()
            or self._boost()
            or self._hurry()
        )

    def _can(self, kind: str) -> bool:
        return is_affordable(self.world, self.me, kind)

    def _defend_planet(self) -> Tactic | None:
        if not self._can("defend"):
            return None
        values = sorted(self.atlas.value)
        for p in self.mine:
            h = self.forecast.lost_at(p, 2)
            if not h or self.atlas.value[p] < values[len(values) // 2] or self.world.defended.get(p):
                continue
            self.world.defended[p] = self.world.round + 2
            saved = not Forecast(self.world, self.me, 2, self.belief.level).lost_at(p, 2)
            del self.world.defended[p]
            if saved:
                return Tactic("defend", p)
        return None

    def _terminate(self) -> Tactic | None:
        """Strike a strong garrison next round when units of mine arrive just then."""
        if not self._can("terminator"):
            return None
        offers = []
        for s, t, rounds in self._ways():
            owner = self.world.owner[t]
            if owner == NOBODY or not self.belief.in_view[t] or rounds > 2 or self._is_struck(t):
                continue
            power = self.world.units[t] * self.atlas.defence[t]
            if power >= 150_000 and self.free[s] >= 5:
                offers.append((power, -t, s, rounds))
        if not offers:
            return None
        _, t, s, rounds = max(offers)
        units = min(self.free[s], 40)
        if rounds == 2:
            self._send(s, -t, units, rounds)
        else:
            self.memory["plan"].append([self.world.round + 1, s, -t, units, rounds])
        return Tactic("terminator", -t)

    def _strike_ahead(self) -> Tactic | None:
        """Strike a strong garrison just before a fleet of mine arrives there."""
        if not self._can("terminator"):
            return None
        due = self.world.coming.get(self.world.round + 1, ())
        prey = [
            (self.world.units[p] * self.atlas.defence[p], -p)
            for p, seat, units in due
            if seat == self.me
            and self.world.owner[p] not in (self.me, NOBODY)
            and self.belief.in_view[p]
            and not self._is_struck(p)
            and self.forecast.need(p, 2) > 0
        ]
        return Tactic("terminator", -max(prey)[1]) if prey else None

    def _is_struck(self, planet: int) -> bool:
        return any(planet in planets for planets in self.world.strikes.values())

    def _press_attack(self) -> Tactic | None:
        if not self._can("attack"):
            return None
        for s, t, rounds in self._ways():
            need = self._need(t, rounds)
            if rounds > 3 or need <= self.free[s] or (self.me, t) in self.world.attacks:
                continue
            eased = self.forecast.need(t, rounds, edge=True)
            if 20 <= eased <= min(self.free[s], 0.7 * need):
                self._send(s, t, self.free[s], rounds)
                return Tactic("attack", t)
        return None

    def _boost(self) -> Tactic | None:
        if not is_affordable(self.world, self.me, "boost", keep=3):
            return None
        growing = [
            (self.atlas.grown(p, units) - units, -p)
            for p in self.mine
            if (units := self.forecast.units[p]) and units <= self.atlas.limit[p] // 2 and p not in self.world.boosted
        ]
        if growing and max(growing)[0] >= 20:
            return Tactic("boost", -max(growing)[1])
        return None

    def _hurry(self) -> Tactic | None:
        if not self._can("fast"):
            return None
        under_way: dict[int, int] = {}
        for fleet in self.belief.view["fleets"]:
            if fleet["seat"] == self.me and fleet["left"] >= 4 and fleet["kind"] == "route":
                under_way[fleet["to"]] = under_way.get(fleet["to"], 0) + fleet["units"]
        heavy = [(units, -p) for p, units in under_way.items() if units >= 100]
        return Tactic("fast", -max(heavy)[1]) if heavy else None
