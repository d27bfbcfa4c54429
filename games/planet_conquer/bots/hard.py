"""How does the Admiral play? Collects plans, plays each on in its head, improves the best planet by planet, then thinks of ruses (rules 17.4)."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.contract import Json, Orders
from games.core.rng import Rng
from games.planet_conquer.bots.belief import Belief
from games.planet_conquer.bots.instinct import CALM, Temper, instinct
from games.planet_conquer.bots.lookahead import Lookahead
from games.planet_conquer.bots.medium import Captain
from games.planet_conquer.bots.orders import to_orders
from games.planet_conquer.bots.ruses import Ruses
from games.planet_conquer.bots.world import IDLE, Move, Plan, World

BUDGET = 36_000
"""Planets times rounds times seats that one decision may play ahead: counted, never timed."""

FIRST_SHARE = 0.4
IMPROVE_SHARE = 0.8
"""Parts of the budget after which the search goes on to its next stage; the rest is for tactics."""

TEMPERS = (
    CALM,
    Temper(caution=1.0, overkill=4.0, patience=9.0, march=0.6),
    Temper(caution=1.0, overkill=1.2, patience=3.0, decay=0.9, march=1.0),
    Temper(caution=1.3, overkill=10.0, patience=9.0),
    Temper(caution=1.5, march=0.1, decay=0.6),
    Temper(harvest=False),
)

WHIMS = 4
"""Settings drawn by lot that are tried beside the fixed ones."""

POINT_WORTH = 8.0
"""What a tactic must gain per point it costs, in units."""

SAVED_PART = 0.04
SAVED_LEAST = 30.0
"""What a tactic must gain per point that is being saved for a great one: a part of all units in play, and so many units at the least."""
SWAPPED_PART = 1.5
"""Part of what a swap would gain now, or would lose if it could not be answered, that a tactic must gain when it delays it."""
GREAT = ("swap", "eleminate", "god")
"""Tactics that are worth saving for; whoever is behind takes the first that is in reach."""
THRIFTY = 0.5
"""Share of matches, drawn by lot, in which it saves for a great tactic though nothing presses."""
BEHIND = 0.75
"""Part of the strongest rival's units below which it saves for what turns a match."""
LONGEST_SAVING = 20
"""Rounds for which it saves at most."""

SMALLEST = 8
"""Garrisons below this are not thought about one by one."""


def decide(view: Json, rng: Rng, memory: dict[str, Json]) -> Orders:
    """Orders for the view's seat."""
    belief = Belief(view, memory, guess=True)
    if "hopes" not in memory:
        memory["hopes"] = _hopes(rng)
    if any(target == belief.seat for pairs in belief.world.swaps.values() for _, target in pairs):
        memory["is_wary"] = True
    return to_orders(Admiral(belief, rng, memory["hopes"], is_wary="is_wary" in memory).plan(), view)


def _hopes(rng: Rng) -> list[str]:
    """Great tactics that it saves for though nothing presses, the dearest to it first; drawn at the start, in most matches none."""
    if rng.random() >= THRIFTY:
        return []
    first = rng.randrange(len(GREAT))
    return [*GREAT[first:], *GREAT[:first]]


