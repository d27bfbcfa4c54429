"""What can a warship be ordered to do? Shots, supplies, energy and cannons (5.2, 9.4)."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.fields import flag, one_of, record, text
from games.core.text import Phrase, phrase
from games.frames import cards, labels, refusals
from games.frames.board import areas_within, distance, ship_area
from games.frames.constants import AP_COST, MECH_HAND
from games.frames.effects import attack, turns, windows
from games.frames.effects.attack import find_op
from games.frames.effects.work import Work
from games.frames.labels import area_name, counted, target_name, unit_name, weapon_name
from games.frames.orders.acts import spend, volley_leads, weapon_costs
from games.frames.orders.kind import Facts, Kind, Order, Use, enemy_on_board, need_ap, need_ship, place, refuse
from games.frames.state import Record, Side, State


class Fire(Kind):
    """Fire a main weapon."""

    type = "fire"
    fields = ("weapon", "target", "area", "second_target")
    required = ("weapon",)

    def uses(self, state: State, seat: int) -> Iterator[Use]:
        ship = state.sides[seat].ship
        for arm in ship.weapons if not ship.is_mech else ():
            order: Order = {"type": self.type, "weapon": arm.id}
            yield Use(order, self._shots(state, seat, order))

    def _shots(self, state: State, seat: int, order: Order) -> Iterator[Order]:
        card = cards.WEAPON[order["weapon"]]
        if card["aoe"] is not None:
            for area in areas_within(ship_area(seat), *card["range"]):
                yield {**order, "area": list(area)}
            return
        enemy = state.sides[1 - seat]
        names = [mech.id for mech in enemy.board_mechs()] + ([enemy.ship.id] if enemy.intact else [])
        if not find_op(card, "second_target"):
            yield from ({**order, "target": name} for name in names)
            return
        for name in names:
            for second in (None, *names):
                if second != name:
                    yield {**order, "target": name, "second_target": second}

    def ready(self, state: State, seat: int, given: Order) -> Order:
        side = state.sides[seat]
        need_ship(side, giant=False)
        name = text(given["weapon"], "weapon")
        arm = side.ship.arm(name)
        if arm is None:
            raise refuse("no_such_weapon", "weapon", refusals.NO_SUCH_WEAPON, unit=side.ship.id)
        need_ap(state, self.least)
        if arm.ammo == 0:
            raise refuse("no_ammo", "weapon", refusals.NO_AMMO, weapon=name)
        if _is_short(state, seat, name) and not state.settings.twin_laser_free:
            raise refuse("not_enough_energy", "weapon", refusals.WEAPON_NEEDS_ENERGY, weapon=name)
        return {"weapon": name}

    def aim(self, state: State, seat: int, given: Order, found: Order) -> Order:
        card = cards.WEAPON[found["weapon"]]
        if card["aoe"] is not None:
            return self._aim_area(state, seat, card, given)
        record(given, "", ("type", "weapon", "target", "second_target"), ("target",))
        target = self._target(state, seat, given["target"], "target")
        if not find_op(card, "second_target"):
            if given.get("second_target") is not None:
                raise refuse("unknown_field", "second_target", refusals.ONE_TARGET)
            return {"target": target}
        second = given.get("second_target")
        if second is not None:
            if _is_short(state, seat, card["id"]):
                raise refuse("not_enough_energy", "second_target", refusals.WEAPON_NEEDS_ENERGY, weapon=card["id"])
            second = self._target(state, seat, second, "second_target")
            if second == target:
                raise refuse("bad_target", "second_target", refusals.ANOTHER_TARGET)
        return {"target": target, "second_target": second}

    def passes(self, state: State, seat: int, order: Order) -> bool:
        if "area" in order:
            return bool(attack.targets_of_area(state, seat, tuple(order["area"])))
        second = order.get("second_target")
        if second is not None and _is_short(state, seat, order["weapon"]):
            return False
        enemy = state.sides[1 - seat]
        return not (_is_truce(state) and enemy.intact and enemy.ship.id in (order["target"], second))

    def _aim_area(self, state: State, seat: int, card: cards.Card, given: Order) -> Order:
        record(given, "", ("type", "weapon", "area"), ("area",))
        area = place(given["area"], "area")
        low, high = card["range"]
        away = distance(area, ship_area(seat))
        if not low <= away <= high:
            raise refuse("out_of_range", "area", refusals.OUT_OF_RANGE, weapon=card["id"], distance=away)
        if not attack.targets_of_area(state, seat, area):
            raise refuse("no_target", "area", refusals.NOBODY_THERE)
        return {"area": list(area)}

    def _target(self, state: State, seat: int, value: object, path: str) -> str:
        target = enemy_on_board(state, seat, value, path)
        if not target.is_mech and _is_truce(state):
            raise refuse("truce", path, refusals.TRUCE, round=state.settings.opening_truce)
        return target.id

    def costs(self, state: State, seat: int, order: Order) -> dict[str, int]:
        return weapon_costs(state, state.sides[seat].ship, order["weapon"])

    def do(self, work: Work, seat: int, order: Order) -> None:
        state = work.state
        if "area" in order:
            targets = attack.targets_of_area(state, seat, tuple(order["area"]))
        else:
            targets = [state.need(order["target"])]
        attack.declare(work, state.sides[seat].ship, order["weapon"], targets, second=order.get("second_target"))

    def sketch(self, sketch: State, seat: int, order: Order) -> None:
        side, card = sketch.sides[seat], cards.WEAPON[order["weapon"]]
        spend(side.ship, order["weapon"])
        side.energy = 0 if find_op(card, "spend_all_energy") else max(0, side.energy - card["energy"])

    def say(self, state: State, seat: int, order: Order) -> Phrase:
        weapon = weapon_name(order["weapon"])
        if "area" in order:
            return phrase(labels.FIRE_AROUND, weapon=weapon, area=area_name(order["area"]))
        if "target" not in order:
            return phrase(labels.FIRE, weapon=weapon)
        target = target_name(state, seat, order["target"])
        if order.get("second_target") is None:
            return phrase(labels.FIRE_AT, weapon=weapon, target=target)
        second = unit_name(state, order["second_target"], seat)
        return phrase(labels.FIRE_THEN, weapon=weapon, target=target, second=second)

    def about(self, state: State, seat: int, order: Order) -> Facts:
        return {"source": order["weapon"], "card": order["weapon"]}

    def leads(self, state: State, seat: int, order: Order) -> Iterator[Phrase]:
        yield from volley_leads(cards.WEAPON[order["weapon"]])
        if order.get("second_target") is not None:
            yield phrase(labels.SECOND)


def _is_truce(state: State) -> bool:
    return state.round <= state.settings.opening_truce


def _is_short(state: State, seat: int, weapon: str) -> bool:
    return bool(state.sides[seat].energy < cards.WEAPON[weapon]["energy"])


class Resupply(Kind):
    """Draw cards; once a turn for free with a quick rearm."""

    type = "resupply"
    least = 0
    fields = ("mode", "free")
    required = ("mode",)

    def uses(self, state: State, seat: int) -> Iterator[Use]:
        side = state.sides[seat]
        for mode in ("ship", "mech"):
            free, paid = ({"type": self.type, "mode": mode, "free": is_free} for is_free in (True, False))
            has_free = _rearms(side) and "quick_rearm" not in side.skills_used
            yield Use({"type": self.type, "mode": mode}, [free, paid] if has_free else [paid])

    def plain(self, state: State, seat: int, order: Order) -> Order:
        return {**order, "free": False}

    def ready(self, state: State, seat: int, given: Order) -> Order:
        found = {
            "mode": one_of(given["mode"], "mode", ("ship", "mech")),
            "free": flag(given.get("free", False), "free"),
        }
        need_ship(state.sides[seat], giant=True)
        return found

    def aim(self, state: State, seat: int, given: Order, found: Order) -> Order:
        side = state.sides[seat]
        if found["free"]:
            if not _rearms(side):
                raise refuse("condition_not_met", "free", refusals.NO_FREE_RESUPPLY)
            if "quick_rearm" in side.skills_used:
                raise refuse("already_used", "free", refusals.FREE_RESUPPLY_USED)
        need_ap(state, self.price(state, seat, found))
        barred = self._barred(state, side, found["mode"])
        if barred is not None:
            raise refuse(barred[0], "mode", barred[1])
        return {}

    def passes(self, state: State, seat: int, order: Order) -> bool:
        is_paid = state.ap >= self.price(state, seat, order)
        return is_paid and self._barred(state, state.sides[seat], order["mode"]) is None

    def _barred(self, state: State, side: Side, mode: str) -> tuple[str, str] | None:
        """Why no such card can be drawn: code and sentence."""
        if mode == "mech" and len(side.hand["mech"]) >= MECH_HAND:
            return "hand_full", refusals.HAND_FULL
        if not side.pile[mode] and not (state.settings.reshuffle_discard and side.discard[mode]):
            return "empty_pile", refusals.EMPTY_PILE
        return None

    def price(self, state: State, seat: int, order: Order) -> int:
        return 0 if order["free"] else AP_COST[self.type]

    def do(self, work: Work, seat: int, order: Order) -> None:
        self.sketch(work.state, seat, order)
        work.draw(seat, order["mode"], _wanted(work.state, seat, order))

    def sketch(self, sketch: State, seat: int, order: Order) -> None:
        if order["free"]:
            sketch.sides[seat].skills_used.append("quick_rearm")

    def say(self, state: State, seat: int, order: Order) -> Phrase:
        return phrase(labels.RESUPPLY[order["mode"], order.get("free", False)])

    def about(self, state: State, seat: int, order: Order) -> Facts:
        return {"source": order["mode"]}

    def leads(self, state: State, seat: int, order: Order) -> Iterator[Phrase]:
        side, mode = state.sides[seat], order["mode"]
        there = len(side.pile[mode]) + (len(side.discard[mode]) if state.settings.reshuffle_discard else 0)
        yield counted(labels.DRAWS, min(_wanted(state, seat, order), there))


def _rearms(side: Side) -> bool:
    """Has the warship a free resupply in every turn?"""
    return side.intact and any(skill["id"] == "quick_rearm" for skill in cards.SHIP[side.ship.card]["skills"])


def _wanted(state: State, seat: int, order: Order) -> int:
    """Cards that a resupply draws while there are enough (5.2)."""
    return 1 if order["mode"] == "ship" else MECH_HAND - len(state.sides[seat].hand["mech"])


class Gather(Kind):
    """Gather energy."""

    type = "gather"

    def ready(self, state: State, seat: int, given: Order) -> Order:
        need_ship(state.sides[seat], giant=True)
        need_ap(state, self.least)
        return {}

    def do(self, work: Work, seat: int, order: Order) -> None:
        work.state.todo.append({"do": "gather", "seat": seat})
        work.tell("gather", seat=seat)

    def say(self, state: State, seat: int, order: Order) -> Phrase:
        return phrase(labels.GATHER)

    def leads(self, state: State, seat: int, order: Order) -> Iterator[Phrase]:
        yield counted(labels.GAINS, _gain(state, seat))
        if windows.opens(state, "enemy_gather", 1 - seat, {"do": "gather"}):
            yield phrase(labels.MAY_BE_VOID)


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
        work.change_energy(seat, _gain(state, seat), "gather")
    if record.get("end_turn"):
        turns.stop_turn(state)
    return False


def _gain(state: State, seat: int) -> int:
    """Tokens that a `gather` brings (5.2)."""
    skills = cards.SHIP[state.sides[seat].ship.card]["skills"] if state.sides[seat].intact else ()
    effects = (effect for skill in skills for effect in skill["do"] if effect["op"] == "gather_gain")
    return next((int(effect["value"]) for effect in effects), 1)


class Autocannon(Kind):
    """Fire an Autonomous Cannon by hand (9.4)."""

    type = "autocannon"
    fields = required = ("installation", "target")

    def uses(self, state: State, seat: int) -> Iterator[Use]:
        for cannon in state.sides[seat].cannons:
            order = {"type": self.type, "installation": cannon.id}
            yield Use(order, ({**order, "target": mech.id} for mech in state.sides[1 - seat].board_mechs()))

    def ready(self, state: State, seat: int, given: Order) -> Order:
        name = text(given["installation"], "installation")
        cannon = next((one for one in state.sides[seat].cannons if one.id == name), None)
        if cannon is None:
            raise refuse("unknown_id", "installation", refusals.NO_SUCH_INSTALLATION)
        if not cannon.ready:
            raise refuse("already_used", "installation", refusals.CANNON_HAS_FIRED)
        return {"installation": name}

    def aim(self, state: State, seat: int, given: Order, found: Order) -> Order:
        target = enemy_on_board(state, seat, given["target"], "target", mech=True)
        if target not in turns.cannon_targets(state, seat):
            raise refuse("out_of_range", "target", refusals.CANNON_OUT_OF_RANGE, unit=target.id)
        return {"target": target.id}

    def do(self, work: Work, seat: int, order: Order) -> None:
        cannon = next(one for one in work.side(seat).cannons if one.id == order["installation"])
        turns.fire_cannon(work, seat, cannon, work.state.need(order["target"]))

    def sketch(self, sketch: State, seat: int, order: Order) -> None:
        next(one for one in sketch.sides[seat].cannons if one.id == order["installation"]).ready = False

    def say(self, state: State, seat: int, order: Order) -> Phrase:
        if "target" not in order:
            return phrase(labels.CANNON)
        return phrase(labels.CANNON_AT, target=target_name(state, seat, order["target"]))

    def about(self, state: State, seat: int, order: Order) -> Facts:
        return {"source": order["installation"], "card": "autocannon"}

    def leads(self, state: State, seat: int, order: Order) -> Iterator[Phrase]:
        damage = cards.SHIP_CARD["autocannon"]["do"][0]["damage"]
        yield phrase(labels.CANNON_HITS, unit=unit_name(state, order["target"], seat), damage=damage)
