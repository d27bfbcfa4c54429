"""What made a match, in numbers (`games.core.statistics`)? Damage by what did it, dice against their chances, energy by what it paid for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core.entries import Entry
from games.core.events import Event
from games.core.text import gettext_noop
from games.frames import cards
from games.frames.platform.parts import seat_of
from games.frames.state import State

OTHER_DAMAGE = gettext_noop("Other damage that the enemy took")
DICE = {
    "hit": gettext_noop("Shots that hit"),
    "evade": gettext_noop("Shots evaded"),
    "parry": gettext_noop("Shots parried"),
    "ejection": gettext_noop("Pilots who ejected"),
}
OTHER_DICE = gettext_noop("Other dice")
ENERGY = {
    "end_of_turn": gettext_noop("Energy lost at the end of a turn"),
    "steal": gettext_noop("Energy stolen by the enemy"),
    "wreck": gettext_noop("Energy lost with the warship"),
}
OTHER_ENERGY = gettext_noop("Other energy")
PAID_HP = gettext_noop("Hit points that the warship paid")


PAID = {skill["id"] for skill in cards.SHIP_SKILL.values() if any(one["op"] == "pay_ship_hp" for one in skill["do"])}
"""Skills for which a warship pays with hit points of its own, which nobody took from it."""


def statistics(before: State, events: Sequence[Event], after: State) -> Iterator[Entry]:
    """What one step adds."""
    for event in events:
        kind = event["type"]
        if kind == "damage" and event["cause"] in PAID:
            yield Entry("spent", seat_of(event["unit"]), PAID_HP, event["amount"])
        elif kind == "damage" and event["amount"] > 0:
            weapon = cards.WEAPON.get(event["cause"].split("#")[0])
            row = weapon["name"] if weapon else OTHER_DAMAGE
            yield Entry("points", 1 - seat_of(event["unit"]), row, event["amount"])
        elif kind == "roll" and event.get("total") is not None:
            expected = min(event["die"], max(0, event["total"])) / event["die"]
            yield Entry("luck", event["seat"], DICE.get(event["why"], OTHER_DICE), event["success"], expected)
        elif kind == "energy" and event["change"] < 0:
            why = event["why"]
            yield Entry("spent", event["seat"], ENERGY.get(why) or _name(why, OTHER_ENERGY), -event["change"])


def _name(key: str, other: str) -> str:
    """The name of a weapon or a card."""
    weapon = cards.WEAPON.get(key.split("#")[0])
    found = weapon or cards.SHIP_CARD.get(key) or cards.MECH_CARD.get(key)
    name: str = found["name"] if found else other
    return name
