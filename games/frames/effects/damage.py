"""What does a packet or direct damage do to a unit, and what becomes of units at 0? Chapters 6.4, 6.5 and 6.8."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from games.frames import cards
from games.frames.board import EVENT_AREA
from games.frames.cards import Card
from games.frames.effects.work import Work
from games.frames.modifiers import has, in_event_area, link_shield, meets, melee_source, passives, weather_op
from games.frames.state import Unit


@dataclass
class Blow:
    """Damage on its way to one unit."""

    unit: Unit
    amount: int
    cause: str
    credit: int | None
    """Seat that it counts for; None for nobody."""
    weapon: Card | None = None
    """The weapon of an attack packet; None for direct damage."""
    by: Unit | None = None
    steps: list[dict[str, Any]] = field(default_factory=list)

    def change(self, why: str, amount: int) -> None:
        """Note a step that changed the amount."""
        if amount != self.amount:
            self.amount = amount
            self.steps.append({"why": why, "value": amount})


def strike(work: Work, blow: Blow) -> int:
    """Apply an attack packet from step 2 on, direct damage from step 3 on; returns what was left before sharing (6.4)."""
    if blow.weapon is not None:
        _parry(work, blow)
    if weather_op(work.state, "overload") and in_event_area(blow.unit):
        blow.change("overload", blow.amount * 2)
    return _reduce(work, blow, lucky=blow.weapon is not None)


def hurt(work: Work, unit: Unit, amount: int, cause: str, credit: int | None) -> int:
    """Direct damage (6.1)."""
    if not unit.on_board:
        return 0
    return strike(work, Blow(unit, amount, cause, credit))


def _parry(work: Work, blow: Blow) -> None:
    """Step 2: a saber is parried by whoever carries a melee weapon."""
    assert blow.weapon is not None
    for effect in blow.weapon["effects"]:
        if effect["op"] != "parry" or blow.amount <= 0 or not blow.unit.is_mech:
            continue
        carries, held = melee_source(blow.unit)
        if carries:
            work.reveal(blow.unit, (held,))
            if work.chance("parry", blow.unit.seat, blow.unit, effect["chance"]):
                blow.change("parry", 0)


def _reduce(work: Work, blow: Blow, *, lucky: bool) -> int:
    """Steps 4 to 8."""
    unit = blow.unit
    for effect, source in passives(unit):
        if effect["op"] == "halve_packet" and blow.weapon is not None and blow.amount > 0:
            if meets(work.state, effect["if"], unit, blow.weapon) and work.chance(
                "red_coating", unit.seat, unit, effect["chance"]
            ):
                blow.change("red_coating", blow.amount // 2)
                work.reveal(unit, (source,))
        elif effect["op"] == "halve_damage" and not unit.defence_zero and meets(work.state, effect["if"], unit):
            blow.change("charged_shield", blow.amount // 2)
    if lucky and _weather_takes(work, blow):
        return 0
    _absorb(work, blow)
    left = blow.amount
    if blow.weapon is not None:
        work.tell("packet", target=unit.id, amount=left, steps=blow.steps)
    _share(work, blow)
    return left


def _weather_takes(work: Work, blow: Blow) -> bool:
    """Step 5: the weather may raise a packet of a mech in the event area, or lead it to the attacker's own warship."""
    by, unit = blow.by, blow.unit
    if by is None or blow.amount <= 0 or not in_event_area(by) or not unit.is_mech or unit.seat == by.seat:
        return False
    resonance = weather_op(work.state, "resonance")
    if resonance and work.chance("lethal_resonance", by.seat, by, resonance["chance"]):
        blow.change("lethal_resonance", unit.max_hp)
    drift = weather_op(work.state, "drift")
    if not drift or not work.chance("control_drift", by.seat, by, drift["chance"]):
        return False
    blow.steps.append({"why": "control_drift", "value": 0})
    work.tell("packet", target=unit.id, amount=0, steps=blow.steps)
    side = work.side(by.seat)
    if side.intact:
        _reduce(work, Blow(side.ship, blow.amount, blow.cause, None, blow.weapon, by), lucky=False)
    return True


def _absorb(work: Work, blow: Blow) -> None:
    """Step 6: the barrier, then plates."""
    unit = blow.unit
    if blow.amount > 0 and unit.barrier > 0:
        taken = min(unit.barrier, blow.amount)
        unit.barrier -= taken
        blow.change("barrier", blow.amount - taken)
        if unit.barrier == 0:
            work.status_end(unit, "barrier")
    for held in unit.gear[:]:
        if blow.amount > 0 and held.charges and any(one["op"] == "absorb" for one in cards.MECH_CARD[held.card]["do"]):
            work.reveal_gear(unit, held)
            taken = min(held.charges, blow.amount)
            held.charges -= taken
            blow.change(held.card, blow.amount - taken)
            if held.charges == 0:
                work.drop_gear(unit, held)


def _share(work: Work, blow: Blow) -> None:
    """Step 7: mechs with a link shield in the same area share, the mech that was hit first takes the odd point (D12)."""
    unit = blow.unit
    linked, source = link_shield(unit) if unit.is_mech else (False, None)
    partners = [unit]
    if linked and blow.amount > 0:
        side = work.state.side_of(unit)
        for mech in side.board_mechs():
            shares, card = link_shield(mech)
            if mech is not unit and mech.at == unit.at and shares:
                partners.append(mech)
                work.reveal(mech, (card,))
        if len(partners) > 1:
            work.reveal(unit, (source,))
    each, odd = divmod(blow.amount, len(partners))
    for i, mech in enumerate(partners):
        _take(work, mech, each + (1 if i < odd else 0), blow)


