"""Hundred Clubs: student clubs recruit on a campus; campaigns spread influence, and land that is cut off falls.

The rules are in docs/rules/hundred_clubs.engine.md; code names their chapters.
"""

from __future__ import annotations

from games.core.clocks import ClockKind, Late
from games.core.contract import Game, Options, Outcome, Place
from games.core.text import gettext_noop
from games.hundred_clubs import constants
from games.hundred_clubs.achievements import ACHIEVEMENTS, STARS, deeds
from games.hundred_clubs.bot import BOTS
from games.hundred_clubs.chances import chances
from games.hundred_clubs.checks import invariants
from games.hundred_clubs.forecast import forecast
from games.hundred_clubs.imagine import imagine
from games.hundred_clubs.lessons import LESSONS
from games.hundred_clubs.longest import CHOOSING, longest, shorter
from games.hundred_clubs.names import names
from games.hundred_clubs.orders import RESIGNATION, check, choices, default_orders
from games.hundred_clubs.parts import PARTS
from games.hundred_clubs.picture import picture
from games.hundred_clubs.programs import PROGRAMS
from games.hundred_clubs.puzzles import CRAFT
from games.hundred_clubs.resolve import resolve
from games.hundred_clubs.settings import OPTIONS, PRESETS, check_options, prepare, preview
from games.hundred_clubs.setup import setup
from games.hundred_clubs.state import State, from_json, to_json
from games.hundred_clubs.statistics import statistics
from games.hundred_clubs.turns import in_play, pending, timing
from games.hundred_clubs.view import scores, view
from games.hundred_clubs.workshop import WORDS, WORKSHOP


def outcome(state: State) -> Outcome | None:
    """The end of the match in the form of the platform; views carry the full result (9)."""
    if state.result is None:
        return None
    lines = sorted((line["rank"], line["seat"]) for line in state.result["table"])
    return Outcome(state.result["reason"], tuple(Place(rank, seat) for rank, seat in lines))


def has_fog(options: Options) -> bool:
    """Every table is played under fog."""
    return True


GAME = Game(
    id=constants.GAME_ID,
    name=gettext_noop("Hundred Clubs"),
    summary=gettext_noop(
        "Student clubs recruit on a campus: place campaigns, make and break alliances, keep your supply lines."
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
    late=lambda options: Late(truth=4),
    picture=picture,
    turns=gettext_noop("round"),
    step_seconds=90,
    pace_seconds=45,
    clocks={
        "auction": ClockKind(gettext_noop("Auction")),
        "birthplace": ClockKind(gettext_noop("Birthplace"), factor=CHOOSING),
        "step": ClockKind(gettext_noop("Round")),
    },
    timing=timing,
    longest=longest,
    shorter=shorter,
    draws=True,
    resign_orders=RESIGNATION,
    static_keys=("game", "rounds", "clubs", "options", "map", "terrain", "kernel20"),
    names=names,
    prepare=prepare,
    preview=preview,
    in_play=in_play,
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
    achievements=ACHIEVEMENTS,
    deeds=deeds,
    stars=STARS,
    parts=PARTS,
    off_path=frozenset({"seed"}),
    invariants=invariants,
)
