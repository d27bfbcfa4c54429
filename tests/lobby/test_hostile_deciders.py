"""Whatever a program does in whichever game: its run is void, the game plays default orders for its seat, and the next run is sound."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import games
from games.core import deciding
from games.core.contract import Turn
from games.core.rng import step_rng
from games.core.simulate import judged, open_table
from lobby.bots.loader import ProgramRefused
from lobby.bots.sandbox import Sandbox
from lobby.bots.trial import Course
from tests.lobby.hostile_deciders import HOSTILE
from tests.lobby.hostile_programs import HOSTILE as HOSTILE_ENTITIES

pytestmark = pytest.mark.slow

ALL = list(games.GAMES)
SOUND = "def decide(view, memory):\n    memory['n'] = memory.get('n', 0) + 1\n    return None\n"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox(workers=1)
    yield made
    made.close()


def test_there_are_enough_of_them() -> None:
    assert len(HOSTILE) + len(HOSTILE_ENTITIES) >= 60


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_program_costs_its_run_and_nothing_else(name: str, sandbox: Sandbox) -> None:
    # Each plays one of the games, in turn: a run is the same for all but for its view.
    game = games.get(ALL[list(HOSTILE).index(name) % len(ALL)])
    assert game.programs is not None and game.choices is not None
    text, reasons = HOSTILE[name]
    rules = game.programs.rules(text)
    options = open_table(game, dict(rules.trial_options), 2, "hostile")
    state = game.setup(options, 2, step_rng("hostile", 0))
    turn = Turn(0, game.view(state, 0), lambda: game.choices(state, 0), None)  # type: ignore[misc]
    try:
        course = Course(options, "hostile", rules, sandbox.prepare(rules, text), sandbox)
    except ProgramRefused:
        return  # before it could play
    given = course.answer(turn, 0)
    assert course.void is not None and course.void.void in reasons, course.void
    assert given is None
    assert judged(game, state, 0, 0, given) == (game.default_orders(state, 0), None)
    sound = Course(options, "hostile", rules, sandbox.prepare(rules, SOUND), sandbox)
    assert sound.answer(turn, 0) is None and sound.void is None
    assert sound.memories == {deciding.ENTITY: '{"n": 1}'}
