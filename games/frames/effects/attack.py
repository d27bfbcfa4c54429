"""How is an attack played, from its declaration to its last effect? Chapters 6.2 to 6.5; windows are in `windows.py`.

The attack is a record of the suspended work; `stage` says what comes next, so that it can wait for an answer anywhere.
"""

from __future__ import annotations

from typing import Any

from games.frames import cards
from games.frames.board import AROUND, Place
from games.frames.cards import Card
from games.frames.effects import movement, windows
from games.frames.effects.damage import Blow, bury, hurt, strike
from games.frames.effects.work import Work
from games.frames.modifiers import Source, evade_total, hit_total, passives, rolls, volley
from games.frames.state import Arm, Record, State, Unit

STAGES = ("immune", "judge", "offence", "defence", "damage", "after")

FINAL_VOLLEY: Card = {
    "id": "facing_death", "use": "attack", "attr": "special", "melee": False, "ammo": None, "range": None, "aoe": None,
    "shots": 1, "damage": 0, "energy": 0, "effects": [],
}  # fmt: skip
"""Facing Death as a weapon; shots and damage stand in the record (9.1)."""


def weapon_of(record: Record) -> Card:
    """The weapon that an attack is made with."""
    name: str = record["weapon"].split("#")[0]
    if name == FINAL_VOLLEY["id"]:
        return {**FINAL_VOLLEY, "shots": record["shots"], "damage": record["damage"]}
    return cards.WEAPON[name]


def find_op(card: Card, op: str) -> dict[str, Any] | None:
    """The operation of a weapon, if it has it."""
    return next((effect for effect in card["effects"] if effect["op"] == op), None)


def targets_of_area(state: State, seat: int, area: Place) -> list[Unit]:
    """Enemy mechs in an area and the areas next to it (8.1, D17)."""
    return [mech for mech in state.sides[1 - seat].board_mechs() if mech.at in AROUND[area]]


def declare(work: Work, by: Unit, weapon: str, targets: list[Unit], *, second: str | None = None) -> None:
    """Pay for a use of a weapon and put the attack on the list of work (6.2 step 1)."""
    card = cards.WEAPON[weapon.split("#")[0]]
    arm = by.arm(weapon)
    if arm is not None and arm.ammo is not None:
        arm.ammo -= 1
        work.tell("ammo", unit=by.id, weapon=weapon, ammo=arm.ammo)
    if weapon == "heat_dagger":
        work.reveal(by, [next(held for held in by.gear if held.card == "heat_dagger")])
    side, tokens = work.side(by.seat), 0
    if (card["energy"] and not work.state.settings.twin_laser_free) or (
        card["energy"] and side.energy >= card["energy"]
    ):
        work.change_energy(by.seat, -card["energy"], weapon)
    if find_op(card, "spend_all_energy"):
        tokens = side.energy
        work.change_energy(by.seat, -tokens, weapon)
    by.attacked = True
    begin(work, by, weapon, [unit.id for unit in targets], tokens=tokens, second=second)


def begin(work: Work, by: Unit, weapon: str, targets: list[str], **facts: Any) -> None:
    """Put an attack that is paid for on the list of work."""
    record: Record = {
        "do": "attack", "seat": by.seat, "by": by.id, "weapon": weapon, "stage": "immune",
        "targets": [{"unit": unit, "landed": 0, "negated": False, "reflected": False} for unit in sorted(targets)],
        "tokens": 0, "second": None, "repeat": False, "dodged": False, **facts,
    }  # fmt: skip
    work.tell(
        "attack", by=by.id, weapon=weapon, targets=sorted(targets), from_area=None if by.at is None else list(by.at)
    )
    work.state.todo.append(record)


def proceed(work: Work, record: Record) -> bool:
    """Do the next stage of an attack; never waits itself."""
    stage = record["stage"]
    record["stage"] = STAGES[min(STAGES.index(stage) + 1, len(STAGES) - 1)]
    if stage == "immune":
        _drop_immune(work, record)
    elif stage == "judge":
        _judge(work, record)
    elif stage in ("offence", "defence"):
        _ask(work, record, stage)
    elif stage == "damage":
        _deal(work, record)
    else:
        work.state.todo.remove(record)
        _follow_up(work, record)
    return False


