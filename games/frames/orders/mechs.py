"""What can be ordered of mechs? Operations and their acts, deployment, recall, cards that cost no act (5.2, 5.4.1)."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.fields import items, record, text
from games.core.text import Phrase, phrase
from games.frames import cards, labels, refusals
from games.frames.board import home_row
from games.frames.constants import AP_COST
from games.frames.effects import interpreter, turns, windows
from games.frames.effects.damage import bury, hurt
from games.frames.effects.work import Work
from games.frames.labels import area_name, card_of, counted, listed, name_of, unit_name, weapon_name
from games.frames.modifiers import deployment_areas, in_event_area, traits_of, weather_op
from games.frames.orders.acts import (
    DOINGS,
    about_act,
    acts,
    carried,
    check_act,
    has_acted,
    perform,
    say_act,
    sketch_act,
    use_gear,
)
from games.frames.orders.kind import (
    Facts,
    Kind,
    Order,
    Use,
    need_able,
    need_ap,
    need_on_board,
    need_ship,
    own_mech,
    place,
    refuse,
)
from games.frames.state import Record, State, Unit

# Operations


def operable(state: State, seat: int) -> list[str]:
    """Mechs that an `operate_all` would move; none that a meteor shower keeps under cover (9.10)."""
    shelter = weather_op(state, "shelter")
    return [
        mech.id
        for mech in state.sides[seat].board_mechs()
        if mech.able and not mech.acted and not (shelter and in_event_area(mech))
    ]


def still_able(state: State, record: Record) -> list[str]:
    """Mechs of an operation that can still act."""
    found = []
    for name in record["remaining"]:
        unit = state.need(name)
        is_done = unit.acted if record["kind"] == "operate_all" else unit.boosted
        if unit.able and not is_done:
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


class OperateAll(Kind):
    """Every mech may act once; their acts follow, in a plan they go along."""

    type = "operate_all"
    fields = ("acts",)

    def check(self, state: State, seat: int, given: Order) -> Order:
        record(given, "", ("type", *(self.fields if state.settings.blitz else ())))
        return {"type": self.type, **self.ready(state, seat, given)}

    def ready(self, state: State, seat: int, given: Order) -> Order:
        if not operable(state, seat):
            raise refuse("cannot_act", "type", refusals.NOBODY_CAN_ACT)
        need_ap(state, self.least)
        return {}

    def do(self, work: Work, seat: int, order: Order) -> None:
        begun: Record = {"do": "operate", "kind": self.type, "seat": seat, "remaining": operable(work.state, seat)}
        work.state.todo.append(begun)

    def sketch(self, sketch: State, seat: int, order: Order) -> None:
        for act in order["acts"]:
            sketch_act(sketch, act)

    def say(self, state: State, seat: int, order: Order) -> Phrase:
        return phrase(labels.OPERATE_ALL)

    def leads(self, state: State, seat: int, order: Order) -> Iterator[Phrase]:
        yield counted(labels.MECHS_ACT, len(operable(state, seat)))


class ActOrder(Kind):
    """An order of one act: by itself, of an operation, or in the end step."""

    fields = required = ("act",)

    def costs(self, state: State, seat: int, order: Order) -> dict[str, int]:
        act = order["act"]
        return DOINGS[act["do"]].costs(state, state.need(act["unit"]), act)

    def sketch(self, sketch: State, seat: int, order: Order) -> None:
        sketch_act(sketch, order["act"])

    def about(self, state: State, seat: int, order: Order) -> Facts:
        return about_act(state, order["act"])

    def leads(self, state: State, seat: int, order: Order) -> Iterator[Phrase]:
        act = order["act"]
        return DOINGS[act["do"]].leads(state, seat, state.need(act["unit"]), act)


class OperateOne(ActOrder):
    """One mech acts."""

    type = "operate_one"

    def legal(self, state: State, seat: int) -> Iterator[Order]:
        for mech in state.sides[seat].board_mechs():
            if not mech.able or has_acted(mech, extra=False, again=state.settings.repeat_operate):
                continue
            if state.ap >= _price_of(state, mech):
                for act in acts(state, mech, extra=False):
                    yield {"type": self.type, "act": act}

    def ready(self, state: State, seat: int, given: Order) -> Order:
        act = check_act(state, seat, given["act"], "act", again=state.settings.repeat_operate)
        need_ap(state, self.price(state, seat, {"act": act}))
        return {"act": act}

    def price(self, state: State, seat: int, order: Order) -> int:
        return _price_of(state, state.unit(order["act"]["unit"]))

    def do(self, work: Work, seat: int, order: Order) -> None:
        work.state.need(order["act"]["unit"]).acted = True
        perform(work, order["act"])

    def say(self, state: State, seat: int, order: Order) -> Phrase:
        return phrase(labels.OPERATE, act=say_act(state, seat, order["act"]))


def _price_of(state: State, unit: Unit | None) -> int:
    """Operating one mech; in the event area a meteor shower makes it dearer (9.10)."""
    shelter = weather_op(state, "shelter")
    return shelter["ap"] if shelter and unit and in_event_area(unit) else AP_COST["operate_one"]


class Act(ActOrder):
    """One act of an operation that goes on, or of the end step."""

    type = "act"

    def legal(self, state: State, seat: int) -> Iterator[Order]:
        if state.phase == "operate":
            operation = state.waiting
            for name in still_able(state, operation):
                for act in acts(state, state.need(name), extra=operation["kind"] != "operate_all"):
                    yield {"type": self.type, "act": act}
            return
        for mech in state.sides[seat].board_mechs():
            extras = turns.extras_of(state, mech)
            for act in acts(state, mech, extra=True) if extras else ():
                if is_extra(act, extras):
                    yield {"type": self.type, "act": act}

    def ready(self, state: State, seat: int, given: Order) -> Order:
        if state.phase == "end_step":
            act = check_act(state, seat, given["act"], "act", extra="end_step")
            need_extra(state, act, "act.unit")
            return {"act": act}
        operation = state.waiting
        kind = operation["kind"]
        act = check_act(state, seat, given["act"], "act", extra=None if kind == "operate_all" else kind)
        if act["unit"] not in still_able(state, operation):
            raise refuse("cannot_act", "act.unit", refusals.NOT_IN_OPERATION, unit=act["unit"])
        return {"act": act}

    def do(self, work: Work, seat: int, order: Order) -> None:
        act, record = order["act"], work.state.waiting
        if record["do"] == "end_step":
            act_in_end_step(work, act)
            return
        record["remaining"].remove(act["unit"])
        # Hull Resupply leaves the mech free to act otherwise (5.2).
        if record["kind"] == "operate_all":
            work.state.need(act["unit"]).acted = True
        perform(work, act)

    def say(self, state: State, seat: int, order: Order) -> Phrase:
        return say_act(state, seat, order["act"])

    def leads(self, state: State, seat: int, order: Order) -> Iterator[Phrase]:
        if state.phase == "end_step" and order["act"]["do"] != "hold":
            yield why_extra(state, state.need(order["act"]["unit"]), order["act"])
        yield from super().leads(state, seat, order)


def why_extra(state: State, unit: Unit, act: Order) -> Phrase:
    """What lets a mech do this after its turn's points are spent, and for what."""
    if extra_of(state, unit, act) == "frenzy":
        virus = cards.EVENT["frenzy_virus"]
        return phrase(labels.EXTRA_ACT, damage=virus["while"][0]["damage"], card=name_of(virus["id"]))
    moving = (trait for trait in traits_of(unit) if any(one["op"] == "extra_move" for one in cards.TRAIT[trait]["do"]))
    return phrase(labels.EXTRA_MOVE, trait=name_of(next(moving)))


