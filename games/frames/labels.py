"""What is an order called? A phrase for every order and act, as the seat that may give it would say it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.core.text import Phrase, gettext_noop, phrase
from games.core.things import named, thing
from games.frames import cards
from games.frames.catalogue import AREAS, CATALOGUE
from games.frames.state import Record, State
from games.frames.texts import AND

Order = dict[str, Any]
Named = str | Phrase

SHIPS = (gettext_noop("warship A"), gettext_noop("warship B"))
MECHS = (gettext_noop("A's %(model)s %(number)s"), gettext_noop("B's %(model)s %(number)s"))
MECH = gettext_noop("%(model)s %(number)s")
ANY_TARGET = gettext_noop("any target")
AGAIN = gettext_noop("%(weapon)s (%(number)s)")

CONDITIONS = {
    "raid": gettext_noop("raid"),
    "annihilation": gettext_noop("annihilation"),
    "arms_race": gettext_noop("arms race"),
    "lingering": gettext_noop("lingering"),
}
"""Ways to win."""
RAID_HOLDS_HELP = gettext_noop(
    "A mech wins that walks into the enemy ship area and still stands there, able to act, when its next turn begins."
)
CONDITION_HELP = {
    "raid": gettext_noop("A mech that walks into the enemy ship area wins at once."),
    "annihilation": gettext_noop("Whoever loses the warship and all mechs on the board has lost."),
    "arms_race": gettext_noop(
        "After round %(round)s the larger sum of hit points of warship and mechs on the board wins."
    ),
    "lingering": gettext_noop(
        "After round %(round)s the smaller sum of hit points of warship and mechs on the board wins."
    ),
}

PASS, TAKE = gettext_noop("Pass"), gettext_noop("Take %(card)s")
FLEET, OWN_FLEET, VICTORY = (
    gettext_noop("Fleet: %(fleet)s"),
    gettext_noop("An own fleet"),
    gettext_noop("Win by %(choice)s"),
)
FIRE = gettext_noop("Fire %(weapon)s")
FIRE_AT = gettext_noop("Fire %(weapon)s at %(target)s")
FIRE_THEN = gettext_noop("Fire %(weapon)s at %(target)s, then at %(second)s")
FIRE_AROUND = gettext_noop("Fire %(weapon)s around %(area)s")
RESUPPLY = {
    ("ship", False): gettext_noop("Draw a ship card"),
    ("ship", True): gettext_noop("Draw a ship card for free"),
    ("mech", False): gettext_noop("Draw mech cards"),
    ("mech", True): gettext_noop("Draw mech cards for free"),
}
OPERATE_ALL, OPERATE = gettext_noop("Operate all mechs"), gettext_noop("Operate: %(act)s")
OPERATE_ONE = gettext_noop("Operate %(mech)s")
DEPLOY = gettext_noop("Deploy %(mech)s")
DEPLOY_TO = gettext_noop("Deploy %(mech)s with %(pilot)s to %(area)s")
DEPLOY_WITH = gettext_noop("Deploy %(mech)s with %(pilot)s to %(area)s, carrying %(cards)s")
RECALL, GATHER = gettext_noop("Recall %(mech)s"), gettext_noop("Gather energy")
PLAY, PLAY_AT = gettext_noop("Play %(card)s"), gettext_noop("Play %(card)s at %(area)s")
PLAY_PILE = {
    "ship": gettext_noop("Play %(card)s on the ship pile"),
    "mech": gettext_noop("Play %(card)s on the mech pile"),
}
USES, USES_ON = gettext_noop("%(unit)s uses %(card)s"), gettext_noop("%(unit)s uses %(card)s on %(target)s")
CANNON, CANNON_AT = gettext_noop("Fire the cannon"), gettext_noop("Fire the cannon at %(target)s")
CAPTAIN, CAPTAIN_AT = gettext_noop("Captain: %(skill)s"), gettext_noop("Captain: %(skill)s on %(target)s")
DIVERT_ENERGY = gettext_noop("Captain: %(skill)s, %(weapon)s of %(unit)s for energy")
DIVERT = gettext_noop("Captain: %(skill)s, %(weapon)s of %(unit)s for %(filled)s of %(other)s")
SHIP_SKILL, SHIP_SKILL_FOR = gettext_noop("Ship: %(skill)s"), gettext_noop("Ship: %(skill)s for %(units)s")
END_TURN, FINISH = gettext_noop("End turn"), gettext_noop("Finish")
REACT, THEN = gettext_noop("React with %(what)s"), gettext_noop("%(first)s, then %(more)s")
LED, OF = gettext_noop("%(skill)s from %(from)s to %(to)s"), gettext_noop("%(card)s of %(unit)s")
MOVES, MOVES_BY = gettext_noop("%(unit)s moves to %(area)s"), gettext_noop("%(unit)s moves by %(first)s to %(area)s")
BOOSTED = gettext_noop("%(act)s with %(card)s")
ATTACKS = gettext_noop("%(unit)s attacks %(target)s with %(weapon)s")
SUPPORTS = gettext_noop("%(unit)s supports %(target)s with %(weapon)s")
HOLDS = gettext_noop("%(unit)s holds")

STRIKES = gettext_noop("%(weapon)s of %(by)s hits %(targets)s.")
STRUCK = (
    gettext_noop("%(unit)s with 1 shot for %(damage)s damage"),
    gettext_noop("%(unit)s with %(landed)s shots for %(damage)s damage"),
)
DEPLOYED = gettext_noop("%(unit)s is being deployed to %(area)s.")
GATHERS = (gettext_noop("A is gathering energy."), gettext_noop("B is gathering energy."))

WORDS = (
    *SHIPS, *MECHS, MECH, ANY_TARGET, AGAIN, *CONDITIONS.values(), *CONDITION_HELP.values(), RAID_HOLDS_HELP, PASS, TAKE, FLEET, OWN_FLEET, VICTORY,
    FIRE, FIRE_AT, FIRE_THEN, FIRE_AROUND, *RESUPPLY.values(), OPERATE_ALL, OPERATE, OPERATE_ONE, DEPLOY, DEPLOY_TO, DEPLOY_WITH,
    RECALL, GATHER, PLAY, PLAY_AT, *PLAY_PILE.values(), USES, USES_ON, CANNON, CANNON_AT, CAPTAIN, CAPTAIN_AT, DIVERT_ENERGY, DIVERT,
    SHIP_SKILL, SHIP_SKILL_FOR, END_TURN, FINISH, REACT, THEN, LED, OF, MOVES, MOVES_BY, BOOSTED, ATTACKS, SUPPORTS, HOLDS,
    STRIKES, *STRUCK, DEPLOYED, *GATHERS,
)  # fmt: skip


def listed(names: Sequence[Named]) -> Named:
    """Several names as one."""
    whole = names[-1]
    for one in reversed(names[:-1]):
        whole = phrase(AND, first=one, more=whole)
    return whole


def name_of(card_id: str) -> str:
    """Name of a card or a skill."""
    name: str = CATALOGUE[card_id]["name"]
    return name


def weapon_name(weapon: str) -> Named:
    """A weapon by its id, the giant's second of a kind with its number."""
    name, _, number = weapon.partition("#")
    said = name_of(name)
    return phrase(AGAIN, weapon=said, number=int(number)) if number else said


