"""Out of which round do the answers of the forecast come? The position that a view shows, before and after the engine's own stages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import MutableSequence
from typing import Any

from games.core.rng import SeededRng, T
from games.deep_blue.believed import believed
from games.deep_blue.constants import LAYERS, SEATS
from games.deep_blue.known import Known
from games.deep_blue.resolve import ACTS
from games.deep_blue.resolve.work import Work
from games.deep_blue.settings import settle
from games.deep_blue.sight import Sight
from games.deep_blue.state import Element, State

Json = Any


class Calm(SeededRng):
    """Every strike that can be dodged is dodged, every lot falls the same way."""

    def randrange(self, stop: int) -> int:
        return stop - 1

    def shuffle(self, items: MutableSequence[T]) -> None:
        return None


class Scene:
    """A round of which the enemy does nothing and in which no throw of the dice hits."""

    def __init__(self, known: Known, orders: Json) -> None:
        self.known, self.seat, self.orders = known, known.seat, orders
        state = position(known)
        self.before = Work(state, {}, Calm(""))
        """Nothing done yet; what is asked about strikes is asked here. Change nothing in it."""
        self.after = Work(state, {known.seat: orders}, Calm(""))
        """When production, attacks, movement and services are over."""
        for act in ACTS:
            act(self.after)
        self.after.state.seen = None
        self.notes: dict[str, list[Json]] = defaultdict(list)
        """Events of the round by type, in full."""
        for note in self.after.notes:
            self.notes[note.body["type"]].append(note.body)

    def own(self) -> list[Element]:
        """The seat's elements before the round, by id."""
        return list(self.before.state.own(self.seat))

    def later(self, one: Element) -> Element | None:
        """The same element after the round; None if it is gone."""
        return self.after.state.elements.get(one.id)

    def given(self, number: int) -> Json:
        """The orders of an element in this round; empty if there are none."""
        return self.orders.get("units", {}).get(str(number), {})


def position(known: Known) -> State:
    """What the view shows, with the seat's own sight as it is and the enemy's islands armed: who asks should expect the worst."""
    view = known.view
    state = believed(view, known.chart, settle({**view["options"], "map": None}, known.chart))
    for one in state.elements.values():
        if one.kind == "island" and one.seat == 1 - known.seat:
            one.ammo = one.ammo_max
    blind = [0 for _ in LAYERS]
    state.seen = Sight(known.board, [known.vision if seat == known.seat else blind for seat in range(SEATS)])
    return state