def is_extra(act: Order, extras: list[str]) -> bool:
    """May this act be one of these extras (5.4.1, 9.10)?"""
    return "frenzy" in extras or (bool(extras) and act["do"] in ("move", "hold"))


def need_extra(state: State, act: Order, path: str) -> None:
    """Refuses an act that is none of the extras of its mech."""
    if not is_extra(act, turns.extras_of(state, state.need(act["unit"]))):
        raise refuse("cannot_act", path, refusals.NO_EXTRA_ACT, unit=act["unit"])


def act_in_end_step(work: Work, act: Order) -> None:
    """An extra move, or an extra act that costs hit points (5.4.1, 9.10)."""
    state = work.state
    unit = state.need(act["unit"])
    unit.extras.append(extra_of(state, unit, act))
    if unit.extras[-1] == "frenzy":
        state.todo.append({"do": "frenzy", "unit": unit.id})
    perform(work, act, how="extra")


def extra_of(state: State, unit: Unit, act: Order) -> str:
    """Which of its extras an act of the end step takes."""
    is_move = "thruster" in turns.extras_of(state, unit) and act["do"] in ("move", "hold")
    return "thruster" if is_move else "frenzy"


def frenzy(work: Work, record: Record) -> bool:
    """After the extra act of a mech in frenzy: it takes damage (9.10)."""
    work.state.todo.remove(record)
    hurt(work, work.state.need(record["unit"]), cards.EVENT["frenzy_virus"]["while"][0]["damage"], "event", None)
    bury(work)
    return False