def unit_name(state: State, unit_id: str, seat: int | None = None) -> Named:
    """A unit as a seat names it: an own mech by model and number, an enemy's with its colour. `seat` None: both with theirs."""
    if unit_id == "any":
        return ANY_TARGET
    unit = state.need(unit_id)
    if unit_id.startswith("s"):
        return SHIPS[unit.seat]
    message = MECH if unit.seat == seat else MECHS[unit.seat]
    number = int(unit_id.split("_")[1]) + 1
    return phrase(message, model=cards.MECH[unit.card]["short"], number=thing("mechs", unit_id, number))


def area_name(area: Sequence[int]) -> str:
    """What an area is called."""
    return AREAS[area[0], area[1]]


def held_name(state: State, seat: int, card_id: str) -> str:
    """Name of an own card, by its number."""
    side = state.sides[seat]
    held = side.held_in_hand(card_id)
    if held is None:
        held = next(one for mech in side.mechs for one in mech.gear if one.id == card_id)
    return name_of(held.card)


def say_act(state: State, seat: int, act: Order) -> Phrase:
    """An act of a mech."""
    unit, kind = unit_name(state, act["unit"], seat), act["do"]
    if kind == "move":
        *by, end = [area_name(place) for place in act["path"]]
        said = phrase(MOVES_BY, unit=unit, first=by[0], area=end) if by else phrase(MOVES, unit=unit, area=end)
        boost = act.get("boost")
        return said if boost is None else phrase(BOOSTED, act=said, card=held_name(state, seat, boost))
    if kind == "hold":
        return phrase(HOLDS, unit=unit)
    target = _target(state, seat, act["target"]) if act.get("target") is not None else None
    if kind == "gear":
        card = held_name(state, seat, act["card"])
        return (
            phrase(USES, unit=unit, card=card)
            if target is None
            else phrase(USES_ON, unit=unit, card=card, target=target)
        )
    message = ATTACKS if kind == "attack" else SUPPORTS
    return phrase(message, unit=unit, target=target, weapon=weapon_name(act["weapon"]))


