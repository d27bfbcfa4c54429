"""Has a lesson the prices of the match? Every sentence of a lesson that says what something costs or pays is filled in here from the rules that its
own scene plays by, and that a first match plays by; a sentence that nobody has listed fails."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from babel.messages.pofile import read_po

import games
from games.core.contract import Game
from games.core.lessons import Scene
from games.core.rng import step_rng
from games.core.simulate import open_scene, open_table
from games.cosmos.constants import mining_income
from games.frames.constants import AP_COST
from lobby.management.commands import messages

FIRST_MATCH = "quick"
PRICE = re.compile(r"\b(?:costs?|pays?|buys?)\b.*?\d|\d\D*\b(?:costs?|pays?|buys?)\b")
SENTENCE = re.compile(r"(?<=[.;:?!]) ")
NUMERALS = "零一二三四五六七八九十"
WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

Prices = Callable[[Any], dict[str, object]]


def planet_conquer(state: Any) -> dict[str, object]:
    return dict(state.settings.costs)


def deep_blue(state: Any) -> dict[str, object]:
    kinds = games.get("deep_blue").view(state, 0)["tables"]["kinds"]
    costs = {kind: facts["cost"] for kind, facts in kinds.items()}
    return costs | {f"{kind}_rounds": WORDS[facts["rounds"]] for kind, facts in kinds.items() if facts["rounds"]}


def frames(state: Any) -> dict[str, object]:
    return {"turn": state.settings.ap_per_turn, "deploy": AP_COST["deploy"]}


def cosmos(state: Any) -> dict[str, object]:
    return {"miner": mining_income(41)}


SAID: dict[str, tuple[Prices, dict[str, str]]] = {
    "planet_conquer": (
        planet_conquer,
        {
            "first-steps/tactic": "Defend costs {defend} points and doubles what a garrison is worth.",
            "win-in-two-rounds/stand-off": "Attack and Fast cost {attack} points each.",
        },
    ),
    "deep_blue": (
        deep_blue,
        {
            "first-steps/yard": "A submarine costs {submarine} and takes {submarine_rounds} rounds, a destroyer {destroyer} and {destroyer_rounds}, a"
            " cargo ship {cargo} and {cargo_rounds}."
        },
    ),
    "frames": (
        frames,
        {"first-steps/deploy": "A turn has {turn} action points, and to send out a mech costs {deploy}."},
    ),
    "cosmos": (
        cosmos,
        {"first-steps/standing": "A miner of 41 pays its planet {miner} energy a round, from its fiftieth round on."},
    ),
}
"""By lesson and scene: what is said, with the prices left open."""


def scenes(game: Game) -> Iterator[tuple[str, Scene]]:
    for lesson in game.lessons:
        for scene in lesson.scenes:
            yield f"{lesson.id}/{scene.id}", scene


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.id)
def test_every_price_that_a_lesson_names_is_listed_here(game: Game) -> None:
    _, listed = SAID.get(game.id, (None, {}))
    found = {
        where
        for where, scene in scenes(game)
        for part in (scene.text, scene.goal, scene.hint, scene.learned)
        for sentence in SENTENCE.split(part)
        if PRICE.search(sentence)
    }
    assert found == set(listed)


@pytest.mark.parametrize("game_id", SAID)
def test_it_is_the_price_of_the_scene_and_of_a_first_match(game_id: str) -> None:
    game, (prices, listed) = games.get(game_id), SAID[game_id]
    options = open_table(game, dict(game.presets[FIRST_MATCH].options), 2, "prices")
    first = prices(game.setup(options, 2, step_rng("prices", 0)))
    for where, scene in scenes(game):
        if where not in listed:
            continue
        own = prices(open_scene(game, scene)[1])
        words = " ".join((scene.text, scene.goal, scene.hint, scene.learned))
        for match in (own, first):
            assert listed[where].format(**match) in words, where


def test_prices_are_the_same_in_chinese() -> None:
    with messages.po_path("zh_Hans", "django").open("rb") as file:
        book = read_po(file)
    for game_id, (_, listed) in SAID.items():
        for where, scene in scenes(games.get(game_id)):
            if where not in listed:
                continue
            part = next(part for part in (scene.text, scene.goal, scene.hint, scene.learned) if PRICE.search(part))
            for figure in map(int, re.findall(r"\d+", part)):
                numeral = NUMERALS[figure] if figure < len(NUMERALS) else "-"
                said = str(book[part].string)
                assert str(figure) in said or numeral in said, (where, figure)
