"""Does the engine play recorded cases as they were recorded? Chapter 16; the words of the recordings are theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from games.core.vectors import Case, UnknownFormat
from games.cosmos.constants import (
    BATTLESHIP,
    DIRECTIONS,
    KIND_NUMBER,
    KINDS,
    MINER,
    PLANET,
    SCOUT,
    initial_defence,
    mining_income,
    planet_income,
)
from games.cosmos.entity import Entity
from games.cosmos.resolve import begin_slots
from games.cosmos.resolve.ending import begin_round, end_round, ranking
from games.cosmos.resolve.turns import run as run_actions
from games.cosmos.resolve.turns import slots
from games.cosmos.resolve.work import Work
from games.cosmos.senses import entity_view
from games.cosmos.settings import check_options
from games.cosmos.setup import empty
from games.cosmos.state import State

Json = Any
DENSITY = 500
"""Of tiles that a case does not name."""
SIZE = (32, 32)
NAMES = {step: name for name, step in DIRECTIONS.items()}


def run(data: Json) -> list[Case]:
    """One recorded file → a case for each of its records; raises UnknownFormat for other files."""
    if not isinstance(data, dict) or data.get("game") != "cosmos":
        raise UnknownFormat("no recording of Cosmos")
    if data.get("kind") == "match":
        return [_match(data)]
    if "mining_income" in data:
        return [_tables(data)]
    if "cases" not in data:
        raise UnknownFormat("neither cases nor a match")
    return [_CASES[vector["kind"]](f"{vector['kind']} {i}", vector) for i, vector in enumerate(data["cases"])]


# Positions from rows and back.


def position(
    rows: Iterable[Json], *, seats: int = 0, size: Iterable[int] = SIZE, round_: int = 1, rules: Json = None,
    ticked: int | None = None,
) -> State:  # fmt: skip
    """A state with these entities on even aether, by default before the slots of its round."""
    table = list(rows)
    width, height = size
    seats = max([seats, 2, *(row[2] + 1 for row in table if row[2] is not None)])
    document = {
        "width": width, "height": height, "symmetry": "rotate_180", "aether": [[DENSITY] * width] * height
    }  # fmt: skip
    state = empty({**check_options({}, None), **(rules or {})}, seats, document, (0, 0))
    state.round = round_
    for id_, kind, seat, x, y, energy, defence, initial, cooldown, radio, born, home in table:
        number = KIND_NUMBER[kind]
        first = 0 if number == PLANET else initial
        shield = 0 if number == PLANET else defence
        place = state.geometry.at(x, y)
        state.entities[id_] = Entity(
            id_,
            number,
            seat,
            place,
            energy,
            shield,
            first,
            float(cooldown),
            round_ - 1 if ticked is None else ticked,
            radio,
            born,
            home,
        )
    state.used_ids = frozenset(state.entities)
    return state


def row_of(state: State, entity: Entity) -> list[Json]:
    """The recordings' row of an entity."""
    initial = None if entity.kind == PLANET else entity.initial
    return [
        entity.id, KINDS[entity.kind], entity.seat, *state.geometry.xy[entity.at], entity.energy, entity.shield,
        initial, entity.waits(state.round), entity.radio, entity.born, entity.home,
    ]  # fmt: skip


def rows_of(state: State) -> list[list[Json]]:
    """All rows, ascending by id."""
    return [row_of(state, state.entities[id_]) for id_ in sorted(state.entities)]


def _short(row: list[Json]) -> list[Json]:
    return [*row[:7], row[8], row[9]]


def _expect_table(case: Case, where: str, expected: Json, state: State) -> None:
    actual = {row[0]: row for row in rows_of(state)}
    for row in expected:
        case.expect(f"{where}, {row[0]}", row, actual.pop(row[0], None))
    case.expect(f"{where}, others", [], sorted(actual))


def _set_density(state: State, x: int, y: int, density: int) -> None:
    state.aether[state.geometry.at(x, y)] = density


def work_on(state: State, ids: Iterable[int] = ()) -> Work:
    """Work on a state itself, with recorded ids instead of drawn ones."""
    given = iter(ids)
    return Work(state, lambda _: next(given))


def whole_round(
    state: State, actions: dict[int, list[Json]], ids: Iterable[int] = (), order: list[int] | None = None
) -> tuple[Work, dict[int, list[Json]], dict[int, Json]]:
    """Play the round after `state.round - 1`, in place: the work, the actions that succeeded, what entities saw at their slots."""
    work = work_on(state, ids)
    begin_round(work)
    sequence = sorted(state.entities) if order is None else order
    begin_slots(work, sequence)
    done, seen = {}, {}
    for entity in slots(work, sequence):
        seen[entity.id] = entity_view(work, entity)
        done[entity.id], _ = run_actions(work, entity, actions.get(entity.id, []))
    end_round(work)
    return work, done, seen