def _target(state: State, seat: int, target: Any) -> Named:
    """One unit, `any`, or a list of them in the order of a wish."""
    if isinstance(target, list):
        return listed([unit_name(state, one, seat) for one in target])
    return unit_name(state, target, seat)


def say_item(state: State, seat: int, item: Order) -> Named:
    """One thing that is used in a reaction window."""
    if "skill" in item:
        skill = name_of(item["skill"])
        if "from" not in item:
            return skill
        start, end = (unit_name(state, item[key], seat) for key in ("from", "to"))
        return phrase(LED, skill=skill, **{"from": start, "to": end})
    if "gear" in item:
        return phrase(OF, card=held_name(state, seat, item["gear"]), unit=unit_name(state, item["unit"], seat))
    return held_name(state, seat, item["card"])


def say_order(state: State, seat: int, order: Order) -> Phrase:
    """A legal order in a few words, for the seat that may give it."""
    return _SAY[order["type"]](state, seat, order)


def _fleet(state: State, seat: int, order: Order) -> Phrase:
    starter = order.get("starter")
    return phrase(OWN_FLEET) if starter is None else phrase(FLEET, fleet=name_of(starter))


def _fire(state: State, seat: int, order: Order) -> Phrase:
    weapon = weapon_name(order["weapon"])
    if "area" in order:
        return phrase(FIRE_AROUND, weapon=weapon, area=area_name(order["area"]))
    target = _target(state, seat, order["target"])
    if order.get("second_target") is None:
        return phrase(FIRE_AT, weapon=weapon, target=target)
    return phrase(FIRE_THEN, weapon=weapon, target=target, second=unit_name(state, order["second_target"], seat))


def _deploy(state: State, seat: int, order: Order) -> Phrase:
    facts = {
        "mech": unit_name(state, order["mech"], seat), "pilot": name_of(order["pilot"]), "area": area_name(order["at"]),
    }  # fmt: skip
    if not order.get("gear"):
        return phrase(DEPLOY_TO, **facts)
    return phrase(DEPLOY_WITH, **facts, cards=listed([held_name(state, seat, name) for name in order["gear"]]))


def _play(state: State, seat: int, order: Order) -> Phrase:
    card = held_name(state, seat, order["card"])
    if "area" in order:
        return phrase(PLAY_AT, card=card, area=area_name(order["area"]))
    return phrase(PLAY_PILE[order["pile"]] if "pile" in order else PLAY, card=card)


def _use_gear(state: State, seat: int, order: Order) -> Phrase:
    facts = {"unit": unit_name(state, order["unit"], seat), "card": held_name(state, seat, order["card"])}
    return phrase(USES_ON, **facts, target=weapon_name(order["weapon"])) if "weapon" in order else phrase(USES, **facts)


