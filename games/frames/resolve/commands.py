"""What does each order do, once it is known to be legal? Chapters 5.2 and 5.3."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.frames import cards
from games.frames.constants import AP_COST, MECH_HAND
from games.frames.effects import attack, interpreter, movement, turns, windows
from games.frames.effects.damage import bury, hurt
from games.frames.effects.interpreter import Play
from games.frames.effects.work import Work
from games.frames.modifiers import in_event_area, weather_op
from games.frames.state import Held, Record, State, Unit

Order = dict[str, Any]


def price(state: State, seat: int, order: Order) -> int:
    """Action points of an order (5.2)."""
    kind = order["type"]
    if kind == "resupply" and order["free"]:
        return 0
    if kind == "play":
        held = state.sides[seat].held_in_hand(order["card"])
        return 0 if held is None else cards.SHIP_CARD[held.card]["cost"].get("ap", 0)
    if kind == "operate_one":
        return act_price(state, state.unit(order["act"]["unit"]))
    return AP_COST.get(kind, 0)


def act_price(state: State, unit: Unit | None) -> int:
    """Operating one mech; in the event area a meteor shower makes it dearer (9.10)."""
    shelter = weather_op(state, "shelter")
    return shelter["ap"] if shelter and unit and in_event_area(unit) else AP_COST["operate_one"]


def answer_of_turn(work: Work, seat: int, order: Order | None) -> None:
    """Carry out one order of the seat whose turn it is; None ends the turn, the operation or the end step."""
    state = work.state
    if state.phase == "main":
        execute(work, seat, order or {"type": "end_turn"})
    elif order is None or order["type"] == "finish":
        _finish(work)
    elif state.phase == "operate":
        act_in_operation(work, state.waiting, order["act"])
    else:
        act_in_end_step(work, order["act"])


def _finish(work: Work) -> None:
    """No more acts in this operation or end step."""
    record = work.state.waiting
    if record["do"] == "end_step":
        record["stage"] = 1
    else:
        work.state.todo.remove(record)


def execute(work: Work, seat: int, order: Order) -> None:
    """Pay an order of the main phase and do it; what needs time goes on the list of work."""
    work.state.ap -= price(work.state, seat, order)
    COMMANDS[order["type"]](work, seat, order)
    bury(work)


def _fire(work: Work, seat: int, order: Order) -> None:
    state = work.state
    if "area" in order:
        targets = attack.targets_of_area(state, seat, tuple(order["area"]))
    else:
        targets = [state.need(order["target"])]
    attack.declare(work, state.sides[seat].ship, order["weapon"], targets, second=order.get("second_target"))


def _resupply(work: Work, seat: int, order: Order) -> None:
    side = work.side(seat)
    if order["free"]:
        side.skills_used.append("quick_rearm")
    count = 1 if order["mode"] == "ship" else MECH_HAND - len(side.hand["mech"])
    work.draw(seat, order["mode"], count)


def able(state: State, unit: Unit) -> bool:
    """Is it on the board and neither disabled nor locked? (5.2)"""
    return unit.on_board and not unit.disabled and not unit.em_locked


def operable(state: State, seat: int) -> list[str]:
    """Mechs that an `operate_all` would move; none that a meteor shower keeps under cover (9.10)."""
    shelter = weather_op(state, "shelter")
    return [
        mech.id
        for mech in state.sides[seat].board_mechs()
        if able(state, mech) and not mech.acted and not (shelter and in_event_area(mech))
    ]


def _operate_all(work: Work, seat: int, order: Order) -> None:
    record: Record = {"do": "operate", "kind": "operate_all", "seat": seat, "remaining": operable(work.state, seat)}
    work.state.todo.append(record)


def still_able(state: State, record: Record) -> list[str]:
    """Mechs of an operation that can still act."""
    found = []
    for name in record["remaining"]:
        unit = state.need(name)
        is_done = unit.acted if record["kind"] == "operate_all" else unit.boosted
        if able(state, unit) and not is_done:
            found.append(name)
    return found


def operate(work: Work, record: Record) -> bool:
    """An operation waits for acts as long as a mech is left that can act (5.2)."""
    record["remaining"] = still_able(work.state, record)
    if not record["remaining"]:
        work.state.todo.remove(record)
        return False
    work.state.phase = "operate"
    return True


def _operate_one(work: Work, seat: int, order: Order) -> None:
    work.state.need(order["act"]["unit"]).acted = True
    perform(work, order["act"])


def act_in_operation(work: Work, record: Record, act: Order) -> None:
    """One act of `operate_all` or of Hull Resupply; the latter leaves the mech free to act otherwise (5.2)."""
    record["remaining"].remove(act["unit"])
    if record["kind"] == "operate_all":
        work.state.need(act["unit"]).acted = True
    perform(work, act)


def act_in_end_step(work: Work, act: Order) -> None:
    """An extra move, or an extra act that costs hit points (5.4.1, 9.10)."""
    state = work.state
    unit = state.need(act["unit"])
    extras = turns.extras_of(state, unit)
    if "thruster" in extras and act["do"] in ("move", "hold"):
        unit.extras.append("thruster")
        perform(work, act, how="extra")
        return
    unit.extras.append("frenzy")
    state.todo.append({"do": "frenzy", "unit": unit.id})
    perform(work, act, how="extra")


def frenzy(work: Work, record: Record) -> bool:
    """After the extra act of a mech in frenzy: it takes damage (9.10)."""
    work.state.todo.remove(record)
    hurt(work, work.state.need(record["unit"]), cards.EVENT["frenzy_virus"]["while"][0]["damage"], "event", None)
    bury(work)
    return False


def perform(work: Work, act: Order, how: str = "act") -> None:
    """One act of a mech (5.3)."""
    state = work.state
    unit = state.need(act["unit"])
    kind = act["do"]
    if kind == "move":
        if act["boost"] is not None:
            held = _gear(unit, act["boost"])
            work.reveal_gear(unit, held)
            work.drop_gear(unit, held)
            unit.boosted = True
        movement.walk(work, unit, [(x, y) for x, y in act["path"]], how)
    elif kind == "attack":
        attack.declare(work, unit, act["weapon"], [state.need(act["target"])])
    elif kind == "support":
        attack.support(work, unit, act["weapon"], state.need(act["target"]))
    elif kind == "gear":
        use_gear(work, unit, _gear(unit, act["card"]), act)
    bury(work)


def _gear(unit: Unit, card_id: str) -> Held:
    return next(held for held in unit.gear if held.id == card_id)


def use_gear(work: Work, unit: Unit, held: Held, order: Order) -> None:
    """Turn up a card of a mech and use it; with its last charge it is discarded (9.9)."""
    work.reveal_gear(unit, held)
    work.tell("gear", unit=unit.id, card=held.card)
    if held.charges is not None:
        held.charges -= 1
        if held.charges == 0:
            work.drop_gear(unit, held)
    interpreter.carry_out(Play(work, unit.seat, held.card, dict(order), unit, held), cards.MECH_CARD[held.card]["do"])


def _deploy(work: Work, seat: int, order: Order) -> None:
    side, state = work.side(seat), work.state
    mech = state.need(order["mech"])
    mech.where, mech.at, mech.fresh = "board", (order["at"][0], order["at"][1]), True
    mech.pilot, mech.pilot_up = order["pilot"], False
    side.ready.remove(order["pilot"])
    for name in order["gear"]:
        held = side.held_in_hand(name)
        assert held is not None
        side.hand["mech"].remove(held)
        mech.gear.append(held.renewed())
    work.tell("deploy", unit=mech.id, at=order["at"], gear_count=len(mech.gear))
    names = [{"id": held.id, "card": held.card} for held in mech.gear]
    work.tell_seat(seat, "manned", unit=mech.id, pilot=mech.pilot, gear=names)
    state.todo.append({"do": "deployed", "seat": seat, "unit": mech.id})


def deployed(work: Work, record: Record) -> bool:
    """The other seat may answer a deployment; then it is done."""
    if not record.get("asked"):
        record["asked"] = True
        windows.open_window(work, "enemy_deploy", 1 - record["seat"], record)
        return False
    work.state.todo.remove(record)
    return False


def _recall(work: Work, seat: int, order: Order) -> None:
    interpreter.bring_home(work, work.state.need(order["mech"]), "recall")


def _gather(work: Work, seat: int, order: Order) -> None:
    work.state.todo.append({"do": "gather", "seat": seat})
    work.tell("gather", seat=seat)


def gather(work: Work, record: Record) -> bool:
    """The other seat may answer; then the token comes, unless it was taken away (9.4)."""
    if not record.get("asked"):
        record["asked"] = True
        windows.open_window(work, "enemy_gather", 1 - record["seat"], record)
        return False
    state, seat = work.state, record["seat"]
    state.todo.remove(record)
    if not record.get("void"):
        state.sides[seat].gathered = True
        work.change_energy(seat, gather_gain(state, seat), "gather")
    if record.get("end_turn"):
        stop_turn(work, seat)
    return False


def gather_gain(state: State, seat: int) -> int:
    """Tokens that a `gather` brings (5.2)."""
    for skill in cards.SHIP[state.sides[seat].ship.card]["skills"]:
        for effect in skill["do"]:
            if effect["op"] == "gather_gain" and state.sides[seat].intact:
                value: int = effect["value"]
                return value
    return 1


def stop_turn(work: Work, seat: int) -> None:
    """The turn ends at once, without extra moves (9.4); in Blitz the rest of the seat's round is dropped (12.5)."""
    state = work.state
    if state.settings.blitz:
        state.ending = True
        return
    state.todo = []
    turns.end_turn(state)
    state.todo[-1]["stage"] = 1


