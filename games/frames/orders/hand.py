"""What can be played from the hand, and used of captain and warship, in the main phase? Cards and skills (9.1, 9.2, 9.4)."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.fields import items, one_of, record, text
from games.core.text import Phrase, gettext_noop, phrase
from games.frames import cards, labels, refusals
from games.frames.board import areas_within, distance, ship_area
from games.frames.effects import interpreter, windows
from games.frames.effects.attack import FINAL_VOLLEY
from games.frames.effects.interpreter import Play
from games.frames.effects.work import Work
from games.frames.labels import area_name, card_of, listed, name_of, target_name, unit_name, weapon_name
from games.frames.orders.acts import sketch_act
from games.frames.orders.kind import (
    Facts,
    Kind,
    Order,
    Use,
    enemy_on_board,
    need_able,
    need_ap,
    need_on_board,
    need_ship,
    own_mech,
    own_unit,
    place,
    refuse,
    unmet,
)
from games.frames.state import Cannon, Held, State, Unit

HITS_NOBODY = gettext_noop("No enemy mech is there: it stops nobody.")
HITS = (gettext_noop("It stops 1 enemy mech."), gettext_noop("It stops %(count)s enemy mechs."))
WORDS = (HITS_NOBODY, *HITS)
BY_AREA = "enemy_mechs_in_area"


def hand_card(state: State, seat: int, value: object, path: str) -> Held:
    """A ship card in the own hand. Raises OrderError."""
    name = text(value, path)
    for held in state.sides[seat].hand["ship"]:
        if held.id == name:
            return held
    raise refuse("not_in_hand", path, refusals.NOT_IN_HAND)


class PlayCard(Kind):
    """Play a ship card."""

    type = "play"
    fields = ("card", "area", "pile")
    required = ("card",)

    def uses(self, state: State, seat: int) -> Iterator[Use]:
        side = state.sides[seat]
        start = side.ship.at or ship_area(seat)
        for held in side.hand["ship"]:
            order: Order = {"type": self.type, "card": held.id}
            aim = cards.SHIP_CARD[held.card]["aim"]
            if "area_within" in aim:
                areas = areas_within(start, 0, aim["area_within"])
                yield Use(order, [{**order, "area": list(area)} for area in areas], sure=True)
            elif "pile" in aim:
                yield Use(order, [{**order, "pile": kind} for kind in ("ship", "mech")])
            else:
                yield Use(order, [order], sure=True)

    def ready(self, state: State, seat: int, given: Order) -> Order:
        side = state.sides[seat]
        need_ship(side, giant=True)
        held = hand_card(state, seat, given["card"], "card")
        card = cards.SHIP_CARD[held.card]
        if "main" not in card["windows"]:
            raise refuse("wrong_window", "card", refusals.IN_WINDOWS_ONLY)
        if side.jammed:
            raise refuse("jammed", "card", refusals.JAMMED)
        need = windows.first_unmet(state, seat, card["needs"])
        if need is not None:
            raise unmet("card", card["needs"], need)
        if not side.intact and _operations(card) & {"heal_ship", "install"}:
            raise refuse("is_giant", "card", refusals.GIANT)
        need_ap(state, card["cost"].get("ap", 0))
        if side.energy < card["cost"].get("energy", 0):
            raise refuse("not_enough_energy", "card", refusals.CARD_NEEDS_ENERGY)
        return {"card": held.id}

    def aim(self, state: State, seat: int, given: Order, found: Order) -> Order:
        side = state.sides[seat]
        aimed: Order = {}
        aim = self._card(state, seat, found)["aim"]
        if "area_within" in aim:
            area = place(given.get("area"), "area")
            if distance(area, side.ship.at or ship_area(seat)) > aim["area_within"]:
                raise refuse("out_of_range", "area", refusals.AREA_OUT_OF_REACH)
            aimed["area"] = list(area)
        elif given.get("area") is not None:
            raise refuse("unknown_field", "area", refusals.CARD_WITHOUT_AREA)
        if "pile" in aim:
            aimed["pile"] = one_of(given.get("pile"), "pile", ("ship", "mech"))
            if not side.pile[aimed["pile"]]:
                raise refuse("empty_pile", "pile", refusals.EMPTY_PILE)
        elif given.get("pile") is not None:
            raise refuse("unknown_field", "pile", refusals.CARD_WITHOUT_PILE)
        return aimed

    def _card(self, state: State, seat: int, order: Order) -> cards.Card:
        held = state.sides[seat].held_in_hand(order["card"])
        assert held is not None
        return cards.SHIP_CARD[held.card]

    def price(self, state: State, seat: int, order: Order) -> int:
        held = state.sides[seat].held_in_hand(order["card"])
        return 0 if held is None else cards.SHIP_CARD[held.card]["cost"].get("ap", 0)

    def costs(self, state: State, seat: int, order: Order) -> dict[str, int]:
        return {"energy": self._card(state, seat, order)["cost"].get("energy", 0)}

    def leads(self, state: State, seat: int, order: Order) -> Iterator[Phrase]:
        area = order.get("area")
        if area is None or not any(effect.get("target") == BY_AREA for effect in self._card(state, seat, order)["do"]):
            return
        count = sum(mech.at == tuple(area) for mech in state.sides[1 - seat].board_mechs())
        # Whoever reads no words knows by the count that it is in vain.
        yield phrase(HITS_NOBODY if not count else HITS[count > 1], count=count)

    def do(self, work: Work, seat: int, order: Order) -> None:
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

    def sketch(self, sketch: State, seat: int, order: Order) -> None:
        side = sketch.sides[seat]
        held = side.held_in_hand(order["card"])
        assert held is not None
        side.hand["ship"].remove(held)
        card = cards.SHIP_CARD[held.card]
        side.energy -= card["cost"].get("energy", 0)
        if card["stays"]:
            side.cannons.append(Cannon(f"i{seat}_{side.cannons_built}", held.card, True, None))
            side.cannons_built += 1

    def is_unforeseen(self, state: State, seat: int, order: Order) -> bool:
        held = state.sides[seat].held_in_hand(order["card"])
        return held is not None and "reveal_top" in _operations(cards.SHIP_CARD[held.card])

    def say(self, state: State, seat: int, order: Order) -> Phrase:
        card = name_of(card_of(state, seat, order["card"]))
        if "area" in order:
            return phrase(labels.PLAY_AT, card=card, area=area_name(order["area"]))
        return phrase(labels.PLAY_PILE[order["pile"]] if "pile" in order else labels.PLAY, card=card)

    def about(self, state: State, seat: int, order: Order) -> Facts:
        return {"source": order["card"], "card": card_of(state, seat, order["card"])}


_AT_A_MECH = {"destroy", "status"}
"""What a captain's skill does to an enemy mech that is named."""


