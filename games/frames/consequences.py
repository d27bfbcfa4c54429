"""What does an order cost, and what does it lead to, as far as the seat knows? For choices and forecasts; reads only.

`state` is what the seat's view tells (`imagine.known`): what lies face down for it is not there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from games.core.text import Phrase, gettext_noop, phrase
from games.frames import cards
from games.frames.board import EVENT_AREA, ship_area
from games.frames.catalogue import CATALOGUE
from games.frames.constants import MECH_HAND
from games.frames.effects import windows
from games.frames.effects.attack import FINAL_VOLLEY, find_op, targets_of_area
from games.frames.labels import CONDITION_HELP, RAID_HOLDS_HELP, unit_name
from games.frames.odds import odds
from games.frames.plans import ANY
from games.frames.resolve.commands import gather_gain, operable, price
from games.frames.state import Record, State, Unit

Json = Any
Order = dict[str, Any]


class FaceDown(NamedTuple):
    """What lies face down on a mech for the reader."""

    gear: int
    pilots: int


Hidden = dict[str, FaceDown]
NONE_DOWN = FaceDown(0, 0)
"""Cards that lie face down, by the mech that carries them."""

WINS = gettext_noop("This wins the match by raid.")
WINS_IF_IT_HOLDS = gettext_noop(
    "This wins by raid if the mech still stands there, able to act, when your next turn begins."
)
DRAWS_EVENT = gettext_noop("An event card is drawn.")
STOPS_FRESH = gettext_noop("It may act once this turn, without extra acts.")
MAY_FAIL = gettext_noop("The enemy may answer the deployment.")
MAY_BE_VOID = gettext_noop("The enemy may answer the gathering.")
GAINS = (gettext_noop("You gain 1 energy token."), gettext_noop("You gain %(count)s energy tokens."))
DRAWS = (gettext_noop("You draw 1 card."), gettext_noop("You draw %(count)s cards."))
COMES_HOME = gettext_noop("It is repaired, its pilot is ready again, its cards go back into the pile.")
CANNON_HITS = gettext_noop("%(unit)s takes %(damage)s direct damage.")
ENDS_TURN = gettext_noop("This ends your turn.")
MECHS_ACT = (gettext_noop("1 mech acts."), gettext_noop("%(count)s mechs act, one after the other."))
SECOND = gettext_noop("If it lands, a second volley follows.")
BURNS = gettext_noop("If it deals damage, the target burns for %(damage)s damage in %(turns)s end steps.")
PUSHES = gettext_noop("Whoever is hit is pushed %(areas)s areas back.")
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
BARRIER = gettext_noop("%(unit)s can use its Reflective Barrier.")

WORDS = (
    WINS, WINS_IF_IT_HOLDS, DRAWS_EVENT, STOPS_FRESH, MAY_FAIL, MAY_BE_VOID, *GAINS, *DRAWS, COMES_HOME, CANNON_HITS, ENDS_TURN,
    *MECHS_ACT, SECOND, BURNS, PUSHES, MARKS, STEALS, REPEATS, *IN_HAND, CAPTAIN_DOWN, CAPTAIN_MAY, *FACE_DOWN, BARRIER,
)  # fmt: skip


def _counted(forms: tuple[str, str], count: int, **facts: Any) -> Phrase:
    return phrase(forms[0], **facts) if count == 1 else phrase(forms[1], count=count, **facts)


# Costs


def costs(state: State, seat: int, order: Order) -> dict[str, int]:
    """What an order costs: of `ap`, `energy`, `ammo` and `hp` those that it costs any of."""
    act = order.get("act", order)
    found = {"ap": price(state, seat, order)}
    if order["type"] == "play":
        held = state.sides[seat].held_in_hand(order["card"])
        assert held is not None
        found["energy"] = cards.SHIP_CARD[held.card]["cost"].get("energy", 0)
    if order["type"] == "ship_skill":
        effects = cards.SHIP_SKILL[order["skill"]]["do"]
        found["hp"] = sum(effect["amount"] for effect in effects if effect["op"] == "pay_ship_hp")
    if order["type"] == "captain" and order["skill"] == FINAL_VOLLEY["id"]:
        found["energy"] = state.sides[seat].energy
    if order["type"] == "fire" or act.get("do") in ("attack", "support"):
        unit = state.sides[seat].ship if order["type"] == "fire" else state.need(act["unit"])
        found |= _of_weapon(state, unit, act["weapon"])
    return {key: value for key, value in found.items() if value}


def _of_weapon(state: State, unit: Unit, weapon: str) -> dict[str, int]:
    card, arm = cards.WEAPON[weapon.split("#")[0]], unit.arm(weapon)
    energy = state.sides[unit.seat].energy
    needed = min(energy, int(card["energy"])) if state.settings.twin_laser_free else int(card["energy"])
    spent = energy if find_op(card, "spend_all_energy") else needed
    return {"energy": spent, "ammo": int(arm is not None and arm.ammo is not None)}


# Attacks


def is_aimed(order: Order) -> bool:
    """Is its target one unit, not a wish of a plan?"""
    target = order.get("act", order).get("target")
    return not isinstance(target, list) and target != ANY


def attack_of(state: State, seat: int, order: Order) -> tuple[Unit, cards.Card, list[Unit], int] | None:
    """Who attacks with what at whom, and how much energy goes into it; None: the order is no attack with one known aim."""
    act = order.get("act", order)
    if order["type"] == "captain" and order["skill"] == FINAL_VOLLEY["id"]:
        side, enemy = state.sides[seat], state.sides[1 - seat]
        effect = cards.SKILL[order["skill"]]["do"][0]
        damage = effect["damage_per_token"] * side.energy
        return side.ship, {**FINAL_VOLLEY, "shots": len(side.board_mechs()), "damage": damage}, [enemy.ship], 0
    if order["type"] != "fire" and act.get("do") != "attack":
        return None
    by = state.sides[seat].ship if order["type"] == "fire" else state.need(act["unit"])
    card = cards.WEAPON[act["weapon"].split("#")[0]]
    if "area" in act:
        targets = targets_of_area(state, seat, (act["area"][0], act["area"][1]))
    elif isinstance(act["target"], str) and state.unit(act["target"]) is not None:
        targets = [state.need(act["target"])]
    else:
        return None
    return by, card, targets, state.sides[seat].energy


def odds_of(state: State, seat: int, order: Order, hidden: Hidden) -> dict[str, Json] | None:
    """What an attack may do, target by target, and what its defender may answer; None: the order is no attack."""
    found = attack_of(state, seat, order)
    if found is None:
        return None
    by, weapon, targets, tokens = found
    volleys = [
        {**odds(state, by, target, weapon, tokens), "hidden": sum(hidden.get(target.id, NONE_DOWN))}
        for target in targets
    ]
    if order.get("second_target") is not None:
        second = state.need(order["second_target"])
        volleys.append(
            {**odds(state, by, second, weapon, tokens), "hidden": sum(hidden.get(second.id, NONE_DOWN)), "second": True}
        )
    return {
        "by": by.id,
        "weapon": weapon["id"],
        "targets": volleys,
        "answers": answers(state, 1 - seat, targets, hidden),
    }


def answers(state: State, seat: int, targets: list[Unit], hidden: Hidden) -> dict[str, Json]:
    """What the seat that is attacked may answer once a shot has landed, by what is public (7.2)."""
    record: Record = {
        "do": "attack", "dodged": False, "targets": [{"unit": one.id, "landed": 1, "negated": False} for one in targets],
    }  # fmt: skip
    # A pilot who lies face down answers nothing; a card may.
    face_down = [name for name, down in hidden.items() if down.gear]
    found = list(windows.reasons(state, "defence", seat, record, face_down))
    text = [said for reason in found for said in _of_reason(state, seat, reason, hidden)]
    return {"opens": bool(found), "text": text, "cards": len(state.sides[seat].hand["ship"])}


def _of_reason(state: State, seat: int, reason: windows.Reason, hidden: Hidden) -> Iterator[Phrase]:
    """A reason for a window in words; of cards face down the reader may have seen some."""
    if reason.kind == "ship_cards":
        yield _counted(IN_HAND, len(state.sides[seat].hand["ship"]))
    elif reason.kind == "captain_down":
        yield phrase(CAPTAIN_DOWN)
    elif reason.kind == "skill":
        yield phrase(CAPTAIN_MAY, skill=CATALOGUE[reason.name]["name"])
    elif reason.kind == "barrier":
        yield phrase(BARRIER, unit=unit_name(state, reason.name))
    else:
        seen = [cards.MECH_CARD[held.card]["use"] for held in state.need(reason.name).gear if not held.revealed]
        if "defence" in seen:
            yield phrase(BARRIER, unit=unit_name(state, reason.name))
        # A card that the reader has seen lies face down for everybody else, so that the window opens for it all the same.
        count = hidden.get(reason.name, NONE_DOWN).gear + sum(use != "defence" for use in seen)
        if count:
            yield _counted(FACE_DOWN, count, unit=unit_name(state, reason.name))


# What follows


def leads(state: State, seat: int, order: Order) -> list[Phrase]:
    """What an order leads to, sentence by sentence, besides what stands on the card that it uses."""
    follow = _FOLLOW.get(order["type"])
    said = list(follow(state, seat, order)) if follow else []
    if ends_turn(state, seat, order):
        said.append(phrase(ENDS_TURN))
    return said


def ends_turn(state: State, seat: int, order: Order) -> bool:
    """Does it use up the last action points of the turn, or end it (D8)?"""
    if state.phase != "main" or state.settings.blitz:
        return False
    return order["type"] == "end_turn" or 0 < price(state, seat, order) >= state.ap


def _act(state: State, seat: int, order: Order) -> Iterator[Phrase]:
    act = order["act"]
    if act["do"] == "attack":
        unit = state.need(act["unit"])
        yield from _of_volley(cards.WEAPON[act["weapon"].split("#")[0]])
        if cards.WEAPON[act["weapon"].split("#")[0]]["melee"]:
            for trait in CATALOGUE[unit.card].get("traits", ()):
                for effect in cards.TRAIT[trait]["do"]:
                    if effect["op"] == "repeat_volley":
                        yield phrase(REPEATS, chance=effect["chance"])
    elif act["do"] == "move":
        for place in act["path"]:
            if tuple(place) == EVENT_AREA:
                yield phrase(DRAWS_EVENT)
            if tuple(place) == ship_area(1 - seat) and "raid" in state.victory:
                yield phrase(WINS_IF_IT_HOLDS if state.settings.raid_waits else WINS)


def _fire(state: State, seat: int, order: Order) -> Iterator[Phrase]:
    yield from _of_volley(cards.WEAPON[order["weapon"]])
    if order.get("second_target") is not None:
        yield phrase(SECOND)


def _of_volley(weapon: cards.Card) -> Iterator[Phrase]:
    for effect in weapon["effects"]:
        if effect["op"] == "burn":
            yield phrase(BURNS, damage=effect["damage"], turns=effect["turns"])
        elif effect["op"] == "push_back":
            yield phrase(PUSHES, areas=effect["areas"])
        elif effect["op"] == "mark":
            yield phrase(MARKS)
        elif effect["op"] == "steal_energy":
            yield phrase(STEALS, amount=effect["amount"])


def _resupply(state: State, seat: int, order: Order) -> Iterator[Phrase]:
    side = state.sides[seat]
    wanted = 1 if order["mode"] == "ship" else MECH_HAND - len(side.hand["mech"])
    there = len(side.pile[order["mode"]])
    if state.settings.reshuffle_discard:
        there += len(side.discard[order["mode"]])
    yield _counted(DRAWS, min(wanted, there))


def _deploy(state: State, seat: int, order: Order) -> Iterator[Phrase]:
    yield phrase(STOPS_FRESH)
    if windows.opens(state, "enemy_deploy", 1 - seat, {"do": "deployed", "unit": order["mech"]}):
        yield phrase(MAY_FAIL)


def _gather(state: State, seat: int, order: Order) -> Iterator[Phrase]:
    yield _counted(GAINS, gather_gain(state, seat))
    if windows.opens(state, "enemy_gather", 1 - seat, {"do": "gather"}):
        yield phrase(MAY_BE_VOID)


def _autocannon(state: State, seat: int, order: Order) -> Iterator[Phrase]:
    damage = cards.SHIP_CARD["autocannon"]["do"][0]["damage"]
    yield phrase(CANNON_HITS, unit=unit_name(state, order["target"], seat), damage=damage)


def _operate_all(state: State, seat: int, order: Order) -> Iterator[Phrase]:
    yield _counted(MECHS_ACT, len(operable(state, seat)))


def _fleet(state: State, seat: int, order: Order) -> Iterator[Phrase]:
    for said in cards.STARTER[order["starter"]]["plays"] if order.get("starter") else ():
        yield phrase(said)


def _victory(state: State, seat: int, order: Order) -> Iterator[Phrase]:
    message = CONDITION_HELP[order["choice"]]
    if order["choice"] == "raid" and state.settings.raid_waits:
        message = RAID_HOLDS_HELP
    facts = {"round": state.settings.arms_race_round} if "%(round)s" in message else {}
    yield phrase(message, **facts)


_FOLLOW: dict[str, Callable[[State, int, Order], Iterator[Phrase]]] = {
    "act": _act,
    "operate_one": _act,
    "fire": _fire,
    "resupply": _resupply,
    "deploy": _deploy,
    "recall": lambda state, seat, order: iter([phrase(COMES_HOME)]),
    "gather": _gather,
    "autocannon": _autocannon,
    "operate_all": _operate_all,
    "fleet": _fleet,
    "victory": _victory,
}
