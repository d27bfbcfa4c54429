"""Frames: two warships and their mechs; hidden captains, pilots and cards, and reactions to every blow.

The rules are in docs/rules/frames.engine.md; code names their chapters.
"""

from __future__ import annotations

from games.core.contract import Game, Options, Outcome, Place
from games.core.text import gettext_noop
from games.frames import constants
from games.frames.bots import BOTS
from games.frames.choices import choices
from games.frames.forecast import forecast
from games.frames.imagine import imagine
from games.frames.lessons import LESSONS
from games.frames.orders import RESIGNATION, check, default_orders, in_play, pending, timing
from games.frames.platform.achievements import ACHIEVEMENTS, STARS
from games.frames.platform.automatic import PREFERENCES, auto_orders
from games.frames.platform.chances import chances
from games.frames.platform.checks import invariants
from games.frames.platform.clocks import CLOCKS, STEP_SECONDS, late, longest, shorter
from games.frames.platform.names import names
from games.frames.platform.parts import PARTS
from games.frames.platform.picture import picture
from games.frames.platform.programs import PROGRAMS
from games.frames.platform.statistics import statistics
from games.frames.platform.words import WORDS
from games.frames.puzzles import CRAFT
from games.frames.resolve.opening import setup
from games.frames.resolve.step import resolve
from games.frames.settings import OPTIONS, PRESETS, SEATS, check_options
from games.frames.state import State
from games.frames.storage import from_json, to_json
from games.frames.view import scores, view
from games.frames.workshop import WORKSHOP


def outcome(state: State) -> Outcome | None:
    """The end of the match in the form of the platform; views carry the full result (11)."""
    if state.result is None:
        return None
    groups = state.result["ranking"]
    places = [
        Place(1 + len([one for group in groups[:i] for one in group]), seat)
        for i, group in enumerate(groups)
        for seat in group
    ]
    return Outcome(state.result["reason"], tuple(places))


def has_fog(options: Options) -> bool:
    """Captains, pilots, hands and gear are hidden at every table."""
    return True


GAME = Game(
    id=constants.GAME_ID,
    name=gettext_noop("Frames"),
    summary=gettext_noop("A duel of warships and mechs: hidden captains and cards, dice, and reactions to every blow."),
    rules_version=constants.RULES_VERSION,
    seats=range(SEATS, SEATS + 1),
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
    turns=gettext_noop("step"),
    step_seconds=STEP_SECONDS,
    pace_seconds=15,
    clocks=CLOCKS,
    timing=timing,
    longest=longest,
    shorter=shorter,
    draws=True,
    resign_orders=RESIGNATION,
    static_keys=("game", "cards", "keywords", "areas", "options", "mode", "raid_waits"),
    names=names,
    in_play=in_play,
    choices=choices,
    words=WORDS,
    forecast=forecast,
    imagine=imagine,
    programs=PROGRAMS,
    preferences=PREFERENCES,
    auto_orders=auto_orders,
    workshop=WORKSHOP,
    scores=scores,
    statistics=statistics,
    chances=chances,
    achievements=ACHIEVEMENTS,
    stars=STARS,
    parts=PARTS,
    lessons=LESSONS,
    off_path=frozenset({"seed"}),
    puzzles=CRAFT,
    invariants=invariants,
)
