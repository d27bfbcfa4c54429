"""Does every format pair as it promises, whatever the results are? Played by lot, without a site."""

from __future__ import annotations

import math
import os
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.core.rng import SeededRng
from lobby.contests.formats import (
    arena,
    course,
    dealing,
    double,
    last_out,
    points_race,
    rank_sum,
    round_robin,
    series,
    single,
    swiss,
)
from lobby.contests.formats.catalogue import FORMATS
from lobby.contests.formats.contract import Done, Entrant, Played, Round, Rules, Wait
from tests.lobby import second_meetings

MOST_ROUNDS = 400


def entrants_of(count: int) -> list[Entrant]:
    return [Entrant(100 + number, lot) for number, lot in enumerate(SeededRng("lots").permutation(count))]


def play(form, rules: Rules, entrants: list[Entrant], seed: str, *, voids: int = 0, leave: int = 0):
    """Play a stage by lot to its end; every table of `voids` is void, and after each round `leave` percent withdraw."""
    luck, played = SeededRng(f"luck:{seed}"), []
    for _ in range(MOST_ROUNDS):
        number = len({table.round for table in played})
        answer = form.next_round(rules, entrants, played, SeededRng(f"{seed}:{number}"))
        assert answer == form.next_round(rules, entrants, list(played), SeededRng(f"{seed}:{number}"))
        if isinstance(answer, Done):
            return played, entrants
        assert isinstance(answer, Round)
        assert answer.tables
        waiting = [Played(answer.number, table.seats, lane=table.lane) for table in answer.tables]
        if form is not arena and any(not table.is_bye for table in waiting):
            assert isinstance(form.next_round(rules, entrants, [*played, *waiting], SeededRng("x")), Wait)
        for table in waiting:
            if not table.is_bye and voids and luck.randrange(100) < voids:
                played.append(replace(table, is_void=True))
            else:
                places = {one: 1 + luck.randrange(len(table.seats)) for one in table.seats}
                order = sorted(places.values())
                played.append(replace(table, places={one: 1 + order.index(place) for one, place in places.items()}))
        entrants = [replace(one, is_out=one.is_out or luck.randrange(100) < leave) for one in entrants]
    raise AssertionError("it does not end")


FEWER = 1 if os.environ.get("FOGBOUND_LONG") else 3
"""Contests of chance: each run tries a third of what the long form does."""
ANY = st.sampled_from(sorted(FORMATS))
RULES = st.builds(
    Rules,
    table=st.integers(2, 8),
    rounds=st.integers(0, 4),
    games=st.integers(1, 3),
    target=st.integers(1, 2),
    drop_worst=st.integers(0, 1),
)
COUNT = st.integers(1, 33)
SEED = st.integers(0, 10**6).map(str)


