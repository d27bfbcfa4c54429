"""Which position could a seat be in that sees this view? What it knows as it is, the rest by the plainest guess; for trying things out.

Whatever is out of sight is as it was last seen. A club whose area is told has that area: it goes on from where its land is known,
out of sight, or has lost what was seen the longest time ago. A club of which nobody tells has as much land as the seat itself.
Clubs that nobody has heard of each other from have not met, savings are as large as the own one, and a truce has just begun.
"""

from __future__ import annotations

from typing import Any

from games.core.bits import members
from games.core.rng import Rng
from games.hundred_clubs import constants, maps
from games.hundred_clubs.board import Bits
from games.hundred_clubs.settings import settle
from games.hundred_clubs.setup import discover
from games.hundred_clubs.sight import facts, water
from games.hundred_clubs.state import ALLIED, AT_WAR, NEUTRAL, UNDISCOVERED, State, Table

Json = Any


def imagine(options: dict[str, Json], view: Json, rng: Rng) -> State:
    """A position with orders due that `view`, a seat's own, does not rule out; `options` are the table's."""
    chart, settings = maps.chart_of(view["map"]), settle(options)
    seats, you, me = view["clubs"], view["you"], view["me"]
    cells = chart.width * chart.height
    lines = {line["seat"]: line for line in view["players"]}
    relation, truce = _relations(lines, seats, you, max(settings.truce_rounds, settings.meeting_truce))
    spare = max(0, settings.rounds + settings.end_jitter - max(settings.rounds, view["round"]))
    state = State(
        chart=chart, settings=settings, seats=seats,
        last_round=max(settings.rounds, view["round"]) + rng.randrange(spare + 1),
        phase=view["phase"], round=view["round"],
        bids=[None] * seats, order=None, birthplaces=[None] * seats, chosen=[],
        owner=_as_known(view), cut=0,
        saving=[me["saving"]] * seats, peak=[0] * seats, capital=[None] * seats,
        returning=[None] * seats if settings.capital_returns else [],
        relation=relation, justify=[[0] * seats for _ in range(seats)], truce=truce,
        stabbed=[False] * seats, out=[lines[seat].get("eliminated_in") if seat != you else None for seat in range(seats)],
        memory=[constants.UNSEEN.encode() * cells for _ in range(seats)],
        memory_rounds=[bytes(cells) for _ in range(seats)],
        commands={}, campaigns={}, result=view["outcome"],
    )  # fmt: skip
    board = state.board
    if not me["alive"]:
        state.out[you] = max(0, state.round - 1)
    if view["auction"] is not None:
        _hold_auction(state, view)
    _remember(state, view)
    if state.round > 0:
        _settle_land(state, view, lines)
    state.cut = sum(1 << (board.cell(place) or 0) for place in view["cut_off"])
    state.capital[you] = None if me["capital"] is None else board.cell(me["capital"])
    if settings.capital_returns and me["capital_returns_to"] is not None:
        state.returning[you] = board.cell(me["capital_returns_to"])
    state.stabbed[you] = me["backstab_used"]
    for other, count in me["justify"].items():
        state.justify[you][int(other)] = count
    for seat, line in lines.items():
        _fill_club(state, seat, line, you)
    state.facts = None
    state.peak = [max(income, me["peak"] if seat == you else 0) for seat, income in enumerate(facts(state).income)]
    if state.round > 0:
        for a, b in discover(state):
            # A truce of theirs would have been told.
            state.truce[a][b] = state.truce[b][a] = 0
    return state


