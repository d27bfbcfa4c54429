"""What every lesson of every game keeps: positions that can be, scenes that are passed by doing what they ask and by nothing else, words for all of it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from babel.messages.pofile import read_po

from games import all_games
from games.core.contract import Game, Orders, State
from games.core.errors import OrderError
from games.core.events import Event
from games.core.lessons import Lesson, Moment, Scene, verdict
from games.core.simulate import act, open_scene, written_orders
from lobby.management.commands import messages
from tests.games.toy_lessons import GAME as TOY

GAMES = [*(game for game in all_games() if game.lessons), TOY]
LESSONS = [pytest.param(game, lesson, id=f"{game.id}-{lesson.id}") for game in GAMES for lesson in game.lessons]
SCENES = [
    pytest.param(game, lesson, scene, id=f"{game.id}-{lesson.id}-{scene.id}")
    for game in GAMES
    for lesson in game.lessons
    for scene in lesson.scenes
]
ENOUGH = 12
"""Steps after which a scene without a limit that nobody does anything in is left."""
NAME = re.compile(r"[a-z0-9-]{1,40}")


def seen(moments: list[Moment]) -> str:
    """What a person has seen of a scene, as text."""
    return json.dumps([[m.step, m.before, m.orders, m.after, list(m.events), m.place] for m in moments], sort_keys=True)


@pytest.mark.parametrize("game", GAMES[:-1], ids=lambda game: game.id)
def test_a_lesson_comes_first_and_three_puzzles_follow(game: Game) -> None:
    first, *others = game.lessons
    assert not first.is_puzzle and 5 <= len(first.scenes) <= 8
    assert len(others) >= 3 and all(one.is_puzzle and len(one.scenes) == 1 for one in others)
    assert len({lesson.id for lesson in game.lessons}) == len(game.lessons)


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_names_can_be_kept_and_stand_in_addresses(game: Game, lesson: Lesson) -> None:
    ids = [scene.id for scene in lesson.scenes]
    assert len(set(ids)) == len(ids)
    assert all(NAME.fullmatch(name) for name in [lesson.id, *ids])


@pytest.mark.parametrize(("game", "lesson", "scene"), SCENES)
def test_a_scene_begins_in_a_position_that_can_be_and_that_waits_for_its_seat(
    game: Game, lesson: Lesson, scene: Scene
) -> None:
    options, state = open_scene(game, scene)
    assert game.check_options(options, scene.seats) == options
    if game.invariants is not None:
        game.invariants(state)
    assert game.outcome(state) is None and scene.seat in game.pending(state)
    text = json.dumps(game.to_json(state), sort_keys=True)
    assert json.dumps(game.to_json(game.from_json(json.loads(text))), sort_keys=True) == text
    assert json.dumps(game.to_json(open_scene(game, scene)[1]), sort_keys=True) == text, "the same for everybody"
    assert not scene.rivals or game.bot(scene.rivals)


@pytest.mark.parametrize(("game", "lesson", "scene"), SCENES)
def test_whoever_does_nothing_does_not_pass(game: Game, lesson: Lesson, scene: Scene) -> None:
    assert verdict(scene, []) == "open"
    idle = verdict(scene, act(game, scene, [None] * (scene.limit or ENOUGH)))
    assert idle == "failed" if lesson.is_puzzle else idle != "passed"


@pytest.mark.parametrize(("game", "lesson", "scene"), SCENES)
def test_the_solution_passes_with_its_last_step(game: Game, lesson: Lesson, scene: Scene) -> None:
    moments = list(act(game, scene, scene.solution))
    assert len(moments) == len(scene.solution) <= (scene.limit or ENOUGH)
    assert [verdict(scene, moments[: k + 1]) for k in range(len(moments))] == ["open"] * (len(moments) - 1) + ["passed"]
    assert seen(moments) == seen(list(act(game, scene, scene.solution))), "every time the same"


@pytest.mark.parametrize(("game", "lesson", "scene"), SCENES)
def test_the_script_orders_what_the_rules_allow(game: Game, lesson: Lesson, scene: Scene) -> None:
    """While the person plays the solution: what is refused would be left out in silence, unless a bot takes over then."""
    _, state = open_scene(game, scene)
    states = [state, *_states(game, scene, scene.solution)]
    wanted: set[tuple[int, str]] = set()
    played: set[tuple[int, str]] = set()
    for step, written in enumerate(scene.script[: len(scene.solution)]):
        for seat, orders in written.items():
            assert seat != scene.seat
            line = (seat, json.dumps(orders, sort_keys=True))
            if step == 0 or not scene.rivals:
                wanted.add(line)
            # A script may repeat an order, so that it comes whenever that seat's turn comes.
            if seat in game.pending(states[step]):
                try:
                    game.check(states[step], seat, orders)
                except OrderError:
                    continue
                assert written_orders(game, scene, states[step], step, seat) is not None
                played.add(line)
    assert wanted <= played


def _states(game: Game, scene: Scene, answers: Sequence[Orders | None]) -> list[State]:
    """The positions after each step; `act` shows what the seat sees of them alone."""
    states: list[State] = []

    def resolve(*arguments: Any) -> tuple[State, Sequence[Event]]:
        after, events = game.resolve(*arguments)
        states.append(after)
        return after, events

    list(act(replace(game, resolve=resolve), scene, answers))
    return states


@pytest.mark.parametrize(("game", "lesson"), LESSONS[: -len(TOY.lessons)])
def test_every_text_is_there_in_both_languages_and_short(game: Game, lesson: Lesson) -> None:
    texts = [lesson.title, lesson.text]
    for scene in lesson.scenes:
        said = [scene.text, scene.goal, scene.hint, scene.learned]
        texts += [scene.title, *said]
        assert all(text.endswith((".", "!", "?")) for text in said), scene.id
        assert len(scene.text) <= 330 and len(scene.title) <= 40, f"{scene.id}: nobody reads more beside a board"
    with messages.po_path("zh_Hans", "django").open("rb") as file:
        catalog = read_po(file)
    assert [text for text in texts if text not in catalog or not catalog[text].string] == []
