"""Who may make the step he wants (6.2.1 to 6.2.3), and what happens when enemies meet (6.3)?"""

from __future__ import annotations

from games.deep_blue.constants import AIR, KINDS, STRIKES
from games.deep_blue.resolve.fleet import PHASE, Fleet, Mover
from games.deep_blue.resolve.strikes import Gun, fight, full_damage, throw
from games.deep_blue.resolve.work import Work
from games.deep_blue.state import Element


def settle_wishes(fleet: Fleet) -> None:
    """Drop the wishes that cannot be granted in this step."""
    _meet_head_on(fleet)
    _share_cells(fleet)
    _wait_for_occupied(fleet)


def _wishes(fleet: Fleet) -> list[Mover]:
    return [mover for mover in fleet.active.values() if mover.want is not None and mover.unit.health > 0]


def _meet_head_on(fleet: Fleet) -> None:
    """Two that want each other's cells (6.2.1), by their lower and higher ids."""
    by_cell = {(mover.unit.level, mover.cell): mover for mover in fleet.active.values()}
    for mover in list(fleet.active.values()):
        if mover.want is None or mover.unit.health == 0:
            continue
        other = by_cell.get((mover.unit.level, mover.want))
        if other is None or other.unit.id < mover.unit.id or other.want != mover.cell or other.unit.health == 0:
            continue
        if other.seat == mover.seat:
            _block(mover, other.unit)
            _block(other, mover.unit)
            continue
        _battle(fleet, mover, other)
        if mover.unit.health > 0 and other.unit.health > 0:
            slower, faster = _by_speed(fleet.work, mover, other)
            slower.is_halted, slower.want = True, None
            _block(faster, slower.unit)


def _block(mover: Mover, blocker: Element) -> None:
    mover.want, mover.blocker = None, blocker


def _by_speed(work: Work, low: Mover, high: Mover) -> tuple[Mover, Mover]:
    """Slower and faster; of equal speed the lot decides, 0 for the lower id."""
    if low.speed == high.speed:
        return (high, low) if work.rng.randrange(2) == 0 else (low, high)
    return (low, high) if low.speed < high.speed else (high, low)


def _share_cells(fleet: Fleet) -> None:
    """Several that want one cell (6.2.2): the fastest holds it, enemies fight him for it in turn."""
    wanted: dict[tuple[int, int], list[Mover]] = {}
    for mover in _wishes(fleet):
        assert mover.want is not None
        wanted.setdefault((mover.want, mover.unit.level), []).append(mover)
    for key in sorted(key for key, wanters in wanted.items() if len(wanters) > 1):
        wanters = wanted[key]
        fleet.work.luck_of(mover.seat for mover in wanters).shuffle(wanters)
        wanters.sort(key=lambda mover: -mover.speed)
        holder: Mover | None = None
        for mover in wanters:
            if holder is None:
                holder = mover
            elif mover.seat != holder.seat:
                _battle(fleet, holder, mover)
                if holder.unit.health == 0:
                    holder = mover if mover.unit.health > 0 else None
        for mover in wanters:
            if mover is not holder:
                mover.want = None
                mover.is_halted |= holder is not None and mover.seat != holder.seat


def _wait_for_occupied(fleet: Fleet) -> None:
    """A cell held by somebody who stays is not free (6.2.3). Columns and rings of three or more move together."""
    work = fleet.work
    wishes = {mover.unit.id: mover for mover in _wishes(fleet)}
    has_changed = True
    while has_changed:
        has_changed = False
        for key in list(wishes):
            mover = wishes[key]
            assert mover.want is not None
            occupant = work.units_at[mover.unit.level].get(mover.want)
            if occupant is not None and occupant.id not in wishes:
                _block(mover, occupant)
                del wishes[key]
                has_changed = True


# Battles (6.3).


def _battle(fleet: Fleet, first: Mover, second: Mover) -> None:
    """Both fire all they have at once, at distance 1; the dead are removed. Once per pair and round."""
    pair = (min(first.unit.id, second.unit.id), max(first.unit.id, second.unit.id))
    if pair in fleet.fought:
        return
    fleet.fought.add(pair)
    work = fleet.work
    if first.unit.level == AIR:
        _dogfight(work, first, second)
    else:
        _broadsides(work, first.unit, second.unit)
    work.bury(PHASE)


def _dogfight(work: Work, first: Mover, second: Mover) -> None:
    """One air combat; formations are equally fast, so the lot says who attacks (0: the lower id)."""
    low, high = sorted((first, second), key=lambda mover: mover.unit.id)
    attacker, defender = (low, high) if work.rng.randrange(2) == 0 else (high, low)
    assert defender.unit.planes is not None
    gun = Gun.of(attacker.unit)
    fight(work, gun, defender.unit, defender.unit.planes, PHASE)
    gun.spend()


def _broadsides(work: Work, first: Element, second: Element) -> None:
    """Two ships or submarines; the one named first throws first, which decides nothing: both fire with full strength."""
    guns = (Gun.of(first), Gun.of(second))
    strikes = []
    for gun, target in ((guns[0], second), (guns[1], first)):
        for kind in range(len(STRIKES)):
            done = _shot(work, gun, kind, target)
            if done is not None:
                strikes.append([gun.element.id, STRIKES[kind], *done])
    cell = [second.x, second.y, second.level]
    work.tell(PHASE, "battle", {0, 1}, (), a=first.id, b=second.id, cell=cell, strikes=strikes)


def _shot(work: Work, gun: Gun, kind: int, target: Element) -> tuple[str, int] | None:
    """One strike at distance 1: result and damage; None if it cannot be fired."""
    reach = KINDS[gun.element.kind].reach[target.level]
    if reach == 0 or gun.power(kind, target.level) == 0 or gun.ammo == 0 or target.health == 0:
        return None
    ammo = gun.ammo
    gun.spend()
    if not throw(work.rng, reach, 1):
        return "miss", 0
    amount = full_damage(work, gun, ammo, kind, target, target.x, target.y)
    return "hit", work.hurt(target, amount, gun.element, "battle")