def _captain(state: State, seat: int, order: Order) -> Phrase:
    skill = name_of(order["skill"])
    if "target" in order:
        return phrase(CAPTAIN_AT, skill=skill, target=unit_name(state, order["target"], seat))
    if "from" not in order:
        return phrase(CAPTAIN, skill=skill)
    start, end = order["from"], order["to"]
    facts = {
        "skill": skill, "weapon": weapon_name(start["weapon"]), "unit": unit_name(state, start["unit"], seat),
    }  # fmt: skip
    if end == "energy":
        return phrase(DIVERT_ENERGY, **facts)
    return phrase(DIVERT, **facts, filled=weapon_name(end["weapon"]), other=unit_name(state, end["unit"], seat))


def _ship_skill(state: State, seat: int, order: Order) -> Phrase:
    skill = name_of(order["skill"])
    if "units" not in order:
        return phrase(SHIP_SKILL, skill=skill)
    units = listed([unit_name(state, name, seat) for name in order["units"]])
    return phrase(SHIP_SKILL_FOR, skill=skill, units=units)


def _react(state: State, seat: int, order: Order) -> Phrase:
    if not order["use"]:
        return phrase(PASS)
    whole: Named = say_item(state, seat, order["use"][-1])
    for item in reversed(order["use"][:-1]):
        whole = phrase(THEN, first=say_item(state, seat, item), more=whole)
    return phrase(REACT, what=whole)


_SAY: dict[str, Callable[[State, int, Order], Phrase]] = {
    "fleet": _fleet,
    "victory": lambda state, seat, order: phrase(VICTORY, choice=CONDITIONS[order["choice"]]),
    "fire": _fire,
    "resupply": lambda state, seat, order: phrase(RESUPPLY[order["mode"], order["free"]]),
    "operate_all": lambda state, seat, order: phrase(OPERATE_ALL),
    "operate_one": lambda state, seat, order: phrase(OPERATE, act=say_act(state, seat, order["act"])),
    "deploy": _deploy,
    "recall": lambda state, seat, order: phrase(RECALL, mech=unit_name(state, order["mech"], seat)),
    "gather": lambda state, seat, order: phrase(GATHER),
    "play": _play,
    "use_gear": _use_gear,
    "autocannon": lambda state, seat, order: phrase(CANNON_AT, target=unit_name(state, order["target"], seat)),
    "captain": _captain,
    "ship_skill": _ship_skill,
    "end_turn": lambda state, seat, order: phrase(END_TURN),
    "act": lambda state, seat, order: say_act(state, seat, order["act"]),
    "finish": lambda state, seat, order: phrase(FINISH),
    "choose": lambda state, seat, order: phrase(TAKE, card=name_of(state.waiting["cards"][order["index"]])),
    "react": _react,
}


def say_window(state: State, record: Record) -> Phrase:
    """What a reaction window is about, in one sentence for everybody. It is part of the view, whose readers have the names at hand."""
    found: Phrase = named(_said_window(state, record), {})
    return found


def _said_window(state: State, record: Record) -> Phrase:
    if record["do"] == "gather":
        return phrase(GATHERS[record["seat"]])
    if record["do"] == "deployed":
        unit = state.need(record["unit"])
        assert unit.at is not None
        return phrase(DEPLOYED, unit=unit_name(state, unit.id), area=area_name(unit.at))
    struck = []
    for one in record["targets"]:
        unit_said, landed = unit_name(state, one["unit"]), one["landed"]
        if landed == 1:
            struck.append(phrase(STRUCK[0], unit=unit_said, damage=one["packet"]))
        elif landed:
            struck.append(phrase(STRUCK[1], unit=unit_said, landed=landed, damage=one["packet"]))
    weapon, by = weapon_name(record["weapon"]), unit_name(state, record["by"])
    return phrase(STRIKES, weapon=weapon, by=by, targets=listed(struck))
