"""Mined puzzles: the search finds them, the check refuses what is not clear, and every stored one still has one best answer."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import call_command

import games
from games.core import mining, puzzles, simulate
from games.core.contract import Bot
from games.core.lessons import verdict
from games.core.text import spoken
from games.core.variety import ALIKE, Variety, idea_of
from lobby.management.commands import puzzles as command
from lobby.management.commands.puzzles import MOST
from tests.games import toy, toy_puzzles
from tests.games.toy_puzzles import GAME, POOL

OURS = [game for game in games.all_games() if game.puzzles is not None]
SAMPLE = 1
"""So many stored puzzles of a game an ordinary run examines, and the long run all: one takes a second, and ten in Cosmos."""


def stored(game):
    """Some of the stored puzzles, spread over the file."""
    _, found = puzzles.stored(game.puzzles.package)
    return found if os.environ.get("FOGBOUND_LONG") else found[:: max(1, len(found) // SAMPLE)][:SAMPLE]


def mined(game, seed, most=1000):
    """What twelve matches give for a file of `most`."""
    variety, found = Variety(most), []
    for number in range(12):
        for one in mining.mine(game, "quick", 2, f"{seed}:{number}", variety):
            variety.add(idea_of(game, one))
            found.append(one)
    return found


# --- The check


def test_a_clear_answer_has_no_fault():
    found = mining.examine(GAME, POOL[0], "any")
    assert found.fault == ""
    assert found.share >= mining.LEAST
    assert max(found.second, dict(found.levels)["easy"]) <= found.share - mining.MARGIN


def test_an_answer_that_misses_is_refused():
    wrong = replace(POOL[0], solution=toy.DEFAULT_ORDERS | {"throw": 4})
    assert mining.examine(GAME, wrong, "any").fault == "the answer does not reach the goal on the board"


def test_a_goal_that_waiting_reaches_is_refused():
    idle = replace(POOL[0], goal={"kind": "live", "what": 0, "steps": 1})
    assert mining.examine(GAME, idle, "any").fault == "waiting reaches the goal"


def test_what_a_weak_bot_finds_is_refused():
    sure = Bot("sure", "Sure", "Throws at cell 1.", lambda view, rng, memory: {"walk": 0, "throw": 1}, "easy")
    assert mining.examine(replace(GAME, bots=(sure,)), POOL[0], "any").fault == "an easy or medium bot finds it"


def test_an_answer_that_depends_on_what_the_other_does_is_refused():
    """He walks away in the recorded match; in half of the draws a bot decides for him, and mostly stays."""
    assert mining.examine(GAME, POOL[1], "any").fault == "the answer depends on luck or on what the others do"


def test_a_second_answer_that_is_as_good_is_refused():
    def both_ways(goal, moment):
        return moment.orders is not None and moment.orders["walk"] != 0

    craft = replace(toy_puzzles.CRAFT, met=both_ways)
    walked = replace(POOL[0], solution=toy.DEFAULT_ORDERS | {"walk": 1})
    found = mining.examine(replace(GAME, puzzles=craft), walked, "any")
    assert found.fault == "another answer is nearly as good"


def dimmed(**fields):
    """The toy with a goal of an amount: how little light is left to the other one, ten for each heart, as a negative number."""
    craft = replace(
        toy_puzzles.CRAFT, asks={"dim": toy_puzzles.CRAFT.asks["hit"]}, steps={"dim": 1}, keeps=frozenset(),
        goals=lambda view: [{"kind": "dim", "what": 1 - view["you"]}],
        amounts={"dim": lambda goal, moment: -10 * moment.after["seats"][goal["what"]]["hearts"]}, **fields,
    )  # fmt: skip
    return replace(GAME, puzzles=craft)


def test_an_amount_is_asked_for_between_the_best_answer_and_the_next():
    game = dimmed()
    found = mined(game, "amount")
    assert found and all(one.goal["kind"] == "dim" for one in found)
    for one in found:
        hearts = puzzles.unpacked(one.position)["hearts"][one.goal["what"]]
        assert -10 * hearts < one.goal["least"] < -10 * (hearts - 1)
        assert mining.examine(game, one, "any").fault == ""


def test_answers_that_are_nearly_the_same_idea_do_not_spoil_an_amount():
    """When all answers are the same idea, none is another that is nearly as good, and none is the obvious one."""
    game = dimmed(near=lambda view, one, other: True)
    goal = {"kind": "dim", "what": 1, "steps": 1, "least": -19}
    wrong = replace(POOL[0], goal=goal)
    assert mining.examine(game, wrong, "any").fault == mining.examine(dimmed(), wrong, "any").fault == ""
    assert mining.examine(game, replace(wrong, goal={**goal, "least": -25}), "any").fault == "waiting reaches the goal"


# --- Mining


def test_mining_finds_clear_puzzles_and_the_same_again():
    found, again = mined(GAME, "test"), mined(GAME, "test")
    assert found and found == again
    assert not any(mining.examine(GAME, one, seed).fault for one in found for seed in ("first", "second"))
    assert len({one.id for one in found}) == len(found)


def test_no_idea_has_more_than_its_part_of_a_file():
    most = ALIKE * 2
    ideas = Counter(idea_of(GAME, one) for one in mined(GAME, "alike", most))
    assert ideas and max(ideas.values()) <= most // ALIKE
    assert max(ideas.values()) < max(Counter(idea_of(GAME, one) for one in mined(GAME, "alike")).values())


def test_no_kind_of_goal_has_more_than_half_of_a_file():
    variety = Variety(4)
    assert variety.has("hit")
    for idea in ("hit low", "hit high", "live long"):
        assert variety.has(idea)
        variety.add(idea)
    assert not variety.has("hit far") and not variety.has("hit")
    assert variety.has("live short") and variety.has("live")


def test_what_answers_many_kinds_of_goals_has_its_limit_too():
    variety = Variety(12)
    for idea in ("wound laser", "sink laser"):
        assert variety.has(idea)
        variety.add(idea)
    assert not variety.has("push laser")
    assert variety.has("push net")


def test_a_match_gives_no_two_puzzles_that_are_alike():
    for number in range(12):
        found = list(mining.mine(GAME, "quick", 2, f"test:{number}", Variety(1000)))
        ideas = [idea_of(GAME, one) for one in found]
        assert len(set(ideas)) == len(ideas) <= mining.PER_MATCH


def test_mining_goes_on_with_a_file_and_loses_nothing_when_it_stops(monkeypatch):
    """Every puzzle is written as soon as it is found, and those of a match that is played again do not come twice."""
    files = []
    game = dimmed()
    monkeypatch.setattr(games, "get", lambda name: game)
    monkeypatch.setattr(command, "write", lambda game, found: files.append([one.id for one in found]))
    known = mined(game, "amount", 72)
    monkeypatch.setattr(puzzles, "stored", lambda package: ("1", tuple(known[:2])))
    call_command("puzzles", "mine", "frames", matches=12, seed="amount", stdout=StringIO())
    assert [len(one) for one in files] == [*range(3, 3 + len(files))]
    assert files and sorted(files[-1]) == sorted({one.id for one in known})


def test_a_puzzle_is_written_and_read_without_loss():
    text = puzzles.written(GAME, POOL)
    assert text.count("\n") == len(POOL) + 2
    assert [puzzles.Puzzle.from_json(one.to_json()) for one in POOL] == list(POOL)


def test_no_day_repeats_a_puzzle_before_all_have_been_asked(monkeypatch):
    monkeypatch.setattr(puzzles, "stored", lambda package: ("1", POOL))
    asked = [puzzles.of_day(GAME, day).id for day in range(500, 500 + len(POOL))]
    assert len(set(asked)) == len(POOL)
    assert puzzles.of_day(GAME, 500 + len(POOL)).id == asked[0]


def test_puzzles_of_older_rules_are_not_asked(monkeypatch):
    monkeypatch.setattr(puzzles, "stored", lambda package: ("0", POOL))
    assert puzzles.pool(GAME) == ()
    assert puzzles.of_day(GAME, 500) is None


# --- What is stored


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_stored_puzzles_are_for_the_rules_of_today(game):
    rules, found = puzzles.stored(game.puzzles.package)
    assert not found or rules == game.rules_version
    assert len({one.id for one in found}) == len({(one.seed, one.seat) for one in found}) == len(found)


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_stored_puzzles_are_of_many_ideas(game):
    variety = Variety(MOST)
    for one in puzzles.stored(game.puzzles.package)[1]:
        idea = idea_of(game, one)
        assert variety.has(idea), one.id
        variety.add(idea)


@pytest.mark.slow
@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_stored_puzzles_still_have_one_best_answer(game):
    faults = {one.id: mining.examine(game, one, "check").fault for one in stored(game)}
    assert not any(faults.values()), faults


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_stored_puzzles_are_solved_by_their_answer_and_not_by_waiting(game):
    for one in stored(game):
        scene = puzzles.scene_of(game, one)
        for answer, wanted in ((one.solution, "passed"), (None, "failed")):
            answers = [answer, *[None] * (one.goal["steps"] - 1)]
            _, state = simulate.open_scene(game, scene)
            played = []
            for moment, _ in simulate.act_from(game, scene, state, answers):
                played.append(moment)
                if verdict(scene, played) != "open":
                    break
            assert verdict(scene, played) == wanted, one.id


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_the_words_of_every_goal_name_what_they_are_about(game):
    for ask in game.puzzles.asks.values():
        for text in (ask.one, ask.many or ask.one, ask.nothing or ask.one):
            assert "%(what)s" in text or "%(least)s" in text
            assert "%(" not in spoken({"text": text, "data": {"what": "Orun", "steps": 2, "least": 5}})


def test_nobody_is_asked_for_no_hit_points_or_fewer():
    game = games.get("frames")
    goals = {
        least: puzzles.scene_of(
            game, replace(POOL[0], goal={"kind": "wound", "what": 0, "steps": 1, "least": least})
        ).goal
        for least in (0, 5)
    }
    assert goals[0] == game.puzzles.asks["destroy"].one != goals[5] == game.puzzles.asks["wound"].one
