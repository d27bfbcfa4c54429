"""How is one strike settled (5.3)? Shared by the attack phase and by battles on the way."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.core.rng import Rng
from games.deep_blue import formations
from games.deep_blue.board import planar
from games.deep_blue.constants import (
    AA_SUPPORT_RANGE,
    AIR,
    AIR_FIGHT,
    SCOUT,
    SCOUT_AID_RANGE,
    SCOUT_BONUS_MOST,
    SPLASH_DIVISOR,
    STRIKES,
)
from games.deep_blue.formations import Planes
from games.deep_blue.formulas import ONE, AirCombat, Ratio, air_combat, attack_value, defence_value, hit_chance
from games.deep_blue.resolve.news import Note, Spot
from games.deep_blue.resolve.work import Work
from games.deep_blue.state import Element


@dataclass(slots=True)
class Gun:
    """An attacker with the strength it had when the phase began (5.1); what it spends comes off the element too."""

    element: Element
    seat: int
    health: int
    planes: Planes | None
    ammo: int | None
    ammo_max: int | None
    factor: Ratio = ONE
    """Correction by the air mastery (5.6)."""
    origin: tuple[int, int, int] = field(default=(0, 0, 0))

    @staticmethod
    def of(element: Element) -> Gun:
        """The strength of an element now."""
        assert element.seat is not None
        origin = (element.x, element.y, element.level)
        return Gun(element, element.seat, element.health, element.planes, element.ammo, element.ammo_max, origin=origin)

    def power(self, kind: int, level: int) -> int:
        """Attack of a kind against a layer, before ammo and scouts."""
        if self.planes is not None:
            return formations.basic_attack(self.planes)[kind]
        return self.element.table.anti_air if level == AIR else self.element.table.attack[kind]

    def spend(self) -> None:
        """Pay the ammo of one strike."""
        cost = self.use()
        if self.element.ammo is not None:
            self.element.ammo = max(0, self.element.ammo - cost)

    def use(self) -> int:
        """Take the ammo of one strike off this strength alone; how much that is."""
        if self.ammo is None:
            return 0
        cost = min(self.ammo, self.element.table.ammo_once)
        self.ammo -= cost
        return cost

    def lose(self, health: int) -> None:
        """Losses of an air combat before the strikes (5.5)."""
        assert self.planes is not None
        self.health = max(0, self.health - health)
        self.planes = formations.survivors(self.planes, self.health)
        self.ammo_max = formations.ammo_max(self.planes)
        self.ammo = min(self.ammo or 0, self.ammo_max)


def throw(rng: Rng, reach: int, distance: int) -> bool:
    """Is it a hit (5.3.4)?"""
    hits, throws = hit_chance(reach, distance)
    return rng.randrange(throws) < hits


def scouts(work: Work, seat: int | None, x: int, y: int, gun: Gun | None = None) -> int:
    """Scout formations that help a seat near a cell (5.3.5); the attacking one counts by the planes it strikes with."""
    if seat is None:
        return 0
    found = 0
    for one in work.formations[seat]:
        if gun is not None and one is gun.element:
            continue
        assert one.planes is not None
        near = abs(one.x - x) + abs(one.y - y) <= SCOUT_AID_RANGE
        found += near and one.health > 0 and one.planes[SCOUT] > 0
    if gun is not None and gun.planes is not None and gun.planes[SCOUT]:
        found += abs(gun.origin[0] - x) + abs(gun.origin[1] - y) <= SCOUT_AID_RANGE
    return min(SCOUT_BONUS_MOST, found)


def full_damage(work: Work, gun: Gun, ammo: int | None, kind: int, target: Element, x: int, y: int) -> int:
    """Damage to a target in cell (x, y), not cut to its health (5.3.5)."""
    defence = target.table.defence[kind]
    if defence is None:
        return 0
    aid = scouts(work, gun.seat, x, y, gun)
    attack = attack_value(gun.power(kind, target.level), ammo, gun.ammo_max, aid, gun.factor)
    return max(0, attack - defence_value(defence, scouts(work, target.seat, x, y)))


def line(a: tuple[int, int], b: tuple[int, int]) -> list[tuple[int, int]]:
    """Cells between two cells, without them (5.3.2)."""
    across, down = b[0] - a[0], b[1] - a[1]
    count = max(abs(across), abs(down))

    def part(i: int, length: int) -> int:
        steps = (2 * i * abs(length) + count) // (2 * count)
        return steps if length > 0 else -steps

    return [(a[0] + part(i, across), a[1] + part(i, down)) for i in range(1, count)]


def run_torpedo(work: Work, gun: Gun, x: int, y: int) -> tuple[str, int, int] | None:
    """Where a torpedo on its own layer ends before its target: what stopped it and the cell; None if nothing does."""
    level = gun.origin[2]
    for at in line(gun.origin[:2], (x, y)):
        cell = work.board.cell(*at)
        one = work.living_at(level, cell)
        if one is not None:
            is_own = one.is_unit and one.seat == gun.seat
            if not is_own or work.settings.friendly_fire:
                return "blocked_by_unit", *at
        elif work.chart.land >> cell & 1:
            return "lost_on_land", *at
    return None


@dataclass(frozen=True, slots=True)
class Aim:
    """What a strike will meet unless it is dodged."""

    result: str
    """`hit` (if not dodged), `blocked_by_unit` (no dodge), `lost_on_land`, `empty` or `overkill`."""
    target: Element | None
    x: int
    y: int


def aim(work: Work, gun: Gun, kind: int, x: int, y: int, level: int) -> Aim:
    """Where a strike at a cell ends: there, or for a torpedo on its own layer at what it meets first (5.3.2, 5.3.3)."""
    stopped = run_torpedo(work, gun, x, y) if STRIKES[kind] == "torpedo" and level == gun.origin[2] else None
    if stopped is not None:
        result, x, y = stopped
        return Aim(result, None if result == "lost_on_land" else work.element_at(level, work.board.cell(x, y)), x, y)
    target = work.element_at(level, work.board.cell(x, y))
    if target is None or target.is_resource:
        return Aim("empty", None, x, y)
    return Aim("overkill" if target.health == 0 else "hit", target, x, y)


def distance_to(attacker: Element, x: int, y: int, level: int) -> int:
    """Combat distance of an element and a cell (1)."""
    return planar(attacker.rect, (x, y, x, y)) + abs(attacker.level - level)


def strike(work: Work, gun: Gun, kind: int, x: int, y: int, level: int) -> bool:
    """One strike of the attack phase at a cell. Was the element in that cell destroyed by it?"""
    ammo = gun.ammo
    gun.spend()
    aimed = aim(work, gun, kind, x, y, level)
    result, target = aimed.result, aimed.target
    reach = gun.element.table.reach[level]
    if result == "hit" and not throw(work.luck[gun.seat], reach, distance_to(gun.element, x, y, level)):
        result = "miss"
    damage, splash = 0, []
    if result in ("hit", "blocked_by_unit"):
        assert target is not None
        splash = splashed(work, gun, ammo, kind, target, aimed.x, aimed.y)
        damage = work.hurt(target, full_damage(work, gun, ammo, kind, target, aimed.x, aimed.y), gun.element, "strike")
        splash = [(one, work.hurt(one, amount, gun.element, "splash"), spot) for one, amount, spot in splash]
    _tell(work, gun, kind, (aimed.x, aimed.y, level), target, result, damage, splash)
    return result == "hit" and target is not None and target.health == 0


def splashed(
    work: Work, gun: Gun, ammo: int | None, kind: int, target: Element, x: int, y: int
) -> list[tuple[Element, int, Spot]]:
    """Who beside the hit cell suffers how much, by id (5.3.6)."""
    found: list[tuple[Element, int, Spot]] = []
    for one in work.neighbours(target.level, x, y):
        if one is target or one is gun.element or (one.seat == gun.seat and not work.settings.friendly_fire):
            continue
        at = min(_cells_beside(one, x, y))[1]
        amount = full_damage(work, gun, ammo, kind, one, *at) // SPLASH_DIVISOR
        spot: Spot = (one.level, work.board.cell(*at))
        found.append((one, amount, spot))
    return found


def _cells_beside(one: Element, x: int, y: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Cells of an element at planar distance 1 from (x, y), with (y, x) to order them by."""
    cells = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
    x0, y0, x1, y1 = one.rect
    return [((v, u), (u, v)) for u, v in cells if x0 <= u <= x1 and y0 <= v <= y1]