def _relations(lines: dict[int, Json], seats: int, you: int, truce_rounds: int) -> tuple[Table, Table]:
    """What clubs are to each other, as they are to the seat and as its allies and neutral clubs tell."""
    relation = [[ALLIED if a == b else UNDISCOVERED for b in range(seats)] for a in range(seats)]
    truce = [[0] * seats for _ in range(seats)]

    def relate(a: int, b: int, new: int) -> None:
        relation[a][b] = relation[b][a] = new

    for seat, line in lines.items():
        relate(you, seat, constants.RELATIONS.index(line["relation"]))
        truce[you][seat] = truce[seat][you] = line.get("truce", 0)
        for other, word in line.get("relations", {}).items():
            if int(other) != you:
                relate(seat, int(other), constants.RELATIONS.index(word))
    for seat, line in lines.items():
        for other in line.get("at_war_with", ()):
            relate(seat, other, AT_WAR)
        for other in line.get("in_truce_with", ()):
            if other != you:
                relate(seat, other, NEUTRAL)
                truce[seat][other] = truce[other][seat] = max(1, truce_rounds)
    return relation, truce


def _hold_auction(state: State, view: Json) -> None:
    """Round 0: the own bid is known, the others have bid the same; who has chosen what follows from the order (4.1)."""
    auction, board = view["auction"], state.board
    if auction["order"] is None:
        state.bids[view["you"]] = auction["my_bid"]
        return
    state.order = auction["order"][:]
    state.bids = [auction["my_bid"] if seat in auction["order"] else None for seat in range(state.seats)]
    state.chosen = [board.cell(place) or 0 for place in auction["chosen"]]
    next_ = auction["next"]
    before = state.order[: state.order.index(next_)] if next_ in state.order else state.order
    # Who has left may have gone before it was their turn.
    choosers = sorted(before, key=lambda seat: state.out[seat] is not None)[: len(state.chosen)]
    for seat, cell in zip([seat for seat in before if seat in choosers], state.chosen, strict=True):
        state.birthplaces[seat] = cell


def _remember(state: State, view: Json) -> None:
    you, memory = view["you"], view["memory"]
    state.memory[you] = "".join(memory["owners"]).encode()
    state.memory_rounds[you] = bytes(number for row in memory["rounds"] for number in row)


def _as_known(view: Json) -> bytes:
    """Owners as seen, as remembered, nobody. Own land and that of allies is in sight, and whoever is out has none."""
    friends = constants.RELATIONS[ALLIED]
    lost = {line["seat"] for line in view["players"] if "eliminated_in" in line or line["relation"] == friends}
    nobodys = {constants.UNSEEN, *map(str, {*lost, view["you"]})}
    if view["round"] == 0:
        return constants.UNOWNED.encode() * len("".join(view["owners"]))
    seen, remembered = "".join(view["owners"]), "".join(view["memory"]["owners"])
    old = (constants.UNOWNED if letter in nobodys else letter for letter in remembered)
    return "".join(b if a == constants.UNSEEN else a for a, b in zip(seen, old, strict=True)).encode()


# Land


def _settle_land(state: State, view: Json, lines: dict[int, Json]) -> None:
    """Give every other living club the land that it is known to have, then to those of which no area is told some."""
    land = _Land(state, view)
    living = [seat for seat in lines if state.out[seat] is None]
    told = [seat for seat in living if "area" in lines[seat]]
    untold = [seat for seat in living if seat not in told]
    for seat in told:
        land.shrink(seat, lines[seat]["area"])
    for seat in told:
        land.grow(seat, lines[seat]["area"], untouchable=told)
    # A cell for each comes before more for anybody.
    for seat in untold:
        land.grow(seat, 1, untouchable=[*told, *(other for other in untold if land.own(other).bit_count() < 2)])
    for seat in untold:
        land.grow(seat, view["me"]["area"], untouchable=living)
    state.owner = bytes(land.owner)