def _drop_immune(work: Work, record: Record) -> None:
    """Step 2."""
    for target in record["targets"][:]:
        unit = work.state.need(target["unit"])
        if work.state.side_of(unit).immune or not unit.on_board:
            record["targets"].remove(target)
            if unit.on_board:
                work.tell("immune", unit=unit.id)
    if not record["targets"]:
        work.state.todo.remove(record)


def _judge(work: Work, record: Record) -> None:
    """Step 3: all shots at all targets; then damage talents of those that have landed are turned up."""
    by, weapon = work.state.need(record["by"]), weapon_of(record)
    for target in record["targets"]:
        unit = work.state.need(target["unit"])
        judge = _Judgement(work, by, unit, weapon)
        for shot in range(weapon["shots"]):
            landed = judge.shot()
            target["landed"] += landed
            work.tell("judged", target=unit.id, shot=shot, landed=landed)
        if any(unit.marks):
            unit.marks[by.seat] = 0
        if target["landed"]:
            packet_of(work, record, target)
    if not landed_shots(record):
        record["stage"] = "after"


class _Judgement:
    """The shots of a volley at one target. Totals are reckoned when they are first needed; what changed them is turned up."""

    def __init__(self, work: Work, by: Unit, target: Unit, weapon: Card) -> None:
        self.work, self.by, self.target, self.weapon = work, by, target, weapon
        self.sure = find_op(weapon, "no_judgement") is not None
        self.hit: int | None = None
        self.evade: int | None = None

    def shot(self) -> bool:
        """Does the next shot land?"""
        return self.sure or (self._hits() and not self._evaded())

    def _hits(self) -> bool:
        work, by, target = self.work, self.by, self.target
        if self.hit is None:
            sources: list[Source] = []
            self.hit = hit_total(work.state, by, target, self.weapon, sources)
            work.reveal(by, sources)
        if not work.roll("hit", by.seat, by, self.hit):
            return False
        needed, source = rolls(work.state, "hit_rolls_against", target, by)
        if needed > 1:
            work.reveal(target, (source,))
            return work.roll("hit", by.seat, by, self.hit)
        return True

    def _evaded(self) -> bool:
        work, by, target = self.work, self.by, self.target
        if self.evade is None:
            sources: list[Source] = []
            self.evade = evade_total(work.state, target, sources)
            work.reveal(target, sources)
        if not work.roll("evade", target.seat, target, self.evade):
            return False
        needed, source = rolls(work.state, "evade_rolls", by, target)
        if needed > 1:
            work.reveal(by, (source,))
            if not work.roll("evade", target.seat, target, self.evade):
                return False
        work.side(target.seat).counters["evades"] += 1
        return True


def landed_shots(record: Record) -> int:
    """Shots that have landed and were not dodged."""
    return 0 if record["dodged"] else sum(target["landed"] for target in record["targets"])


def packet_in(state: State, record: Record, target: Record, sources: list[Source]) -> int:
    """The packet at a target as things stand (6.3); what raised it is appended to `sources`."""
    by, unit = state.need(record["by"]), state.need(target["unit"])
    return volley(state, by, unit, weapon_of(record), target["landed"], record["tokens"], sources)


def packet_of(work: Work, record: Record, target: Record) -> int:
    """The same, and the talents that raised it are turned up."""
    sources: list[Source] = []
    packet = packet_in(work.state, record, target, sources)
    work.reveal(work.state.need(record["by"]), sources)
    return packet


def _ask(work: Work, record: Record, kind: str) -> None:
    """Step 4: a window for the attacker's seat, then one for the seat of the targets."""
    if not landed_shots(record):
        return
    for target in record["targets"]:
        target["packet"] = packet_of(work, record, target)
    seat = record["seat"]
    if "ask" in record:
        seat = record.pop("ask")
    elif kind == "defence":
        seats = {work.state.need(target["unit"]).seat for target in record["targets"] if target["landed"]}
        seat = 1 - seat if 1 - seat in seats else seat
    windows.open_window(work, kind, seat, record)


def _deal(work: Work, record: Record) -> None:
    """Step 5: packets in the order of targets, then what follows from them, then destroyed units."""
    if not landed_shots(record):
        return
    state = work.state
    by, weapon = state.need(record["by"]), weapon_of(record)
    record["targets"].sort(key=lambda target: target["unit"])
    hits: list[tuple[Unit, int]] = []
    for target in record["targets"]:
        unit = state.need(target["unit"])
        if not target["landed"] or not unit.on_board:
            continue
        hits.append((unit, _apply(work, record, target, unit)))
        if by.is_mech and unit.seat != by.seat:
            state.side_of(by).counters["landed_attacks"] += 1
    for unit, left in hits:
        _after_damage(work, record, weapon, unit, left)
    bury(work)
    for unit, _ in hits:
        _push(work, weapon, unit)
    bury(work)


