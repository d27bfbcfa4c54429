"""Cosmos: civilisations of planets and ships, each entity with its own senses, fight for one star system.

The rules are in docs/rules/cosmos.engine.md; code names their chapters.
"""

from __future__ import annotations

from games.core.contract import Game, Options, Outcome, Place
from games.core.text import gettext_noop
from games.cosmos import constants
from games.cosmos.achievements import ACHIEVEMENTS, STARS, deeds
from games.cosmos.advice.words import WORDS as ADVICE_WORDS
from games.cosmos.bot import BOTS
from games.cosmos.chances import chances
from games.cosmos.checks import invariants
from games.cosmos.choices import WORDS, choices
from games.cosmos.drive import drive
from games.cosmos.forecast import forecast
from games.cosmos.imagine import imagine
from games.cosmos.lessons import LESSONS
from games.cosmos.longest import late, longest, shorter
from games.cosmos.names import names
from games.cosmos.orders import RESIGNATION, check, default_orders
from games.cosmos.parts import PARTS
from games.cosmos.picture import picture
from games.cosmos.programs import PROGRAMS
from games.cosmos.puzzles import CRAFT
from games.cosmos.resolve import resolve
from games.cosmos.settings import OPTIONS, PRESETS, check_options
from games.cosmos.setup import preview, setup
from games.cosmos.state import State, from_json, to_json
from games.cosmos.statistics import statistics
from games.cosmos.until import CONDITIONS
from games.cosmos.until import WORDS as UNTIL_WORDS
from games.cosmos.view import scores, view
from games.cosmos.workshop import WORDS as WORKSHOP_WORDS
from games.cosmos.workshop import WORKSHOP


def pending(state: State) -> list[int]:
    """Every living seat is asked, until the match is over (5.2)."""
    return [] if state.phase == "over" else state.living()


def outcome(state: State) -> Outcome | None:
    """The end of the match in the form of the platform; views carry the full result (9)."""
    if state.outcome is None:
        return None
    lines = state.outcome["ranking"]
    return Outcome(state.outcome["reason"], tuple(Place(line["rank"], line["seat"]) for line in lines))


def has_fog(options: Options) -> bool:
    """Every match is played under fog."""
    return True


GAME = Game(
    id=constants.GAME_ID,
    name=gettext_noop("Cosmos"),
    summary=gettext_noop(
        "Planets and ships that each sense for themselves: mine, burst, analyse, charge the final weapon."
    ),
    rules_version=constants.RULES_VERSION,
    seats=range(2, constants.MAX_SEATS + 1),
    options=OPTIONS,
    presets=PRESETS,
    bots=BOTS,
    check_options=check_options,
    setup=setup,
    preview=preview,
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
    step_seconds=20,
    draws=True,
    pace_seconds=15,
    resign_orders=RESIGNATION,
    longest=longest,
    shorter=shorter,
    static_keys=("game", "rounds", "seats", "execution", "stride", "analyse_min_defence", "rules", "tables", "safe"),
    names=names,
    choices=choices,
    forecast=forecast,
    words=tuple(dict.fromkeys((*WORDS, *ADVICE_WORDS, *UNTIL_WORDS, *sorted(WORKSHOP_WORDS)))),
    until=CONDITIONS,
    imagine=imagine,
    drive=drive,
    programs=PROGRAMS,
    workshop=WORKSHOP,
    scores=scores,
    statistics=statistics,
    chances=chances,
    achievements=ACHIEVEMENTS,
    deeds=deeds,
    stars=STARS,
    parts=PARTS,
    lessons=LESSONS,
    off_path=frozenset({"seed"}),
    puzzles=CRAFT,
    invariants=invariants,
)
