"""How good is a plan? Plays the believed world on by instinct for some rounds and weighs what everybody has then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.planet_conquer.bots.instinct import CALM, Temper, instinct
from games.planet_conquer.bots.world import NOBODY, Plan, World

HORIZON = 9
"""Rounds that are played on."""

FIRST_LOOK = 2
"""From this round on the position is judged after every round. The mean is less fooled by one lucky battle than the last look
alone, and what can be had now is worth more than what can be had later."""

RIVAL_ALIVE = 150.0
"""What a rival is worth for still being there: hunt the last ship down."""

INCOME_ROUNDS = 1.5
"""What a planet is worth beside its units, in rounds of its income."""

PLANET_WORTH = 15.0
LAST_ROUNDS = 25
"""So near to the round limit planets count more than anything (rule 10)."""


class Lookahead:
    """Weighs plans of one seat in one round, and counts what that costs."""

    __slots__ = ("horizon", "rivals", "seat", "spent", "world")

    def __init__(self, world: World, seat: int, rivals: Mapping[int, Plan]) -> None:
        self.world = world
        self.seat = seat
        self.rivals = rivals
        """What the others are expected to do this round."""
        self.spent = 0
        """Planets times rounds times seats that were played."""
        self.horizon = max(1, min(HORIZON, world.last - world.round + 1))

    def weigh(self, plan: Plan, temper: Temper = CALM) -> float:
        """The advantage of the seat in the rounds ahead if it plays `plan` now and goes on with `temper`."""
        world = self.world.copy()
        self.spent += self.horizon * world.atlas.count * max(2, sum(world.alive))
        world.step({**self.rivals, self.seat: plan})
        seats = [seat for seat, alive in enumerate(world.alive) if alive]
        if self.horizon < FIRST_LOOK:
            return advantage(world, self.seat, seats)
        total = 0.0
        for _ in range(FIRST_LOOK, self.horizon + 1):
            world.step({seat: Plan(instinct(world, seat, temper if seat == self.seat else CALM)) for seat in seats})
            total += advantage(world, self.seat, seats)
        return total / (self.horizon - FIRST_LOOK + 1)


def advantage(world: World, seat: int, seats: Sequence[int]) -> float:
    """Mine, less the strongest rival's, less half of the others'."""
    worth = [float(total) for total in world.totals()]
    if world.last - world.round < LAST_ROUNDS:
        worth = [0.1 * total for total in worth]
        for holder in world.owner:
            if holder != NOBODY:
                worth[holder] += 200.0
    else:
        income = world.atlas.income
        for p, holder in enumerate(world.owner):
            if holder != NOBODY:
                worth[holder] += PLANET_WORTH + INCOME_ROUNDS * income[p]
        if world.base_line:
            for s in seats:
                over = worth[s] - world.base_line
                if over > 0:
                    worth[s] -= 0.5 * over
    others = sorted((worth[s] + RIVAL_ALIVE * (worth[s] > 0) for s in seats if s != seat), reverse=True)
    if not others:
        return worth[seat]
    return worth[seat] - others[0] - 0.5 * sum(others[1:])
