"""How does a match begin? Chapter 4.1; options and maps are checked in `settings.py` and `maps/`."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from games.core.rng import Rng
from games.hundred_clubs.constants import UNOWNED, UNSEEN
from games.hundred_clubs.maps import Chart
from games.hundred_clubs.settings import Settings, chart_of, prepare, settle
from games.hundred_clubs.sight import facts
from games.hundred_clubs.state import ALLIED, NEUTRAL, UNDISCOVERED, State


def setup(options: dict[str, Any], seats: int, rng: Rng) -> State:
    """State 0: the auction, or round 1 if birthplaces are starts of the map. Draws these, then the last round, if the options ask for it."""
    checked = prepare(options, seats, rng)
    return begin(chart_of(checked), settle(checked), seats, rng)


def begin(chart: Chart, settings: Settings, seats: int, rng: Rng) -> State:
    """State 0 on a chart by these numbers."""
    cells = chart.width * chart.height
    birthplaces: list[int | None] = [None] * seats
    if settings.drawn:
        chosen = range(seats) if settings.in_order else rng.permutation(len(chart.starts))[:seats]
        birthplaces = [chart.starts[i][1] * chart.width + chart.starts[i][0] for i in chosen]
    jitter = rng.randrange(settings.end_jitter + 1) if settings.end_jitter else 0
    state = State(
        chart=chart, settings=settings, seats=seats, last_round=settings.rounds + jitter, phase="auction", round=0,
        bids=[None] * seats, order=None, birthplaces=birthplaces, chosen=[], owner=UNOWNED.encode() * cells, cut=0,
        saving=[settings.initial_saving] * seats, peak=[0] * seats, capital=[None] * seats,
        returning=[None] * seats if settings.capital_returns else [],
        relation=[[ALLIED if a == b else UNDISCOVERED for b in range(seats)] for a in range(seats)],
        justify=[[0] * seats for _ in range(seats)], truce=[[0] * seats for _ in range(seats)],
        stabbed=[False] * seats, out=[None] * seats,
        memory=[UNSEEN.encode() * cells for _ in range(seats)], memory_rounds=[bytes(cells) for _ in range(seats)],
        commands={}, campaigns={},
    )  # fmt: skip
    if settings.drawn:
        begin_rounds(state)
    return state


def begin_rounds(state: State) -> list[tuple[int, int]]:
    """Found the clubs on their birthplaces and begin round 1, in place (4.1 step 4). Returns the pairs that discovered each other."""
    owner = bytearray(state.owner)
    for seat in state.living():
        cell = state.birthplaces[seat]
        assert cell is not None, "a living club has a birthplace by now"
        owner[cell] = ord("0") + seat
        state.capital[seat] = cell
    state.owner = bytes(owner)
    state.facts = None
    state.peak = facts(state).income[:]
    state.phase, state.round = "rounds", 1
    return discover(state)


def discover(state: State) -> list[tuple[int, int]]:
    """Make neutral, with the truce of a meeting, every undiscovered pair of which one sees the other's land, in place (8.3). Returns the pairs."""
    known = facts(state)
    found = []
    for a, b in combinations(state.living(), 2):
        is_seen = known.sight[a] & known.own[b] or known.sight[b] & known.own[a]
        if is_seen and state.relation[a][b] == UNDISCOVERED:
            state.relation[a][b] = state.relation[b][a] = NEUTRAL
            state.truce[a][b] = state.truce[b][a] = state.settings.meeting_truce
            found.append((a, b))
    return found
