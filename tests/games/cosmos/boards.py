"""Positions and orders for the tests of Cosmos."""

from __future__ import annotations

from typing import Any

from games.core.rng import Rng, SeededRng, step_rng
from games.cosmos import GAME
from games.cosmos.constants import DIRECTION_NAMES, KIND_NUMBER, PLANET, initial_defence
from games.cosmos.entity import Entity
from games.cosmos.resolve.work import Work
from games.cosmos.settings import check_options
from games.cosmos.setup import empty
from games.cosmos.sight import first_look
from games.cosmos.state import State

SIZE = 32


def world(*rows: tuple[Any, ...], seats: int = 2, round_: int = 1, density: int = 1000, **options: Any) -> State:
    """A position on even aether, origin (0, 0). A row: id, kind, seat, x, y, energy, then a dict of other attributes if any."""
    document = {"width": SIZE, "height": SIZE, "symmetry": "rotate_180", "aether": [[density] * SIZE] * SIZE}
    state = empty(check_options({"map_knowledge": "size", **options}, None), seats, document, (0, 0))
    state.round = round_
    for id_, kind, seat, x, y, energy, *more in rows:
        number = KIND_NUMBER[kind]
        shield = 0 if number == PLANET else initial_defence(number, energy)
        entity = Entity(id_, number, seat, state.geometry.at(x, y), energy, shield, shield, 0.0, round_ - 1, 0, 0, None)
        for name, value in (more[0] if more else {}).items():
            setattr(entity, name, value)
        state.entities[id_] = entity
    state.used_ids = frozenset(state.entities)
    first_look(state)
    return state


def play(state: State, orders: dict[int, Any], seed: str = "test") -> tuple[State, list[dict[str, Any]]]:
    """Check the orders and resolve."""
    checked = {seat: GAME.check(state, seat, given) for seat, given in orders.items()}
    return GAME.resolve(state, checked, step_rng(seed, 1))


def direct(id_: int, *actions: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Orders with one list of actions."""
    return {"direct": [{"id": id_, "actions": list(actions), **more}]}


def work_of(state: State) -> Work:
    """Work on a state itself."""
    ids = iter(range(90_000, 99_999))
    return Work(state, lambda _: next(ids))


def told(events: list[dict[str, Any]], type_: str) -> list[dict[str, Any]]:
    """The events of one type."""
    return [event for event in events if event["type"] == type_]


def random_actions(kind: str, ids: list[int], dice: Rng) -> list[dict[str, Any]]:
    """A few actions that an entity of this kind has; many are impossible at their turn."""
    way = dice.choice(DIRECTION_NAMES)
    if kind == "planet":
        ship = dice.choice(("battleship", "battleship", "miner", "scout"))
        return [
            {"do": "charge", "energy": dice.randrange(4)},
            {"do": "build", "kind": ship, "dir": way, "energy": 1 + dice.randrange(45)},
        ]
    if kind == "battleship" and dice.randrange(6) == 0:
        return [{"do": "overload", "radius": dice.randrange(10)}]
    if kind == "scout" and dice.randrange(3) == 0:
        return [{"do": "analyse", "id": dice.choice(ids)}, {"do": "move", "dir": way}]
    return [{"do": "radio", "value": dice.randrange(1000)}, {"do": "move", "dir": way}]


RULES: dict[str, list[dict[str, Any]]] = {
    "planet": [
        {"reflexes": [
            {"type": "auto_build", "loop": True, "pattern": [{"kind": "miner", "energy": 21}, {"kind": "scout", "energy": 1},
                                                             {"kind": "battleship", "permille": 700}]},
            {"type": "auto_charge", "mode": "escalate", "max": 20, "keep": 2},
        ]},
        {"reflexes": [{"type": "auto_charge", "mode": "share", "permille": 100}, {"type": "auto_radio", "report": "nearest_enemy"}]},
    ],
    "battleship": [
        {"movement": {"type": "explore"}, "reflexes": [{"type": "auto_overload"}, {"type": "auto_heal", "radius": 4, "min_missing": 9}]},
        {"movement": {"type": "pursue", "kind": "planet"}, "reflexes": [{"type": "auto_overload", "radius": 2, "only_capture": True}]},
        {"movement": {"type": "patrol", "points": [[3, 3], [20, 25]], "path": "cheap"}},
    ],
    "miner": [
        {"movement": {"type": "stay_near", "within": 20}, "reflexes": [{"type": "flee", "kinds": ["scout"], "within": 20}]},
        {"movement": {"type": "seek_aether", "within": 9}},
    ],
    "scout": [
        {"movement": {"type": "explore"}, "reflexes": [{"type": "auto_analyse", "chase": True}]},
        {"movement": {"type": "move_to", "to": [16, 16], "path": "cheap"}},
    ],
}  # fmt: skip
"""Standing orders of every kind."""


def random_orders(state: State, seat: int, dice: Rng) -> dict[str, Any]:
    """Orders for about half of the own entities, and now and then new standing ones."""
    view = GAME.view(state, seat)
    ids = [entity["id"] for entity in view["foreign"]] or [12345]
    given: dict[str, Any] = {"direct": [], "standing": [], "defaults": {}}
    for entity in view["own"]:
        if dice.randrange(2):
            actions = random_actions(entity["kind"], ids, dice)
            given["direct"].append({"id": entity["id"], "actions": actions, "valid_for": 1 + dice.randrange(3)})
        elif dice.randrange(4) == 0:
            given["standing"].append({"id": entity["id"], **dice.choice(RULES[entity["kind"]])})
    if dice.randrange(8) == 0:
        kind = dice.choice(list(RULES))
        given["defaults"][kind] = dice.choice(RULES[kind])
    return given


def match(seats: int, seed: str, rounds: int, **options: Any) -> list[State]:
    """The states of a match of random orders."""
    dice = SeededRng(seed)
    state = GAME.setup(GAME.check_options(options, seats), seats, step_rng(seed, 0))
    states = [state]
    for step in range(rounds):
        orders = {seat: GAME.check(state, seat, random_orders(state, seat, dice)) for seat in GAME.pending(state)}
        state, _ = GAME.resolve(state, orders, step_rng(seed, step + 1))
        states.append(state)
        if state.phase == "over":
            break
    return states