@settings(max_examples=250 // FEWER, deadline=None)
@given(ANY, RULES, COUNT, SEED, st.sampled_from([0, 30, 100]), st.sampled_from([0, 10]), st.booleans())
def test_every_format_ends_and_nobody_meets_himself(key, rules, count, seed, voids, leave, fixed):
    form = FORMATS[key]
    if fixed:
        rules = replace(rules, least=rules.table)
    first = entrants_of(count)
    played, entrants = play(form, rules, first, seed, voids=voids, leave=leave)
    known = {one.id for one in entrants}
    for table in played:
        assert len(set(table.seats)) == len(table.seats)
        assert set(table.seats) <= known
        assert table.is_bye or rules.least <= len(table.seats) <= rules.table
    for number in {table.round for table in played}:
        together = Counter(one for table in played if table.round == number for one in table.seats)
        most = dict.fromkeys(("points_race", "last_out"), 2 * rules.games) | dict.fromkeys(
            ("single", "double"), rules.games + series.FURTHER
        )
        assert max(together.values()) <= most.get(key, 1)
    lines = form.standings(rules, entrants, played)
    assert sorted(line.entrant for line in lines) == sorted(known)
    assert [line.rank for line in lines] == sorted(line.rank for line in lines)
    assert lines[0].rank == 1
    assert all(tuple(line.values) == form.VALUES for line in lines)


@settings(max_examples=150 // FEWER, deadline=None)
@given(st.sampled_from(["points_race", "round_robin", "swiss"]), RULES, COUNT, SEED)
def test_nobody_plays_more_than_one_game_more_than_others(key, rules, count, seed):
    played, entrants = play(FORMATS[key], rules, entrants_of(count), seed)
    games = dealing.games_of(entrants, played).values()
    assert max(games) - min(games) <= 1


@settings(max_examples=150 // FEWER, deadline=None)
@given(st.sampled_from(["single", "round_robin", "swiss", "last_out", "rank_sum"]), RULES, COUNT, SEED, st.booleans())
@example("single", Rules(table=6), 28, "1", True)
def test_nobody_has_two_byes_more_than_others(key, rules, count, seed, fixed):
    if fixed:
        rules = replace(rules, least=rules.table)
    played, entrants = play(FORMATS[key], rules, entrants_of(count), seed)
    rounds = sorted({table.round for table in played})
    byes = Counter({one.id: 0 for one in entrants})
    for number in rounds:
        there = [one for table in played if table.round == number for one in table.seats]
        byes.update(table.seats[0] for table in played if table.round == number and table.is_bye)
        assert max(byes[one] for one in there) - min(byes[one] for one in there) <= 1


@settings(max_examples=100 // FEWER, deadline=None)
@given(COUNT, st.integers(2, 8), st.integers(1, 8), SEED, st.sampled_from([0, 100]))
def test_last_out_comes_down_to_its_target(count, table, target, seed, voids):
    rules = Rules(table=table, target=min(target, table))
    played, entrants = play(last_out, rules, entrants_of(count), seed, voids=voids)
    left = [line for line in last_out.standings(rules, entrants, played) if not line.is_out]
    assert len(left) == min(count, rules.target)
    for number in {one.round for one in played}:
        sizes = [len(one.seats) for one in played if one.round == number and not one.is_bye]
        assert len(sizes) == 1 or set(sizes) == {table}


def test_the_preliminaries_of_the_seed_go_from_30_to_6():
    rules = Rules(table=8, target=6)
    played, entrants = play(last_out, rules, entrants_of(30), "seed")
    left = [sum(len(one.seats) for one in played if one.round == number) for number in range(15)]
    assert left == [30, 27, 24, 21, 19, 17, 15, 14, 13, 12, 11, 10, 9, 8, 7]
    assert len([line for line in last_out.standings(rules, entrants, played) if not line.is_out]) == 6


@settings(max_examples=100 // FEWER, deadline=None)
@given(COUNT, st.integers(2, 8), SEED)
def test_nobody_sits_out_twice_running_in_last_out(count, table, seed):
    played, _ = play(last_out, Rules(table=table), entrants_of(count), seed)
    for number in range(1, 1 + max((one.round for one in played), default=0)):
        before, now = ({one.seats for one in played if one.is_bye and one.round == at} for at in (number - 1, number))
        assert not before & now


def test_who_sat_out_comes_first_before_byes_are_evened():
    entrants = [Entrant(number, number) for number in range(9)]
    # 8 sat out the last time and never before; all others have sat out once, some steps ago.
    earlier = [Played(number, (number,), {number: 1}) for number in range(8)]
    last = [Played(8, (8,), {8: 1})]
    for seed in "abcdefgh":
        answer = last_out.next_round(Rules(table=8), entrants, [*earlier[:7], *last], SeededRng(seed))
        assert isinstance(answer, Round)
        assert [table.seats for table in answer.tables if len(table.seats) == 1] == [(7,)]
        answer = last_out.next_round(Rules(table=8), entrants, [*earlier, *earlier, *last], SeededRng(seed))
        assert isinstance(answer, Round)
        assert (8,) not in [table.seats for table in answer.tables], "he comes first, though others have sat out twice"


def test_the_words_of_the_seed_are_how_last_one_out_goes():
    """While more than 8 are left: random groups of 8, the rest sits out, the last of each leaves; then 8, 7, and 6 go on."""
    for seed in ("a", "b", "c"):
        rules, left = Rules(table=8, target=6), {one.id for one in entrants_of(27)}
        played, entrants = play(last_out, rules, entrants_of(27), seed)
        for number in sorted({one.round for one in played}):
            step = [one for one in played if one.round == number]
            groups = [one for one in step if not one.is_bye]
            assert {one for table in step for one in table.seats} == left
            assert [len(one.seats) for one in groups] == ([8] * (len(left) // 8) if len(left) > 8 else [len(left)])
            lots = {one.id: one.lot for one in entrants}
            left -= {max(one.seats, key=lambda sits, one=one: (one.ranks[sits], lots[sits])) for one in groups}
        assert len(left) == 6
        assert [len(one.seats) for one in played if not one.is_bye][-2:] == [8, 7]
        lines = last_out.standings(rules, entrants, played)
        assert {line.entrant for line in lines[:6]} == left == {line.entrant for line in lines if not line.is_out}
        ranks = [played[-1].ranks[line.entrant] for line in lines[:6]]
        assert ranks == sorted(ranks), "who is left stands as in the last step"


def test_who_is_left_stands_by_the_last_step_and_a_bye_is_its_middle():
    entrants = [Entrant(number, number) for number in range(1, 6)]
    played = [Played(0, (1, 2, 3, 4), places={1: 3, 2: 4, 3: 2, 4: 1}), Played(0, (5,), places={5: 1})]
    lines = last_out.standings(Rules(table=4, target=4), entrants, played)
    assert [line.entrant for line in lines] == [4, 3, 5, 1, 2]
    assert [(line.values["steps"], line.values["last_ranks"]) for line in lines] == [
        (1, 1), (1, 2), (1, Fraction(5, 2)), (1, 3), (0, 4)
    ], "what orders them stands beside them"  # fmt: skip


@settings(max_examples=60 // FEWER, deadline=None)
@given(COUNT.filter(lambda count: count > 1), SEED)
def test_a_bracket_has_as_few_rounds_as_it_needs_and_one_winner(count, seed):
    played, entrants = play(single, Rules(), entrants_of(count), seed)
    assert len({(one.round, frozenset(one.seats)) for one in played if not one.is_bye}) == count - 1
    assert {one.round for one in played if one.is_bye} <= {0}
    assert 1 + max(one.round for one in played) == math.ceil(math.log2(count))
    lines = single.standings(Rules(), entrants, played)
    assert [line.rank for line in lines][:2] == [1, 2]
    assert [line.entrant for line in lines if not line.is_out] == [lines[0].entrant]


@settings(max_examples=60 // FEWER, deadline=None)
@given(COUNT.filter(lambda count: count > 1), SEED, st.integers(2, 8))
def test_double_elimination_puts_out_whoever_loses_twice(count, seed, table):
    rules = Rules(table=table)
    played, entrants = play(double, rules, entrants_of(count), seed)
    lines = double.standings(rules, entrants, played)
    assert lines[0].values["losses"] in {0, 1}
    assert all(line.values["losses"] == 2 for line in lines[1:])
    if table == 2:
        pairs = {(one.round, frozenset(one.seats)) for one in played if not one.is_bye}
        assert len(pairs) in {2 * count - 2, 2 * count - 1}


@settings(max_examples=60 // FEWER, deadline=None)
@given(COUNT.filter(lambda count: count > 1), SEED, st.integers(1, 2), st.integers(2, 8))
def test_everybody_meets_everybody_in_a_round_robin(count, seed, games, table):
    played, entrants = play(round_robin, Rules(table=table, games=games), entrants_of(count), seed)
    met = dealing.meetings(played)
    ids = sorted(one.id for one in entrants)
    pairs = [met[one, other] for one in ids for other in ids if one < other]
    if table == 2:
        assert set(pairs) == {games}
    else:
        rounds = 1 + max(one.round for one in played)
        assert min(pairs) >= games or rounds == (count - 1 + count % 2) * games


@settings(max_examples=60 // FEWER, deadline=None)
@given(st.integers(8, 40), SEED)
def test_nobody_meets_the_same_again_in_a_short_swiss(count, seed):
    played, _ = play(swiss, Rules(rounds=3), entrants_of(count), seed)
    assert max(dealing.meetings(played).values()) == 1


@settings(max_examples=240 // FEWER, deadline=None)
@given(st.integers(3, 9), st.integers(0, 10), SEED, st.sampled_from([0, 0, 8, 15]))
@example(4, 3, "0", 15)
def test_nobody_meets_the_same_again_in_a_swiss_while_some_bye_and_pairs_avoid_it(count, rounds, seed, leave):
    played, _ = play(swiss, Rules(rounds=rounds), entrants_of(count), seed, leave=leave)
    second_meetings.check([(table.round, table.seats) for table in played])


def test_a_bye_goes_to_whoever_lets_the_others_of_a_swiss_meet_anew():
    entrants = [Entrant(number, number, is_out=number == 2) for number in range(4)]
    first = [Played(0, (3, 0), {3: 1, 0: 2}), Played(0, (2, 1), {2: 1, 1: 2})]
    for seed in range(20):
        answer = swiss.next_round(Rules(rounds=2), entrants, first, SeededRng(f"{seed}"))
        assert isinstance(answer, Round)
        assert {1} < {*answer.tables[0].seats} != {0, 3}, "two who have met sit apart"


def test_equals_meet_in_a_swiss():
    entrants = [Entrant(number, number) for number in range(8)]
    first = [Played(0, (2 * pair, 2 * pair + 1), {2 * pair: 1, 2 * pair + 1: 2}) for pair in range(4)]
    answer = swiss.next_round(Rules(rounds=3), entrants, first, SeededRng("draw"))
    assert isinstance(answer, Round)
    assert {frozenset(one % 2 for one in table.seats) for table in answer.tables} == {frozenset({0}), frozenset({1})}


def test_an_arena_pairs_who_is_free_while_others_play_and_stops_at_its_end():
    entrants = [Entrant(number, number) for number in range(4)]
    rules = Rules(games=5)
    tables = [Played(0, (0, 1), {0: 1, 1: 2}), Played(0, (2, 3))]
    answer = arena.next_round(rules, entrants, tables, SeededRng("draw"))
    assert isinstance(answer, Round)
    assert {*answer.tables[0].seats} == {0, 1}
    assert arena.next_round(replace(rules, is_open=False), entrants, tables, SeededRng("draw")) == Wait()
    assert arena.next_round(replace(rules, is_open=False), entrants, tables[:1], SeededRng("draw")) == Done()


def test_a_shared_place_is_an_average_rank():
    table = Played(0, (1, 2, 3, 4), {1: 1, 2: 2, 3: 2, 4: 4})
    assert table.ranks == {1: 1, 2: Fraction(5, 2), 3: Fraction(5, 2), 4: 4}
    assert dealing.points(table, 4) == {1: 3, 2: Fraction(3, 2), 3: Fraction(3, 2), 4: 0}


def test_the_race_counts_wins_alone_then_the_mean_rank():
    entrants = [Entrant(number, number) for number in range(3)]
    played = [Played(0, (0, 1, 2), {0: 1, 1: 1, 2: 3}), Played(1, (0, 1, 2), {2: 1, 0: 2, 1: 3})]
    lines = points_race.standings(Rules(table=3), entrants, played)
    assert [(line.entrant, line.values["wins"]) for line in lines] == [(2, 1), (0, 0), (1, 0)]


def test_the_final_goes_to_the_lowest_sum_then_to_more_first_ranks_then_to_the_last_game():
    entrants = [Entrant(number, number) for number in range(3)]
    rules = Rules(table=3, games=3)
    played = [
        Played(0, (0, 1, 2), {0: 1, 1: 2, 2: 3}),
        Played(1, (0, 1, 2), {0: 3, 1: 2, 2: 1}),
        Played(2, (0, 1, 2), {0: 2, 1: 1, 2: 3}),
    ]
    lines = rank_sum.standings(rules, entrants, played)
    assert [line.entrant for line in lines] == [1, 0, 2]
    equal = [Played(0, (0, 1), {0: 1, 1: 2}), Played(1, (0, 1), {0: 2, 1: 1})]
    assert [line.entrant for line in rank_sum.standings(rules, entrants[:2], equal)] == [1, 0]
    shared = [Played(0, (0, 1), {0: 1, 1: 1})]
    assert [line.rank for line in rank_sum.standings(rules, entrants[:2], shared)] == [1, 1]


def test_the_final_changes_seats_and_leaves_out_the_worst_game():
    entrants = [Entrant(number, number) for number in range(3)]
    rules = Rules(table=3, games=3, drop_worst=1)
    played, _ = play(rank_sum, rules, entrants, "seats")
    assert [table.seats for table in played] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    lost_once = [Played(0, (0, 1), {0: 2, 1: 1}), Played(1, (0, 1), {0: 1, 1: 2}), Played(2, (0, 1), {0: 1, 1: 2})]
    assert rank_sum.standings(rules, entrants[:2], lost_once)[0].values["rank_sum"] == 2


def test_a_withdrawn_entrant_is_drawn_no_more():
    for form in (points_race, swiss, last_out, rank_sum, arena):
        entrants = [replace(one, is_out=one.lot == 0) for one in entrants_of(9)]
        answer = form.next_round(Rules(table=4, rounds=2, games=2), entrants, [], SeededRng("draw"))
        assert isinstance(answer, Round)
        gone = next(one.id for one in entrants if one.is_out)
        assert all(gone not in table.seats for table in answer.tables)


def test_a_sum_of_ranks_compares_tables_of_three_and_four():
    entrants = [Entrant(number, number) for number in range(7)]
    played = [Played(0, (0, 1, 2), {0: 1, 1: 2, 2: 3}), Played(0, (3, 4, 5, 6), {3: 1, 4: 2, 5: 3, 6: 4})]
    for form, name in ((rank_sum, "rank_sum"), (points_race, "mean_rank")):
        lines = form.standings(Rules(table=4), entrants, played)
        value = {line.entrant: line.values[name] for line in lines}
        assert value[0] == value[3] == 1
        assert value[2] == value[6] == 4, "the last is the last, however few sit there"
        assert value[4] == 2 < value[1] == Fraction(5, 2) < value[5] == 3


@pytest.mark.parametrize("form", [round_robin, swiss, arena])
def test_points_compare_tables_of_three_and_four(form):
    entrants = [Entrant(number, number) for number in range(8)]
    played = [
        Played(0, (0, 1, 2), {0: 1, 1: 2, 2: 3}),
        Played(0, (3, 4, 5, 6), {3: 1, 4: 2, 5: 3, 6: 4}),
        Played(0, (7,), {7: 1}),
    ]
    found = {line.entrant: line.values for line in form.standings(Rules(table=4), entrants, played)}
    points = {one: values["points"] for one, values in found.items()}
    assert points[0] == points[3] == 3, "the first of few has as much as the first of many"
    assert points[1] == points[7] == Fraction(3, 2), "the middle, and a bye"
    assert points[2] == points[6] == 0
    assert found[2]["opponents"] == Fraction(9, 2) * Fraction(3, 2), "two opponents count as three"


def test_who_has_withdrawn_gets_no_points_for_sitting_out():
    entrants = [replace(one, is_out=one.lot == 0) for one in entrants_of(5)]
    gone = next(one.id for one in entrants if one.is_out)
    played, _ = play(round_robin, Rules(), entrants, "byes")
    assert gone not in [table.seats[0] for table in played if table.is_bye]
    assert len([table for table in played if table.is_bye]) == 4
    assert max(table.round for table in played) == 4


def test_a_game_that_runs_is_not_played_yet():
    entrants = [Entrant(number, number) for number in range(4)]
    played = [Played(0, (0, 1), {0: 1, 1: 2}), Played(0, (2, 3))]
    for form in FORMATS.values():
        games = {line.entrant: line.games for line in form.standings(Rules(games=3), entrants, played)}
        assert games == {0: 1, 1: 1, 2: 0, 3: 0}, form.KEY
    # Whoever plays is still counted where the next are chosen.
    answer = arena.next_round(Rules(games=1), entrants, played, SeededRng("draw"))
    assert answer == Wait()


def played_out(results: list[dict[int, int] | None], rules: Rules) -> list[Played]:
    """A table of a knockout between 0 and 1, with these places game by game; it asks for no more."""
    entrants, games = [Entrant(number, number) for number in range(2)], []
    for places in results:
        answer = single.next_round(rules, entrants, games, SeededRng("draw"))
        assert isinstance(answer, Round)
        games.append(Played(answer.number, answer.tables[0].seats, places, is_void=places is None))
    assert single.next_round(rules, entrants, games, SeededRng("draw")) == Done()
    return games


ONE, TWO, DRAW = {0: 1, 1: 2}, {0: 2, 1: 1}, {0: 1, 1: 1}


def winner_of(games: list[Played], rules: Rules) -> tuple[int, str]:
    (found,) = single.judged(rules, [Entrant(number, number) for number in range(2)], games)
    return found.through[0], found.how


def test_a_draw_in_a_knockout_is_played_on_with_other_seats_and_the_lot_is_last():
    games = played_out([DRAW, TWO], Rules())
    assert [game.seats for game in games] == [(0, 1), (1, 0)]
    assert {game.round for game in games} == {0}
    assert winner_of(games, Rules()) == (1, "games")
    games = played_out([DRAW, DRAW, DRAW], Rules())
    assert [game.seats for game in games] == [(0, 1), (1, 0), (0, 1)]
    assert winner_of(games, Rules()) == (0, "lot")
    assert winner_of(played_out([None], Rules()), Rules()) == (0, "lot")


def test_a_knockout_over_several_games_stops_when_it_is_decided():
    rules = Rules(games=3)
    assert winner_of(played_out([TWO, TWO], rules), rules) == (1, "games")
    assert winner_of(played_out([TWO, ONE, ONE], rules), rules) == (0, "games")
    assert winner_of(played_out([TWO, ONE, DRAW, DRAW, TWO], rules), rules) == (1, "games")
    assert winner_of(played_out([TWO, None, ONE, DRAW, DRAW], rules), rules) == (0, "lot")


def test_what_is_still_a_draw_goes_to_whoever_was_better_in_earlier_rounds():
    entrants = [Entrant(number, number) for number in range(4)]
    first = [
        *(Played(0, (0, 3), {0: 1, 3: 1}), Played(0, (3, 0), {0: 1, 3: 2})),
        Played(0, (1, 2), {1: 1, 2: 2}),
    ]
    final = [Played(1, (0, 1), DRAW)] * 3
    found = single.judged(Rules(), entrants, [*first, *final])
    assert (found[-1].through, found[-1].how) == ((1,), "earlier")
    assert single.standings(Rules(), entrants, [*first, *final])[0].entrant == 1


def test_a_table_of_a_knockout_that_is_not_decided_goes_on_while_others_play():
    entrants = [Entrant(number, number) for number in range(4)]
    for form in (single, double):
        played = [Played(0, (0, 3), {0: 1, 3: 1}), Played(0, (1, 2))]
        answer = form.next_round(Rules(), entrants, played, SeededRng("draw"))
        assert isinstance(answer, Round)
        assert (answer.number, [table.seats for table in answer.tables]) == (0, [(3, 0)])


@pytest.mark.parametrize("key", sorted(set(FORMATS) - {"arena"}))
@pytest.mark.parametrize(("table", "count"), [(2, 2), (2, 5), (2, 16), (2, 40), (4, 9), (4, 40), (8, 64)])
def test_as_many_rounds_are_expected_as_are_played(key, table, count):
    """Within a round or two, which draws and byes can make."""
    rules = Rules(table=table, rounds=3 if key == "points_race" else 0, games=1, target=1)
    played, _left = play(FORMATS[key], rules, entrants_of(count), "course")
    expected = len(course.rounds(key, rules, count))
    rounds = 1 + max(one.round for one in played)
    # At larger tables who meets whom is drawn until everybody has met everybody.
    most = count if key == "round_robin" and table > 2 else 2
    assert abs(expected - rounds) <= most