# Unit cases.


def _slot_state(vector: Json) -> State:
    now = vector["round"]
    state = position(vector["before"], round_=now, rules=vector["rules"], ticked=now)
    state.bonus = [(seat, x, expires) for seat, x, expires in vector.get("bonus", [])]
    actor = state.entities[vector["actor"]]
    state.aether[actor.at] = vector.get("aether_at_actor", DENSITY)
    return state


def _overload(name: str, vector: Json) -> Case:
    case, state = Case(name), _slot_state(vector)
    actor = state.entities[vector["actor"]]
    if actor.seat is not None:
        case.expect("bonus", vector["bonus_sum"], state.bonus_sum(actor.seat))
    run_actions(work_on(state), actor, [{"do": "overload", "radius": vector["radius"]}])
    _expect_table(case, "after", vector["after"], state)
    return case


def _analyse(name: str, vector: Json) -> Case:
    case, state = Case(name), _slot_state(vector)
    done, _ = run_actions(work_on(state), state.entities[vector["actor"]], [{"do": "analyse", "id": vector["target"]}])
    case.expect("accepted", vector["accepted"], bool(done))
    case.expect("bonus", vector["bonus_after"], [list(entry) for entry in state.bonus])
    _expect_table(case, "after", vector["after"], state)
    return case


def _round_state(vector: Json) -> State:
    size = vector.get("size", SIZE)
    return position(vector["before"], size=size, round_=vector["round_before"] + 1, rules=vector["rules"])


def _move(name: str, vector: Json) -> Case:
    case, state = Case(name), _round_state(vector)
    for tile, density in vector["aether_near"].items():
        x, y = tile.split(",")
        _set_density(state, int(x), int(y), density)
    actions = [{"do": "move", "dir": NAMES[tuple(vector["dir"])]}]
    _, done, _ = whole_round(state, {vector["actor"]: actions})
    case.expect("accepted", vector["accepted"], bool(done[vector["actor"]]))
    _expect_table(case, "after", vector["after"], state)
    return case


def _build(name: str, vector: Json) -> Case:
    case, state = Case(name), _round_state(vector)
    actor = state.entities[vector["actor"]]
    state.aether[actor.at] = vector["aether_at_actor"]
    name_of = NAMES[tuple(vector["dir"])]
    actions = [{"do": "build", "kind": vector["type"], "dir": name_of, "energy": vector["energy"]}]
    if vector["charge"]:
        actions.append({"do": "charge", "energy": vector["charge"]})
    # The recordings' energy may be 0 or negative, which `check` refuses before any turn.
    if vector["energy"] < 1:
        actions = actions[1:]
    _, done, _ = whole_round(state, {actor.id: actions}, vector["new_ids"])
    built = any(action["do"] == "build" for action in done[actor.id])
    case.expect("accepted", vector["build_accepted"], built)
    case.expect("points", vector["weapon_points"], state.points[: len(vector["weapon_points"])])
    _expect_table(case, "after", vector["after"], state)
    return case


def _charge(name: str, vector: Json) -> Case:
    case, state = Case(name), _round_state(vector)
    state.points[: len(vector["points_before"])] = vector["points_before"]
    whole_round(state, {id_: [{"do": "charge", "energy": bid}] for id_, bid in vector["bids"]})
    case.expect("points", vector["points_after"], state.points)
    _expect_table(case, "after", vector["after"], state)
    return case


def _idle(name: str, vector: Json) -> Case:
    case, state = Case(name), _round_state(vector)
    _, _, seen = whole_round(state, {})
    _expect_table(case, "after", vector["after"], state)
    if "seen_by_scout" in vector:
        miner = next(row[0] for row in vector["before"] if row[1] == KINDS[MINER])
        scout = next(row[0] for row in vector["before"] if row[1] == KINDS[SCOUT])
        kinds = {entry["id"]: entry["kind"] for entry in seen[scout]["sensed"]}
        case.expect("seen by scout", vector["seen_by_scout"], kinds[miner])
    return case


def _sense(name: str, vector: Json) -> Case:
    case = Case(name)
    state = position(vector["table"], size=vector["size"], rules=vector["rules"])
    for x, y, density in vector["aether"]:
        if density is not None and state.geometry.on_map(x, y):
            _set_density(state, x, y, density)
    view = entity_view(work_on(state), state.entities[vector["observer"]])
    keys = ("energy", "defence", "radio")
    sensed = [[one["id"], one["kind"], one["seat"], *one["pos"], *(one[key] for key in keys)] for one in view["sensed"]]
    case.expect("sensed", vector["sensed"], sensed)
    case.expect("detected", vector["detected"], view["detected"])
    tiles = {(x + i, y): a for x, y, row in view["aether"]["rows"] for i, a in enumerate(row)}
    for x, y, density in vector["aether"]:
        case.expect(f"aether {x},{y}", density, tiles.get((x, y)))
    return case


