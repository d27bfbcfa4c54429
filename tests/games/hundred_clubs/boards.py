"""Small positions for tests: drawn maps with exactly the owners, capitals and relations asked for, and random matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.core.bits import members
from games.core.events import Event, filter_for
from games.core.rng import Rng, SeededRng
from games.hundred_clubs import GAME
from games.hundred_clubs.constants import COMMANDS, RELATIONS
from games.hundred_clubs.maps import draw
from games.hundred_clubs.settings import settle
from games.hundred_clubs.setup import begin
from games.hundred_clubs.sight import facts
from games.hundred_clubs.state import UNDISCOVERED, State

Place = Sequence[int]
Pairs = Mapping[tuple[int, int], Any]


def chart_document(rows: Sequence[str], **special: Any) -> dict[str, Any]:
    """A map object with these rows."""
    return {"name": "Test", "width": len(rows[0]), "height": len(rows), "rows": list(rows), **special}


def board(
    rows: Sequence[str],
    owners: Sequence[str],
    *,
    seats: int = 2,
    capitals: Mapping[int, Place] | None = None,
    saving: Mapping[int, int] | int = 100,
    relations: Pairs | None = None,
    truce: Pairs | None = None,
    justify: Pairs | None = None,
    cut: Sequence[Place] = (),
    stabbed: Sequence[int] = (),
    round: int = 10,
    overrides: Sequence[Mapping[str, Any]] = (),
    **options: Any,
) -> State:
    """A position in the middle of a match. Pairs that `relations` does not name are neutral; `justify` is by (club, target)."""
    settings = settle(GAME.check_options(options, seats))
    chart = draw(chart_document(rows, overrides=list(overrides)))
    state = begin(chart, settings, seats, SeededRng("board"))
    state.phase, state.round = "rounds", round
    state.owner = "".join(owners).encode()
    assert len(state.owner) == state.board.cells
    for seat in range(seats):
        state.saving[seat] = saving if isinstance(saving, int) else saving.get(seat, 100)
        place = (capitals or {}).get(seat)
        state.capital[seat] = None if place is None else state.board.cell(place)
    for a in range(seats):
        for b in range(a):
            word = (relations or {}).get((b, a), "neutral")
            state.relation[a][b] = state.relation[b][a] = RELATIONS.index(word)
    for (a, b), left in (truce or {}).items():
        state.truce[a][b] = state.truce[b][a] = left
    for (a, b), count in (justify or {}).items():
        state.justify[a][b] = count
    state.cut = sum(1 << y * state.board.width + x for x, y in cut)
    for seat in stabbed:
        state.stabbed[seat] = True
    state.facts = None
    state.peak = facts(state).income[:]
    return state


def play(state: State, orders: Mapping[int, Any] | None = None) -> tuple[State, list[Event]]:
    """One step; the orders are used as they are."""
    return GAME.resolve(state, orders or {}, SeededRng("play"))


def after(state: State, orders: Mapping[int, Any] | None = None) -> State:
    """The position after one step."""
    return play(state, orders)[0]


def drawn(state: State) -> list[str]:
    """Owners in rows."""
    return state.board.rows(state.owner.decode())


def relation(state: State, a: int, b: int) -> str:
    """What two clubs are to each other."""
    assert state.relation[a][b] == state.relation[b][a]
    return RELATIONS[state.relation[a][b]]


def heard(events: list[Event], audience: Any, kind: str) -> list[Event]:
    """Events of one type that an audience hears, without their type."""
    return [
        {key: value for key, value in event.items() if key != "type"}
        for event in filter_for(events, audience)
        if event["type"] == kind
    ]


def campaign(x: int, y: int, size: int) -> dict[str, Any]:
    """A campaign as orders have it."""
    return {"at": [x, y], "size": size}


def to_rounds(seats: int, **options: Any) -> State:
    """A match at the start of round 1, all clubs on the birthplaces they get when they say nothing."""
    full = GAME.check_options(options, seats)
    state = GAME.setup(full, seats, SeededRng("rounds"))
    while state.phase != "rounds":
        state = after(state)
    return state


# Random matches.


def random_orders(state: State, seat: int, dice: Rng) -> dict[str, Any]:
    """Orders that `check` accepts for a seat that owes some."""
    if state.phase == "auction":
        return {"bid": dice.randrange(state.settings.initial_saving + 1)}
    if state.phase == "birthplaces":
        rows = GAME.choices(state, seat)["legal"]
        return {
            "birthplace": dice.choice([[x, y] for y, row in enumerate(rows) for x, one in enumerate(row) if one == "1"])
        }
    others = [other for other in range(state.seats) if state.relation[seat][other] != UNDISCOVERED and other != seat]
    diplomacy = {str(other): dice.choice(COMMANDS[:3]) for other in others if dice.randrange(3) == 0}
    if others and dice.randrange(15) == 0:
        diplomacy[str(dice.choice(others))] = "backstab"
    access = members(facts(state).own[seat])
    count = dice.randrange(5) if access else 0
    size = state.saving[seat] // (state.settings.campaign_price * (count + 1))
    orders: dict[str, Any] = {"diplomacy": diplomacy}
    if size:
        orders["campaigns"] = [{"at": state.board.place(dice.choice(access)), "size": size} for _ in range(count)]
    if access and dice.randrange(4) == 0:
        orders["capital"] = state.board.place(dice.choice(access))
    return GAME.check(state, seat, orders)


def random_states(
    seed: str, count: int, tables: Sequence[tuple[int, dict[str, Any]]]
) -> Iterator[tuple[State, dict[int, Any]]]:
    """`count` positions of random matches, each with orders of every pending seat; now and then one says nothing, or resigns."""
    dice = SeededRng(seed)
    given = 0
    while True:
        for seats, options in tables:
            state = GAME.setup(GAME.prepare(options, seats, dice), seats, dice)
            while pending := GAME.pending(state):
                orders = {seat: random_orders(state, seat, dice) for seat in pending if dice.randrange(12)}
                if dice.randrange(60) == 0:
                    orders[dice.choice(state.living())] = GAME.resign_orders
                yield state, orders
                given += 1
                if given == count:
                    return
                state, _ = GAME.resolve(state, orders, dice)