class _Land:
    """Who owns what, while it is being guessed. Only cells out of sight change hands."""

    def __init__(self, state: State, view: Json) -> None:
        self.state, self.board = state, state.board
        self.owner = bytearray(state.owner)
        self.rounds = state.memory_rounds[view["you"]]
        seen = "".join(view["owners"])
        self.hidden: Bits = sum(1 << cell for cell, letter in enumerate(seen) if letter == constants.UNSEEN)

    def cells(self, letters: list[int]) -> Bits:
        """Cells of these owners."""
        wanted = bytes(letters)
        return sum(1 << cell for cell, letter in enumerate(self.owner) if letter in wanted)

    def own(self, seat: int) -> Bits:
        """Cells of that club."""
        return self.cells([_letter(seat)])

    def shrink(self, seat: int, area: int) -> None:
        """Take away what is too much, the oldest memory first."""
        own = self.own(seat)
        remembered = sorted(members(own & self.hidden), key=lambda cell: (self.rounds[cell], cell))
        for cell in remembered[: max(0, own.bit_count() - area)]:
            self.owner[cell] = ord(constants.UNOWNED)

    def grow(self, seat: int, area: int, *, untouchable: list[int]) -> None:
        """Add land out of sight that nobody is known to have, what is near first; if there is none, that of whoever may lose it."""
        free = self.hidden & self.cells([ord(constants.UNOWNED)]) & ~water(self.state)
        losing = [_letter(other) for other in range(self.state.seats) if other not in untouchable]
        ready = free | self.hidden & self.cells(losing)
        never = sum(1 << cell for cell in members(free) if not self.rounds[cell])
        own = self.own(seat)
        for allowed in (never, free, ready):
            own = self._spread(own, allowed, area)
        for cell in members(own):
            self.owner[cell] = _letter(seat)

    def _spread(self, own: Bits, allowed: Bits, area: int) -> Bits:
        """Land grown step by step into what is allowed; where it cannot go on it begins anew at the best place."""
        while own.bit_count() < area and allowed & ~own:
            edge = self.board.neighbours(own) & allowed & ~own
            cells = members(edge) or [self._best(allowed & ~own)]
            own |= sum(1 << cell for cell in cells[: area - own.bit_count()])
        return own

    def _best(self, cells: Bits) -> int:
        """Where a club is born that may be born on these cells: on a start of the map, else where most people are."""
        chart, width = self.state.chart, self.board.width
        starts = {y * width + x for x, y in chart.starts}
        around = chart.around.ravel()
        return max(members(cells), key=lambda cell: (cell in starts, int(around[cell]), -cell))


def _letter(seat: int) -> int:
    return ord("0") + seat


# Clubs


def _fill_club(state: State, seat: int, line: Json, you: int) -> None:
    """Saving and capital of another club: as its allies know them, else a capital where most people are in its land."""
    if state.out[seat] is not None:
        state.saving[seat] = 0
        return
    state.saving[seat] = line.get("saving", state.saving[seat])
    if "capital" in line:
        state.capital[seat] = None if line["capital"] is None else state.board.cell(line["capital"])
    elif state.round > 0:
        around = state.chart.around.ravel()
        state.capital[seat] = max(
            _seats_of_power(state, seat, you), key=lambda cell: (int(around[cell]), -cell), default=None
        )


def _seats_of_power(state: State, seat: int, you: int) -> list[int]:
    """Cells on which its capital may stand: its land, or if it has none that of an ally, who becomes one if need be (9)."""
    own = [cell for cell, letter in enumerate(state.owner) if letter == _letter(seat)]
    if own:
        return own
    hosts = [other for other in state.living() if other not in (seat, you) and _may_be_allied(state, seat, other, you)]
    # Who is an ally already comes first.
    for host in sorted(hosts, key=lambda other: state.relation[seat][other] != ALLIED):
        cells = [cell for cell, letter in enumerate(state.owner) if letter == _letter(host)]
        if cells:
            state.relation[seat][host] = state.relation[host][seat] = ALLIED
            return cells
    return []


def _may_be_allied(state: State, seat: int, other: int, you: int) -> bool:
    """Is it not told that they are something else?"""
    relation = state.relation[seat][other]
    is_told = ALLIED in (state.relation[you][seat], state.relation[you][other])
    return relation == ALLIED or (relation in (UNDISCOVERED, NEUTRAL) and not is_told and not state.truce[seat][other])
