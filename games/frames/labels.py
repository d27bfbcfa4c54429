"""Which words are there for orders, and what are units, cards and areas called in them?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.core.text import Phrase, gettext_noop, phrase
from games.core.things import named, thing
from games.frames import cards
from games.frames.catalogue import AREAS, CATALOGUE
from games.frames.state import Record, State
from games.frames.texts import AND

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

WINS = gettext_noop("This wins the match by raid.")
WINS_IF_IT_HOLDS = gettext_noop(
    "This wins by raid if the mech still stands there, able to act, when your next turn begins."
)
DRAWS_EVENT = gettext_noop("An event card is drawn.")
STOPS_FRESH = gettext_noop("It may act once this turn, without extra acts.")
TURNS_UP_PILOT = gettext_noop("The pilot is turned up: nobody else comes out there.")
MAY_FAIL = gettext_noop("The enemy may answer the deployment.")
MAY_BE_VOID = gettext_noop("The enemy may answer the gathering.")
GAINS = (gettext_noop("You gain 1 energy token."), gettext_noop("You gain %(count)s energy tokens."))
DRAWS = (gettext_noop("You draw 1 card."), gettext_noop("You draw %(count)s cards."))
COMES_HOME = gettext_noop("It is repaired, its pilot is ready again, its cards go back into the pile.")
CANNON_HITS = gettext_noop("%(unit)s takes %(damage)s direct damage.")
ENDS_TURN = gettext_noop("This ends your turn.")
LOSES_FREE_DRAW = gettext_noop("This ends your turn: your free draw would be lost.")
EXTRA_MOVE = gettext_noop("A second move, free: %(trait)s gives it at the end of a turn without an attack.")
EXTRA_ACT = gettext_noop("One more act, for %(damage)s hit points of the mech: %(card)s.")
MECHS_ACT = (gettext_noop("1 mech acts."), gettext_noop("%(count)s mechs act, one after the other."))
SECOND = gettext_noop("If it lands, a second volley follows.")
BURNS = gettext_noop("If it deals damage, the target burns for %(damage)s damage in %(turns)s end steps.")
PUSHES = (
    gettext_noop("Whoever is hit is pushed 1 area back."),
    gettext_noop("Whoever is hit is pushed %(count)s areas back."),
)
MARKS = gettext_noop("Each landed shot leaves a tracer mark.")
STEALS = gettext_noop("If it lands on a warship with energy, you take %(amount)s token.")
REPEATS = gettext_noop("%(chance)s % to strike once more after it landed.")
IN_HAND = (
    gettext_noop("The enemy holds 1 ship card: a shield or repairs are possible."),
    gettext_noop("The enemy holds %(count)s ship cards: a shield or repairs are possible."),
)
CAPTAIN_DOWN = gettext_noop("The enemy captain is face down and may have an answer.")
CAPTAIN_MAY = gettext_noop("The enemy captain may answer with %(skill)s.")
FACE_DOWN = (
    gettext_noop("%(unit)s carries 1 card face down."),
    gettext_noop("%(unit)s carries %(count)s cards face down."),
)
SHIP_IS_LOST, IS_LOST = gettext_noop("Your warship is lost."), gettext_noop("%(unit)s is lost.")
BARRIER = gettext_noop("%(unit)s can use its Reflective Barrier.")

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
    WINS, WINS_IF_IT_HOLDS, DRAWS_EVENT, STOPS_FRESH, TURNS_UP_PILOT, MAY_FAIL, MAY_BE_VOID, *GAINS, *DRAWS, COMES_HOME, CANNON_HITS, ENDS_TURN,
    LOSES_FREE_DRAW, *MECHS_ACT, SECOND, BURNS, *PUSHES, MARKS, STEALS, REPEATS, *IN_HAND, CAPTAIN_DOWN, CAPTAIN_MAY, *FACE_DOWN, BARRIER,
    SHIP_IS_LOST, IS_LOST, EXTRA_MOVE, EXTRA_ACT,
)  # fmt: skip


def counted(forms: tuple[str, str], count: int, **facts: Any) -> Phrase:
    """One of something, or several."""
    return phrase(forms[0], **facts) if count == 1 else phrase(forms[1], count=count, **facts)


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


def card_of(state: State, seat: int, card_id: str) -> str:
    """Which card an own card of this number is."""
    side = state.sides[seat]
    held = side.held_in_hand(card_id)
    return held.card if held else next(one.card for mech in side.mechs for one in mech.gear if one.id == card_id)


def target_name(state: State, seat: int, target: Any) -> Named:
    """One unit, `any`, or a list of them in the order of a wish."""
    if isinstance(target, list):
        return listed([unit_name(state, one, seat) for one in target])
    return unit_name(state, target, seat)


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
