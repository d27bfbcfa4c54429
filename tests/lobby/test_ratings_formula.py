"""The formula of ratings and the calendar of seasons: what must hold for any match, without a database."""

from __future__ import annotations

import math
import random
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lobby.ratings import formula, seasons
from lobby.ratings.entrants import ranks
from lobby.ratings.formula import ANCHOR, NEW, Result, Strength

STRENGTHS = st.builds(
    Strength, st.floats(0, 50).map(lambda x: round(x, 6)), st.floats(1, 8.3).map(lambda x: round(x, 6))
)
RESULTS = st.lists(st.builds(Result, STRENGTHS, st.integers(1, 8)), min_size=2, max_size=8)


def test_somebody_new_has_1500_points():
    assert (NEW.points, ANCHOR.points) == (1500, 1500)


def test_200_points_are_three_of_four_in_a_match_of_two():
    stronger = Strength(formula.START_MEAN + 200 / formula.POINTS, 0)
    assert stronger.points == 1700
    assert formula.expected(stronger, Strength(deviation=0)) == pytest.approx(0.76, abs=0.001)


@given(RESULTS)
def test_who_is_better_placed_gains_at_least_as_much_as_an_equal(results):
    """Of two who were equal before, the better placed is not behind; of two who tied, neither is ahead."""
    twin = Result(results[0].strength, results[0].rank + 1)
    tied = Result(results[0].strength, results[0].rank)
    after = formula.rated([results[0], twin, *results[1:]])
    assert after[0].mean > after[1].mean
    after = formula.rated([results[0], tied, *results[1:]])
    assert after[0] == after[1]


@given(RESULTS, st.randoms(use_true_random=False))
def test_the_order_of_the_seats_changes_nothing(results, rng):
    order = list(range(len(results)))
    rng.shuffle(order)
    straight, shuffled = formula.rated(results), formula.rated([results[at] for at in order])
    for place, at in enumerate(order):
        assert shuffled[place].mean == pytest.approx(straight[at].mean, abs=2e-6)
        assert shuffled[place].deviation == pytest.approx(straight[at].deviation, abs=2e-6)


@given(RESULTS)
def test_the_first_never_loses_and_the_last_never_gains(results):
    after = formula.rated(results)
    best, worst = min(one.rank for one in results), max(one.rank for one in results)
    if best == worst:
        return
    for one, new in zip(results, after, strict=True):
        if one.rank == best and sum(other.rank == best for other in results) == 1:
            assert new.mean >= one.strength.mean
        if one.rank == worst and sum(other.rank == worst for other in results) == 1:
            assert new.mean <= one.strength.mean


@given(STRENGTHS, STRENGTHS)
def test_a_tie_draws_two_together(one, other):
    after = formula.rated([Result(one, 1), Result(other, 1)])
    assert abs(after[0].mean - after[1].mean) <= abs(one.mean - other.mean) + 1e-6


def test_the_anchor_measures_and_stays():
    anchor, new = formula.rated([Result(ANCHOR, 2, is_anchor=True), Result(NEW, 1)])
    assert anchor == ANCHOR
    assert new.mean > NEW.mean


def test_results_are_what_a_database_gives_back():
    for one in formula.rated([Result(NEW, 1), Result(NEW, 2), Result(Strength(31.4159, 3.3), 3)]):
        assert (one.mean, one.deviation) == (round(one.mean, 6), round(one.deviation, 6))


def test_a_match_of_one_is_refused():
    with pytest.raises(ValueError, match="one"):
        formula.rated([Result(NEW, 1)])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_difference_of_points_means_the_same_at_every_table(seats):
    """60 players whose strength is known play 200 matches each: estimates follow it, about as steeply at tables of any size."""
    rng = random.Random(seats)
    true = [rng.gauss(25, 5) for _ in range(60)]
    found = [NEW] * 60
    noise = 400 / math.log(10) / formula.POINTS  # of Elo's odds, in units of the mean
    for _ in range(60 * 200 // seats):
        sitting = rng.sample(range(60), seats)
        played = sorted(sitting, key=lambda one: -(true[one] + _gumbel(rng, noise)))
        after = formula.rated([Result(found[one], rank) for rank, one in enumerate(played, 1)])
        for one, strength in zip(played, after, strict=True):
            found[one] = strength
    mean = sum(one.mean for one in found) / 60, sum(true) / 60
    slope = sum((f.mean - mean[0]) * (t - mean[1]) for f, t in zip(found, true, strict=True)) / sum(
        (t - mean[1]) ** 2 for t in true
    )
    assert 0.9 < slope < 1.5


def _gumbel(rng: random.Random, noise: float) -> float:
    return -noise * math.log(rng.expovariate(1))


@pytest.mark.parametrize(
    ("places", "gone", "expected"),
    [
        ({0: 1, 1: 2}, [], {0: 1, 1: 2}),
        ({0: 1, 1: 1, 2: 3}, [], {0: 1, 1: 1, 2: 3}),
        ({0: 1, 1: 2, 2: 3}, [0], {0: 4, 1: 2, 2: 3}),
        ({0: 1, 1: 2, 2: 3, 3: 4}, [0, 1], {0: 5, 1: 5, 2: 3, 3: 4}),
        ({0: 1, 1: 2}, [0, 1], {0: 1, 1: 2}),
    ],
)
def test_leavers_share_the_last_rank(places, gone, expected):
    assert ranks(places, gone) == expected


@given(st.datetimes(timezones=st.just(UTC)))
def test_every_moment_has_one_season(moment):
    moment = moment.replace(year=2000 + moment.year % 100, day=min(28, moment.day))
    season = seasons.season_of(moment)
    assert seasons.is_season(season)
    assert seasons.first_day(season) <= moment.date() < seasons.end(season)
    assert seasons.season_of(datetime.combine(seasons.end(season), moment.timetz())) != season


def test_seasons_are_two_months_by_the_clock_of_the_site():
    assert seasons.season_of(datetime(2026, 12, 31, 23, 59, tzinfo=UTC)) == "2026-11"
    assert seasons.season_of(datetime(2027, 1, 1, tzinfo=UTC)) == "2027-01"
    assert (seasons.first_day("2026-11"), seasons.end("2026-11")) == (date(2026, 11, 1), date(2027, 1, 1))
    assert list(seasons.back_to("2026-09", "2027-03")) == ["2027-03", "2027-01", "2026-11", "2026-09"]
    assert not seasons.is_season("2026-10")
    assert timedelta(days=58) < seasons.end("2026-01") - seasons.first_day("2026-01") < timedelta(days=60)
