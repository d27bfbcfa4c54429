"""What would own orders make of a position if nobody answered and no die fell? Own units change, the enemy stays (12.3).

A plan of Blitz and a turn that is given in one go are tried on this; so are forecasts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.frames import cards
from games.frames.effects import turns
from games.frames.resolve.commands import operable, price, still_able
from games.frames.state import Cannon, State, Unit

Order = dict[str, Any]


def sketch_act(sketch: State, act: Order) -> None:
    """An act of an own mech, as if nothing came between."""
    unit = sketch.need(act["unit"])
    unit.acted = True
    if act["do"] == "move":
        unit.at = (act["path"][-1][0], act["path"][-1][1])
        unit.gear = [held for held in unit.gear if held.id != act["boost"]]
        unit.boosted = unit.boosted or act["boost"] is not None
    elif act["do"] in ("attack", "support"):
        unit.attacked = unit.attacked or act["do"] == "attack"
        _spend(unit, act["weapon"])
    elif act["do"] == "gear":
        unit.gear = [held for held in unit.gear if held.id != act["card"] or (held.charges or 0) > 1]


def _spend(unit: Unit, weapon: str) -> None:
    arm = unit.arm(weapon)
    if arm is not None and arm.ammo:
        arm.ammo -= 1


def sketch_action(sketch: State, seat: int, action: Order) -> None:
    """An order of the main phase, without its price in action points."""
    step = PLANNED.get(action["type"])
    if step is not None:
        step(sketch, seat, action)


def _fire(sketch: State, seat: int, action: Order) -> None:
    side = sketch.sides[seat]
    _spend(side.ship, action["weapon"])
    card = cards.WEAPON[action["weapon"]]
    side.energy = max(0, side.energy - card["energy"])
    if any(effect["op"] == "spend_all_energy" for effect in card["effects"]):
        side.energy = 0


def _resupply(sketch: State, seat: int, action: Order) -> None:
    if action["free"]:
        sketch.sides[seat].skills_used.append("quick_rearm")


def _operate_one(sketch: State, seat: int, action: Order) -> None:
    sketch_act(sketch, action["act"])


def _operate(sketch: State, seat: int, action: Order) -> None:
    for act in action["acts"]:
        sketch_act(sketch, act)


def _deploy(sketch: State, seat: int, action: Order) -> None:
    side, mech = sketch.sides[seat], sketch.need(action["mech"])
    mech.where, mech.at, mech.fresh, mech.pilot = "board", (action["at"][0], action["at"][1]), True, action["pilot"]
    side.ready.remove(action["pilot"])
    for name in action["gear"]:
        held = side.held_in_hand(name)
        assert held is not None
        side.hand["mech"].remove(held)
        mech.gear.append(held.renewed())


def _recall(sketch: State, seat: int, action: Order) -> None:
    mech = sketch.need(action["mech"])
    if mech.pilot is not None:
        sketch.sides[seat].ready.append(mech.pilot)
    mech.where, mech.at, mech.pilot, mech.gear = "hangar", None, None, []


def _gather(sketch: State, seat: int, action: Order) -> None:
    """What it gains is not there before the round is played."""


def _play(sketch: State, seat: int, action: Order) -> None:
    side = sketch.sides[seat]
    held = side.held_in_hand(action["card"])
    assert held is not None
    side.hand["ship"].remove(held)
    card = cards.SHIP_CARD[held.card]
    side.energy -= card["cost"].get("energy", 0)
    if card["stays"]:
        side.cannons.append(Cannon(f"i{seat}_{side.cannons_built}", held.card, True, None))
        side.cannons_built += 1


def _use_gear(sketch: State, seat: int, action: Order) -> None:
    unit = sketch.need(action["unit"])
    unit.gear = [held for held in unit.gear if held.id != action["card"]]


def _autocannon(sketch: State, seat: int, action: Order) -> None:
    for cannon in sketch.sides[seat].cannons:
        if cannon.id == action["installation"]:
            cannon.ready = False


def _captain(sketch: State, seat: int, action: Order) -> None:
    sketch.sides[seat].spent.append(action["skill"])


def _ship_skill(sketch: State, seat: int, action: Order) -> None:
    sketch.sides[seat].skills_used.append(action["skill"])
    for act in action.get("acts", ()):
        sketch_act(sketch, act)


PLANNED: dict[str, Callable[[State, int, Order], None]] = {
    "fire": _fire,
    "resupply": _resupply,
    "operate_one": _operate_one,
    "operate_all": _operate,
    "deploy": _deploy,
    "recall": _recall,
    "gather": _gather,
    "play": _play,
    "use_gear": _use_gear,
    "autocannon": _autocannon,
    "captain": _captain,
    "ship_skill": _ship_skill,
}


# One order after the other in a turn


def after(state: State, seat: int, order: Order) -> State | None:
    """The position after an order of a turn, as far as it can be foreseen; None: the turn is over, or nothing can be foreseen."""
    sketch = state.copy()
    kind = order["type"]
    if kind == "end_turn":
        return _end(sketch)
    if kind == "act":
        return _acted(sketch, order["act"])
    if kind == "finish":
        if sketch.phase == "end_step":
            return None
        sketch.todo.pop()
        return _on(sketch)
    if is_unforeseen(sketch, seat, order):
        return None
    sketch.ap -= price(sketch, seat, order)
    sketch_action(sketch, seat, {"acts": [], **order})
    if kind == "operate_all":
        units = operable(sketch, seat)
        sketch.todo.append({"do": "operate", "kind": kind, "seat": seat, "remaining": units})
    elif "units" in order:
        sketch.todo.append({"do": "operate", "kind": order["skill"], "seat": seat, "remaining": list(order["units"])})
    return _on(sketch)


def is_unforeseen(state: State, seat: int, order: Order) -> bool:
    """Does the order change so much, or show so much, that nothing can be ordered beyond it?"""
    if order["type"] == "play":
        held = state.sides[seat].held_in_hand(order["card"])
        return held is not None and any(effect["op"] == "reveal_top" for effect in cards.SHIP_CARD[held.card]["do"])
    if order["type"] == "ship_skill":
        return any(effect["op"] == "become_giant" for effect in cards.SHIP_SKILL[order["skill"]]["do"])
    if order["type"] == "captain":
        return any(effect["op"] == "final_volley" for effect in cards.SKILL[order["skill"]]["do"])
    return False


def _acted(sketch: State, act: Order) -> State | None:
    unit = sketch.need(act["unit"])
    if sketch.phase == "end_step":
        extras = turns.extras_of(sketch, unit)
        is_move = "thruster" in extras and act["do"] in ("move", "hold")
        unit.extras.append("thruster" if is_move else "frenzy")
        sketch_act(sketch, act)
        return _extras(sketch)
    record = sketch.waiting
    acted = unit.acted
    record["remaining"].remove(act["unit"])
    sketch_act(sketch, act)
    unit.acted = acted or record["kind"] == "operate_all"
    return _on(sketch)


def _on(sketch: State) -> State | None:
    """To the next order of the turn: of the operation, of the main phase, or of the end step."""
    if sketch.todo:
        record = sketch.waiting
        record["remaining"] = still_able(sketch, record)
        if record["remaining"]:
            sketch.phase = "operate"
            return sketch
        sketch.todo.pop()
    sketch.phase = "main"
    return sketch if sketch.ap > 0 else _end(sketch)


def _end(sketch: State) -> State | None:
    turns.end_turn(sketch)
    sketch.phase = "end_step"
    return _extras(sketch)


def _extras(sketch: State) -> State | None:
    assert sketch.active is not None
    mechs = sketch.sides[sketch.active].board_mechs()
    return sketch if any(turns.extras_of(sketch, mech) for mech in mechs) else None