class Finish(Kind):
    """No more acts in this operation or end step."""

    type = "finish"

    def do(self, work: Work, seat: int, order: Order) -> None:
        record = work.state.waiting
        if record["do"] == "end_step":
            record["stage"] = 1
        else:
            work.state.todo.remove(record)

    def say(self, state: State, seat: int, order: Order) -> Phrase:
        return phrase(labels.FINISH)


class EndTurn(Kind):
    """End the turn."""

    type = "end_turn"

    def do(self, work: Work, seat: int, order: Order) -> None:
        turns.end_turn(work.state)

    def say(self, state: State, seat: int, order: Order) -> Phrase:
        return phrase(labels.END_TURN)


# Deployment


class Deploy(Kind):
    """Bring a mech out of the hangar."""

    type = "deploy"
    fields = ("mech", "pilot", "gear", "at")
    required = ("mech", "pilot", "at")

    def use_of(self, state: State, seat: int, mech: Unit) -> Use:
        """A mech with every pilot and area; without gear. It is sure if there is a warship."""
        ready = state.sides[seat].ready
        orders = (
            {"type": self.type, "mech": mech.id, "pilot": pilot, "gear": [], "at": list(at)}
            for pilot in ready or [next(iter(cards.PILOT))]
            for at in deployment_areas(state, seat, mech, pilot)
        )
        return Use({"type": self.type, "mech": mech.id}, orders, sure=bool(ready) and not mech.deploy_lock)

    def ready(self, state: State, seat: int, given: Order) -> Order:
        need_ship(state.sides[seat], giant=False)
        mech = own_mech(state, seat, given["mech"], "mech")
        if mech.where != "hangar":
            raise refuse("not_in_hangar", "mech", refusals.NOT_IN_HANGAR, unit=mech.id)
        if mech.deploy_lock:
            raise refuse("deploy_locked", "mech", refusals.DEPLOY_LOCKED, unit=mech.id)
        return {"mech": mech.id}

    def aim(self, state: State, seat: int, given: Order, found: Order) -> Order:
        side, limit = state.sides[seat], state.settings.mech_gear_slots
        pilot = text(given["pilot"], "pilot")
        if pilot not in side.ready:
            raise refuse("pilot_not_ready", "pilot", refusals.PILOT_NOT_READY)
        gear = [text(one, f"gear[{i}]") for i, one in enumerate(items(given.get("gear", []), "gear"))]
        if len(gear) > limit or len(set(gear)) < len(gear):
            raise refuse("too_much_gear", "gear", refusals.TOO_MUCH_GEAR, limit=limit)
        for i, name in enumerate(gear):
            if not any(held.id == name for held in side.hand["mech"]):
                raise refuse("not_in_hand", f"gear[{i}]", refusals.NOT_IN_HAND)
        need_ap(state, self.least)
        at = place(given["at"], "at")
        if at not in deployment_areas(state, seat, state.need(found["mech"]), pilot):
            raise refuse("bad_area", "at", refusals.NOT_A_DECK)
        return {"pilot": pilot, "gear": gear, "at": list(at)}

    def do(self, work: Work, seat: int, order: Order) -> None:
        state = work.state
        mech = state.need(order["mech"])
        by_pilot = _is_by_pilot(state, seat, mech, order)
        self.sketch(state, seat, order)
        mech.pilot_up = False
        work.tell("deploy", unit=mech.id, at=order["at"], gear_count=len(mech.gear))
        names = [{"id": held.id, "card": held.card} for held in mech.gear]
        work.tell_seat(seat, "manned", unit=mech.id, pilot=mech.pilot, gear=names)
        if by_pilot:
            work.reveal_pilot(mech)
        state.todo.append({"do": "deployed", "seat": seat, "unit": mech.id})

    def sketch(self, sketch: State, seat: int, order: Order) -> None:
        side, mech = sketch.sides[seat], sketch.need(order["mech"])
        mech.where, mech.at, mech.fresh, mech.pilot = "board", (order["at"][0], order["at"][1]), True, order["pilot"]
        side.ready.remove(order["pilot"])
        for name in order["gear"]:
            held = side.held_in_hand(name)
            assert held is not None
            side.hand["mech"].remove(held)
            mech.gear.append(held.renewed())

    def say(self, state: State, seat: int, order: Order) -> Phrase:
        mech = unit_name(state, order["mech"], seat)
        if "pilot" not in order:
            return phrase(labels.DEPLOY, mech=mech)
        facts = {"mech": mech, "pilot": name_of(order["pilot"]), "area": area_name(order["at"])}
        if not order.get("gear"):
            return phrase(labels.DEPLOY_TO, **facts)
        names = [name_of(card_of(state, seat, name)) for name in order["gear"]]
        return phrase(labels.DEPLOY_WITH, **facts, cards=listed(names))

    def about(self, state: State, seat: int, order: Order) -> Facts:
        return {"source": order["mech"], "card": state.need(order["mech"]).card}

    def leads(self, state: State, seat: int, order: Order) -> Iterator[Phrase]:
        yield phrase(labels.STOPS_FRESH)
        if _is_by_pilot(state, seat, state.need(order["mech"]), order):
            yield phrase(labels.TURNS_UP_PILOT)
        if windows.opens(state, "enemy_deploy", 1 - seat, {"do": "deployed", "unit": order["mech"]}):
            yield phrase(labels.MAY_FAIL)


