"""What may a table choose, and what does it mean for the match (2, 18.2)?"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

from games.core import fields
from games.core.contract import Option, Preset
from games.core.errors import OptionError
from games.core.options import check_all, of_fields
from games.core.rng import Rng
from games.core.text import gettext_noop
from games.deep_blue import maps
from games.deep_blue.constants import FUEL_PER_POINT, MAP_SIDE, METAL_PER_POINT, SEATS
from games.deep_blue.generator import Wish, generate
from games.deep_blue.maps import Chart

DRAWN = "drawn"
"""As a map: one of the small charts, drawn when the table is opened (`maps.SMALL`)."""
GENERATED = "generated"

OPTIONS: tuple[Option, ...] = (
    Option(
        "ruleset", "choice", gettext_noop("Rules"), "full", gettext_noop("Which edition of the rules is played."),
        choices=(("full", gettext_noop("Full")),), advanced=True,
    ),
    Option(
        "map", "choice", gettext_noop("Map"), "mirror_cove",
        gettext_noop("Where the fleets meet. All these maps are the same for both seats, turned by half."),
        choices=(
            *maps.BUILT_IN.items(), (DRAWN, gettext_noop("One of the small charts, drawn by lot")),
            (GENERATED, gettext_noop("Generated for this table")),
        ),
        custom=True,
    ),
    Option(
        "map_size", "int", gettext_noop("Size of a generated map"), 40, gettext_noop("Cells along a side."),
        minimum=MAP_SIDE[0], maximum=MAP_SIDE[1], advanced=True,
    ),
    Option(
        "map_seed", "int", gettext_noop("Seed of a generated map"), None,
        gettext_noop("The same number gives the same map. Empty: drawn."),
        minimum=0, maximum=2**31 - 1, optional=True, advanced=True,
    ),
    Option(
        "land", "int", gettext_noop("Land of a generated map"), 12, gettext_noop("Per cent of all cells."),
        minimum=0, maximum=30, advanced=True,
    ),
    Option(
        "island_pairs", "int", gettext_noop("Islands of a generated map"), 3, gettext_noop("Pairs of islands."),
        minimum=0, maximum=6, advanced=True,
    ),
    Option(
        "center_island", "bool", gettext_noop("Island in the middle"), False,
        gettext_noop("A generated map has an island in its very middle."), advanced=True,
    ),
    Option(
        "round_limit", "int", gettext_noop("Rounds"), None,
        gettext_noop("After this round the higher score wins. Empty: as the map has it."),
        minimum=10, maximum=500, optional=True,
    ),
    Option(
        "weather", "int", gettext_noop("Weather"), None,
        gettext_noop("Added to every sight: 0 clear, -2 haze, -4 fog, -8 storm. Empty: as the map has it."),
        minimum=-12, maximum=6, optional=True,
    ),
    Option(
        "population_cap", "int", gettext_noop("Population"), None,
        gettext_noop("How much a fleet may count together. Empty: as the map has it."),
        minimum=10, maximum=200, optional=True,
    ),
    Option(
        "start_units", "choice", gettext_noop("Units at the start"), None,
        gettext_noop("Empty: as the map has it."), optional=True,
        choices=(
            ("none", gettext_noop("None")), ("patrol", gettext_noop("Patrol: five units")),
            ("squadron", gettext_noop("Squadron: six units")),
            ("task_force", gettext_noop("Task force: seven units, a battleship among them")),
            ("fleet", gettext_noop("Fleet: fifteen units")),
        ),
    ),
    Option(
        "deployment", "choice", gettext_noop("Formation at the start"), "close",
        gettext_noop("Where the units lie when the match begins."), advanced=True,
        choices=(
            ("close", gettext_noop("Close beside the base")),
            ("spread", gettext_noop("Spread around the base, each in water of its own")),
        ),
    ),
    Option(
        "island_health", "int", gettext_noop("Health of free islands"), None,
        gettext_noop("What an island that nobody holds has at the start. Empty: as the map has it."),
        minimum=10, maximum=300, optional=True, advanced=True,
    ),
    Option(
        "spotting", "choice", gettext_noop("Aiming"), "own", gettext_noop("What a unit must see to fire at it."),
        choices=(("own", gettext_noop("By its own sight")), ("shared", gettext_noop("By the sight of the fleet"))),
    ),
    Option(
        "friendly_fire", "bool", gettext_noop("Friendly fire"), True,
        gettext_noop("Torpedoes and splash hit own units too."),
    ),
    Option(
        "repair_price", "choice", gettext_noop("Price of a repair"), "free",
        gettext_noop("What healing a unit at the base costs."), advanced=True,
        choices=(("free", gettext_noop("Free")), ("metal", gettext_noop("1 metal for 10 health"))),
    ),
    Option(
        "yard_fuel", "choice", gettext_noop("First fuel"), "free",
        gettext_noop("Where launched ships and submarines get their fuel."), advanced=True,
        choices=(("free", gettext_noop("Free")), ("base", gettext_noop("From the base"))),
    ),
    Option(
        "oil_factor", "int", gettext_noop("Oil"), 1, gettext_noop("Multiplies the fuel of every oilfield."),
        minimum=1, maximum=4, advanced=True,
    ),
    Option(
        "deck_hover", "choice", gettext_noop("Waiting planes"), "burn",
        gettext_noop("Whether formations burn fuel while they wait over their base or a carrier."), advanced=True,
        choices=(("burn", gettext_noop("Burn fuel everywhere")), ("free", gettext_noop("Free over base and carriers"))),
    ),
    Option(
        "relief_cargo", "bool", gettext_noop("Relief cargo"), False,
        gettext_noop("A seat without cargo and metal gets a cargo ship for nothing."), advanced=True,
    ),
    Option(
        "score_scale", "bool", gettext_noop("Every unit counts"), False,
        gettext_noop("Each unit of fuel and of metal that is collected is a point; else it takes 10 of fuel or 2 of metal."),
        advanced=True,
    ),
    Option(
        "stalemate_rounds", "int", gettext_noop("Stalemate"), 0,
        gettext_noop("The match ends by score after so many rounds without loss, collecting or launch; 0: never."),
        minimum=0, maximum=100, advanced=True,
    ),
)  # fmt: skip

LEAST_STALEMATE = 10

ADDED: dict[str, Any] = {"deployment": "close", "island_health": None, "score_scale": False}
"""Options that came later, with what they were before: a match that has them so says nothing of them, as if they did not exist."""

WEIGHED, COUNTED = {"fuel": FUEL_PER_POINT, "metal": METAL_PER_POINT}, {"fuel": 1, "metal": 1}
"""How much that is collected is a point; the second is the letter of the original's sum."""

