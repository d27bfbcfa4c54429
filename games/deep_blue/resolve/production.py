"""Steps 1 and 6 of a round: what bases begin, and what leaves the yard (8)."""

from __future__ import annotations

from games.core.bits import members
from games.deep_blue import formations
from games.deep_blue.constants import AIR, CARGO_COST, KINDS
from games.deep_blue.dock import first_tank, price, waiting_for
from games.deep_blue.resolve.work import Work
from games.deep_blue.setup import add_unit, draw_id, has_ids, sort
from games.deep_blue.state import Element, Entry, count

PHASE = "production"


def enqueue(work: Work) -> None:
    """Pay for new entries and queue them, in the order given."""
    for seat in (0, 1):
        base = work.state.base(seat)
        for given in work.orders[seat].get("production", []):
            kind, planes = given["kind"], tuple(given["planes"]) if "planes" in given else None
            cost, listed = price(kind, planes), None if planes is None else list(planes)
            if cost > base.metal:
                work.tell("queue", "queue_failed", {seat}, (), seat=seat, kind=kind, planes=listed, cost=cost)
                continue
            base.metal -= cost
            rounds = KINDS[kind].rounds if planes is None else formations.build_rounds(planes)
            rally = tuple(given["rally"]) if "rally" in given else None
            work.state.queues[seat].append(Entry(kind, planes, rounds, rally))
            work.tell("queue", "queued", {seat}, (), seat=seat, kind=kind, planes=listed, cost=cost)


def produce(work: Work) -> None:
    """Count every entry down, then launch what is ready: seat 0 first, entries in their order."""
    for seat in (0, 1):
        queue = work.state.queues[seat]
        if work.settings.relief_cargo and _needs_relief(work, seat):
            queue.append(Entry("cargo", None, KINDS["cargo"].rounds, None))
            work.tell("queue", "queued", {seat}, (), seat=seat, kind="cargo", planes=None, cost=0)
        queue[:] = [Entry(one.kind, one.planes, max(0, one.left - 1), one.rally) for one in queue]
    for seat in (0, 1):
        base = work.state.base(seat)
        if base.health == 0:
            continue
        work.state.queues[seat][:] = [
            entry for entry in work.state.queues[seat] if entry.left > 0 or not _launch(work, base, seat, entry)
        ]
    sort(work.state)


def _needs_relief(work: Work, seat: int) -> bool:
    """No cargo, none queued, and not the metal for one (18.2 `relief_cargo`)."""
    has_cargo = any(one.kind == "cargo" for one in work.state.own(seat))
    is_queued = any(entry.kind == "cargo" for entry in work.state.queues[seat])
    base = work.state.base(seat)
    return not has_cargo and not is_queued and base.metal < CARGO_COST and base.health > 0


def _launch(work: Work, base: Element, seat: int, entry: Entry) -> bool:
    """Put a finished unit to sea or into the air; False if it has to wait."""
    state = work.state
    if waiting_for(state, base, entry, state.population(seat)) != "cell" or not has_ids(state, seat):
        return False
    level = KINDS[entry.kind].level
    cells = _yard(work, base, level)
    if not cells:
        return False
    work.luck[seat].shuffle(cells)
    x, y = work.board.place(cells[0])
    unit = add_unit(state, draw_id(state, seat), entry.kind, seat, x, y, entry.planes)
    count(state.books[seat].built, entry.kind)
    unit.metal = 0
    if entry.planes is not None:
        base.fuel -= unit.fuel
    else:
        unit.fuel = first_tank(entry.kind)
        if not work.settings.is_yard_fuel_free:
            unit.fuel = min(unit.fuel, base.fuel)
            base.fuel -= unit.fuel
    unit.destination = None if entry.rally == (x, y) else entry.rally
    work.units_at[level][cells[0]] = unit
    work.is_quiet = False
    work.tell(PHASE, "launched", {seat}, [(level, cells[0])], id=unit.id, kind=unit.kind, seat=seat, pos=[x, y, level])
    return True


def _yard(work: Work, base: Element, level: int) -> list[int]:
    """Free cells for a launch, by (y, x): over the base, or ocean beside it."""
    if level == AIR:
        cells = work.board.cells_of(base.rect)
    else:
        cells = members(work.board.around(base.rect, 1) & work.chart.ocean)
    return [cell for cell in cells if cell not in work.units_at[level]]
