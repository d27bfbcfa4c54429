"""What would a sensible seat do here at a glance? The quick rule by which the Admiral lets everybody play when it looks ahead.

Planets call for units: weak rivals to be overrun, empty worlds, own worlds where units still multiply, and the front. Each
garrison answers the best call with what grows nothing at home.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.planet_conquer.bots.world import NOBODY, Move, World


class Temper(NamedTuple):
    """The knobs of the rule; the Admiral tries several settings."""

    caution: float = 1.2
    """How much stronger than a garrison an attack must be."""
    overkill: float = 2.5
    """Attackers sent per attacker needed, if there are so many: a crushing attack loses less."""
    patience: float = 6.0
    """Rounds of income that a captured planet is worth at once."""
    decay: float = 0.7
    """What a call loses with every round of travel."""
    march: float = 0.4
    """How loudly the front calls for idle units."""
    harvest: bool = True
    """Whether worlds where units multiply keep the garrison that grows best."""


CALM = Temper()


LONGEST = 64
"""Travel beyond so many rounds is not told apart."""


@lru_cache(maxsize=256)
def _fading(decay: float) -> list[float]:
    return [decay**rounds for rounds in range(LONGEST + 1)]


def instinct(world: World, seat: int, temper: Temper = CALM) -> list[Move]:
    """Moves of `seat`."""
    atlas = world.atlas
    owner, units = world.owner, world.units
    mine = [p for p, holder in enumerate(owner) if holder == seat]
    if not mine:
        return []
    sweet, growth, defence, income = atlas.sweet, atlas.growth, atlas.defence, atlas.income
    friends = [0] * atlas.count
    foes = [0] * atlas.count
    for arrivals in world.coming.values():
        for p, whose, count in arrivals:
            if whose == seat:
                friends[p] += count
            else:
                foes[p] += count
    struck = world.strikes.get(world.round, ())
    moves: list[Move] = []
    spare: dict[int, int] = {}
    mobile: dict[int, int] = {}
    calls: list[tuple[float, int, int]] = []
    edge: set[int] = set()
    for p in mine:
        edge.update(atlas.reach[p])
        here = units[p]
        idle = here - sweet[p] if temper.harvest else here - 1
        ready = here - 1
        danger = foes[p]
        if p in struck:
            idle = ready = here  # rule 9.1: who leaves escapes
        elif danger:
            power = here * defence[p] / 1000 + friends[p]
            if power > danger:
                most = int((power - danger * 1.1) * 1000 / defence[p])
                idle, ready = min(idle, most), min(ready, most)
            else:
                idle = ready = here  # it falls anyway: be elsewhere
                calls.append(((income[p] * 2 + here) / (danger - power + 10), p, int(danger - power) + 5))
        elif growth[p] > 1000:
            room = sweet[p] - here - friends[p]
            if room > 3:
                calls.append((0.003 * (growth[p] - 1000), p, room))
        if idle > 2:
            spare[p] = idle
        if ready > 2:
            mobile[p] = ready
    targets: list[tuple[float, int]] = []
    front: list[int] = []
    for q, holder in enumerate(owner):
        if holder == seat:
            continue
        if holder != NOBODY:
            front.append(q)
            if q in edge:
                power = foes[q] if q in struck else units[q] * defence[q] / 1000 + foes[q]
                targets.append(((income[q] * temper.patience + 20 + units[q]) / (power + 15), q))
            continue
        power = units[q] * defence[q] / 1000 + foes[q]
        if units[q] and q in edge:
            targets.append(((income[q] * temper.patience + 10) / (power + 15), q))
            continue
        lack = power * temper.caution + 3 - friends[q]
        if lack > 0 and (q in edge or growth[q] > 1000):
            worth = (income[q] * temper.patience + 10) / (lack + 10)
            calls.append((worth, q, int(lack) + 1))
        if growth[q] > 1000 and power < 20:
            room = sweet[q] - max(friends[q], 3)
            if room > 3:
                calls.append((0.0025 * (growth[q] - 1000), q, room))
    targets.sort(reverse=True)
    for _, q in targets:
        _attack(world, q, temper, friends, foes, spare, mobile, moves)
    _graft(world, seat, friends, foes, spare, mobile, moves)
    if spare:
        _answer(world, seat, temper, calls, front, spare, moves)
    return moves


def _answer(
    world: World,
    seat: int,
    temper: Temper,
    calls: list[tuple[float, int, int]],
    front: list[int],
    spare: dict[int, int],
    moves: list[Move],
) -> None:
    """Every garrison sends its spare units towards the call that is loudest where it stands, the rest to the next loudest."""
    owner, units, atlas = world.owner, world.units, world.atlas
    fading = _fading(temper.decay)
    for p, left in spare.items():
        row = atlas.dist[p]
        while left > 2:
            best, chosen, goal = 0.0, -1, -1
            if front:
                goal = min(front, key=row.__getitem__)
                best = temper.march * fading[min(row[goal], LONGEST)]
            for i, (worth, q, _) in enumerate(calls):
                if worth > best and q != p:
                    worth *= fading[min(row[q], LONGEST)]
                    if worth > best:
                        best, chosen, goal = worth, i, q
            if best <= 0.0:
                break
            room = calls[chosen][2] if chosen >= 0 else left
            step = atlas.toward[p][goal]
            holder = owner[step]
            if holder != seat and (holder != NOBODY or units[step] * atlas.defence[step] > 900 * left):
                break  # the way is barred: gather here
            if step == goal and holder == NOBODY and units[step] and left < room:
                break
            amount = min(left, room)
            moves.append((p, step, amount))
            left -= amount
            if chosen >= 0:
                worth = calls[chosen][0]
                if room > amount:
                    calls[chosen] = (worth, goal, room - amount)
                else:
                    del calls[chosen]


def _graft(
    world: World,
    seat: int,
    friends: list[int],
    foes: list[int],
    spare: dict[int, int],
    mobile: dict[int, int],
    moves: list[Move],
) -> None:
    """Bring units from worlds where they multiply to neighbours where they multiply faster."""
    atlas = world.atlas
    growth, owner = atlas.growth, world.owner
    for p, ready in list(mobile.items()):
        slow = growth[p]
        if slow <= 1000:
            continue
        for q, rounds in atlas.near[p]:
            fast = growth[q]
            if fast <= slow or foes[q] or (fast - slow) * 5 <= (slow - 1000) * rounds:
                continue
            if owner[q] == seat:
                room = atlas.sweet[q] - world.units[q] - friends[q]
            elif owner[q] == NOBODY and not world.units[q]:
                room = atlas.sweet[q] - friends[q]
            else:
                continue
            if room > 5:
                amount = min(ready, room)
                moves.append((p, q, amount))
                friends[q] += amount
                ready -= amount
                spare[p] = min(spare.get(p, 0), ready)
                if ready <= 2:
                    break


def _attack(
    world: World,
    target: int,
    temper: Temper,
    friends: list[int],
    foes: list[int],
    spare: dict[int, int],
    mobile: dict[int, int],
    moves: list[Move],
) -> None:
    """Attack from all neighbours that can arrive in the same round, if together they are strong enough."""
    atlas = world.atlas
    sides: dict[int, list[tuple[int, int]]] = {}
    for p, rounds in atlas.near[target]:
        if p in mobile:
            sides.setdefault(rounds, []).append((mobile[p], p))
    there = 0 if target in world.strikes.get(world.round, ()) else world.units[target]
    passed = 1
    for rounds in sorted(sides):
        while passed < rounds:
            there = atlas.grown(target, there)
            passed += 1
        power = there * atlas.defence[target] / 1000 + foes[target]
        need = power * temper.caution + 2 - friends[target]
        if need <= 0:
            return
        sources = sorted(sides[rounds], reverse=True)
        if sum(force for force, _ in sources) < need:
            continue
        wanted = int(need * temper.overkill) + 1
        if atlas.growth[target] > 1000:
            wanted = max(wanted, atlas.sweet[target])
        for force, p in sources:
            amount = min(force, wanted)
            if amount <= 0:
                break
            moves.append((p, target, amount))
            wanted -= amount
            mobile[p] -= amount
            if mobile[p] <= 2:
                del mobile[p]
            if p in spare:
                spare[p] = min(spare[p], force - amount)
            friends[target] += amount
        return