def _operations(card: cards.Card) -> set[str]:
    return {effect["op"] for effect in card["do"]}


class Captain(Kind):
    """Use a skill of the captain."""

    type = "captain"
    fields = ("skill", "target", "from", "to")
    required = ("skill",)

    def uses(self, state: State, seat: int) -> Iterator[Use]:
        side = state.sides[seat]
        for skill in cards.CAPTAIN[side.captain]["skills"]:
            order: Order = {"type": self.type, "skill": skill["id"]}
            operations = _operations(skill)
            if "divert" in operations:
                yield Use(order, _diversions(state, seat, order))
            elif operations & _AT_A_MECH:
                mechs = state.sides[1 - seat].board_mechs()
                yield Use(order, ({**order, "target": mech.id} for mech in mechs))
            else:
                yield Use(order, [order])

    def plain(self, state: State, seat: int, order: Order) -> Order | None:
        """Where nothing can be aimed at, the reason is that of aiming amiss."""
        ship, operations = state.sides[seat].ship.id, _operations(cards.SKILL[order["skill"]])
        if "divert" in operations:
            return {**order, "from": {"unit": ship, "weapon": ""}, "to": "energy"}
        return {**order, "target": ship} if operations & _AT_A_MECH else None

    def legal(self, state: State, seat: int) -> Iterator[Order]:
        side = state.sides[seat]
        return super().legal(state, seat) if len(side.gained) > len(side.spent) else iter(())

    def ready(self, state: State, seat: int, given: Order) -> Order:
        side = state.sides[seat]
        skill = captains_skill(state, seat, given["skill"], "skill")
        if skill["window"] not in ("main", windows.ANY_WINDOW):
            raise refuse("wrong_window", "skill", refusals.NOT_IN_MAIN)
        need_skill(side.spent, side.gained, skill["id"], "skill")
        need = windows.first_unmet(state, seat, skill["needs"])
        if need is not None:
            raise unmet("skill", skill["needs"], need)
        return {"skill": skill["id"]}

    def aim(self, state: State, seat: int, given: Order, found: Order) -> Order:
        operations = _operations(cards.SKILL[found["skill"]])
        if "divert" in operations:
            record(given, "", ("type", "skill", "from", "to"), ("from", "to"))
            return _diversion(state, seat, given)
        if operations & _AT_A_MECH:
            record(given, "", ("type", "skill", "target"), ("target",))
            return {"target": enemy_on_board(state, seat, given["target"], "target", mech=True).id}
        record(given, "", ("type", "skill"))
        if "final_volley" in operations and state.round <= state.settings.opening_truce:
            raise refuse("truce", "skill", refusals.TRUCE, round=state.settings.opening_truce)
        return {}

    def costs(self, state: State, seat: int, order: Order) -> dict[str, int]:
        return {"energy": state.sides[seat].energy} if order["skill"] == FINAL_VOLLEY["id"] else {}

    def do(self, work: Work, seat: int, order: Order) -> None:
        work.reveal_captain(seat, order["skill"])
        interpreter.carry_out(Play(work, seat, order["skill"], dict(order)), cards.SKILL[order["skill"]]["do"])

    def sketch(self, sketch: State, seat: int, order: Order) -> None:
        sketch.sides[seat].spent.append(order["skill"])

    def is_unforeseen(self, state: State, seat: int, order: Order) -> bool:
        return "final_volley" in _operations(cards.SKILL[order["skill"]])

    def say(self, state: State, seat: int, order: Order) -> Phrase:
        skill = name_of(order["skill"])
        if "target" in order:
            return phrase(labels.CAPTAIN_AT, skill=skill, target=target_name(state, seat, order["target"]))
        if "from" not in order:
            return phrase(labels.CAPTAIN, skill=skill)
        start, end = order["from"], order["to"]
        weapon, unit = weapon_name(start["weapon"]), unit_name(state, start["unit"], seat)
        if end == "energy":
            return phrase(labels.DIVERT_ENERGY, skill=skill, weapon=weapon, unit=unit)
        filled, other = weapon_name(end["weapon"]), unit_name(state, end["unit"], seat)
        return phrase(labels.DIVERT, skill=skill, weapon=weapon, unit=unit, filled=filled, other=other)

    def about(self, state: State, seat: int, order: Order) -> Facts:
        return {"source": order["skill"], "card": order["skill"]}


