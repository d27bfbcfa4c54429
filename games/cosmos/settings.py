"""What may a table choose? Chapters 2 and 17."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core import fields
from games.core.contract import Option, Preset
from games.core.errors import OptionError
from games.core.options import check_all
from games.core.text import Phrase, gettext_noop, phrase
from games.cosmos.constants import (
    EVOLUTION_AGE,
    KIND_WORDS,
    KINDS,
    MAX_SEATS,
    MINING_DELAY,
    NEUTRAL_ENERGY,
    POOREST_NEUTRAL,
)
from games.cosmos.maps import BUILT_IN, DENSITY, MOST_NEUTRAL, MOST_STARTS, SEATS, SIZE, chosen, read_map
from games.cosmos.symmetry import AUTO, SIZES, SQUARE, allowed, possible_count

BUDGET = 60_000
BUDGET_RANGE = (1000, 1_000_000)

_GROUPS = (
    (AUTO, gettext_noop("Drawn")),
    ("rotate_180", gettext_noop("Half turn")),
    ("mirror_x", gettext_noop("West and east")),
    ("mirror_y", gettext_noop("South and north")),
    ("rotate_90", gettext_noop("Quarter turns")),
    ("mirror_xy", gettext_noop("Both mirrors")),
    ("eightfold", gettext_noop("Eightfold")),
)

THOUSANDTHS = gettext_noop("from %(least)s to %(most)s thousandths")
ENERGY = gettext_noop("energy from %(least)s to %(most)s")
UNITS = gettext_noop("%(kind)s: %(units)s units")


def _range_in_words(message: str) -> Callable[[list[int]], list[Phrase]]:
    return lambda ends: [phrase(message, least=ends[0], most=ends[1])]


def _budget_in_words(budget: dict[str, int]) -> list[Phrase]:
    return [phrase(UNITS, kind=KIND_WORDS[kind], units=budget[kind]) for kind in KINDS]


OPTIONS: tuple[Option, ...] = (
    Option(
        "map", "choice", gettext_noop("Map"), None,
        gettext_noop("As usual: drawn anew for every match. A map by name stands in place of size, symmetry, aether and planets below."),
        choices=tuple(BUILT_IN.items()), optional=True, custom=True,
    ),
    Option("rounds", "int", gettext_noop("Rounds"), 1000, minimum=10, maximum=1000),
    Option("width", "int", gettext_noop("Width"), 32, minimum=SIZE[0], maximum=SIZE[1]),
    Option("height", "int", gettext_noop("Height"), 32, minimum=SIZE[0], maximum=SIZE[1]),
    Option("symmetry", "choice", gettext_noop("Symmetry"), AUTO, choices=_GROUPS),
    Option(
        "aether_style", "choice", gettext_noop("Aether"), "uniform",
        choices=(("uniform", gettext_noop("Scattered")), ("smooth", gettext_noop("In clouds"))),
    ),
    Option(
        "aether_range", "json", gettext_noop("Range of density"), list(DENSITY),
        gettext_noop("Least and greatest density in thousandths, from 100 to 1000."), advanced=True,
        in_words=_range_in_words(THOUSANDTHS),
    ),
    Option("start_planets", "int", gettext_noop("Start planets"), 1, minimum=1, maximum=MOST_STARTS),
    Option("neutral_planets", "int", gettext_noop("Neutral planets"), 4, minimum=0, maximum=MOST_NEUTRAL),
    Option(
        "execution", "choice", gettext_noop("Execution"), "auto",
        choices=(
            ("auto", gettext_noop("Slot by slot if all seats are programs")),
            ("slot", gettext_noop("Slot by slot")),
            ("planned", gettext_noop("Planned")),
        ),
    ),
    Option(
        "stride", "int", gettext_noop("Rounds per step"), 1,
        gettext_noop("How many rounds are played between two orders."), minimum=1, maximum=10,
    ),
    Option(
        "round_ms", "int", gettext_noop("Milliseconds per step"), 1000, gettext_noop("0: no clock."),
        minimum=0, maximum=60_000, advanced=True,
    ),
    Option(
        "run_budget", "json", gettext_noop("Budget of a run"), dict.fromkeys(KINDS, BUDGET),
        gettext_noop("Counted units per run of a program, by kind; 0: none."), advanced=True, in_words=_budget_in_words,
    ),
    Option("coordinate_offset", "bool", gettext_noop("Hidden origin"), True, advanced=True),
    Option(
        "map_knowledge", "choice", gettext_noop("Known of the map"), "size",
        choices=(
            ("none", gettext_noop("Nothing")),
            ("size", gettext_noop("Its size")),
            ("full", gettext_noop("All densities")),
        ),
    ),
    Option("public_weapons", "bool", gettext_noop("Public weapon points"), False),
    Option(
        "reveal_on_elimination", "bool", gettext_noop("Eliminated seats see everything"), True,
        gettext_noop("Others still play: what is seen can be told."),
    ),
    Option("neutral_income", "bool", gettext_noop("Neutral planets have income"), True, advanced=True),
    Option(
        "overload_min_remaining", "int", gettext_noop("Least energy of a burst"), 10,
        gettext_noop("What must remain after the 10 that every burst costs."), minimum=1, maximum=10, advanced=True,
    ),
    Option(
        "resonance_minimum", "int", gettext_noop("Least bid that resonates"), 1, minimum=0, maximum=1, advanced=True,
    ),
    Option(
        "analyse_min_defence", "int", gettext_noop("Least defence for an analysis"), 0,
        minimum=0, maximum=10, advanced=True,
    ),
    Option(
        "neutral_energy", "json", gettext_noop("Energy of neutral planets"), list(NEUTRAL_ENERGY),
        gettext_noop("Least and greatest energy that a neutral planet is made with, from 20 to 500."), advanced=True,
        in_words=_range_in_words(ENERGY),
    ),
    Option(
        "end_when_decided", "bool", gettext_noop("End when the lead is decisive"), False,
        gettext_noop("Whose final weapon leads by more points than there are rounds left wins at once."), advanced=True,
    ),
    Option(
        "scout_under_way", "bool", gettext_noop("A scout is under way at the start"), False,
        gettext_noop("Every seat begins with a scout that senses a neutral planet on its side of the map."),
    ),
    Option(
        "bids_last", "int", gettext_noop("Rounds that standing bids last"), 0,
        gettext_noop("A planet that bids by itself stops after so many rounds, until it is told again. 0: never."),
        minimum=0, maximum=1000, advanced=True,
    ),
    Option(
        "evolve_after", "int", gettext_noop("Rounds until a miner evolves"), EVOLUTION_AGE,
        gettext_noop("A miner becomes a battleship at this age."), minimum=MINING_DELAY + 1, maximum=1000, advanced=True,
    ),
    Option(
        "fixed_sides", "bool", gettext_noop("Sides of the map in the order of seats"), False,
        gettext_noop("Else they are drawn by lot."), advanced=True,
    ),
)  # fmt: skip

LATER = {"scout_under_way": False, "bids_last": 0, "evolve_after": EVOLUTION_AGE, "fixed_sides": False}
"""Options that came after matches had been recorded: positions and views name them only where they have another value."""


def kept(options: dict[str, Any]) -> dict[str, Any]:
    """The options as positions keep them: without the map, which they hold themselves, and without what changes nothing."""
    return {key: value for key, value in options.items() if key != "map" and not _is_usual(key, value)}


def _is_usual(key: str, value: Any) -> bool:
    return key in LATER and value == LATER[key]


# Ways are shorter, scouts pay for what they take apart, neutral planets stay within reach, there is something to see at once, who only
# waits bids no more, and nobody plays on when it is decided (17).
_FOR_PEOPLE = {
    "stride": 5, "analyse_min_defence": 10, "neutral_income": False, "aether_range": [300, 1000], "end_when_decided": True,
    "scout_under_way": True,
}  # fmt: skip

PRESETS: dict[str, Preset] = {
    "standard": Preset(
        gettext_noop("Standard"),
        {**_FOR_PEOPLE, "rounds": 400, "width": 28, "height": 28, "aether_range": [400, 1000], "neutral_planets": 8,
         "neutral_energy": [30, 80], "bids_last": 50, "evolve_after": 150},
        gettext_noop("For people: 80 steps of five rounds, about 17 minutes."), minutes=17),
    "quick": Preset(
        gettext_noop("Quick"),
        {**_FOR_PEOPLE, "rounds": 200, "width": 24, "height": 24, "aether_range": [500, 1000], "neutral_planets": 8,
         "neutral_energy": [20, 30], "bids_last": 25, "evolve_after": 100},
        gettext_noop("For people: 40 steps of five rounds on a small map with many free planets, about 9 minutes."), minutes=9),
    "galaxies": Preset(
        gettext_noop("Two Galaxies"),
        {**_FOR_PEOPLE, "map": "two_galaxies", "map_knowledge": "full", "rounds": 300, "bids_last": 40, "evolve_after": 120},
        gettext_noop("For two: a galaxy each, one strait between them; 60 steps, about 13 minutes."), minutes=13),
    "long": Preset(
        gettext_noop("Long"),
        {**_FOR_PEOPLE, "rounds": 1000, "width": 40, "height": 40, "neutral_energy": [40, 200], "bids_last": 100,
         "evolve_after": 250},
        gettext_noop("For people: up to 200 steps of five rounds on a larger map, about 50 minutes."), minutes=50),
    "seed": Preset(
        gettext_noop("As designed"), {},
        gettext_noop("The whole game of 1,000 rounds, one a step: made for programs; people need hours."), minutes=250),
}  # fmt: skip


def check_options(options: Any, seats: int | None) -> dict[str, Any]:
    """All options with defaults filled in; raises OptionError at the wrong one. `seats` None: not known yet."""
    if seats is not None:
        fields.whole(seats, "seats", 2, MAX_SEATS, failure=OptionError)
    checked = check_all(OPTIONS, options, _own)
    if checked["execution"] == "slot" and checked["stride"] != 1:
        raise _bad("stride", gettext_noop("Slot by slot there is one round per step."))
    if seats is not None:
        _check_board(checked, seats)
    return checked


def _bad(path: str, message: str) -> OptionError:
    return OptionError("bad_option", path, message)


def _own(option: Option, value: Any) -> Any:
    key = option.key
    if key == "aether_range":
        return _check_range(value, key, *DENSITY)
    if key == "neutral_energy":
        return _check_range(value, key, POOREST_NEUTRAL, NEUTRAL_ENERGY[1])
    if key == "run_budget":
        return _check_budget(value)
    if isinstance(value, str):
        return fields.one_of(value, key, tuple(BUILT_IN), failure=OptionError)
    return None if value is None else read_map(value)


def _check_range(value: Any, key: str, least: int, most: int) -> list[int]:
    pair = fields.items(value, key, failure=OptionError)
    if len(pair) != 2:
        raise _bad(key, gettext_noop("A range is two numbers, the smaller one first."))
    low = fields.whole(pair[0], f"{key}[0]", least, most, failure=OptionError)
    return [low, fields.whole(pair[1], f"{key}[1]", low, most, failure=OptionError)]


def _check_budget(value: Any) -> dict[str, int]:
    given = fields.record(value, "run_budget", KINDS, failure=OptionError)
    budget = dict.fromkeys(KINDS, BUDGET)
    for kind, units in given.items():
        path = f"run_budget.{kind}"
        low = 0 if units == 0 else BUDGET_RANGE[0]
        budget[kind] = fields.whole(units, path, low, BUDGET_RANGE[1], failure=OptionError)
    return budget


def _check_board(options: dict[str, Any], seats: int) -> None:
    """Is there a side for every seat, and can the neutral planets be symmetric (3.2, 3.3)?"""
    document = chosen(options)
    if document is not None:
        if SIZES[document["symmetry"]] < seats:
            raise _bad("map", gettext_noop("The map has fewer sides than there are seats."))
        if isinstance(options["map"], str) and seats not in SEATS[options["map"]]:
            raise _bad("map", gettext_noop("This map is not fair for so many seats; its name says for how many it is."))
        return
    width, height = options["width"], options["height"]
    wanted = options["symmetry"]
    groups = allowed(seats, width, height) if wanted == AUTO else [wanted]
    if not groups or (wanted in SQUARE and width != height):
        raise _bad("height", gettext_noop("This symmetry needs a square board."))
    if SIZES[groups[0]] < seats:
        raise _bad("symmetry", gettext_noop("The map has fewer sides than there are seats."))
    if not all(possible_count(group, width, height, options["neutral_planets"]) for group in groups):
        raise _bad("neutral_planets", gettext_noop("So many neutral planets cannot be symmetric on this board."))