def _tell(
    work: Work, gun: Gun, kind: int, at: tuple[int, int, int], target: Element | None, result: str, damage: int,
    splash: list[tuple[Element, int, Spot]],
) -> None:  # fmt: skip
    attacker, owner = gun.element, None if target is None else target.seat
    source: Spot = (attacker.level, work.board.cell(attacker.x, attacker.y) if attacker.is_unit else attacker.rect)
    body = {
        "phase": "attack", "type": "strike", "attacker": attacker.id, "from": list(gun.origin),
        "target": None if target is None else target.id, "owner": owner, "cell": list(at), "kind": STRIKES[kind],
        "result": result, "damage": damage, "splash": [[one.id, loss] for one, loss, _ in splash if loss],
    }  # fmt: skip
    work.notes.append(
        Note(
            body, {gun.seat}, source=source, goal=(at[2], work.board.cell(at[0], at[1])),
            splashed=[(one.id, one.seat, spot) for one, loss, spot in splash if loss],
        )
    )  # fmt: skip


# Air combat (5.6).


def support(work: Work, seat: int, x: int, y: int) -> int:
    """Anti-air of a seat's living ships and buildings within planar 1 of a cell; they need ammo and spend none."""
    found = 0
    ships = [work.units_at[1].get(work.board.cell(*at)) for at in _near(x, y) if work.board.has(*at)]
    for one in (*(ship for ship in ships if ship is not None), *work.buildings):
        is_near = planar(one.rect, (x, y, x, y)) <= AA_SUPPORT_RANGE
        if is_near and one.seat == seat and one.health > 0 and one.ammo != 0:
            found += one.table.anti_air
    return found


