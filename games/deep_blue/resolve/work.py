"""What do the stages of a round share? The state being changed, who stands where, and what is to be told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.core.events import Event
from games.core.rng import Rng
from games.deep_blue.constants import LAYERS, SEATS, SURFACE
from games.deep_blue.formations import Planes
from games.deep_blue.resolve.news import Note, address
from games.deep_blue.sight import Sight
from games.deep_blue.state import Element, Known, State, count

Json = Any


class Work:
    """One round in the making. Stages change it in place."""

    def __init__(self, state: State, orders: Mapping[int, Json], rng: Rng) -> None:
        self.before = state.sight()
        self.state = state.copy()
        self.state.struck = {}
        self.chart, self.board, self.settings = state.chart, state.chart.board, state.settings
        self.rng = rng
        self.luck = [rng.substream(str(seat)) for seat in range(SEATS)]
        """Per seat what its lots and dice are drawn from where no unit of the other takes part (3)."""
        self.orders = [orders.get(seat) or {} for seat in (0, 1)]
        self.notes: list[Note] = []
        self.aimed: Sight = self.before
        """Sight after the attack phase."""
        self.is_quiet = True
        """Has nothing been lost, collected or launched (18.2)?"""
        self.units_at: list[dict[int, Element]] = [{} for _ in LAYERS]
        self.building_at: dict[int, Element] = {}
        self.buildings = [one for one in self.state.elements.values() if not one.is_unit]
        self.formations: list[list[Element]] = [[], []]
        for one in self.state.elements.values():
            if one.is_unit:
                self.units_at[one.level][self.board.cell(one.x, one.y)] = one
                if one.planes is not None and one.seat is not None:
                    self.formations[one.seat].append(one)
            else:
                for cell in self.board.cells_of(one.rect):
                    self.building_at[cell] = one
        self.fallen: dict[int, tuple[int, str]] = {}
        """Elements brought to health 0 and not yet buried: whose doing, and how."""
        self.sent: set[int] = set()
        """Units that were given a destination in this round."""
        self.first_planes: dict[int, Planes] = {
            one.id: one.planes for side in self.formations for one in side if one.planes is not None
        }

    def luck_of(self, seats: Iterable[int | None]) -> Rng:
        """What is drawn from for lots among units of these seats: that of the seat if there is one, else the common one."""
        alone = {seat for seat in seats if seat is not None}
        return self.luck[alone.pop()] if len(alone) == 1 else self.rng

    # Who is where.

    def element_at(self, level: int, cell: int) -> Element | None:
        """What stands there, dead or alive: a unit, or on the surface a building."""
        found = self.units_at[level].get(cell)
        return self.building_at.get(cell) if found is None and level == SURFACE else found

    def living_at(self, level: int, cell: int) -> Element | None:
        """A living unit, a base or island that stands, or a resource."""
        found = self.element_at(level, cell)
        return found if found is not None and (found.health > 0 or found.is_resource) else None

    def neighbours(self, level: int, x: int, y: int) -> list[Element]:
        """Living elements with a cell at planar distance 1, each once, by id."""
        found = {}
        for at in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if self.board.has(*at):
                one = self.element_at(level, self.board.cell(*at))
                if one is not None and one.health > 0:
                    found[one.id] = one
        return [found[key] for key in sorted(found)]

    # Losses.

    def hurt(self, target: Element, amount: int, doer: Element, cause: str) -> int:
        """Take health off an element by the doing of another; returns what it lost. Scores (9)."""
        seat = doer.seat
        assert seat is not None
        # 5.1: no seat brings its own island to 0.
        most = target.health - 1 if target.kind == "island" and target.seat == seat else target.health
        loss = min(amount, most)
        if loss <= 0:
            return 0
        target.lose(loss)
        self.is_quiet = False
        if target.seat is not None and target.seat != seat:
            self.state.tallies[seat].damage += loss
            self.state.struck[target.id] = self.state.struck.get(target.id, 0) + loss
            count(self.state.books[seat].damage, doer.kind, loss)
        if target.health == 0:
            self.fallen[target.id] = (seat, cause)
        return loss

    def bury(self, phase: str) -> None:
        """Remove units at health 0, hand over islands, report bases; ascending id."""
        for key in sorted(self.fallen):
            seat, cause = self.fallen[key]
            one = self.state.elements[key]
            if one.kind == "island":
                self._capture(one, seat, phase)
                continue
            if one.is_unit:
                self.remove(one)
            self.tell(
                phase, "destroyed", {one.seat, seat}, [(one.level, one)],
                id=key, kind=one.kind, seat=one.seat, pos=[one.x, one.y, one.level], cause=cause,
            )  # fmt: skip
        self.fallen.clear()

    def remove(self, one: Element) -> None:
        """Take a unit off the map."""
        if one.seat is not None:
            count(self.state.books[one.seat].lost, one.kind)
        del self.state.elements[one.id]
        del self.units_at[one.level][self.board.cell(one.x, one.y)]
        if one.planes is not None and one.seat is not None:
            self.formations[one.seat].remove(one)
        one.health = 0

    def _capture(self, island: Element, seat: int, phase: str) -> None:
        former, island.seat, island.health = island.seat, seat, island.health_max
        island.standing = None
        self.state.struck.pop(island.id, None)
        self.state.books[seat].captured += 1
        for known in self.state.known:
            # Both are told, so both know, whether they see the island or not.
            known[island.id] = Known(seat, island.health, 0, 0, self.state.round)
        self.tell(phase, "captured", {0, 1}, (), id=island.id, seat=seat, from_seat=former)

    # News.

    def tell(self, phase: str, kind: str, full: set[int | None], watched: Any, /, **body: Json) -> Note:
        """Note an event: who hears it in full anyway, and what others must see to hear it.

        `watched` lists (layer, element) or (layer, cell number).
        """
        cells = tuple(
            (level, self.board.cell(at.x, at.y) if at.is_unit else at.rect) if isinstance(at, Element) else (level, at)
            for level, at in watched
        )
        note = Note({"phase": phase, "type": kind, **body}, {seat for seat in full if seat is not None}, cells)
        self.notes.append(note)
        return note

    def addressed(self) -> list[Event]:
        """All events of the round with their addressees; call it when the round is over."""
        end = self.state.sight()
        moved = self.aimed.joined(end)
        return address(self.notes, self.board, self.before.joined(moved), moved, self.state)