def _play(work: Work, seat: int, order: Order) -> None:
    side = work.side(seat)
    held = side.held_in_hand(order["card"])
    assert held is not None
    card = cards.SHIP_CARD[held.card]
    side.hand["ship"].remove(held)
    work.tell("play", seat=seat, card=held.card)
    work.change_energy(seat, -card["cost"].get("energy", 0), held.card)
    interpreter.carry_out(Play(work, seat, held.card, dict(order)), card["do"])
    if not card["stays"]:
        work.throw(seat, "ship", held)


def _use_gear(work: Work, seat: int, order: Order) -> None:
    unit = work.state.need(order["unit"])
    use_gear(work, unit, _gear(unit, order["card"]), order)


def _autocannon(work: Work, seat: int, order: Order) -> None:
    cannon = next(one for one in work.side(seat).cannons if one.id == order["installation"])
    turns.fire_cannon(work, seat, cannon, work.state.need(order["target"]))


def _captain(work: Work, seat: int, order: Order) -> None:
    work.reveal_captain(seat, order["skill"])
    interpreter.carry_out(Play(work, seat, order["skill"], dict(order)), cards.SKILL[order["skill"]]["do"])


def _ship_skill(work: Work, seat: int, order: Order) -> None:
    work.side(seat).skills_used.append(order["skill"])
    work.tell("skill_used", seat=seat, skill=order["skill"])
    interpreter.carry_out(Play(work, seat, order["skill"], dict(order)), cards.SHIP_SKILL[order["skill"]]["do"])


def _end_turn(work: Work, seat: int, order: Order) -> None:
    turns.end_turn(work.state)


COMMANDS: dict[str, Callable[[Work, int, Order], None]] = {
    "fire": _fire,
    "resupply": _resupply,
    "operate_all": _operate_all,
    "operate_one": _operate_one,
    "deploy": _deploy,
    "recall": _recall,
    "gather": _gather,
    "play": _play,
    "use_gear": _use_gear,
    "autocannon": _autocannon,
    "captain": _captain,
    "ship_skill": _ship_skill,
    "end_turn": _end_turn,
}
