"""What may an attack do, and what may be answered, as far as the seat knows? For choices and forecasts; reads only.

`state` is what the seat's view tells (`imagine.known`): what lies face down for it is not there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.core.text import Phrase, phrase
from games.frames import cards, labels
from games.frames.catalogue import CATALOGUE
from games.frames.effects import windows
from games.frames.effects.attack import FINAL_VOLLEY, targets_of_area
from games.frames.labels import counted, unit_name
from games.frames.odds import odds
from games.frames.orders.kind import Order
from games.frames.orders.plan import ANY
from games.frames.state import Record, State, Unit

Json = Any


class FaceDown(NamedTuple):
    """What lies face down on a mech for the reader."""

    gear: int
    pilots: int


Hidden = dict[str, FaceDown]
NONE_DOWN = FaceDown(0, 0)
"""Cards that lie face down, by the mech that carries them."""


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

    def volley(target: Unit) -> dict[str, Json]:
        down = sum(hidden.get(target.id, NONE_DOWN))
        return {**odds(state, by, target, weapon, tokens), "hidden": down}

    volleys = [volley(target) for target in targets]
    if order.get("second_target") is not None:
        volleys.append({**volley(state.need(order["second_target"])), "second": True})
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
        yield counted(labels.IN_HAND, len(state.sides[seat].hand["ship"]))
    elif reason.kind == "captain_down":
        yield phrase(labels.CAPTAIN_DOWN)
    elif reason.kind == "skill":
        yield phrase(labels.CAPTAIN_MAY, skill=CATALOGUE[reason.name]["name"])
    elif reason.kind == "barrier":
        yield phrase(labels.BARRIER, unit=unit_name(state, reason.name))
    else:
        seen = [cards.MECH_CARD[held.card]["use"] for held in state.need(reason.name).gear if not held.revealed]
        if "defence" in seen:
            yield phrase(labels.BARRIER, unit=unit_name(state, reason.name))
        # A card that the reader has seen lies face down for everybody else, so that the window opens for it all the same.
        count = hidden.get(reason.name, NONE_DOWN).gear + sum(use != "defence" for use in seen)
        if count:
            yield counted(labels.FACE_DOWN, count, unit=unit_name(state, reason.name))
