"""What do the operations of played cards and skills do? Chapters 9.1, 9.2, 9.4, 9.9 and 9.12.

A card is a list of operations; each operation is one small function here. Passive ones are read by `modifiers.py`,
those of weapons by `attack.py`, those of event cards by `movement.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from games.frames import cards
from games.frames.board import ship_area
from games.frames.cards import Effect
from games.frames.constants import GIANT_EVADE, GIANT_HIT
from games.frames.effects import attack, movement
from games.frames.effects.damage import bury, destroy, hurt, reset
from games.frames.effects.windows import attack_under
from games.frames.effects.work import Work
from games.frames.modifiers import meets
from games.frames.state import Arm, Cannon, Held, Record, Side, State, Unit


@dataclass
class Play:
    """A card or skill while it is carried out."""

    work: Work
    seat: int
    card: str
    order: dict[str, Any] = field(default_factory=dict)
    unit: Unit | None = None
    """The mech that uses a card of its own."""
    held: Held | None = None

    @property
    def state(self) -> State:
        """The position."""
        return self.work.state

    @property
    def side(self) -> Side:
        """Who plays."""
        return self.work.side(self.seat)

    def own_unit(self) -> Unit:
        """The mech that uses its card."""
        assert self.unit is not None
        return self.unit

    def target(self) -> Unit:
        """The unit that the order names."""
        return self.state.need(self.order["target"])


def carry_out(play: Play, effects: list[Effect]) -> None:
    """Do the operations in their order."""
    for effect in effects:
        OPERATIONS[effect["op"]](play, effect)
    bury(play.work)


# Statuses


def _status(play: Play, effect: Effect) -> None:
    state = play.state
    if effect["target"] == "enemy_mechs_in_area":
        area = tuple(play.order["area"])
        units = [mech for mech in state.sides[1 - play.seat].board_mechs() if mech.at == area]
    else:
        units = [play.target()]
    for unit in units:
        unit.disabled, unit.disabled_turn = max(unit.disabled, effect["turns"]), state.turn
        play.work.status(unit, effect["id"], unit.disabled)


def _seat_status(play: Play, effect: Effect) -> None:
    if effect["id"] == "immune_to_attacks":
        play.side.immune = True
    else:
        play.side.double = True
    play.work.tell("status", seat=play.seat, id=effect["id"], turns=None)


def _buff(play: Play, effect: Effect) -> None:
    unit = play.own_unit()
    if effect["id"] not in unit.buffs:
        unit.buffs.append(effect["id"])
        play.work.status(unit, effect["id"], None)


# Reactions


def _dodge_attack(play: Play, effect: Effect) -> None:
    record = attack_under(play.state)
    assert record is not None
    play.side.counters["evades"] += sum(one["landed"] for one in record["targets"])
    record["dodged"] = True


def _redirect(play: Play, effect: Effect) -> None:
    record = attack_under(play.state)
    assert record is not None
    for one in record["targets"]:
        if one["unit"] == play.order["from"]:
            one["unit"] = play.order["to"]
    seat = play.state.need(play.order["to"]).seat
    if seat != play.seat:
        # The one loop of 7.1: the seat that is hit now is asked as well.
        record["stage"], record["ask"] = "defence", seat
    play.work.tell("redirect", **{"from": play.order["from"]}, to_unit=play.order["to"])


def _negate_damage(play: Play, effect: Effect) -> None:
    record = attack_under(play.state)
    assert record is not None
    shielded = play.side.ship.id if effect["target"] == "ship" else play.own_unit().id
    for one in record["targets"]:
        if one["unit"] == shielded:
            one["negated"], one["reflected"] = True, bool(effect.get("reflect"))


def _force_recall(play: Play, effect: Effect) -> None:
    record = attack_under(play.state)
    assert record is not None
    bring_home(play.work, play.state.need(record["unit"]), "bomb")


def _deploy_lock(play: Play, effect: Effect) -> None:
    record = attack_under(play.state)
    assert record is not None
    mech = play.state.need(record["unit"])
    mech.deploy_lock = max(mech.deploy_lock, effect["turns"] + 1)
    play.work.status(mech, "deploy_lock", mech.deploy_lock)


def _void_gather(play: Play, effect: Effect) -> None:
    record = attack_under(play.state)
    assert record is not None
    record["void"] = True


def _end_turn_now(play: Play, effect: Effect) -> None:
    record = attack_under(play.state)
    assert record is not None
    record["end_turn"] = True


# The warship


def _heal_ship(play: Play, effect: Effect) -> None:
    play.work.heal(play.side.ship, effect["amount"])


def _set_ship_hp(play: Play, effect: Effect) -> None:
    ship = play.side.ship
    ship.hp = ship.max_hp = effect["hp"]
    play.work.tell("heal", unit=ship.id, amount=None, hp=ship.hp)


def _defence_zero(play: Play, effect: Effect) -> None:
    play.side.ship.defence_zero = True


def _gain_energy(play: Play, effect: Effect) -> None:
    play.work.change_energy(play.seat, effect["amount"], play.card)


def _install(play: Play, effect: Effect) -> None:
    side = play.side
    turns = play.state.settings.autocannon_turns or None
    cannon = Cannon(f"i{play.seat}_{side.cannons_built}", play.card, True, turns)
    side.cannons_built += 1
    side.cannons.append(cannon)
    play.work.tell("install", seat=play.seat, id=cannon.id, card=play.card)


def _pay_ship_hp(play: Play, effect: Effect) -> None:
    ship = play.side.ship
    ship.hp -= effect["amount"]
    play.work.tell("damage", unit=ship.id, amount=effect["amount"], hp=ship.hp, cause=play.card)


def _extra_acts(play: Play, effect: Effect) -> None:
    play.state.todo.append(
        {"do": "operate", "kind": play.card, "seat": play.seat, "remaining": list(play.order["units"])}
    )


def _become_giant(play: Play, effect: Effect) -> None:
    """8.4: the mechs on the board become one with the warship."""
    work, side = play.work, play.side
    mechs = side.board_mechs()
    ship = side.ship
    ship.hp = ship.max_hp = sum(mech.hp for mech in mechs)
    ship.weapons = []
    for mech in mechs:
        for arm in mech.weapons:
            count = sum(one.card == arm.card for one in ship.weapons) + 1
            ship.weapons.append(Arm(arm.card if count == 1 else f"{arm.card}#{count}", cards.WEAPON[arm.card]["ammo"]))
        for held in mech.gear[:]:
            work.drop_gear(mech, held)
        if mech.pilot is not None:
            side.lost.append(mech.pilot)
            work.tell("pilot_lost", seat=play.seat, card=mech.pilot)
        reset(mech)
        mech.where = "gone"
    ship.is_mech, ship.at, ship.hit, ship.evade = True, ship_area(play.seat), GIANT_HIT, GIANT_EVADE
    ship.burn, ship.burn_by, ship.marks = 0, None, [0, 0]
    side.cannons = []
    victory = ["annihilation" if one == "raid" else one for one in play.state.victory]
    play.state.victory = list(dict.fromkeys(victory))
    work.tell("giant", seat=play.seat, hp=ship.hp)


# Captains


def _divert(play: Play, effect: Effect) -> None:
    start = play.order["from"]
    arm = play.state.need(start["unit"]).arm(start["weapon"])
    assert arm is not None
    arm.ammo = 0
    play.work.tell("ammo", unit=start["unit"], weapon=arm.id, ammo=0)
    if play.order["to"] == "energy":
        play.work.change_energy(play.seat, effect["energy"], play.card)
    else:
        _fill(play.work, play.state.need(play.order["to"]["unit"]), play.order["to"]["weapon"])


def _destroy(play: Play, effect: Effect) -> None:
    destroy(play.work, play.target(), play.seat)


def _final_volley(play: Play, effect: Effect) -> None:
    work, side = play.work, play.side
    mechs = side.board_mechs()
    tokens = side.energy
    for mech in mechs:
        destroy(work, mech, None)
    work.change_energy(play.seat, -tokens, play.card)
    attack.begin(
        work, side.ship, attack.FINAL_VOLLEY["id"], [f"s{1 - play.seat}"],
        shots=len(mechs), damage=effect["damage_per_token"] * tokens,
    )  # fmt: skip


def _heal(play: Play, effect: Effect) -> None:
    units = play.side.board_mechs() if effect["target"] == "own_mechs" else [play.own_unit()]
    for unit in units:
        if unit.damaged and meets(play.state, effect.get("if", {}), unit):
            play.work.reveal(unit, (effect.get("by"),))
            play.work.heal(unit, effect["amount"])


# Cards


def _peek(play: Play, effect: Effect) -> None:
    enemy = play.state.sides[1 - play.seat]
    hand = enemy.hand["ship"]
    seen = hand[play.work.rng.randrange(len(hand))]
    play.order["seen"] = seen.id
    play.work.tell_seat(play.seat, "peek", card=seen.card)


def _discard_random_other(play: Play, effect: Effect) -> None:
    enemy = play.state.sides[1 - play.seat]
    others = [held for held in enemy.hand["ship"] if held.id != play.order["seen"]]
    if others:
        lost = others[play.work.rng.randrange(len(others))]
        enemy.hand["ship"].remove(lost)
        play.work.throw(enemy.seat, "ship", lost)


def _reveal_top(play: Play, effect: Effect) -> None:
    kind = play.order["pile"]
    shown = play.side.pile[kind][: effect["count"]]
    play.work.tell("reveal", what="pile", seat=play.seat, cards=[held.card for held in shown])
    record: Record = {"do": "choose", "seat": play.seat, "kind": kind, "cards": [held.card for held in shown]}
    play.state.todo.append(record)


def choose_to_hand(work: Work, record: Record, index: int) -> None:
    """Take one of the cards that lie open, shuffle the others back (Advanced Weapon System)."""
    work.state.todo.remove(record)
    seat, kind = record["seat"], record["kind"]
    side = work.side(seat)
    held = side.pile[kind].pop(index)
    side.hand[kind].append(held)
    work.tell("chosen", seat=seat, kind=kind, card=held.card)
    work.rng.shuffle(side.pile[kind])


def _in_the_record(play: Play, effect: Effect) -> None:
    """Done when the choice is made: `choose_to_hand`."""


def _refill(play: Play, effect: Effect) -> None:
    _fill(play.work, play.own_unit(), play.order["weapon"])


def _fill(work: Work, unit: Unit, weapon: str) -> None:
    arm = unit.arm(weapon)
    assert arm is not None
    arm.ammo = work.state.settings.magazine(arm.card)
    work.tell("ammo", unit=unit.id, weapon=arm.id, ammo=arm.ammo)


def _destroy_self(play: Play, effect: Effect) -> None:
    play.order["place"] = play.own_unit().at
    destroy(play.work, play.own_unit(), None)


def _direct_damage(play: Play, effect: Effect) -> None:
    for mech in play.state.mechs_on_board():
        if mech.at == play.order["place"]:
            hurt(play.work, mech, effect["amount"], play.card, play.seat)


def _teleport(play: Play, effect: Effect) -> None:
    movement.teleport(play.work, play.own_unit())


OPERATIONS: dict[str, Callable[[Play, Effect], None]] = {
    "status": _status,
    "seat_status": _seat_status,
    "buff": _buff,
    "dodge_attack": _dodge_attack,
    "redirect": _redirect,
    "negate_damage": _negate_damage,
    "force_recall": _force_recall,
    "deploy_lock": _deploy_lock,
    "void_gather": _void_gather,
    "end_turn_now": _end_turn_now,
    "heal_ship": _heal_ship,
    "set_ship_hp": _set_ship_hp,
    "defence_zero": _defence_zero,
    "gain_energy": _gain_energy,
    "install": _install,
    "pay_ship_hp": _pay_ship_hp,
    "extra_acts": _extra_acts,
    "become_giant": _become_giant,
    "divert": _divert,
    "destroy": _destroy,
    "final_volley": _final_volley,
    "heal": _heal,
    "peek": _peek,
    "discard_random_other": _discard_random_other,
    "reveal_top": _reveal_top,
    "choose_to_hand": _in_the_record,
    "shuffle_rest_back": _in_the_record,
    "refill": _refill,
    "destroy_self": _destroy_self,
    "direct_damage": _direct_damage,
    "teleport_random": _teleport,
}


def bring_home(work: Work, unit: Unit, how: str) -> None:
    """A mech goes to the hangar, its pilot is ready, its gear is shuffled into the pile (5.2, 9.4)."""
    side = work.state.side_of(unit)
    gear, pilot = unit.gear, unit.pilot
    reset(unit)
    work.tell("recall", unit=unit.id, how=how)
    if pilot is not None:
        side.ready.append(pilot)
    if gear:
        work.shuffle_back(unit.seat, "mech", gear)


def react(work: Work, seat: int, item: dict[str, Any]) -> None:
    """One item of an answer to a window (7.1)."""
    side = work.side(seat)
    if "card" in item:
        held = side.held_in_hand(item["card"])
        assert held is not None
        work.tell("react", seat=seat, card=held.card)
        side.hand["ship"].remove(held)
        carry_out(Play(work, seat, held.card, item), cards.SHIP_CARD[held.card]["do"])
        work.throw(seat, "ship", held)
    elif "skill" in item:
        work.tell("react", seat=seat, skill=item["skill"])
        work.reveal_captain(seat, item["skill"])
        carry_out(Play(work, seat, item["skill"], dict(item)), cards.SKILL[item["skill"]]["do"])
    else:
        unit = work.state.need(item["unit"])
        held = next(one for one in unit.gear if one.id == item["gear"])
        work.reveal_gear(unit, held)
        work.tell("react", seat=seat, gear=held.card, unit=unit.id)
        carry_out(Play(work, seat, held.card, item, unit, held), cards.MECH_CARD[held.card]["do"])
        work.drop_gear(unit, held)
