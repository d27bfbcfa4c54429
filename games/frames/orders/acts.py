"""What may a mech be told to do? One record per act: chapters 5.3 and 14.3, judged from what its seat knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from games.core.errors import OrderError
from games.core.fields import cut, items, record, text
from games.core.text import Phrase, phrase
from games.frames import cards, labels, refusals
from games.frames.board import ADJACENT, EVENT_AREA, Place, distance, ship_area
from games.frames.catalogue import CATALOGUE
from games.frames.effects import attack, interpreter, movement
from games.frames.effects.attack import find_op
from games.frames.effects.damage import bury
from games.frames.effects.interpreter import Play
from games.frames.effects.movement import is_blocked, is_held
from games.frames.effects.work import Work
from games.frames.labels import Named, area_name, card_of, counted, name_of, target_name, unit_name, weapon_name
from games.frames.modifiers import reaches, weapons_of
from games.frames.orders.kind import (
    Facts,
    Order,
    Use,
    enemy_on_board,
    need_able,
    own_mech,
    place,
    refuse,
    unmet,
)
from games.frames.state import Held, State, Unit

PLAN_FIELDS = ("else",)
"""What a move in a plan of Blitz may have besides (12.3)."""
INSTEAD = ("hold", "lateral", "back")


class Doing:
    """One kind of act. `path` is that of the act in its order; `extra`: the operation or end step that grants it."""

    do: str
    fields: tuple[str, ...] = ()

    def ready(self, state: State, unit: Unit, given: Order, path: str) -> Order:
        """The part without an aim. Raises OrderError."""
        return {}

    def aim(self, state: State, unit: Unit, given: Order, path: str, extra: str | None, found: Order) -> Order:
        """The rest; `found` is the ready part. Raises OrderError."""
        return {}

    def legal(self, state: State, unit: Unit, use: Use) -> Iterable[Order]:
        """The legal acts of a ready use: what a check asks of the aim, without its form."""
        return use.orders

    def perform(self, work: Work, unit: Unit, act: Order, how: str) -> None:
        """What it does (5.3)."""

    def sketch(self, unit: Unit, act: Order) -> None:
        """What it does to the mech itself for sure."""

    def say(self, state: State, seat: int, unit: Named, act: Order) -> Phrase:
        """The act in a few words."""
        return phrase(labels.HOLDS, unit=unit)

    def costs(self, state: State, unit: Unit, act: Order) -> dict[str, int]:
        """What it costs besides action points."""
        return {}

    def about(self, state: State, unit: Unit, act: Order) -> Facts:
        """Its part and the card that this is."""
        return {"part": self.do, "card": unit.card}

    def leads(self, state: State, seat: int, unit: Unit, act: Order) -> Iterator[Phrase]:
        """What it leads to."""
        yield from ()


class Hold(Doing):
    """Stay and do nothing."""

    do = "hold"


class Move(Doing):
    """Walk one area, or two with a boost."""

    do = "move"
    fields = ("path", "boost")

    def uses(self, state: State, unit: Unit, extra: bool) -> Iterator[Use]:
        assert unit.at is not None
        boost, free = None, "tailwind" in unit.buffs
        if not extra and not unit.fresh:
            boost = next((held.id for held in unit.gear if cards.MECH_CARD[held.card]["use"] == "with_move"), None)
        order: Order = {"unit": unit.id, "do": self.do}
        for first in ADJACENT[unit.at]:
            way = {**order, "path": [list(first)], "boost": None}
            ways = [way]
            for second in ADJACENT[first] if free or boost else ():
                if second != unit.at:
                    ways.append({**way, "path": [list(first), list(second)], "boost": None if free else boost})
            yield Use(way, ways)

    def aim(self, state: State, unit: Unit, given: Order, path: str, extra: str | None, found: Order) -> Order:
        steps = items(given.get("path"), f"{path}.path")
        if not 1 <= len(steps) <= 2:
            raise refuse("bad_area", f"{path}.path", refusals.MOVE_FORM)
        places = [place(one, f"{path}.path[{i}]") for i, one in enumerate(steps)]
        boost = None
        if given.get("boost") is not None:
            boost = carried(unit, given["boost"], f"{path}.boost", "with_move").id
            if extra or unit.fresh:
                raise refuse("fresh", f"{path}.boost", refusals.NO_BOOST_NOW)
        if len(places) == 2 and boost is None and "tailwind" not in unit.buffs:
            raise refuse("not_adjacent", f"{path}.path[1]", refusals.ONE_AREA)
        start = unit.at
        assert start is not None
        for i, end in enumerate(places):
            barred = _barred(state, unit, start, end)
            if barred is not None:
                code, message = barred
                raise refuse(code, f"{path}.path[{i}]", message, **({"unit": unit.id} if code == "held" else {}))
            start = end
        found = {"path": [list(one) for one in places], "boost": boost}
        if "else" in given:
            found["else"] = text(given["else"], f"{path}.else")
            if found["else"] not in INSTEAD:
                raise refuse("bad_type", f"{path}.else", refusals.ELSE_FORM)
        return found

    def legal(self, state: State, unit: Unit, use: Use) -> Iterable[Order]:
        assert unit.at is not None
        for act in use.orders:
            first, *more = [(x, y) for x, y in act["path"]]
            if _barred(state, unit, unit.at, first):
                return
            if not more or not _barred(state, unit, first, more[0]):
                yield act

    def perform(self, work: Work, unit: Unit, act: Order, how: str) -> None:
        if act["boost"] is not None:
            held = _own_gear(unit, act["boost"])
            work.reveal_gear(unit, held)
            work.drop_gear(unit, held)
            unit.boosted = True
        movement.walk(work, unit, [(x, y) for x, y in act["path"]], how)

    def sketch(self, unit: Unit, act: Order) -> None:
        unit.at = (act["path"][-1][0], act["path"][-1][1])
        unit.gear = [held for held in unit.gear if held.id != act["boost"]]
        unit.boosted = unit.boosted or act["boost"] is not None

    def say(self, state: State, seat: int, unit: Named, act: Order) -> Phrase:
        *by, end = [area_name(one) for one in act["path"]]
        said = (
            phrase(labels.MOVES_BY, unit=unit, first=by[0], area=end)
            if by
            else phrase(labels.MOVES, unit=unit, area=end)
        )
        boost = act.get("boost")
        return said if boost is None else phrase(labels.BOOSTED, act=said, card=name_of(card_of(state, seat, boost)))

    def leads(self, state: State, seat: int, unit: Unit, act: Order) -> Iterator[Phrase]:
        for one in act["path"]:
            if tuple(one) == EVENT_AREA:
                yield phrase(labels.DRAWS_EVENT)
            if tuple(one) == ship_area(1 - seat) and "raid" in state.victory:
                yield phrase(labels.WINS_IF_IT_HOLDS if state.settings.raid_waits else labels.WINS)


def _barred(state: State, unit: Unit, start: Place, end: Place) -> tuple[str, str] | None:
    """Why this mech may not go from one area to the other (5.3): code and sentence."""
    if end not in ADJACENT[start]:
        return "not_adjacent", refusals.NOT_NEXT_TO_IT
    if start == unit.at and is_held(state, unit):
        return "held", refusals.HELD
    if is_blocked(state, unit.seat, start, end):
        return "blocked_forward", refusals.BLOCKED
    return None


class Attack(Doing):
    """Use a weapon against an enemy."""

    do = "attack"
    fields = ("weapon", "target")

    def uses_of(self, state: State, unit: Unit, weapon: str) -> Use:
        """One weapon with everybody it could be aimed at."""
        order = {"unit": unit.id, "do": self.do, "weapon": weapon}
        return Use(order, ({**order, "target": one.id} for one in self._targets(state, unit)))

    def _targets(self, state: State, unit: Unit) -> list[Unit]:
        enemy = state.sides[1 - unit.seat]
        return [*enemy.board_mechs(), enemy.ship] if enemy.intact else enemy.board_mechs()

    def ready(self, state: State, unit: Unit, given: Order, path: str) -> Order:
        name = text(given.get("weapon"), f"{path}.weapon")
        if name not in weapons_of(unit) or _weapon(name)["use"] != self.do:
            raise refuse("no_such_weapon", f"{path}.weapon", refusals.NO_SUCH_WEAPON, unit=unit.id)
        arm = unit.arm(name)
        if arm is not None and arm.ammo == 0:
            raise refuse("no_ammo", f"{path}.weapon", refusals.NO_AMMO, weapon=name)
        return {"weapon": name}

    def aim(self, state: State, unit: Unit, given: Order, path: str, extra: str | None, found: Order) -> Order:
        target = self._target(state, unit, given.get("target"), f"{path}.target")
        _check_range(_weapon(found["weapon"]), unit, target, f"{path}.target")
        return {"target": target.id}

    def legal(self, state: State, unit: Unit, use: Use) -> Iterable[Order]:
        card = _weapon(use.order["weapon"])
        return ({**use.order, "target": one.id} for one in self._targets(state, unit) if reaches(card, unit, one))

    def _target(self, state: State, unit: Unit, value: Any, path: str) -> Unit:
        return enemy_on_board(state, unit.seat, value, path)

    def perform(self, work: Work, unit: Unit, act: Order, how: str) -> None:
        attack.declare(work, unit, act["weapon"], [work.state.need(act["target"])])

    def sketch(self, unit: Unit, act: Order) -> None:
        unit.attacked = True
        spend(unit, act["weapon"])

    def say(self, state: State, seat: int, unit: Named, act: Order) -> Phrase:
        weapon = weapon_name(act["weapon"])
        if "target" not in act:
            return phrase(labels.USES, unit=unit, card=weapon)
        message = labels.ATTACKS if self.do == "attack" else labels.SUPPORTS
        return phrase(message, unit=unit, target=target_name(state, seat, act["target"]), weapon=weapon)

    def costs(self, state: State, unit: Unit, act: Order) -> dict[str, int]:
        return weapon_costs(state, unit, act["weapon"])

    def about(self, state: State, unit: Unit, act: Order) -> Facts:
        return {"part": act["weapon"], "card": act["weapon"].split("#")[0]}

    def leads(self, state: State, seat: int, unit: Unit, act: Order) -> Iterator[Phrase]:
        weapon = _weapon(act["weapon"])
        yield from volley_leads(weapon)
        for trait in CATALOGUE[unit.card].get("traits", ()) if weapon["melee"] else ():
            for effect in cards.TRAIT[trait]["do"]:
                if effect["op"] == "repeat_volley":
                    yield phrase(labels.REPEATS, chance=effect["chance"])


class Support(Attack):
    """Use a weapon that helps another mech."""

    do = "support"

    def _targets(self, state: State, unit: Unit) -> list[Unit]:
        return [one for one in state.sides[unit.seat].board_mechs() if one is not unit]

    def _target(self, state: State, unit: Unit, value: Any, path: str) -> Unit:
        target = own_mech(state, unit.seat, value, path)
        if target is unit or not target.on_board:
            raise refuse("bad_target", path, refusals.NO_TARGET_FOR_THIS, unit=target.id)
        return target

    def perform(self, work: Work, unit: Unit, act: Order, how: str) -> None:
        attack.support(work, unit, act["weapon"], work.state.need(act["target"]))

    def sketch(self, unit: Unit, act: Order) -> None:
        spend(unit, act["weapon"])

    def leads(self, state: State, seat: int, unit: Unit, act: Order) -> Iterator[Phrase]:
        yield from ()


class Gear(Doing):
    """Use a card that the mech carries."""

    do = "gear"
    fields = ("card", "target")

    def uses_of(self, state: State, unit: Unit, held: Held) -> Use:
        """One card with every mech it could be aimed at."""
        order = {"unit": unit.id, "do": self.do, "card": held.id}
        if "range" not in cards.MECH_CARD[held.card]:
            return Use(order, [order])
        return Use(order, ({**order, "target": foe.id} for foe in state.sides[1 - unit.seat].board_mechs()))

    def ready(self, state: State, unit: Unit, given: Order, path: str) -> Order:
        held = carried(unit, given.get("card"), f"{path}.card", "act")
        card = cards.MECH_CARD[held.card]
        if unit.fresh:
            raise refuse("fresh", f"{path}.card", refusals.FRESH, unit=unit.id)
        if unit.hp > card.get("needs", {}).get("self_hp_lte", unit.hp):
            raise unmet(f"{path}.card", card["needs"], "self_hp_lte")
        if any(effect["op"] == "teleport_random" for effect in card["do"]) and is_held(state, unit):
            raise refuse("held", f"{path}.card", refusals.HELD, unit=unit.id)
        return {"card": held.id}

    def aim(self, state: State, unit: Unit, given: Order, path: str, extra: str | None, found: Order) -> Order:
        card = cards.MECH_CARD[_own_gear(unit, found["card"]).card]
        if "range" not in card:
            if given.get("target") is not None:
                raise refuse("unknown_field", f"{path}.target", refusals.CARD_WITHOUT_TARGET)
            return {}
        target = enemy_on_board(state, unit.seat, given.get("target"), f"{path}.target", mech=True)
        _check_range(card, unit, target, f"{path}.target")
        return {"target": target.id}

    def legal(self, state: State, unit: Unit, use: Use) -> Iterable[Order]:
        card = cards.MECH_CARD[_own_gear(unit, use.order["card"]).card]
        if "range" not in card:
            return use.orders
        return (act for act in use.orders if reaches(card, unit, state.need(act["target"])))

    def perform(self, work: Work, unit: Unit, act: Order, how: str) -> None:
        use_gear(work, unit, act)

    def sketch(self, unit: Unit, act: Order) -> None:
        unit.gear = [held for held in unit.gear if held.id != act["card"] or (held.charges or 0) > 1]

    def say(self, state: State, seat: int, unit: Named, act: Order) -> Phrase:
        card = name_of(card_of(state, seat, act["card"]))
        if act.get("target") is None:
            return phrase(labels.USES, unit=unit, card=card)
        return phrase(labels.USES_ON, unit=unit, card=card, target=target_name(state, seat, act["target"]))

    def about(self, state: State, unit: Unit, act: Order) -> Facts:
        return {"part": act["card"], "card": card_of(state, unit.seat, act["card"])}


ATTACK, SUPPORT, GEAR, MOVE, HOLD = Attack(), Support(), Gear(), Move(), Hold()
DOINGS: dict[str, Doing] = {one.do: one for one in (MOVE, ATTACK, SUPPORT, GEAR, HOLD)}
FIELDS = ("unit", "do", "path", "boost", "weapon", "target", "card", *PLAN_FIELDS)


def weapon_uses(state: State, unit: Unit) -> Iterator[Use]:
    """The weapons of a mech, for attack or support."""
    for name in weapons_of(unit):
        yield (SUPPORT if _weapon(name)["use"] == "support" else ATTACK).uses_of(state, unit, name)


def acts(state: State, unit: Unit, *, extra: bool) -> Iterator[Order]:
    """Everything that a mech which can act may do (5.3)."""
    gear = (GEAR.uses_of(state, unit, held) for held in unit.gear if cards.MECH_CARD[held.card]["use"] == "act")
    for use in chain(MOVE.uses(state, unit, extra), weapon_uses(state, unit), gear):
        doing = DOINGS[use.order["do"]]
        try:
            doing.ready(state, unit, use.order, "")
        except OrderError:
            continue
        yield from doing.legal(state, unit, use)
    yield {"unit": unit.id, "do": HOLD.do}


def check_act(
    state: State, seat: int, value: Any, path: str, *, extra: str | None = None, again: bool = False
) -> Order:
    """An act in normal form. `extra`: the operation or end step that grants it; `again`: it may act though it has."""
    plain = record(value, path, FIELDS, ("unit", "do"))
    kind = text(plain["do"], f"{path}.do")
    if kind not in DOINGS:
        raise refuse("bad_type", f"{path}.do", refusals.NO_SUCH_ACT, act=cut(kind))
    doing = DOINGS[kind]
    record(plain, path, ("unit", "do", *doing.fields, *(PLAN_FIELDS if state.settings.blitz and doing is MOVE else ())))
    unit = own_mech(state, seat, plain["unit"], f"{path}.unit")
    need_able(unit, f"{path}.unit")
    if extra and unit.fresh:
        raise refuse("fresh", f"{path}.unit", refusals.FRESH, unit=unit.id)
    if has_acted(unit, extra=extra is not None, again=again):
        message = refusals.HAS_BOOSTED if extra else refusals.HAS_ACTED
        raise refuse("already_acted", f"{path}.unit", message, unit=unit.id)
    found = doing.ready(state, unit, plain, path)
    return {"unit": unit.id, "do": kind, **found, **doing.aim(state, unit, plain, path, extra, found)}


def has_acted(unit: Unit, *, extra: bool, again: bool) -> bool:
    """Has it had its act of this turn, or for an extra act its booster?"""
    return unit.boosted if extra else unit.acted and not again


def perform(work: Work, act: Order, how: str = "act") -> None:
    """One act of a mech (5.3)."""
    DOINGS[act["do"]].perform(work, work.state.need(act["unit"]), act, how)
    bury(work)


def sketch_act(sketch: State, act: Order) -> None:
    """An act of an own mech, as if nothing came between."""
    unit = sketch.need(act["unit"])
    unit.acted = True
    DOINGS[act["do"]].sketch(unit, act)


def say_act(state: State, seat: int, act: Order) -> Phrase:
    """An act in a few words; of a weapon or card without an aim as well."""
    return DOINGS[act["do"]].say(state, seat, unit_name(state, act["unit"], seat), act)


def about_act(state: State, act: Order) -> Facts:
    """What an act is about."""
    unit = state.need(act["unit"])
    return {"source": unit.id, **DOINGS[act["do"]].about(state, unit, act)}


# Weapons and cards


def _weapon(name: str) -> cards.Card:
    return cards.WEAPON[name.split("#")[0]]


def _check_range(weapon: cards.Card, unit: Unit, target: Unit, path: str) -> None:
    if not reaches(weapon, unit, target):
        assert unit.at is not None and target.at is not None
        away = distance(unit.at, target.at)
        raise refuse("out_of_range", path, refusals.OUT_OF_RANGE, weapon=weapon["id"], distance=away)


def spend(unit: Unit, weapon: str) -> None:
    """One shot of its ammunition, where it is limited."""
    arm = unit.arm(weapon)
    if arm is not None and arm.ammo:
        arm.ammo -= 1


def weapon_costs(state: State, unit: Unit, weapon: str) -> dict[str, int]:
    """Energy and ammunition that an attack takes."""
    card, arm = _weapon(weapon), unit.arm(weapon)
    energy = state.sides[unit.seat].energy
    needed = min(energy, int(card["energy"])) if state.settings.twin_laser_free else int(card["energy"])
    spent = energy if find_op(card, "spend_all_energy") else needed
    return {"energy": spent, "ammo": int(arm is not None and arm.ammo is not None)}


def volley_leads(weapon: cards.Card) -> Iterator[Phrase]:
    """What a weapon does besides damage."""
    for effect in weapon["effects"]:
        if effect["op"] == "burn":
            yield phrase(labels.BURNS, damage=effect["damage"], turns=effect["turns"])
        elif effect["op"] == "push_back":
            yield counted(labels.PUSHES, effect["areas"])
        elif effect["op"] == "mark":
            yield phrase(labels.MARKS)
        elif effect["op"] == "steal_energy":
            yield phrase(labels.STEALS, amount=effect["amount"])


def _own_gear(unit: Unit, card_id: str) -> Held:
    return next(held for held in unit.gear if held.id == card_id)


def carried(unit: Unit, value: Any, path: str, use: str) -> Held:
    """A card that the mech carries and that is used like this. Raises OrderError."""
    name = text(value, path)
    for held in unit.gear:
        if held.id == name:
            if cards.MECH_CARD[held.card]["use"] != use:
                raise refuse("wrong_window", path, refusals.NOT_USED_SO)
            return held
    raise refuse("unknown_id", path, refusals.NOT_CARRIED, unit=unit.id)


def use_gear(work: Work, unit: Unit, order: Order) -> None:
    """Turn up a card of a mech and use it; with its last charge it is discarded (9.9)."""
    held = _own_gear(unit, order["card"])
    work.reveal_gear(unit, held)
    work.tell("gear", unit=unit.id, card=held.card)
    if held.charges is not None:
        held.charges -= 1
        if held.charges == 0:
            work.drop_gear(unit, held)
    interpreter.carry_out(Play(work, unit.seat, held.card, dict(order), unit, held), cards.MECH_CARD[held.card]["do"])