def captains_skill(state: State, seat: int, value: object, path: str) -> cards.Card:
    """A skill of the own captain. Raises OrderError."""
    name = text(value, path)
    for skill in cards.CAPTAIN[state.sides[seat].captain]["skills"]:
        if skill["id"] == name:
            found: cards.Card = skill
            return found
    raise refuse("unknown_id", path, refusals.NO_CAPTAINS_SKILL)


def need_skill(spent: list[str], gained: list[str], skill: str, path: str) -> None:
    """Refuses a skill that has been used or is not gained yet."""
    if skill in spent:
        raise refuse("already_used", path, refusals.SKILL_USED)
    if skill not in gained:
        raise refuse("not_gained", path, refusals.NOT_GAINED)


def _diversions(state: State, seat: int, order: Order) -> Iterator[Order]:
    """What can be emptied, for energy or for a weapon that is not full."""
    side = state.sides[seat]
    units = [one for one in [*side.mechs, side.ship] if one.on_board]
    limited = [(unit.id, arm) for unit in units for arm in unit.weapons if arm.ammo is not None]
    for unit, arm in limited:
        if not arm.ammo:
            continue
        start = {"unit": unit, "weapon": arm.id}
        yield {**order, "from": start, "to": "energy"}
        for other, filled in limited:
            if filled.card != arm.card and filled.ammo != state.settings.magazine(filled.card):
                yield {**order, "from": start, "to": {"unit": other, "weapon": filled.id}}


def _diversion(state: State, seat: int, orders: Order) -> Order:
    """Southern Waters North: what is emptied, and what is filled or gained (D42)."""
    unit, weapon, ammo = _limited_weapon(state, seat, orders["from"], "from")
    if ammo < 1:
        raise refuse("no_ammo", "from.weapon", refusals.NO_AMMO, weapon=weapon)
    start = {"unit": unit, "weapon": weapon}
    if orders["to"] == "energy":
        return {"from": start, "to": "energy"}
    other, filled, _ = _limited_weapon(state, seat, orders["to"], "to")
    if filled.split("#")[0] == weapon.split("#")[0]:
        raise refuse("bad_target", "to.weapon", refusals.ANOTHER_KIND)
    return {"from": start, "to": {"unit": other, "weapon": filled}}


def _limited_weapon(state: State, seat: int, value: object, path: str) -> tuple[str, str, int]:
    given = record(value, path, ("unit", "weapon"), ("unit", "weapon"))
    unit = own_unit(state, seat, given["unit"], f"{path}.unit")
    need_on_board(unit, f"{path}.unit")
    arm = unit.arm(text(given["weapon"], f"{path}.weapon"))
    if arm is None or arm.ammo is None:
        raise refuse("no_such_weapon", f"{path}.weapon", refusals.NO_SUCH_WEAPON, unit=unit.id)
    return unit.id, arm.id, arm.ammo


