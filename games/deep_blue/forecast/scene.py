"""Out of which round do the answers of the forecast come? The position that a view shows, before and after the engine's own stages."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from games.deep_blue.believed import position
from games.deep_blue.calm import calm_round
from games.deep_blue.known import Known
from games.deep_blue.resolve.rounds import ACTS
from games.deep_blue.standing.derive import Completed
from games.deep_blue.state import Element

Json = Any


class Scene:
    """A round of which the enemy does nothing and in which no throw of the dice hits."""

    def __init__(self, known: Known, completed: Completed) -> None:
        self.known, self.seat = known, known.seat
        self.completed, self.orders = completed, completed.orders
        state = position(known)
        self.rounds_after = state.settings.round_limit - state.round
        """How many rounds of the match come after this one."""
        self.struck = state.struck
        """Health that own elements lost to the enemy in the round before."""
        self.before = calm_round(state, known.seat, {})
        """Nothing done yet; what is asked about strikes is asked here. Change nothing in it."""
        self.after = calm_round(state, known.seat, self.orders)
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
