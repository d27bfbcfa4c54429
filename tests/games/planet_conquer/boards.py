"""Small positions for tests: a map where nothing grows, and states with exactly the garrisons, fleets and effects asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.events import Event, filter_for
from games.core.rng import SeededRng
from games.planet_conquer import GAME
from games.planet_conquer.state import Effect, Fleet, Pending, State

QUIET = {"def": 1, "res": 1, "cos": 0, "max": 1000}
"""A planet that never changes by itself and gives no bonus."""

PARAMETERS: dict[str, dict[str, Any]] = {
    "terminator": {"planet": "M"}, "defend": {"planet": "A"}, "attack": {"planet": "M"}, "fast": {"planet": "M"},
    "teleport": {"from": "A", "to": "C", "units": 3}, "halt": {"planet": "M"}, "boost": {"planet": "A"}, "eleminate": {},
    "swap": {"seat": 1}, "god": {"planet": "M"},
}  # fmt: skip
"""What each tactic may be given in `duel`."""


def make_map(planets: Mapping[str, Mapping[str, Any]], routes: list[list[Any]], **common: Any) -> dict[str, Any]:
    """An explicit map; planets are quiet unless told otherwise and lie on a grid. The first planets are the starts."""
    seats = common.pop("seats", 2)
    keys = list(planets)
    return {
        "format": 1,
        "id": "test",
        "name": "Test",
        "seats": {"min": 2, "max": seats},
        "planets": [
            {"key": key, "at": [i % 10 * 100, i // 10 * 100], **QUIET, **planets[key]} for i, key in enumerate(keys)
        ],
        "routes": routes,
        "starts": keys[:seats],
        **common,
    }


def crossing(*, rounds: int = 1, seats: int = 4, **planets: Mapping[str, Any]) -> dict[str, Any]:
    """Homes A B C D (as many as seats) around the middle M, and a far planet F behind A; all routes equally long."""
    homes = "ABCDEGHI"[:seats]
    keys = {key: planets.get(key, {}) for key in (*homes, "M", "F")}
    return make_map(keys, [*([home, "M", rounds] for home in homes), ["A", "F", rounds]], seats=seats)


def board(
    source: dict[str, Any] | str,
    holds: Mapping[str, tuple[int | None, int]],
    *,
    seats: int = 2,
    fleets: list[tuple[int, str, str, int, int]] | None = None,
    effects: list[tuple[str, str, int, int]] | None = None,
    pending: list[tuple[str, int, str | None, int | None, int]] | None = None,
    points: int = 100,
    round: int = 5,
    **options: Any,
) -> State:
    """A state given by planet keys. `fleets`: (seat, from, to, units, left); `effects`: (type, planet, seat, until)."""
    full = GAME.check_options({"map": source, "start_assignment": "fixed", "ties": "seat", **options}, seats)
    state = GAME.setup(full, seats, SeededRng("board"))
    ids = state.chart.ids
    state.round = round
    state.owner = [None] * state.chart.count
    state.units = [0] * state.chart.count
    for key, (owner, units) in holds.items():
        state.owner[ids[key]], state.units[ids[key]] = owner, units
    for i, (seat, start, end, units, left) in enumerate(fleets or []):
        length = state.chart.rounds[ids[start]][ids[end]]
        state.fleets.append(Fleet(f"fleet{i}", seat, ids[start], ids[end], units, length, left + round - 1, "route"))
    state.effects = [Effect(kind, ids[key], seat, until) for kind, key, seat, until in effects or []]
    state.pending = [
        Pending(kind, seat, None if key is None else ids[key], target, due)
        for kind, seat, key, target, due in pending or []
    ]
    state.points = [points] * seats
    state.facts = None
    GAME.invariants(state)
    return state


def duel(**more: Any) -> State:
    """Seat 0 at A, seat 1 at B and on the middle; routes of one round."""
    holds = {"A": (0, 50), "B": (1, 50), "M": (1, 20)} | more.pop("holds", {})
    return board(crossing(), holds, **more)


def play(state: State, orders: Mapping[int, Any] | None = None) -> tuple[State, list[Event]]:
    """One round. A seat that is not named gives empty orders, None misses its turn."""
    given = {seat: {} for seat in GAME.pending(state)} | dict(orders or {})
    checked = {seat: value if value is None else GAME.check(state, seat, value) for seat, value in given.items()}
    after, events = GAME.resolve(state, checked, SeededRng("unused"))
    GAME.invariants(after)
    return after, events


def move(start: str, end: str, units: int) -> dict[str, Any]:
    """Orders with one move."""
    return {"moves": [{"from": start, "to": end, "units": units}]}


def tactic(kind: str, *, moves: list[tuple[str, str, int]] | None = None, **parameters: Any) -> dict[str, Any]:
    """Orders with a tactic, and moves if there are any."""
    return {
        "moves": [{"from": start, "to": end, "units": units} for start, end, units in moves or []],
        "tactic": {"type": kind, **parameters},
    }


def held(state: State, key: str) -> tuple[int | None, int]:
    """Owner and units of a planet."""
    planet = state.chart.ids[key]
    return state.owner[planet], state.units[planet]


def of_type(events: list[Event], kind: str) -> list[Event]:
    """The full events of one type, without those told with holes."""
    return [event for event in events if event["type"] == kind and "redacted" not in event]


def heard(events: list[Event], seat: int, kind: str) -> list[Event]:
    """What one seat hears of a type."""
    return [event for event in filter_for(events, seat) if event["type"] == kind]


def random_orders(state: State, seat: int, dice: SeededRng) -> dict[str, Any]:
    """Legal orders: a few moves of any size, and often a tactic."""
    found = GAME.choices(state, seat)
    moves = []
    room = {source["planet"]: source["units"] for source in found["sources"]}
    for source in found["sources"]:
        if dice.randrange(3) == 0:
            units = 1 + dice.randrange(room[source["planet"]])
            target = dice.choice(source["targets"])["planet"]
            room[source["planet"]] -= units
            moves.append({"from": source["planet"], "to": target, "units": units})
    orders: dict[str, Any] = {"moves": moves, "tactic": None, "resign": dice.randrange(400) == 0}
    usable = [
        entry
        for entry in found["tactics"]
        if all(entry["targets"].values()) and (entry["type"] != "teleport" or any(room.values()))
    ]
    if usable and dice.randrange(2):
        entry = dice.choice(usable)
        chosen = {"type": entry["type"], **{key: dice.choice(values) for key, values in entry["targets"].items()}}
        if entry["type"] == "teleport":
            chosen["from"] = dice.choice([planet for planet, units in room.items() if units])
            chosen["to"] = dice.choice([planet for planet in range(state.chart.count) if planet != chosen["from"]])
            chosen["units"] = 1 + dice.randrange(room[chosen["from"]])
        orders["tactic"] = chosen
    if state.settings.standing and dice.randrange(3) == 0:
        amounts = dice.choice([{}, {"units": 1 + dice.randrange(60)}, {"above": dice.randrange(90)}])
        sources = [source for source in found["sources"] if dice.randrange(2)]
        orders["standing"] = [
            {"from": source["planet"], "to": dice.choice(source["targets"])["planet"], **amounts} for source in sources
        ]
    return orders


def random_states(seed: str, count: int, tables: list[tuple[int, dict[str, Any]]]) -> Any:
    """(state, orders of all seats) of matches of random play at these tables (seats, options), one match after another."""
    made = 0
    number = 0
    while True:
        seats, options = tables[number % len(tables)]
        name = f"{seed}:{number}"
        number += 1
        dice = SeededRng(name)
        full = GAME.prepare(GAME.check_options(options, seats), seats, dice)
        state = GAME.setup(full, seats, dice)
        while GAME.pending(state):
            orders = {
                seat: None if dice.randrange(40) == 0 else GAME.check(state, seat, random_orders(state, seat, dice))
                for seat in GAME.pending(state)
            }
            yield state, orders
            made += 1
            if made >= count:
                return
            state, _ = GAME.resolve(state, orders, dice)
