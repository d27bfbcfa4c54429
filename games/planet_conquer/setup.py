"""Which options are good, and how does a match begin? Chapter 6; maps are checked in `maps/`, made in `generator.py`."""

from __future__ import annotations

from typing import Any

from games.core import fields
from games.core.contract import Option
from games.core.errors import OptionError
from games.core.options import check_all
from games.core.rng import Rng
from games.core.text import Phrase, gettext_noop, phrase
from games.planet_conquer import constants, maps
from games.planet_conquer.generator import LIMITS, generate
from games.planet_conquer.maps import GameMap
from games.planet_conquer.resolve.upkeep import upkeep
from games.planet_conquer.resolve.work import Work
from games.planet_conquer.settings import settle
from games.planet_conquer.sight import totals
from games.planet_conquer.state import State, by_seat

DRAWN = "drawn"
"""As a map: one of the small maps on which the seats of the table lie evenly, drawn when the table is opened (`maps.small_for`)."""
GENERATE = "generate"
"""As a map: one generated for exactly the seats of the table. Short for {"generate": {"seats": number of seats}}."""

COST = gettext_noop("%(tactic)s: %(points)s")


def _costs_in_words(costs: dict[str, int]) -> list[Phrase]:
    labels = {name: tactic.label for name, tactic in constants.TACTICS.items()}
    return [phrase(COST, tactic=labels[name], points=points) for name, points in costs.items()]


OPTIONS: tuple[Option, ...] = (
    Option(
        "map", "choice", gettext_noop("Map"), "four_winds",
        gettext_noop("Where the match is played. Drawn and generated maps are equally good for every seat."),
        choices=(
            *maps.BUILT_IN.items(),
            (DRAWN, gettext_noop("One of the small maps, drawn by lot")),
            (GENERATE, gettext_noop("Generated for the seats of this table")),
        ),
        custom=True,
    ),
    Option(
        "fog", "bool", gettext_noop("Fog of war"), True,
        gettext_noop("You see your planets, what lies one route away, and the surroundings of your fleets. Off: everybody sees everything."),
    ),
    Option(
        "tactics", "choices", gettext_noop("Tactics"), list(constants.TACTICS), gettext_noop("Tactics that may be played. None is allowed too."),
        choices=tuple((name, tactic.label) for name, tactic in constants.TACTICS.items()),
    ),
    Option(
        "start_assignment", "choice", gettext_noop("Homes"), "shuffle", gettext_noop("How the seats get their home planets."),
        choices=(("shuffle", gettext_noop("By lot, evenly spread")), ("fixed", gettext_noop("In the order of the map"))),
    ),
    Option(
        "max_round", "int", gettext_noop("Round limit"), None, gettext_noop("Rounds after which the match ends. Empty: as the map has it."),
        minimum=constants.MAX_ROUND[0], maximum=constants.MAX_ROUND[1], optional=True,
    ),
    Option(
        "start_units", "int", gettext_noop("Units at the start"), None,
        gettext_noop("Units on every home planet. Empty: as the map has it."),
        minimum=constants.START_UNITS[0], maximum=constants.START_UNITS[1], optional=True,
    ),
    Option(
        "maintain_fee", "bool", gettext_noop("Maintenance fee"), None,
        gettext_noop("Large armies grow slower. Empty: as the map has it."), optional=True,
    ),
    Option(
        "points_per_round", "int", gettext_noop("Points per round"), None,
        gettext_noop("Points for tactics that every seat gets in a round. Empty: as the map has it."),
        minimum=constants.POINTS_PER_ROUND[0], maximum=constants.POINTS_PER_ROUND[1], optional=True,
    ),
    Option(
        "lost_turn_limit", "int", gettext_noop("Lost turns"), 3,
        gettext_noop("Rounds in a row without orders after which a seat is out; 0: never."),
        minimum=constants.LOST_TURN_LIMIT[0], maximum=constants.LOST_TURN_LIMIT[1],
    ),
    Option(
        "show_scores", "bool", gettext_noop("Show scores"), False, gettext_noop("Under fog, everybody sees the planets and units each seat has."),
    ),
    Option(
        "reveal_when_out", "bool", gettext_noop("Reveal when out"), False, gettext_noop("A seat that is out sees everything."),
    ),
    Option(
        "standing", "bool", gettext_noop("Standing routes"), False,
        gettext_noop("An order may be repeated every round until it is ended: all growth, a number of units, or what exceeds a number."),
    ),
    Option(
        "ties", "choice", gettext_noop("Ties"), "lot",
        gettext_noop("Who is first among seats that are equal at the end. The lot is drawn at the start and shown to all."),
        choices=(("lot", gettext_noop("By lot")), ("seat", gettext_noop("The higher seat"))), advanced=True,
    ),
    Option(
        "tactic_costs", "json", gettext_noop("Costs of tactics in points"), {},
        gettext_noop("Other costs for some tactics, for example {\"god\": 15, \"swap\": 60}; from 0 to 100."), advanced=True,
        in_words=_costs_in_words,
    ),
    Option(
        "points_cap", "int", gettext_noop("Most points"), 0, gettext_noop("A round gives points only up to this number; 0: no limit."),
        minimum=constants.POINTS_CAP[0], maximum=constants.POINTS_CAP[1], advanced=True,
    ),
    Option(
        "crowd_losses", "choice", gettext_noop("Losses against several"), "shared",
        gettext_noop("What the winner of a battle of three or more sides loses."),
        choices=(("shared", gettext_noop("Divided by the number of losers")), ("full", gettext_noop("In full"))), advanced=True,
    ),
)  # fmt: skip


