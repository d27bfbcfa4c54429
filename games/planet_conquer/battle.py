"""Who holds a planet after a battle, and with how many units? Exact integers (rules 8.5, 8.6, 9.10). Knows no state."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any, Literal, NamedTuple

Result = Literal["held", "taken", "mutual", "spent"]


class Side(NamedTuple):
    """Everything one seat (or the natives, seat None) has in a battle. `power` in thousandths."""

    seat: int | None
    garrison: int
    arrived: int
    heads: int
    power: int
    attack: bool
    god: bool


_side: Callable[[tuple[int | None, int, int, int, int, bool, bool]], Side] = partial(tuple.__new__, Side)
"""A side of all its fields in their order; quicker than to name the class."""


class Battle(NamedTuple):
    """How it went. `losses[i]` is what side i cost the winner; 0 for the winner and for sides that cost nothing."""

    winner: int | None
    """The new owner; None when nobody is left or when natives held the planet."""
    survivors: int
    result: Result
    sides: tuple[Side, ...]
    """Natives first, then by seat."""
    losses: tuple[int, ...]


def power_of(garrison: Any, weight: Any, arrived: Any, attack: Any) -> Any:
    """Power of a side in thousandths, as whole numbers or arrays of them. `attack`: it has that effect, and no garrison."""
    return garrison * weight + arrived * (1000 + 500 * attack)


def loss_caused(power: Any, best: Any, share: Any) -> Any:
    """What a side of this power costs the winner, whose power is `best`, in units; `share`: by how many losers it is divided."""
    return -(-power * power // (1000 * best * share))


def survivors_of(heads: Any, power: Any, remaining: Any) -> Any:
    """Units left to the winner of so many heads and that power, when `remaining`, 0 or more, is left of it."""
    return heads * remaining // power


def gather(
    owner: int | None,
    garrison: int,
    defence: int,
    arrivals: Mapping[int, int],
    *,
    defended: bool = False,
    attackers: Collection[int] = (),
    gods: Collection[int] = (),
) -> tuple[Side, ...]:
    """The sides of a battle with their powers.

    `owner` None with a garrison means natives; `defence` is the planet's def in thousandths; `arrivals` maps seats to units of at
    least 1; seats in `attackers` have an `attack` effect there, seats in `gods` a `god`.
    """
    sides: list[Side] = []
    weight = 2 * defence if defended else defence
    seats: Collection[int] = arrivals
    if garrison:
        if owner is None:
            sides.append(_side((None, garrison, 0, garrison, garrison * weight, False, False)))
        elif owner not in arrivals:
            seats = (owner, *arrivals)
    for seat in sorted(seats):
        arrived = arrivals.get(seat, 0)
        god = seat in gods
        if garrison and seat == owner:
            power = power_of(garrison, weight, arrived, False)
            sides.append(_side((seat, garrison, arrived, garrison + arrived, power, False, god)))
        else:
            attack = seat in attackers
            sides.append(_side((seat, 0, arrived, arrived, power_of(0, 0, arrived, attack), attack, god)))
    return tuple(sides)


def fight(sides: tuple[Side, ...], *, full_losses: bool = False) -> Battle:
    """The battle of at least one side. `full_losses`: the table plays `crowd_losses: full` (chapter 20)."""
    # Rule 9.10: gods are left to themselves; everybody else dies and costs nothing.
    fighters = [side for side in sides if side[6]] or sides
    best = fighters[0]
    power, tied = best[4], False
    for side in fighters[1:]:
        if side[4] > power:
            best, power, tied = side, side[4], False
        elif side[4] == power:
            tied = True
    losses = [0] * len(sides)
    if tied:
        return Battle(None, 0, "mutual", sides, tuple(losses))
    survivors, god = best[3], best[6]
    if len(fighters) > 1:
        share = 1 if full_losses else len(fighters) - 1
        remaining = power
        for i, side in enumerate(sides):
            if side is not best and side[6] == god:
                losses[i] = loss = loss_caused(side[4], power, share)
                remaining -= 1000 * loss
        survivors = survivors_of(survivors, power, remaining) if remaining > 0 else 0
    if survivors == 0:
        return Battle(None, 0, "spent", sides, tuple(losses))
    return Battle(best[0], survivors, "held" if best[1] else "taken", sides, tuple(losses))


def decide(
    owner: int | None,
    garrison: int,
    defence: int,
    arrivals: Mapping[int, int],
    *,
    defended: bool = False,
    attackers: Collection[int] = (),
    gods: Collection[int] = (),
    full_losses: bool = False,
) -> tuple[int | None, int]:
    """Owner and units of a planet after these arrivals; arguments as for `gather` and `fight`."""
    sides = gather(owner, garrison, defence, arrivals, defended=defended, attackers=attackers, gods=gods)
    if not sides:
        return None, 0
    outcome = fight(sides, full_losses=full_losses)
    return outcome.winner, outcome.survivors


def needed(
    owner: int | None, garrison: int, defence: int, arrivals: Mapping[int, int], seat: int, *,
    defended: bool = False, attackers: Collection[int] = (), full_losses: bool = False, at_least: int = 1,
) -> int:  # fmt: skip
    """The smallest number of units of `seat`, arriving with `arrivals` of the others, that ends the battle with `seat` holding the
    planet with `at_least` units.

    `arrivals` without those of `seat`. 0 when it holds without help.
    """
    others = {other: units for other, units in arrivals.items() if other != seat}

    def holds(units: int) -> bool:
        arriving = {**others, seat: units} if units else others
        winner, survivors = decide(
            owner, garrison, defence, arriving, defended=defended, attackers=attackers, full_losses=full_losses
        )
        return winner == seat and survivors >= at_least

    if holds(0):
        return 0
    high = at_least
    while not holds(high):
        high *= 2
    low = high // 2 + 1 if high > at_least else 1
    return bisect_left(range(high), True, low, key=holds)
