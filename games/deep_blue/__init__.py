"""Deep Blue: a naval war of two on three layers of the sea, with simultaneous orders, under fog.

The rules are in docs/rules/deep_blue.engine.md; code names their chapters.
"""

from __future__ import annotations

from games.core.contract import Game, Options, Outcome, Place
from games.core.text import gettext_noop
from games.deep_blue import constants
from games.deep_blue.achievements import ACHIEVEMENTS, STARS
from games.deep_blue.bot import BOTS
from games.deep_blue.chances import chances
from games.deep_blue.checks import invariants
from games.deep_blue.choices import WORDS, choices
from games.deep_blue.forecast import forecast
from games.deep_blue.imagine import imagine
from games.deep_blue.lessons import LESSONS
from games.deep_blue.longest import late, longest, shorter
from games.deep_blue.maps import BUILT_IN
from games.deep_blue.names import names
from games.deep_blue.orders import RESIGNATION, check, default_orders
from games.deep_blue.parts import PARTS
from games.deep_blue.picture import picture
from games.deep_blue.programs import PROGRAMS
from games.deep_blue.puzzles import CRAFT
from games.deep_blue.resolve.rounds import resolve
from games.deep_blue.settings import OPTIONS, PRESETS, check_options, prepare, preview
from games.deep_blue.setup import setup
from games.deep_blue.state import State, from_json, to_json
from games.deep_blue.statistics import statistics
from games.deep_blue.view import pending, scores, view
from games.deep_blue.workshop import WORDS as WORKSHOP_WORDS
from games.deep_blue.workshop import WORKSHOP


def outcome(state: State) -> Outcome | None:
    """The end of the match in the form of the platform (9)."""
    if state.result is None:
        return None
    ranking = state.result["ranking"]
    places = [Place(number, seat) for number, seats in enumerate(ranking, start=1) for seat in seats]
    return Outcome(state.result["reason"], tuple(places))


def has_fog(options: Options) -> bool:
    """Every table is played under fog."""
    return True


GAME = Game(
    id=constants.GAME_ID,
    name=gettext_noop("Deep Blue"),
    summary=gettext_noop(
        "Naval war on three layers of the sea: fleets, submarines and planes fight for islands and the enemy base."
    ),
    rules_version=constants.RULES_VERSION,
    seats=range(constants.SEATS, constants.SEATS + 1),
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
    late=late,
    picture=picture,
    turns=gettext_noop("round"),
    step_seconds=60,
    pace_seconds=30,
    draws=True,
    resign_orders=RESIGNATION,
    longest=longest,
    shorter=shorter,
    static_keys=("game", "ruleset", "size", "terrain", "map", "options", "tables", "weather", "round_limit"),
    names=names,
    prepare=prepare,
    preview=preview,
    choices=choices,
    words=tuple(dict.fromkeys((*WORDS, *BUILT_IN.values(), *sorted(WORKSHOP_WORDS)))),
    workshop=WORKSHOP,
    forecast=forecast,
    imagine=imagine,
    programs=PROGRAMS,
    scores=scores,
    statistics=statistics,
    chances=chances,
    achievements=ACHIEVEMENTS,
    stars=STARS,
    off_path=frozenset({"seed"}),
    parts=PARTS,
    lessons=LESSONS,
    puzzles=CRAFT,
    invariants=invariants,
)
