"""Which tactics are worth a thought this round? Names candidates, each with the moves it needs; the lookahead chooses (rules 17.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.planet_conquer.bots.belief import Belief
from games.planet_conquer.bots.orders import is_affordable
from games.planet_conquer.bots.world import NOBODY, Move, Plan, Tactic

FEW = 3
"""Candidates of one kind."""

WORTH_STRIKING = 30
WORTH_HURRYING = 30
WORTH_TELEPORTING = 25


class Ruses:
    """Tactics around one plan."""

    def __init__(self, belief: Belief, plan: Plan) -> None:
        self.belief = belief
        self.world = belief.world
        self.atlas = belief.atlas
        self.me = belief.seat
        self.moves: list[Move] = list(plan.moves)
        self.left = self.world.units[:]
        for source, _, leaving in plan.moves:
            self.left[source] -= leaving
        owner, units = self.world.owner, self.world.units
        self.mine = [p for p, seat in enumerate(owner) if seat == self.me]
        rivals = [p for p, seat in enumerate(owner) if seat not in (self.me, NOBODY)]
        self.rivals = sorted(rivals, key=lambda p: (-units[p], p))
        self.seen = [p for p in self.rivals if belief.in_view[p]]

    def candidates(self) -> Iterator[Plan]:
        """The plan with one tactic each; only tactics that are allowed and affordable."""
        for kind, propose in (
            ("swap", self._swap),
            ("eleminate", self._eleminate),
            ("terminator", self._terminator),
            ("god", self._god),
            ("boost", self._boost),
            ("halt", self._halt),
            ("attack", self._attack),
            ("defend", self._defend),
            ("fast", self._fast),
            ("teleport", self._teleport),
        ):
            if is_affordable(self.world, self.me, kind):
                yield from propose()

    def _with(self, tactic: Tactic, moves: Sequence[Move] = ()) -> Plan:
        return Plan([*self.moves, *moves], tactic)

    def _holding(self, planet: int, tactic: Tactic) -> Iterator[Plan]:
        """With what the plan leaves on the planet, and with all that is there."""
        if self.left[planet]:
            yield self._with(tactic)
        if any(source == planet for source, _, _ in self.moves):
            yield Plan([move for move in self.moves if move[0] != planet], tactic)

    def _terminator(self) -> Iterator[Plan]:
        struck = {p for planets in self.world.strikes.values() for p in planets}
        targets = [p for p in self.seen if p not in struck and self.world.units[p] >= WORTH_STRIKING]
        for p in targets[:FEW]:
            tactic = Tactic("terminator", p)
            follow = [
                (q, p, min(self.left[q] - 1, max(12, self.atlas.sweet[p])))
                for q, rounds in self.atlas.near[p]
                if self.world.owner[q] == self.me and rounds == 2 and self.left[q] > 4
            ]
            yield self._with(tactic)
            if follow:
                yield self._with(tactic, follow)
                yield Plan([*(move for move in self.moves if move[1] != p), *follow], tactic)

    def _god(self) -> Iterator[Plan]:
        now = self.world.round
        arriving = {p for p, seat, _ in self.world.coming.get(now, ()) if seat == self.me}
        hostile = {p for p, seat, _ in self.world.coming.get(now, ()) if seat != self.me}
        for p in sorted(arriving | hostile):
            guarded = self.world.owner[p] == self.me
            if guarded and p in hostile:
                yield from self._holding(p, Tactic("god", p))
            elif not guarded and p in arriving:
                yield self._with(Tactic("god", p))
        for p in self.rivals[:FEW]:
            for q, rounds in self.atlas.near[p]:
                if rounds == 1 and self.world.owner[q] == self.me and self.left[q] > 1:
                    yield self._with(Tactic("god", p), [(q, p, 1)])

    def _boost(self) -> Iterator[Plan]:
        gains = []
        for p in self.mine:
            units = self.left[p]
            grown = 2 * (self.atlas.grown(p, units) - units)
            gain = min(grown, self.atlas.limit[p] - units)
            if units and gain > 0 and p not in self.world.boosted:
                gains.append((gain, -p))
        for _, p in sorted(gains, reverse=True)[:FEW]:
            yield self._with(Tactic("boost", -p))

    def _halt(self) -> Iterator[Plan]:
        gains = []
        for p in self.seen:
            units = min(self.world.units[p], self.atlas.sweet[p] if self.atlas.growth[p] > 1000 else 10**6)
            gain = self.atlas.grown(p, units) - units
            if gain > 8 and p not in self.world.halted:
                gains.append((gain, -p))
        for _, p in sorted(gains, reverse=True)[:FEW]:
            yield self._with(Tactic("halt", -p))

    def _attack(self) -> Iterator[Plan]:
        now = self.world.round
        force: dict[int, int] = {}
        for due in range(now, now + 3):
            for p, seat, units in self.world.coming.get(due, ()):
                if seat == self.me:
                    force[p] = force.get(p, 0) + units
        for _, p, units in self.moves:
            force[p] = force.get(p, 0) + units
        targets = [
            (self.world.units[p], -p)
            for p in force
            if self.world.owner[p] != self.me and self.world.units[p] >= 10 and (self.me, p) not in self.world.attacks
        ]
        for _, p in sorted(targets, reverse=True)[:FEW]:
            yield self._with(Tactic("attack", -p))

    def _defend(self) -> Iterator[Plan]:
        now = self.world.round
        menaced = {
            p
            for due in range(now, now + 3)
            for p, seat, _ in self.world.coming.get(due, ())
            if seat != self.me and self.world.owner[p] == self.me
        }
        menaced.update(
            p for due in (now, now + 1) for p in self.world.strikes.get(due, ()) if self.world.owner[p] == self.me
        )
        if any(seat != self.me for due in (now, now + 1) for seat in self.world.purges.get(due, ())):
            menaced.update(self.mine)
        ranked = sorted(menaced, key=lambda p: (-self.world.units[p], p))
        for p in ranked[:FEW]:
            if self.world.defended.get(p, 0) < now + 1:
                yield from self._holding(p, Tactic("defend", p))

    def _fast(self) -> Iterator[Plan]:
        now = self.world.round
        hurry: dict[int, int] = {}
        for due, arrivals in self.world.coming.items():
            if due >= now + 1:
                for p, seat, units in arrivals:
                    if seat == self.me:
                        hurry[p] = hurry.get(p, 0) + units
        for source, target, units in self.moves:
            if self.atlas.dist[source][target] >= 2:
                hurry[target] = hurry.get(target, 0) + units
        heavy = sorted(((units, -p) for p, units in hurry.items() if units >= WORTH_HURRYING), reverse=True)
        for _, p in heavy[:FEW]:
            yield self._with(Tactic("fast", -p))

    def _teleport(self) -> Iterator[Plan]:
        sources = sorted(self.mine, key=lambda p: (-self.world.units[p], p))[:2]
        income, units, defence = self.atlas.income, self.world.units, self.atlas.defence
        for source in sources:
            force = units[source] - 1
            if force < WORTH_TELEPORTING:
                continue
            prey = [p for p in self.seen if units[p] * defence[p] * 1.1 + 3000 < 1000 * force]
            prey.sort(key=lambda p: (-(income[p] * 6 + units[p]) / (units[p] + 20), p))
            needy = [p for p in self.mine if p != source and self._is_menaced(p)]
            stay = [move for move in self.moves if move[0] != source]
            for p in [*prey[:2], *needy[:1]]:
                yield Plan(stay, Tactic("teleport", p, source, force))

    def _is_menaced(self, planet: int) -> bool:
        return any(p == planet and seat != self.me for p, seat, _ in self.world.coming.get(self.world.round, ()))

    def _eleminate(self) -> Iterator[Plan]:
        yield self._with(Tactic("eleminate"))

    def _swap(self) -> Iterator[Plan]:
        totals = self.world.totals()
        for seat in sorted(self.belief.alive_rivals, key=lambda seat: (-totals[seat], seat))[:2]:
            yield self._with(Tactic("swap", seat=seat))