def _take(work: Work, unit: Unit, amount: int, blow: Blow) -> None:
    """Step 8: the hit points go down."""
    if unit.spared or amount <= 0:
        return
    before = unit.hp
    unit.hp = max(0, unit.hp - amount)
    if unit.hp == 0 and before > 0:
        _last_chance(work, unit, before)
    lost = before - unit.hp
    if blow.credit is not None and blow.credit != unit.seat and not unit.is_mech:
        work.side(blow.credit).counters["ship_damage_dealt"] += lost
    if unit.hp == 0:
        work.killers[unit.id] = blow.credit
    work.tell("damage", unit=unit.id, amount=lost, hp=unit.hp, cause=blow.cause)


def _last_chance(work: Work, unit: Unit, before: int) -> None:
    """Backup Power and the hull guard leave 1 hit point."""
    if weather_op(work.state, "backup") and in_event_area(unit) and not unit.backup_used:
        unit.hp, unit.backup_used, unit.spared = 1, True, True
        work.status(unit, "backup_power", None)
    elif (
        work.state.settings.hull_guard
        and not unit.is_mech
        and before == unit.max_hp
        and not unit.guard_used
        and not unit.defence_zero
    ):
        unit.hp, unit.guard_used = 1, True
        work.status(unit, "hull_guard", None)


def bury(work: Work) -> None:
    """Take every unit at 0 off the board, in the order of ids (6.8)."""
    state = work.state
    dead = [unit for unit in state.mechs_on_board() if unit.hp <= 0]
    dead += [side.ship for side in state.sides if side.intact and side.ship.hp <= 0]
    for unit in sorted(dead, key=lambda unit: unit.id):
        destroy(work, unit, work.killers.pop(unit.id, None))


def destroy(work: Work, unit: Unit, credit: int | None) -> None:
    """Take one unit off the board, whatever it has left; `credit` is the seat that it counts for."""
    unit.hp = 0
    work.tell("destroyed", unit=unit.id, by=credit)
    if unit.id.startswith("s"):
        _sink(work, unit)
        return
    side = work.state.side_of(unit)
    side.counters["destroyed_own"] += 1
    if credit is not None and credit != unit.seat:
        work.side(credit).counters["destroyed_enemy"] += 1
    for held in unit.gear[:]:
        work.drop_gear(unit, held)
    pilot, known, doomed = unit.pilot, unit.pilot_up, unit.doomed
    if pilot is not None:
        _bring_home(work, unit, pilot, known, doomed)
    reset(unit)
    if work.state.settings.destroyed_mechs == "lost":
        unit.where = "gone"
        return
    if work.state.settings.rebuild_turns:
        unit.deploy_lock = max(unit.deploy_lock, work.state.settings.rebuild_turns + 1)


def _bring_home(work: Work, unit: Unit, pilot: str, known: bool, doomed: bool) -> None:
    """What becomes of the pilot of a destroyed mech."""
    side = work.state.side_of(unit)
    saved, _ = has(unit, "skip_wound")
    if saved:
        value = work.die(100)
        chance = next(effect["chance"] for effect in cards.PILOT[pilot]["do"] if effect["op"] == "skip_wound")
        facts = {"why": "ejection", "seat": unit.seat, "unit": unit.id, "die": 100, "value": value, "total": chance}
        if value <= chance:
            work.tell("roll", **facts, success=True)
            work.reveal_pilot(unit)
            side.ready.append(pilot)
            work.tell("pilot_ready", seat=unit.seat, card=pilot)
            return
        work.tell_seat(unit.seat, "roll", **facts, success=False)
    if doomed:
        side.lost.append(pilot)
        work.tell("pilot_lost", seat=unit.seat, card=pilot)
        return
    turns = cards.PILOT[pilot]["recovery"]
    side.wounded.append({"card": pilot, "turns": turns, "known": known})
    work.tell("pilot_wounded", seat=unit.seat, turns=turns, card=pilot if known else None)


def _sink(work: Work, ship: Unit) -> None:
    """A warship becomes a wreck, a giant is gone."""
    side = work.state.side_of(ship)
    ship.where, ship.is_mech = "gone", False
    ship.burn, ship.burn_by, ship.marks = 0, None, [0, 0]
    side.cannons = []
    work.change_energy(ship.seat, -side.energy, "wreck")
    work.tell("ship_wrecked", seat=ship.seat)


def reset(unit: Unit) -> None:
    """A mech as it lies in the hangar: without pilot, gear and statuses, repaired and rearmed (D14)."""
    model = cards.MECH[unit.card]
    unit.where, unit.at, unit.pilot, unit.pilot_up, unit.gear = "hangar", None, None, False, []
    unit.hp = unit.max_hp = model["hp"]
    for arm in unit.weapons:
        arm.ammo = cards.WEAPON[arm.card]["ammo"]
    unit.burn, unit.burn_by, unit.marks, unit.marks_turn = 0, None, [0, 0], [0, 0]
    unit.disabled = unit.em_locked = unit.barrier = unit.barrier_turns = 0
    unit.buffs, unit.extras = [], []
    unit.infected, unit.doomed, unit.backup_used, unit.spared = None, False, False, False
    unit.acted = unit.attacked = unit.boosted = unit.fresh = False


def free_event_area(work: Work, but: Unit) -> None:
    """Whoever was locked in the event area is free when another mech enters (8.7)."""
    for mech in work.state.mechs_on_board():
        if mech is not but and mech.at == EVENT_AREA and mech.em_locked:
            mech.em_locked = 0
            work.status_end(mech, "em_locked")
