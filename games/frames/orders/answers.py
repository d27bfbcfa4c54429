"""What is ordered outside a turn? Fleets, ways to win, choices of a card, reactions (4, 7.1, 14.1)."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.errors import OrderError
from games.core.fields import items, one_of, record, whole
from games.core.text import Phrase, phrase
from games.frames import cards, labels, refusals
from games.frames.constants import CONDITIONS
from games.frames.effects import interpreter, windows
from games.frames.effects.attack import weapon_of
from games.frames.effects.work import Work
from games.frames.fleets import check_fleet
from games.frames.labels import Named, card_of, name_of, unit_name
from games.frames.odds import is_sure_end
from games.frames.orders.hand import captains_skill, hand_card, need_skill
from games.frames.orders.kind import Facts, Kind, Order, Use, refuse, unmet
from games.frames.state import State


class Fleet(Kind):
    """Choose a fleet."""

    type = "fleet"

    def legal(self, state: State, seat: int) -> Iterator[Order]:
        for name in cards.within(cards.STARTER, state.settings.sets):
            yield {"type": self.type, "starter": name, "fleet": None}

    def check(self, state: State, seat: int, given: Order) -> Order:
        return check_fleet(given, state.settings)

    def say(self, state: State, seat: int, order: Order) -> Phrase:
        starter = order.get("starter")
        return phrase(labels.OWN_FLEET) if starter is None else phrase(labels.FLEET, fleet=name_of(starter))

    def about(self, state: State, seat: int, order: Order) -> Facts:
        return {"source": order.get("starter")}

    def leads(self, state: State, seat: int, order: Order) -> Iterator[Phrase]:
        for said in cards.STARTER[order["starter"]]["plays"] if order.get("starter") else ():
            yield phrase(said)


class Victory(Kind):
    """Choose a way to win."""

    type = "victory"
    fields = required = ("choice",)

    def legal(self, state: State, seat: int) -> Iterator[Order]:
        for choice in CONDITIONS[state.settings.victory_set]:
            yield {"type": self.type, "choice": choice}

    def ready(self, state: State, seat: int, given: Order) -> Order:
        return {"choice": one_of(given["choice"], "choice", CONDITIONS[state.settings.victory_set])}

    def say(self, state: State, seat: int, order: Order) -> Phrase:
        return phrase(labels.VICTORY, choice=labels.CONDITIONS[order["choice"]])

    def about(self, state: State, seat: int, order: Order) -> Facts:
        return {"source": order["choice"]}

    def leads(self, state: State, seat: int, order: Order) -> Iterator[Phrase]:
        message = labels.CONDITION_HELP[order["choice"]]
        if order["choice"] == "raid" and state.settings.raid_waits:
            message = labels.RAID_HOLDS_HELP
        facts = {"round": state.settings.arms_race_round} if "%(round)s" in message else {}
        yield phrase(message, **facts)


class Choose(Kind):
    """Take one of the cards that are turned up."""

    type = "choose"
    fields = required = ("index",)

    def legal(self, state: State, seat: int) -> Iterator[Order]:
        for index in range(len(state.waiting["cards"])):
            yield {"type": self.type, "index": index}

    def ready(self, state: State, seat: int, given: Order) -> Order:
        index = whole(given["index"], "index")
        if not 0 <= index < len(state.waiting["cards"]):
            raise refuse("bad_index", "index", refusals.NO_SUCH_CARD)
        return {"index": index}

    def do(self, work: Work, seat: int, order: Order) -> None:
        interpreter.choose_to_hand(work, work.state.waiting, order["index"])

    def say(self, state: State, seat: int, order: Order) -> Phrase:
        return phrase(labels.TAKE, card=name_of(state.waiting["cards"][order["index"]]))

    def about(self, state: State, seat: int, order: Order) -> Facts:
        return {"source": order["index"], "card": state.waiting["cards"][order["index"]]}


class React(Kind):
    """Answer in a reaction window, with nothing or with several things."""

    type = "react"
    fields = required = ("use",)

    def uses(self, state: State, seat: int) -> Iterator[Use]:
        side = state.sides[seat]
        items_of = [{"card": held.id} for held in side.hand["ship"]]
        items_of += [{"skill": skill["id"]} for skill in cards.CAPTAIN[side.captain]["skills"]]
        for item in items_of:
            order = {"type": self.type, "use": [item]}
            yield Use(order, [order])

    def legal(self, state: State, seat: int) -> Iterator[Order]:
        yield {"type": self.type, "use": []}
        for item in _offered(state, seat):
            yield {"type": self.type, "use": [item]}

    def ready(self, state: State, seat: int, given: Order) -> Order:
        """An answer is refused as a whole if an item could not be legal (7.1)."""
        allowed = _offered(state, seat)
        found: list[Order] = []
        for i, item in enumerate(items(given["use"], "use")):
            path = f"use[{i}]"
            one = record(item, path, ("card", "skill", "gear", "unit", "from", "to"))
            if one not in allowed:
                raise _refused_item(state, seat, one, path)
            if one in found:
                raise refuse("already_used", path, refusals.USED_TWICE)
            found.append(dict(one))
        _check_together(state, seat, found)
        return {"use": found}

    def do(self, work: Work, seat: int, order: Order) -> None:
        windows.close(work, work.state.waiting, order["use"], interpreter.react)

    def say(self, state: State, seat: int, order: Order) -> Phrase:
        if not order["use"]:
            return phrase(labels.PASS)
        whole: Named = say_item(state, seat, order["use"][-1])
        for item in reversed(order["use"][:-1]):
            whole = phrase(labels.THEN, first=say_item(state, seat, item), more=whole)
        return phrase(labels.REACT, what=whole)

    def leads(self, state: State, seat: int, order: Order) -> Iterator[Phrase]:
        if not order["use"]:
            yield from _losses(state, seat)

    def about(self, state: State, seat: int, order: Order) -> Facts:
        if not order["use"]:
            return {}
        item = order["use"][0]
        if "skill" in item:
            return {"source": item["skill"], "card": item["skill"]}
        name = item.get("card") or item["gear"]
        return {"source": name, "card": card_of(state, seat, name), "part": item.get("unit")}


def _losses(state: State, seat: int) -> Iterator[Phrase]:
    """Own units that the blow surely destroys if nobody answers it."""
    attack = windows.attack_under(state)
    if attack is None or attack["do"] != "attack":
        return
    by, weapon = state.need(attack["by"]), weapon_of(attack)
    for one in attack["targets"]:
        unit = state.need(one["unit"])
        if unit.seat != seat or not one["landed"] or one["negated"]:
            continue
        if is_sure_end(state, by, unit, weapon, one["packet"]):
            is_ship = not unit.is_mech
            yield (
                phrase(labels.SHIP_IS_LOST) if is_ship else phrase(labels.IS_LOST, unit=unit_name(state, unit.id, seat))
            )


def _offered(state: State, seat: int) -> list[Order]:
    attack = windows.attack_under(state)
    assert attack is not None
    return windows.offers(state, state.waiting["kind"], seat, attack)


def _refused_item(state: State, seat: int, given: Order, path: str) -> OrderError:
    """Why an item cannot be used in this window; an item that is not one of the seat's raises by itself."""
    side, kind = state.sides[seat], state.waiting["kind"]
    if "card" in given:
        card = cards.SHIP_CARD[hand_card(state, seat, given["card"], f"{path}.card").card]
        kinds = card["windows"]
        if side.jammed:
            return refuse("jammed", f"{path}.card", refusals.JAMMED)
        if kind not in kinds and windows.ANY_WINDOW not in kinds:
            return refuse("wrong_window", f"{path}.card", refusals.CARD_NOT_IN_WINDOW)
        return unmet(f"{path}.card", card["needs"], windows.first_unmet(state, seat, card["needs"]))
    if "skill" in given:
        skill = captains_skill(state, seat, given["skill"], f"{path}.skill")
        need_skill(side.spent, side.gained, skill["id"], f"{path}.skill")
        if skill["window"] not in (kind, windows.ANY_WINDOW):
            return refuse("wrong_window", f"{path}.skill", refusals.SKILL_NOT_IN_WINDOW)
        if skill["id"] == "borrowed_knife":
            return refuse("bad_target", f"{path}.to", refusals.NOT_LED_THERE)
        return unmet(f"{path}.skill", skill["needs"], windows.first_unmet(state, seat, skill["needs"]))
    if "gear" in given:
        return refuse("unknown_id", f"{path}.gear", refusals.NO_SUCH_GEAR)
    return refuse("missing_field", f"{path}.card", refusals.NAME_MEANS)