class ShipSkill(Kind):
    """Use a skill of the warship."""

    type = "ship_skill"
    fields = ("skill", "units")
    required = ("skill",)

    def uses(self, state: State, seat: int) -> Iterator[Use]:
        side = state.sides[seat]
        for skill in cards.SHIP[side.ship.card]["skills"]:
            if skill["trigger"] != "main" or skill["id"] == "quick_rearm":
                continue
            order: Order = {"type": self.type, "skill": skill["id"]}
            limit = crew_limit(skill)
            if limit is None:
                yield Use(order, [order])
                continue
            yield Use(order, [{**order, "units": [mech.id for mech in crew(state, seat)][:limit]}])

    def plain(self, state: State, seat: int, order: Order) -> Order | None:
        if crew_limit(cards.SHIP_SKILL[order["skill"]]) is None:
            return None
        return {**order, "units": [mech.id for mech in state.sides[seat].board_mechs()][:1]}

    def ready(self, state: State, seat: int, given: Order) -> Order:
        side = state.sides[seat]
        need_ship(side, giant=False)
        name = text(given["skill"], "skill")
        skill = next((one for one in cards.SHIP[side.ship.card]["skills"] if one["id"] == name), None)
        if skill is None:
            raise refuse("unknown_id", "skill", refusals.NO_SHIP_SKILL)
        if skill["trigger"] != "main" or name == "quick_rearm":
            raise refuse("wrong_window", "skill", refusals.SKILL_NOT_USED_SO)
        if name in side.skills_used:
            raise refuse("already_used", "skill", refusals.SKILL_USED)
        need = windows.first_unmet(state, seat, skill["needs"])
        if need is not None:
            raise unmet("skill", skill["needs"], need)
        return {"skill": name}

    def aim(self, state: State, seat: int, given: Order, found: Order) -> Order:
        limit = crew_limit(cards.SHIP_SKILL[found["skill"]])
        if limit is None:
            record(given, "", ("type", "skill"))
            return {}
        record(given, "", ("type", "skill", "units"), ("units",))
        names: list[str] = []
        for i, value in enumerate(items(given["units"], "units")):
            path = f"units[{i}]"
            unit = own_mech(state, seat, value, path)
            need_able(unit, path)
            if unit.fresh or unit.boosted:
                raise refuse("fresh", path, refusals.FRESH, unit=unit.id)
            if unit.id in names or len(names) == limit:
                raise refuse("bad_target", path, refusals.CREW, limit=limit)
            names.append(unit.id)
        if not names:
            raise refuse("no_target", "units", refusals.NO_CREW)
        return {"units": names}

    def costs(self, state: State, seat: int, order: Order) -> dict[str, int]:
        effects = cards.SHIP_SKILL[order["skill"]]["do"]
        return {"hp": sum(effect["amount"] for effect in effects if effect["op"] == "pay_ship_hp")}

    def do(self, work: Work, seat: int, order: Order) -> None:
        work.side(seat).skills_used.append(order["skill"])
        work.tell("skill_used", seat=seat, skill=order["skill"])
        interpreter.carry_out(Play(work, seat, order["skill"], dict(order)), cards.SHIP_SKILL[order["skill"]]["do"])

    def sketch(self, sketch: State, seat: int, order: Order) -> None:
        sketch.sides[seat].skills_used.append(order["skill"])
        for act in order.get("acts", ()):
            sketch_act(sketch, act)

    def is_unforeseen(self, state: State, seat: int, order: Order) -> bool:
        return "become_giant" in _operations(cards.SHIP_SKILL[order["skill"]])

    def say(self, state: State, seat: int, order: Order) -> Phrase:
        skill = name_of(order["skill"])
        if "units" not in order:
            return phrase(labels.SHIP_SKILL, skill=skill)
        units = listed([unit_name(state, name, seat) for name in order["units"]])
        return phrase(labels.SHIP_SKILL_FOR, skill=skill, units=units)

    def about(self, state: State, seat: int, order: Order) -> Facts:
        return {"source": order["skill"], "card": order["skill"]}


def crew_limit(skill: cards.Card) -> int | None:
    """How many mechs a ship skill lets act; None: it is not of that kind."""
    return next((effect["up_to"] for effect in skill["do"] if effect["op"] == "extra_acts"), None)


def crew(state: State, seat: int) -> list[Unit]:
    """Mechs that could act by a ship skill."""
    return [mech for mech in state.sides[seat].board_mechs() if mech.able and not mech.fresh and not mech.boosted]
