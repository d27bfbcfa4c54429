"""What does an estimate of who wins say, and is it worth more than the score? The long form measures the second on many matches of bots."""

from __future__ import annotations

import pytest

import games
from games.core.chances import WHOLE, chances, grown, of_strengths, parts
from games.core.rng import step_rng
from games.core.simulate import open_table, play_out
from tests.bench.chances import lines, measure

GAMES = list(games.GAMES)


def test_chances_sum_to_the_whole_and_equal_strengths_are_equal():
    assert parts([1, 1]) == [500, 500]
    assert parts([1, 1, 1]) == [334, 333, 333]
    assert sum(parts([7, 0, 13, 999, 2])) == WHOLE
    assert parts([0, 0]) == [500, 500]


def test_twice_the_strength_is_so_many_times_the_chance_as_the_power_says():
    assert of_strengths([2, 1], 1) == [667, 333]
    assert of_strengths([2, 1], 3) == [889, 111]
    assert of_strengths([5, 0], 2) == [1000, 0]


def test_the_power_grows_to_the_end_and_no_further():
    assert [grown(2, 6, done, 40) for done in (0, 10, 39, 40, 50)] == [2, 3, 5, 6, 6]
    assert grown(2, 6, 0, 0) == 2


@pytest.mark.parametrize("game_id", GAMES)
def test_all_begin_alike_and_a_match_that_is_over_belongs_to_whoever_won(game_id):
    game = games.get(game_id)
    options = open_table(game, dict(game.presets["quick"].options), 2, "over")
    state = game.setup(options, 2, step_rng("over", 0))
    begun = chances(game, state)
    assert begun is not None and max(begun) < 2 * min(begun)
    *_, last = play_out(game, state, [game.bots[1], game.bots[0]], "over", max_steps=2000)
    outcome = game.outcome(last)
    assert outcome is not None
    firsts = [line.seat for line in outcome.ranking if line.place == 1]
    assert chances(game, last) == parts([int(seat in firsts) for seat in range(2)])


@pytest.mark.long
@pytest.mark.parametrize("game_id", GAMES)
def test_the_estimate_has_the_later_winner_first_more_often_than_the_score(game_id):
    found = measure(games.get(game_id), 120)
    print(game_id, *lines(found), sep="\n")
    assert found.matches >= 60
    assert found.first[50] > found.first_by_score[50]
    assert found.first[75] >= found.first[25]
    # What is called likely comes true more often than what is called unlikely.
    low, high = (
        sum(band[2] for band in half) / max(1, sum(band[0] for band in half))
        for half in (found.bands[:2], found.bands[3:])
    )
    assert low < 0.4 < 0.6 < high