def _near(x: int, y: int) -> tuple[tuple[int, int], ...]:
    return (x, y), (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)


def mastery(work: Work, gun: Gun, enemy: Element, enemy_planes: Planes) -> tuple[int, int]:
    """Air mastery of an attacker and of the formation it meets, ships below included (5.6)."""
    assert gun.planes is not None and enemy.seat is not None
    x, y = enemy.x, enemy.y
    power = formations.basic_attack(gun.planes)[AIR_FIGHT]
    mine = attack_value(power, gun.ammo, gun.ammo_max, scouts(work, gun.seat, x, y, gun))
    yours = attack_value(formations.basic_attack(enemy_planes)[AIR_FIGHT], None, None, scouts(work, enemy.seat, x, y))
    return mine + support(work, gun.seat, x, y), yours + support(work, enemy.seat, x, y)


def fight(work: Work, gun: Gun, enemy: Element, enemy_planes: Planes, phase: str) -> AirCombat:
    """An air combat of formations, both losses taken off at once; the gun keeps its correction for strikes that follow."""
    mine, yours = mastery(work, gun, enemy, enemy_planes)
    combat = air_combat(mine, yours)
    attacker = gun.element
    lost_by_enemy = work.hurt(enemy, combat.defender_loss, attacker, "air_combat")
    lost = work.hurt(attacker, combat.attacker_loss, enemy, "air_combat")
    gun.lose(combat.attacker_loss)
    gun.factor = combat.factor
    _tell_fight(work, phase, gun, enemy, (mine, yours), combat.band, (lost, lost_by_enemy))
    return combat


def _planes_left(one: Element) -> list[int]:
    return list(one.planes) if one.planes is not None and one.health > 0 else [0, 0, 0, 0]


def _tell_fight(
    work: Work, phase: str, gun: Gun, enemy: Element, mastery: tuple[int, int], band: str, losses: tuple[int, int]
) -> None:
    """The owner of each side hears the composition of his own planes and the number of the other's."""
    attacker = gun.element
    body = {
        "phase": phase, "type": "air_combat", "attacker": attacker.id, "defender": enemy.id,
        "cell": [enemy.x, enemy.y, enemy.level], "mastery": list(mastery), "band": band, "losses": list(losses),
    }  # fmt: skip
    planes = (_planes_left(attacker), _planes_left(enemy))
    note = Note({**body, "planes": [*planes]}, set())
    work.notes.append(note)
    for seat, side in ((gun.seat, 0), (enemy.seat, 1)):
        assert seat is not None
        shown = [one if i == side else sum(one) for i, one in enumerate(planes)]
        note.versions[seat] = {**body, "planes": shown}
