"""Do recorded games come out the same? Replays battles, productions and whole matches of the vector files.

Matches go through the public functions only. The recordings also tell how things stood between battle and production; that is read
back from the production events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from games.core.errors import OrderError
from games.core.events import Event
from games.core.rng import SeededRng
from games.core.vectors import Case, UnknownFormat
from games.planet_conquer.battle import decide
from games.planet_conquer.maps.chart import thousandths
from games.planet_conquer.orders import check
from games.planet_conquer.production import produce
from games.planet_conquer.resolve import resolve
from games.planet_conquer.setup import check_options, setup
from games.planet_conquer.state import State

Holds = list[list[int | None]]


def run(data: Any) -> Iterator[Case]:
    """Every case of a vector file; raises UnknownFormat for anything else."""
    kind = data.get("kind") if isinstance(data, dict) and data.get("format") == 1 else None
    if kind == "match":
        yield check_match(data)
    elif kind in ("battle", "production", "by_hand"):
        for case in data["cases"] if kind == "battle" else data.get("battle", []):
            yield check_battle(case)
        for case in data["cases"] if kind == "production" else data.get("production", []):
            yield check_production(case)
    else:
        raise UnknownFormat("not a file of battles, productions, worked examples or a match")


def check_battle(vector: Any) -> Case:
    """One battle of one planet without tactics (rule 8.5)."""
    case = Case(vector["id"])
    arrivals: dict[int, int] = {}
    for arrival in vector["arrivals"]:
        arrivals[arrival["seat"]] = arrivals.get(arrival["seat"], 0) + arrival["units"]
    garrison = vector["garrison"]
    owner, units = decide(garrison["owner"], garrison["units"], thousandths(vector["planet"]["def"]), arrivals)
    case.expect("owner", vector["expect"]["owner"], owner)
    case.expect("units", vector["expect"]["units"], units)
    return case


def check_production(vector: Any) -> Case:
    """One production of an owned planet (rules 8.1 and 8.2)."""
    case = Case(vector["id"])
    planet = vector["planet"]
    units = produce(
        vector["units"], planet["max"], thousandths(planet["res"]), thousandths(planet["cos"]), vector["fee_quarters"]
    )
    case.expect("units", vector["expect"]["units"], units)
    case.expect("owned", vector["expect"]["owned"], units > 0)
    return case


def check_match(vector: Any) -> Case:
    """A whole match, compared after every battle step and every production."""
    case = Case(vector["id"])
    seats = vector["seats"]
    options = check_options({**vector["options"], "map": vector["map"], "ties": "seat"}, seats)
    state = setup(options, seats, SeededRng(vector["id"]))
    compare_holds(case, "round 1, initial", vector["initial"], holds(state))
    for recorded in vector["rounds"]:
        number = recorded["round"]
        orders: dict[int, Any] = {seat: {} for seat in state.in_play()}
        orders.update(
            {given["seat"]: {"moves": given["moves"], "tactic": given["tactic"]} for given in recorded["orders"]}
        )
        case.expect(f"round {number}, round", number, state.round)
        try:
            checked = {seat: check(state, seat, given) for seat, given in orders.items()}
            state, events = resolve(state, checked)
        except (OrderError, ValueError) as error:
            case.mismatches.append(f"round {number}, orders: expected to be played, got {error!r}")
            return case
        fleets = sorted(
            [fleet.seat, fleet.source, fleet.target, fleet.units, state.left(fleet)] for fleet in state.fleets
        )
        compare_holds(case, f"round {number}, after_battle", recorded["after_battle"], before_production(state, events))
        case.expect(f"round {number}, fleets", recorded["fleets"], fleets)
        if "after_production" in recorded:
            compare_holds(case, f"round {number}, after_production", recorded["after_production"], holds(state))
    compare_final(case, vector["final"], state)
    return case


def holds(state: State) -> Holds:
    """Owner and units of every planet."""
    return [[owner, units] for owner, units in zip(state.owner, state.units, strict=True)]


def before_production(state: State, events: Iterable[Event]) -> Holds:
    """Owner and units of every planet before the upkeep that ended this step."""
    found = holds(state)
    for event in events:
        if event["type"] == "production":
            found[event["planet"]] = [event["seat"], event["before"]]
    return found


def compare_holds(case: Case, where: str, expected: Holds, actual: Holds) -> None:
    """Note every planet that differs."""
    for planet, (one, other) in enumerate(zip(expected, actual, strict=True)):
        case.expect(f"{where}, planet {planet}", one, other)


def compare_final(case: Case, final: Any, state: State) -> None:
    """Note differences in how the match ended."""
    if state.result is None:
        case.mismatches.append("final: expected an end, got none")
        return
    case.expect("final, round", final["round"], state.result["round"])
    case.expect("final, winner", final["winner"], state.result["ranking"][0]["seat"])
    lines = {line["seat"]: line for line in state.result["ranking"]}
    for recorded in final["seats"]:
        line = lines[recorded["seat"]]
        for key in ("planets", "units"):
            case.expect(f"final, seat {recorded['seat']}, {key}", recorded[key], line[key])
