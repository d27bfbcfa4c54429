"""Planet Conquer: seats fight over planets joined by routes; garrisons grow, fleets travel, tactics bend the rules.

The rules are in docs/rules/planet_conquer.engine.md; code names their chapters.
"""

from __future__ import annotations

from games.core.clocks import ClockKind, Timing
from games.core.contract import Game, Options, Outcome, Place, Preset
from games.core.text import gettext_noop
from games.planet_conquer import constants
from games.planet_conquer.achievements import ACHIEVEMENTS, STARS
from games.planet_conquer.batch import Matches
from games.planet_conquer.bot import BOTS
from games.planet_conquer.chances import chances
from games.planet_conquer.checks import invariants
from games.planet_conquer.forecast import forecast
from games.planet_conquer.imagine import imagine
from games.planet_conquer.lessons import LESSONS
from games.planet_conquer.longest import FIRST_ROUND, longest, shorter
from games.planet_conquer.names import names
from games.planet_conquer.orders import check, choices, default_orders, pending
from games.planet_conquer.parts import PARTS
from games.planet_conquer.picture import picture
from games.planet_conquer.programs import PROGRAMS
from games.planet_conquer.puzzles import CRAFT
from games.planet_conquer.resolve import resolve
from games.planet_conquer.setup import DRAWN, OPTIONS, check_options, prepare, preview, setup
from games.planet_conquer.state import State
from games.planet_conquer.statistics import statistics
from games.planet_conquer.storage import from_json, to_json
from games.planet_conquer.view import scores, view
from games.planet_conquer.workshop import WORDS, WORKSHOP


def outcome(state: State) -> Outcome | None:
    """The end of the match in the form of the platform; views carry the full result (chapter 10)."""
    if state.result is None:
        return None
    ranking = tuple(Place(line["place"], line["seat"]) for line in state.result["ranking"])
    return Outcome(state.result["reason"], ranking)


def has_fog(options: Options) -> bool:
    """Is the table played under fog?"""
    return bool(options["fog"])


def timing(state: State) -> Timing:
    """The first round has a longer clock."""
    return Timing("first" if state.round == 1 else "step")


PRESETS = {
    # The form of a new table begins with the first: a first match, not 300 rounds.
    "quick": Preset(
        gettext_noop("Quick"),
        {
            "map": DRAWN,
            "standing": True,
            "tactics": [name for name in constants.TACTICS if name not in ("eleminate", "swap")],
            "tactic_costs": constants.PRESET_COSTS,
        },
        gettext_noop("One of several small maps, drawn by lot, and twenty-five rounds: a first match."),
        minutes=5,
        earlier=({"map": "first_light"},),
    ),
    "full": Preset(
        gettext_noop("Full"),
        {"standing": True, "tactic_costs": constants.PRESET_COSTS},
        gettext_noop("All ten tactics, under fog."),
        minutes=6,
    ),
    "standard": Preset(
        gettext_noop("Standard"),
        {
            "standing": True,
            "tactics": [name for name in constants.TACTICS if name != "swap"],
            "tactic_costs": constants.PRESET_COSTS,
        },
        gettext_noop("All tactics but swap, under fog."),
        minutes=10,
    ),
    "classic": Preset(
        gettext_noop("Classic"),
        {"standing": True, "tactics": ["terminator"]},
        gettext_noop("The terminator is the only tactic, under fog."),
        minutes=13,
    ),
    "seed": Preset(
        gettext_noop("As designed"),
        {"fog": False, "tactics": ["terminator"], "ties": "seat"},
        gettext_noop("As the game was first played: open information, the terminator only."),
        minutes=12,
    ),
    "duel": Preset(
        gettext_noop("Duel"),
        {
            "map": "two_lanterns",
            "standing": True,
            "tactics": [name for name in constants.TACTICS if name != "swap"],
            "tactic_costs": constants.PRESET_COSTS,
        },
        gettext_noop("Two seats on the tournament map."),
        minutes=7,
    ),
    "night": Preset(
        gettext_noop("Long Night"),
        {"map": "long_night", "standing": True, "tactic_costs": constants.PRESET_COSTS},
        gettext_noop("All ten tactics on the largest of the named maps."),
        minutes=25,
    ),
    "long": Preset(
        gettext_noop("Long"),
        {
            "map": {"generate": {"seats": 4, "per_sector": 20, "pace": 6}},
            "max_round": 240,
            "standing": True,
            "tactic_costs": constants.PRESET_COSTS,
        },
        gettext_noop("A new map of 81 planets with long routes, up to 240 rounds, all ten tactics: a long evening."),
        minutes=48,
    ),
    "wheel": Preset(
        gettext_noop("Great Wheel"),
        {
            "map": "great_wheel",
            "maintain_fee": True,
            "max_round": 150,
            "standing": True,
            "tactic_costs": constants.PRESET_COSTS,
        },
        gettext_noop(
            "The largest table, best with four to eight: large armies cost a fee, and several of them meet in one battle."
        ),
        minutes=15,
    ),
}

GAME = Game(
    id=constants.GAME_ID,
    name=gettext_noop("Planet Conquer"),
    summary=gettext_noop(
        "Grow garrisons, send fleets along routes and time your tactics; all seats give their orders at the same time."
    ),
    rules_version=constants.RULES_VERSION,
    seats=range(2, constants.MAX_SEATS + 1),
    options=OPTIONS,
    presets=PRESETS,
    bots=BOTS,
    check_options=check_options,
    setup=setup,
    pending=pending,
    check=check,
    default_orders=default_orders,
    resolve=resolve,
    view=view,
    outcome=outcome,
    reasons=constants.REASONS,
    to_json=to_json,
    from_json=from_json,
    has_fog=has_fog,
    picture=picture,
    turns=gettext_noop("round"),
    step_seconds=20,
    pace_seconds=12,
    clocks={
        "first": ClockKind(gettext_noop("First round"), factor=FIRST_ROUND),
        "step": ClockKind(gettext_noop("Round")),
    },
    timing=timing,
    longest=longest,
    shorter=shorter,
    draws=True,
    static_keys=("map", "rules"),
    names=names,
    prepare=prepare,
    preview=preview,
    choices=choices,
    forecast=forecast,
    imagine=imagine,
    programs=PROGRAMS,
    workshop=WORKSHOP,
    words=tuple(sorted(WORDS)),
    lessons=LESSONS,
    puzzles=CRAFT,
    scores=scores,
    statistics=statistics,
    chances=chances,
    batch=Matches,
    achievements=ACHIEVEMENTS,
    stars=STARS,
    parts=PARTS,
    off_path=frozenset({"seed"}),
    invariants=invariants,
)