def _check_together(state: State, seat: int, used: list[Order]) -> None:
    """At most one of the two shields and Nimble; after them nothing that needs a landed attack (7.1)."""
    side = state.sides[seat]
    answered = False
    skills = []
    for i, item in enumerate(used):
        held = side.held_in_hand(item.get("card", ""))
        needs_hit = held is not None and bool(cards.SHIP_CARD[held.card]["needs"].get("own_ship_is_target"))
        ends_it = needs_hit or item.get("skill") in ("nimble_hare", "borrowed_knife")
        if answered and (ends_it or "gear" in item):
            raise refuse("condition_not_met", f"use[{i}]", refusals.ANSWERED)
        if item.get("skill") in skills:
            raise refuse("already_used", f"use[{i}].skill", refusals.SKILL_USED)
        skills += [item["skill"]] if "skill" in item else []
        answered = answered or ends_it


def say_item(state: State, seat: int, item: Order) -> Named:
    """One thing that is used in a reaction window."""
    if "skill" in item:
        skill = name_of(item["skill"])
        if "from" not in item:
            return skill
        start, end = (unit_name(state, item[key], seat) for key in ("from", "to"))
        return phrase(labels.LED, skill=skill, **{"from": start, "to": end})
    if "gear" in item:
        card = name_of(card_of(state, seat, item["gear"]))
        return phrase(labels.OF, card=card, unit=unit_name(state, item["unit"], seat))
    return name_of(card_of(state, seat, item["card"]))