def check_options(options: Any, seats: int | None) -> dict[str, Any]:
    """All options with defaults filled in; raises OptionError at the wrong one. `seats` None: not known yet."""
    checked = check_all(OPTIONS, options)
    checked["tactics"] = _check_tactics(checked["tactics"])
    checked["tactic_costs"] = _check_costs(checked["tactic_costs"])
    checked["map"] = _check_map(checked["map"], seats)
    return checked


def _known_tactic(name: Any, path: str) -> str:
    text = fields.text(name, path, failure=OptionError)
    if text not in constants.TACTICS:
        data = {"tactic": fields.cut(text)}
        raise OptionError("unknown_tactic", path, gettext_noop("There is no tactic %(tactic)s."), data)
    return text


def _check_tactics(value: Any) -> list[str]:
    names = {
        _known_tactic(name, f"tactics[{i}]")
        for i, name in enumerate(fields.items(value, "tactics", failure=OptionError))
    }
    return [name for name in constants.TACTICS if name in names]


def _check_costs(value: Any) -> dict[str, int]:
    if not isinstance(value, dict):
        raise OptionError("not_an_object", "tactic_costs", gettext_noop("This must be an object with named fields."))
    for name, cost in value.items():
        path = f"tactic_costs.{fields.cut(name)}"
        _known_tactic(name, path)
        fields.whole(cost, path, *constants.TACTIC_COST, failure=OptionError)
    return {name: value[name] for name in constants.TACTICS if name in value}


def _check_map(value: Any, seats: int | None) -> Any:
    if isinstance(value, str):
        if value not in (GENERATE, DRAWN) and value not in maps.BUILT_IN:
            raise OptionError(
                "unknown_map", "map", gettext_noop("There is no map %(map)s."), {"map": fields.cut(value)}
            )
        if value == GENERATE:
            return value if seats is None else {GENERATE: _check_generate({"seats": seats}, seats)}
    elif not isinstance(value, dict):
        raise OptionError("bad_type", "map", gettext_noop("A map is the name of one, or an object."))
    elif GENERATE in value:
        fields.record(value, "map", (GENERATE,), failure=OptionError)
        return {GENERATE: _check_generate(value[GENERATE], seats)}
    allowed = _seats_of_drawn() if value == DRAWN else _chart(value).seats
    if seats is not None and seats not in allowed:
        data = {"seats": seats, "low": allowed[0], "high": allowed[-1]}
        raise OptionError(
            "seats_not_allowed",
            "map",
            gettext_noop("This map is for %(low)s to %(high)s seats, not for %(seats)s."),
            data,
        )
    return value


def _seats_of_drawn() -> list[int]:
    return [seats for seats in range(2, constants.MAX_SEATS + 1) if maps.small_for(seats)]