def _is_by_pilot(state: State, seat: int, mech: Unit, order: Order) -> bool:
    """Does it come out where nobody but its pilot could have led it?"""
    return (order["at"][0], order["at"][1]) not in deployment_areas(state, seat, mech, None)


def deployed(work: Work, record: Record) -> bool:
    """The other seat may answer a deployment; then it is done."""
    if not record.get("asked"):
        record["asked"] = True
        windows.open_window(work, "enemy_deploy", 1 - record["seat"], record)
        return False
    work.state.todo.remove(record)
    return False


class Recall(Kind):
    """Bring a mech home."""

    type = "recall"
    fields = required = ("mech",)

    def use_of(self, state: State, seat: int, mech: Unit) -> Use:
        """A mech on the board. It is sure if there is a warship."""
        order = {"type": self.type, "mech": mech.id}
        return Use(order, [order], sure=mech.at is not None and mech.at[1] == home_row(seat))

    def ready(self, state: State, seat: int, given: Order) -> Order:
        need_ship(state.sides[seat], giant=False)
        mech = own_mech(state, seat, given["mech"], "mech")
        need_on_board(mech, "mech")
        assert mech.at is not None
        if mech.at[1] != home_row(seat):
            raise refuse("bad_area", "mech", refusals.NOT_AT_HOME, unit=mech.id)
        need_ap(state, self.least)
        return {"mech": mech.id}

    def do(self, work: Work, seat: int, order: Order) -> None:
        interpreter.bring_home(work, work.state.need(order["mech"]), "recall")

    def sketch(self, sketch: State, seat: int, order: Order) -> None:
        mech = sketch.need(order["mech"])
        if mech.pilot is not None:
            sketch.sides[seat].ready.append(mech.pilot)
        mech.where, mech.at, mech.pilot, mech.gear = "hangar", None, None, []

    def say(self, state: State, seat: int, order: Order) -> Phrase:
        return phrase(labels.RECALL, mech=unit_name(state, order["mech"], seat))

    def about(self, state: State, seat: int, order: Order) -> Facts:
        return {"source": order["mech"], "card": state.need(order["mech"]).card}

    def leads(self, state: State, seat: int, order: Order) -> Iterator[Phrase]:
        yield phrase(labels.COMES_HOME)