class Admiral:
    """One round's thinking of the hard bot."""

    def __init__(self, belief: Belief, rng: Rng, hopes: Sequence[str], *, is_wary: bool = False) -> None:
        """`hopes`: what it saves for though nothing presses. `is_wary`: somebody swapped with it before, and may again."""
        self.belief = belief
        self.world: World = belief.world
        self.me = belief.seat
        self.rng = rng
        rivals = {seat: Plan(instinct(self.world, seat)) for seat in belief.alive_rivals}
        self.look = Lookahead(self.world, self.me, rivals)
        self.temper = CALM
        self.hopes = ("swap",) if is_wary else hopes

    def plan(self) -> Plan:
        """Moves and tactic of this round."""
        best, top = self._first()
        best, top = self._improve(best, top)
        return self._add_ruse(best, top)

    def _first(self) -> tuple[Plan, float]:
        """The best of some ready-made plans; settles with which temper the search goes on."""
        tempers = [*TEMPERS, *(self._whim() for _ in range(WHIMS))]
        plans = [(Plan(instinct(self.world, self.me, temper)), temper) for temper in tempers]
        plans[1:1] = [(Plan(Captain(self.belief, {}, self.rng).plan().moves), CALM), (IDLE, CALM)]
        best, self.temper = plans[0]
        top = self.look.weigh(best, self.temper)
        for plan, temper in plans[1:]:
            if self.look.spent > FIRST_SHARE * BUDGET:
                break
            score = self.look.weigh(plan, temper)
            if score > top:
                best, top, self.temper = plan, score, temper
        return best, top

    def _whim(self) -> Temper:
        draw = self.rng.random
        return Temper(
            caution=1.0 + 0.6 * draw(),
            overkill=1.0 + 4.0 * draw(),
            patience=2.0 + 8.0 * draw(),
            decay=0.6 + 0.35 * draw(),
            march=draw(),
        )

    def _improve(self, plan: Plan, top: float) -> tuple[Plan, float]:
        """For one garrison after the other, largest first: would another order do better?"""
        world, atlas = self.world, self.world.atlas
        moves: dict[int, list[Move]] = {}
        for move in plan.moves:
            moves.setdefault(move[0], []).append(move)
        mine = [p for p, seat in enumerate(world.owner) if seat == self.me and world.units[p] >= SMALLEST]
        for p in sorted(mine, key=lambda p: (-world.units[p], p)):
            units = world.units[p]
            part = units - atlas.sweet[p]
            if atlas.sweet[p] == 1 or part < 5:
                part = units // 2
            choices: list[list[Move]] = [[]]
            for q, _ in atlas.near[p]:
                choices.append([(p, q, units)])
                choices.append([(p, q, part)])
            best = moves.get(p, [])
            for choice in choices:
                if self.look.spent > IMPROVE_SHARE * BUDGET:
                    break
                if choice == best:
                    continue
                moves[p] = choice
                score = self.look.weigh(Plan([move for each in moves.values() for move in each]), self.temper)
                if score > top + 1:
                    best, top = choice, score
            moves[p] = best
        return Plan([move for each in moves.values() for move in each]), top

    def _goal(self) -> str:
        """The great tactic that points are saved for, if any: whoever is behind needs what turns a match, whoever is wary a swap back."""
        totals = self.world.totals()
        most = max((totals[seat] for seat in self.belief.alive_rivals), default=0)
        for kind in GREAT if totals[self.me] < BEHIND * most else self.hopes:
            cost = self.world.costs.get(kind)
            if cost is not None and cost - self.world.points[self.me] <= LONGEST_SAVING * self.world.rate:
                return kind
        return ""

    def _worth_saving(self, goal: str) -> float:
        """What a tactic must gain per point that is saved for the goal."""
        totals = self.world.totals()
        least = max(SAVED_LEAST, SAVED_PART * sum(totals))
        if goal != "swap":
            return least
        most = max((totals[seat] for seat in self.belief.alive_rivals), default=0)
        return max(least, SWAPPED_PART * abs(float(most - totals[self.me])) / max(1, self.world.costs[goal]))

    def _add_ruse(self, plan: Plan, top: float) -> Plan:
        best, goal = plan, self._goal()
        saved = self._worth_saving(goal)
        for ruse in Ruses(self.belief, plan).candidates():
            if ruse.tactic is None or self.look.spent > BUDGET:
                break
            cost = self.world.costs[ruse.tactic.type]
            breaks_in = (
                goal not in ("", ruse.tactic.type) and self.world.points[self.me] - cost < self.world.costs[goal]
            )
            price = (saved if breaks_in else POINT_WORTH) * cost
            score = self.look.weigh(ruse, self.temper) - price
            if score > top:
                best, top = ruse, score
        return best