PRESETS: dict[str, Preset] = {
    "standard": Preset(
        gettext_noop("Standard"),
        {"round_limit": 60, "deployment": "spread", "island_health": 100},
        gettext_noop("Mirror Cove with a patrol each: build, explore, take islands, sink the base."),
        minutes=30,
        earlier=({"round_limit": 100, "island_health": None},),
    ),
    "quick": Preset(
        gettext_noop("Quick"),
        {
            "map": DRAWN,
            "start_units": "task_force",
            "deployment": "spread",
            "island_health": 60,
            "population_cap": 36,
        },
        gettext_noop(
            "Seven units each on one of three small charts, drawn by lot: islands and hits decide after sixteen rounds."
        ),
        minutes=8,
        earlier=(
            {"population_cap": None},
            {"map": "pocket_sound", "island_health": 90, "population_cap": None},
        ),
    ),
    "fleet": Preset(
        gettext_noop("Fleet action"),
        {"map": "four_isles", "start_units": "fleet", "round_limit": 50, "deployment": "spread", "weather": -2},
        gettext_noop("Two whole fleets from the first round on Four Isles, in haze: everybody sees two cells less."),
        minutes=25,
    ),
    "fog": Preset(
        gettext_noop("Thick fog"),
        {"map": "twin_straits", "weather": -4, "spotting": "shared", "deployment": "spread"},
        gettext_noop("Ships see little and share what they see."),
        minutes=100,
    ),
    "generated": Preset(
        gettext_noop("New waters"),
        {"map": GENERATED, "deployment": "spread"},
        gettext_noop("A map that nobody has seen before."),
        minutes=100,
    ),
    "seed": Preset(
        gettext_noop("As designed"),
        {"score_scale": True},
        gettext_noop(
            "The rules to the letter: units begin in a pile beside the base, and every unit of fuel and metal that is collected is a point."
        ),
        minutes=60,
    ),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """Options in effect. `chosen` keeps them as they were given, without the map."""

    chosen: dict[str, Any]
    round_limit: int
    weather: int
    population_cap: int
    start_units: str
    friendly_fire: bool
    is_repair_free: bool
    is_yard_fuel_free: bool
    oil_factor: int
    is_deck_free: bool
    relief_cargo: bool
    stalemate_rounds: int
    is_spread: bool
    island_health: int | None
    per_point: dict[str, int]
    """How much fuel and metal that is collected is a point (9)."""

    def shown(self) -> dict[str, Any]:
        """The numbers in force, for views."""
        return {
            **self.chosen,
            "round_limit": self.round_limit,
            "weather": self.weather,
            "population_cap": self.population_cap,
            "start_units": self.start_units,
        }


def settle(options: dict[str, Any], chart: Chart) -> Settings:
    """Settings from checked options; None takes the map's value."""
    whole = {key: chart.document.get(key) if value is None else value for key, value in options.items()}
    return Settings(
        chosen={
            key: value for key, value in options.items() if key != "map" and not (key in ADDED and value == ADDED[key])
        },
        is_repair_free=options["repair_price"] == "free",
        is_yard_fuel_free=options["yard_fuel"] == "free",
        is_deck_free=options["deck_hover"] == "free",
        is_spread=options.get("deployment", ADDED["deployment"]) == "spread",
        per_point=COUNTED if options.get("score_scale", ADDED["score_scale"]) else WEIGHED,
        **{"island_health": ADDED["island_health"], **of_fields(Settings, whole)},
    )


def check_options(options: dict[str, Any], seats: int | None) -> dict[str, Any]:
    """All options, defaults filled in; raises OptionError."""
    if seats is not None and seats != SEATS:
        raise OptionError("bad_seats", "seats", gettext_noop("Deep Blue is played by two."))
    checked = check_all(OPTIONS, options, _map)
    rounds = checked["stalemate_rounds"]
    if 0 < rounds < LEAST_STALEMATE:
        message = gettext_noop("%(field)s must be 0 or from %(low)s to %(high)s.")
        data = {"field": "stalemate_rounds", "low": LEAST_STALEMATE, "high": 100}
        raise OptionError("out_of_range", "stalemate_rounds", message, data)
    return checked


def _map(option: Option, value: Any) -> Any:
    if isinstance(value, dict):
        return maps.read_map(value)
    return fields.one_of(value, option.key, [name for name, _ in option.choices], failure=OptionError)


def prepare(options: dict[str, Any], seats: int, rng: Rng) -> dict[str, Any]:
    """The same options with a map that is to be drawn or generated replaced by the one that it comes to."""
    checked = check_options(options, seats)
    if checked["map"] == DRAWN:
        return {**checked, "map": maps.SMALL[rng.randrange(len(maps.SMALL))]}
    if checked["map"] != GENERATED:
        return checked
    wish = Wish(checked["map_size"], checked["land"], checked["island_pairs"], checked["center_island"])
    return {**checked, "map": generate(wish, checked["map_seed"], rng)}


def chart_of(options: dict[str, Any]) -> Chart:
    """The chart of prepared options."""
    value = options["map"]
    return maps.built_in(value) if isinstance(value, str) else maps.chart_of(value)


def preview(options: dict[str, Any]) -> dict[str, Any]:
    """What a table can show before it starts: the map, None while it is still to be drawn or generated."""
    if options["map"] in (DRAWN, GENERATED):
        return {"map": None, "notes": []}
    chart = chart_of(options)
    settings = settle(options, chart)
    facts = {"rounds": settings.round_limit, "population": settings.population_cap}
    note = {"text": gettext_noop("%(rounds)s rounds, population %(population)s."), "data": facts}
    return {"map": copy.deepcopy(chart.document), "notes": [note]}