class UseGear(Kind):
    """Use a card of a mech that costs no act."""

    type = "use_gear"
    fields = ("unit", "card", "weapon")
    required = ("unit", "card")

    def uses(self, state: State, seat: int) -> Iterator[Use]:
        for mech in state.sides[seat].board_mechs():
            yield from self.uses_of(mech)

    def uses_of(self, mech: Unit) -> Iterator[Use]:
        """The cards of one mech."""
        for held in mech.gear:
            if cards.MECH_CARD[held.card]["use"] == "free":
                order: Order = {"type": self.type, "unit": mech.id, "card": held.id}
                arms = [arm.id for arm in mech.weapons if arm.ammo is not None]
                yield Use(order, [{**order, "weapon": name} for name in arms] if _refills(held.card) else [order])

    def ready(self, state: State, seat: int, given: Order) -> Order:
        unit = own_mech(state, seat, given["unit"], "unit")
        need_able(unit, "unit")
        return {"unit": unit.id, "card": carried(unit, given["card"], "card", "free").id}

    def aim(self, state: State, seat: int, given: Order, found: Order) -> Order:
        unit = state.need(found["unit"])
        if not _refills(carried(unit, found["card"], "card", "free").card):
            if given.get("weapon") is not None:
                raise refuse("unknown_field", "weapon", refusals.CARD_WITHOUT_WEAPON)
            return {}
        weapon = text(given.get("weapon"), "weapon")
        arm = unit.arm(weapon)
        if arm is None or arm.ammo is None:
            raise refuse("no_such_weapon", "weapon", refusals.NO_SUCH_WEAPON, unit=unit.id)
        return {"weapon": weapon}

    def do(self, work: Work, seat: int, order: Order) -> None:
        use_gear(work, work.state.need(order["unit"]), order)

    def sketch(self, sketch: State, seat: int, order: Order) -> None:
        unit = sketch.need(order["unit"])
        unit.gear = [held for held in unit.gear if held.id != order["card"]]

    def say(self, state: State, seat: int, order: Order) -> Phrase:
        facts = {"unit": unit_name(state, order["unit"], seat), "card": name_of(card_of(state, seat, order["card"]))}
        if "weapon" not in order:
            return phrase(labels.USES, **facts)
        return phrase(labels.USES_ON, **facts, target=weapon_name(order["weapon"]))

    def about(self, state: State, seat: int, order: Order) -> Facts:
        return {"source": order["card"], "card": card_of(state, seat, order["card"]), "part": order["unit"]}


def _refills(card: str) -> bool:
    return any(effect["op"] == "refill" for effect in cards.MECH_CARD[card]["do"])