def _ladder(name: str, vector: Json) -> Case:
    case, state = Case(name), position(vector["table"], seats=vector["seats"])
    state.points = list(vector["weapon_points"])
    owners = {entity.seat for entity in state.entities.values()}
    state.eliminated = [(seat, 1, 1) for seat in range(state.seats) if seat not in owners]
    result = ranking(state, state.round)
    first = [line["seat"] for line in result["ranking"] if line["rank"] == 1]
    case.expect("winner", vector["winner"], first[0] if len(first) == 1 else None)
    case.expect("reason", vector["reason"], result["reason"])
    return case


_CASES: dict[str, Callable[[str, Json], Case]] = {
    "overload": _overload,
    "analyse": _analyse,
    "move": _move,
    "build": _build,
    "charge": _charge,
    "mining": _idle,
    "evolve": _idle,
    "sense": _sense,
    "ladder": _ladder,
}


def _tables(data: Json) -> Case:
    case = Case("tables")
    for energy, income in data["mining_income"]:
        case.expect(f"mining of {energy}", income, mining_income(energy))
    for round_, income in enumerate(data["planet_income"], 1):
        case.expect(f"income of round {round_}", income, planet_income(round_))
    for energy, *defences in data["initial_defence"]:
        actual = [initial_defence(kind, energy) for kind in (BATTLESHIP, MINER, SCOUT)]
        case.expect(f"defence of {energy}", defences, actual)
    return case


# Whole matches.


def _match(data: Json) -> Case:
    case = Case("match")
    size = (data["map"]["w"], data["map"]["h"])
    rules = {**data["rules"], "rounds": data["rounds"][-1]["r"]}
    state = position(data["start"], seats=data["seats"], size=size, rules=rules)
    for y, row in enumerate(data["map"]["aether"]):
        for x, density in enumerate(row):
            _set_density(state, x, y, density)
    rows = {row[0]: _short(row) for row in rows_of(state)}
    for recorded in data["rounds"]:
        state.round, state.phase = recorded["r"], "orders"
        _round(case, state, recorded, rows)
        if not case.passed:
            return case
    _expect_table(case, "end", data["end"]["full"], state)
    case.expect("alive", data["end"]["alive"], state.living())
    return case


def _round(case: Case, state: State, recorded: Json, rows: dict[int, list[Json]]) -> None:
    """Play one recorded round and note what differs; `rows` is brought up to date."""
    where = f"round {recorded['r']}"
    acts = {id_: [_action(act) for act in given] for id_, given in recorded["acts"]}
    born = (id_ for id_, _ in recorded["born"])
    _, done, seen = whole_round(state, acts, born, recorded["order"])
    case.expect(f"{where}, order", recorded["order"], list(seen))
    for id_, actions in acts.items():
        case.expect(f"{where}, actions of {id_}", actions, done.get(id_))
    before, after = dict(rows), {row[0]: _short(row) for row in rows_of(state)}
    rows.clear()
    rows.update(after)
    case.expect(f"{where}, gone", sorted(recorded["gone"]), sorted(set(before) - set(after)))
    for row in recorded["changed"]:
        before[row[0]] = row
    expected = {id_: row for id_, row in before.items() if id_ not in set(recorded["gone"])}
    for id_ in sorted({*expected, *after}):
        case.expect(f"{where}, {id_}", expected.get(id_), after.get(id_))
    case.expect(f"{where}, points", recorded["points"], state.points)
    case.expect(f"{where}, bonus", recorded["bonus"], [state.bonus_sum(seat) for seat in range(state.seats)])
    for id_, sensed, detected in recorded.get("senses", []):
        actual = [[one["id"], one["kind"]] for one in seen[id_]["sensed"]]
        case.expect(f"{where}, senses of {id_}", [sensed, detected], [actual, len(seen[id_]["detected"])])


def _action(given: Json) -> dict[str, Json]:
    """An action in the form of 8.1."""
    do, *rest = given
    if do == "move":
        return {"do": do, "dir": NAMES[rest[0], rest[1]]}
    if do == "build":
        return {"do": do, "kind": rest[0], "dir": NAMES[rest[1], rest[2]], "energy": rest[3]}
    field = {"charge": "energy", "overload": "radius", "analyse": "id", "radio": "value"}[do]
    return {"do": do, field: rest[0]}