def _apply(work: Work, record: Record, target: Record, unit: Unit) -> int:
    """Apply one packet; returns what was left of it before sharing."""
    packet = packet_of(work, record, target)
    if target["negated"]:
        work.tell("packet", target=unit.id, amount=0, steps=[{"why": "shield", "value": 0}])
        if target["reflected"]:
            enemy = work.side(1 - unit.seat)
            if enemy.intact:
                limit = work.state.settings.warp_limit
                hurt(work, enemy.ship, min(packet, limit) if limit else packet, "warp_shield", unit.seat)
        return 0
    by = work.state.need(record["by"])
    # A packet that the enemy has led to the attacker's own side counts for the enemy.
    credit = record["seat"] if unit.seat != record["seat"] else 1 - unit.seat
    steps = [{"why": "landed", "value": packet}]
    return strike(work, Blow(unit, packet, record["weapon"], credit, weapon_of(record), by, steps))


def _after_damage(work: Work, record: Record, weapon: Card, unit: Unit, left: int) -> None:
    """6.5: energy is stolen, fire catches, marks stick."""
    state, seat = work.state, record["seat"]
    for effect in weapon["effects"]:
        if effect["op"] == "steal_energy" and not unit.is_mech and unit.seat != seat and state.side_of(unit).energy > 0:
            work.tell("steal", seat=seat, amount=effect["amount"])
            work.change_energy(unit.seat, -effect["amount"], "steal")
            work.change_energy(seat, effect["amount"], "steal")
        elif effect["op"] == "burn" and left > 0 and unit.hp > 0:
            unit.burn, unit.burn_by, unit.burn_turn = effect["turns"], 1 - unit.seat, state.turn
            work.status(unit, "burn", unit.burn)
        elif effect["op"] == "mark" and unit.hp > 0:
            landed = next(target["landed"] for target in record["targets"] if target["unit"] == unit.id)
            unit.marks[seat] += landed
            unit.marks_turn[seat] = state.turn
            work.status(unit, "tracer", None)


def _push(work: Work, weapon: Card, unit: Unit) -> None:
    """8.2: a mech that was hit and survives is pushed back."""
    effect = find_op(weapon, "push_back")
    if effect and unit.on_board and unit.is_mech:
        movement.push_back(work, unit, effect["areas"])


def _follow_up(work: Work, record: Record) -> None:
    """Repeats of the Joint Booster, the second volley of the Twin Laser (6.2 step 5)."""
    if not landed_shots(record):
        return
    state = work.state
    by, weapon = state.need(record["by"]), weapon_of(record)
    if not by.on_board:
        return
    last = state.need(record["targets"][0]["unit"])
    if weapon["melee"] and not record["repeat"] and by.is_mech and _stands(state, by, last):
        for effect, _ in passives(by):
            if effect["op"] == "repeat_volley" and work.chance("joint_booster", by.seat, by, effect["chance"]):
                begin(work, by, record["weapon"], [last.id], repeat=True)
                return
    if record["second"] is not None and find_op(weapon, "second_target"):
        second = state.need(record["second"])
        if _stands(state, by, second):
            begin(work, by, record["weapon"], [second.id])


def _stands(state: State, by: Unit, unit: Unit) -> bool:
    """Is an enemy still there to be attacked again?"""
    return unit.on_board and unit.seat != by.seat and not state.side_of(unit).immune


def support(work: Work, by: Unit, weapon: str, target: Unit) -> None:
    """Use a support weapon: no rolls, 1 ammo (5.3)."""
    arm = by.arm(weapon)
    assert isinstance(arm, Arm) and arm.ammo is not None
    arm.ammo -= 1
    work.tell("ammo", unit=by.id, weapon=weapon, ammo=arm.ammo)
    for effect in cards.WEAPON[arm.card]["effects"]:
        if effect["op"] == "heal_full":
            work.heal(target, target.max_hp)
        elif effect["op"] == "buff" and effect["id"] not in target.buffs:
            target.buffs.append(effect["id"])
            work.status(target, effect["id"], None)