def _check_generate(value: Any, seats: int | None) -> dict[str, Any]:
    path = "map.generate"
    record = fields.record(value, path, (*LIMITS, "centre"), ("seats",), failure=OptionError)
    checked: dict[str, Any] = {}
    for key, (low, high, default) in LIMITS.items():
        checked[key] = fields.whole(record.get(key, default), f"{path}.{key}", low, high, failure=OptionError)
    checked["centre"] = fields.flag(record.get("centre", True), f"{path}.centre", failure=OptionError)
    if seats is not None and checked["seats"] < seats:
        data = {"field": f"{path}.seats", "low": seats, "high": LIMITS["seats"][1]}
        raise OptionError(
            "out_of_range", f"{path}.seats", gettext_noop("%(field)s must be from %(low)s to %(high)s."), data
        )
    if checked["seats"] * checked["per_sector"] + 1 > constants.MAX_PLANETS:
        data = {
            "field": f"{path}.per_sector",
            "low": LIMITS["per_sector"][0],
            "high": (constants.MAX_PLANETS - 1) // checked["seats"],
        }
        raise OptionError(
            "out_of_range", f"{path}.per_sector", gettext_noop("%(field)s must be from %(low)s to %(high)s."), data
        )
    return checked


def _chart(value: Any) -> GameMap:
    """The map of a checked option that is not to be generated; raises OptionError with every mistake of an inline one."""
    if isinstance(value, str):
        return maps.built_in(value)
    try:
        return maps.load(value)
    except maps.BadMap as bad:
        first = bad.errors[0]
        listed = [{"code": e.code, "path": _inside(e.path), "message": e.message, "data": e.data} for e in bad.errors]
        raise OptionError(first.code, _inside(first.path), first.template, {**first.data, "errors": listed}) from bad


def _inside(where: str) -> str:
    return f"map.{where}" if where else "map"


def _generated(value: dict[str, Any], rng: Rng) -> dict[str, Any]:
    return generate(value["seats"], value["per_sector"], value["centre"], value["pace"], value["natives"], rng)


def prepare(options: dict[str, Any], seats: int, rng: Rng) -> dict[str, Any]:
    """The same options with a map that is to be drawn or generated replaced by the one that it comes to."""
    checked = check_options(options, seats)
    if checked["map"] == DRAWN:
        small = maps.small_for(seats)
        checked["map"] = small[rng.randrange(len(small))]
    if isinstance(checked["map"], dict) and GENERATE in checked["map"]:
        checked["map"] = _generated(checked["map"][GENERATE], rng)
    return checked


def preview(options: dict[str, Any]) -> dict[str, Any]:
    """What a table can show before it starts: the expanded map, None while it is still to be drawn or generated."""
    value = options["map"]
    if value in (DRAWN, GENERATE) or (isinstance(value, dict) and GENERATE in value):
        return {"map": None}
    return {"map": _chart(value).document}


def homes(chart: GameMap, seats: int, assignment: str, rng: Rng) -> list[int]:
    """Home planet per seat (set-up step 2)."""
    starts = chart.starts
    if assignment == "fixed":
        return list(starts[:seats])
    sets = chart.document.get("start_sets", {}).get(str(seats))
    if sets:
        chosen = [chart.ids[key] for key in sets[rng.randrange(len(sets))]]
    else:
        first = rng.randrange(len(starts))
        chosen = [starts[(first + j * len(starts) // seats) % len(starts)] for j in range(seats)]
    rng.shuffle(chosen)
    return chosen


def setup(options: dict[str, Any], seats: int, rng: Rng) -> State:
    """State 0: homes, garrisons, salt, lots, and the upkeep of round 1 (chapter 6)."""
    checked = prepare(options, seats, rng)
    chart = _chart(checked["map"])
    settings = settle(checked, chart)
    state = State(
        chart=chart, settings=settings, salt="", next_fleet=[0] * seats, round=1, phase="orders",
        owner=[None] * chart.count, units=list(chart.natives), fleets=[],
        points=[0] * seats, lost_turns=[0] * seats, out=[None] * seats, lots=by_seat(seats),
        effects=[], pending=[], memory=[{} for _ in range(seats)],
    )  # fmt: skip
    for seat, home in enumerate(homes(chart, seats, checked["start_assignment"], rng)):
        state.owner[home] = seat
        state.units[home] = settings.start_units
    state.salt = "".join(f"{rng.randrange(256):02x}" for _ in range(16))
    if checked["ties"] == "lot":
        rng.shuffle(state.lots)
    if settings.standing:
        state.standing = [()] * seats
    work = Work(state, {})
    upkeep(work, *totals(work.state))
    return work.state
