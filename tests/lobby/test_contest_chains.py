"""Does whatever chain of stages end as somebody reckons who knows the rules alone? Random chains against a reckoning without the code of formats.

The reckoning reads what was stored of tables and who left in which stage. It says the standings of every stage, who goes on, and the ranks
at the end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from django.utils import timezone

import games
from games.core.rng import Rng, SeededRng
from lobby.contests import plans, scheduler, services
from lobby.contests.formats.catalogue import FORMATS
from lobby.contests.models import Contest, Entrant, Stage
from lobby.contests.plans import StagePlan
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Match
from tests.lobby import second_meetings
from tests.lobby.contest_rows import Luck, people, plan, programs

ODD = ("", "", "", "", "", "", "", "raises", "aborted")


@pytest.fixture(autouse=True)
def toys(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")


class Killed(BaseException):
    """The process is gone."""


class Trouble(Luck):
    """Matches that end by lot, often in ties; some cannot be played, some entrants leave, and now and then the process dies."""

    def __init__(self, rng: Rng) -> None:
        super().__init__()
        self.rng = rng
        self.left_in: dict[int, int] = {}

    def __call__(
        self, contest: Contest, options: dict[str, Any], sitters: Sequence[scheduler.Sitter], seed: str
    ) -> Match:
        self.broken = {self.calls: self.rng.choice(ODD)}
        match = super().__call__(contest, options, sitters, seed)
        if match.status == "finished":
            found = [self.rng.randrange(len(sitters)) for _ in sitters]
            match.outcome = {"reason": "last_round", "places": [1 + sorted(found).index(one) for one in found]}
            match.save(update_fields=["outcome"])
        if self.rng.randrange(25) == 0:
            raise Killed
        if self.rng.randrange(30) == 0:
            leaver = self.rng.choice(sorted(contest.entrants.values_list("pk", flat=True)))
            contest.entrants.filter(pk=leaver).update(withdrawn_at=timezone.now())
            self.left_in.setdefault(leaver, contest.stages.filter(finished_at=None)[0].number)
        return match


def a_plan(rng: Rng, most: int) -> plans.Plan:
    """A chain of one to three stages that may be announced."""
    while True:
        table = rng.choice([2, 2, 3, 4])
        stages = []
        count = 1 + rng.randrange(3)
        for number in range(count):
            key = rng.choice(sorted(FORMATS))
            limits = {"rounds": 3, "games": 2, "target": table, "drop_worst": 1}
            rules = {name: 1 + rng.randrange(limits[name]) for name in FORMATS[key].FIELDS if name != "drop_worst"}
            if key == "rank_sum":
                rules["drop_worst"] = rng.randrange(rules["games"])
            is_last = number == count - 1
            stages.append(
                StagePlan(
                    key,
                    rules,
                    straight=rng.randrange(3) if number < count - 2 else 0,
                    advances=0 if is_last else rng.choice([0, 0, 2, 3, 5]),
                )
            )
        wanted = plan(*stages, table_size=table, most=min(128, most))
        try:
            plans.checked(wanted, timezone.now())
        except NotAllowed:
            continue
        return wanted


# --- The reckoning


@dataclass(frozen=True)
class Sat:
    """A table as it was stored."""

    round: int
    seats: tuple[int, ...]
    places: dict[int, int]
    is_void: bool

    def rank(self, one: int) -> Fraction:
        better = sum(place < self.places[one] for place in self.places.values())
        alike = sum(place == self.places[one] for place in self.places.values())
        return Fraction(2 * better + 1 + alike, 2)

    def evened(self, one: int, full: int) -> Fraction:
        return 1 + (self.rank(one) - 1) / (len(self.seats) - 1) * (full - 1)

    @property
    def counts(self) -> bool:
        return not self.is_void and len(self.seats) > 1


Ordered = tuple[list[tuple[Any, int]], set[int]]
"""Entrants with what they are ordered by, and who was put out."""


def sat_in(stage: Stage) -> list[Sat]:
    found = []
    for table in stage.tables.order_by("round", "number"):
        places = list(table.places.order_by("order"))
        seats = tuple(place.entrant_id for place in places)
        found.append(Sat(table.round, seats, {place.entrant_id: place.place for place in places}, table.is_void))
    return found


def largest(tables: list[Sat], stage: Stage) -> int:
    """Seats of the largest table of a stage; of a full one if none was played."""
    return max((len(table.seats) for table in tables if len(table.seats) > 1), default=stage.contest.table_size)


def by_points(who: list[int], tables: list[Sat], stage: Stage, gone: set[int]) -> Ordered:
    points: dict[int, Fraction] = defaultdict(Fraction)
    full = largest(tables, stage)
    for table in tables:
        for one in table.seats:
            if len(table.seats) == 1:
                points[one] += 1 if full == 2 else Fraction(full - 1, 2)
            elif not table.is_void:
                points[one] += full - table.evened(one, full)
    counted = [table for table in tables if table.counts]
    key = {
        one: (
            -points[one],
            -sum(
                points[other] * (full - 1) / (len(table.seats) - 1)
                for table in counted
                if one in table.seats
                for other in table.seats
                if other != one
            ),
            -sum(one in table.seats and table.rank(one) == 1 for table in counted),
            who.index(one),
        )
        for one in who
    }
    return [(key[one], one) for one in who], set()


def in_swiss(who: list[int], tables: list[Sat], stage: Stage, gone: set[int]) -> Ordered:
    if stage.contest.table_size == 2 and len(who) <= 9:
        second_meetings.check([(table.round, table.seats) for table in tables])
    return by_points(who, tables, stage, gone)


def by_wins(who: list[int], tables: list[Sat], stage: Stage, gone: set[int]) -> Ordered:
    keys, full = [], largest(tables, stage)
    for lot, one in enumerate(who):
        own = [table for table in tables if table.counts and one in table.seats]
        ranks = [table.rank(one) for table in own]
        mean = sum((table.evened(one, full) for table in own), Fraction()) / len(own) if own else full
        keys.append(((-ranks.count(Fraction(1)), mean, len(ranks), lot), one))
    return keys, set()


def by_sum(who: list[int], tables: list[Sat], stage: Stage, gone: set[int]) -> Ordered:
    keys, full = [], largest(tables, stage)
    for one in who:
        own = [table for table in tables if one in table.seats]
        ranks = [table.evened(one, full) if table.counts else Fraction(full + 1, 2) for table in own]
        reached = [table.rank(one) for table in own if table.counts]
        kept = sorted(ranks)[: max(1, len(ranks) - stage.rules["drop_worst"])]
        more = [-reached.count(Fraction(place)) for place in range(1, full + 1)]
        last = ranks[-1] if ranks else Fraction(full + 1, 2)
        keys.append(((one in gone, -len(ranks), sum(kept, Fraction()), more, last), one))
    return keys, set()


def last_out(who: list[int], tables: list[Sat], stage: Stage, gone: set[int]) -> Ordered:
    lots, fell, sums = {one: lot for lot, one in enumerate(who)}, {}, {}
    middle = stage.rules["games"] * Fraction(stage.contest.table_size + 1, 2)
    for number in sorted({table.round for table in tables}):
        groups: dict[frozenset[int], dict[int, Fraction]] = {}
        for table in tables:
            if table.round == number:
                assert not set(table.seats) & set(fell), "who is out sits no more"
                total = groups.setdefault(frozenset(table.seats), dict.fromkeys(table.seats, Fraction()))
                for one in table.seats:
                    total[one] += Fraction(len(table.seats) + 1, 2) if table.is_void else table.rank(one)
        for group, total in groups.items():
            for one in group:
                sums[one, number] = total[one] if len(group) > 1 else middle
            if len(group) > 1:
                fell[max(group, key=lambda one, total=total: (total[one], lots[one]))] = number
    keys = []
    for one in who:
        rounds = [table.round for table in tables if one in table.seats]
        steps = fell.get(one, 1 + max(rounds, default=-1))
        last = fell.get(one, steps - 1)
        keys.append(((one in fell or one in gone, -steps, sums.get((one, last), Fraction()), lots[one]), one))
    return keys, set(fell)


@dataclass(frozen=True)
class Tie:
    """All games of a table of a knockout, reckoned."""

    round: int
    order: list[int]
    cut: int
    places: dict[int, Fraction]


def ties(who: list[int], tables: list[Sat], stage: Stage, is_single: bool) -> list[Tie]:
    """Also checks that each was played as long as the rules say, and with other seats from game to game."""
    groups: dict[tuple[int, frozenset[int]], list[Sat]] = {}
    for table in tables:
        groups.setdefault((table.round, frozenset(table.seats)), []).append(table)
    found = []
    for (number, seats), own in groups.items():
        alone = is_single and sum(other == number for other, _ in groups) == 1
        cut = 1 if alone else max(1, len(seats) // 2)

        def before(one: int, number: int = number) -> Fraction:
            ranks = [
                (table.rank(one) - 1) / (len(table.seats) - 1)
                for table in tables
                if table.round < number and table.counts and one in table.seats
            ]
            return sum(ranks, Fraction()) / len(ranks) if ranks else Fraction(1, 2)

        for done in range(1, len(own) + 1):
            some = own[:done]
            total = {one: sum(table.rank(one) for table in some if not table.is_void) for one in seats}
            order = sorted(seats, key=lambda one: (total[one], before(one), who.index(one)))
            if len(seats) > 1:
                gap, left = total[order[cut]] - total[order[cut - 1]], stage.rules["games"] - done
                if left > 0:
                    is_settled = gap > left * (len(seats) - 1)
                else:
                    is_settled = gap > 0 or some[-1].is_void or left == -2
                assert is_settled == (done == len(own))
        assert all(one.seats != other.seats for one, other in pairwise(own))
        better = {one: sum(other < total[one] for other in total.values()) for one in seats}
        alike = {one: sum(other == total[one] for other in total.values()) for one in seats}
        is_void = all(table.is_void for table in own)
        places = {one: Fraction() if is_void else Fraction(2 * better[one] + 1 + alike[one], 2) for one in seats}
        found.append(Tie(number, order, cut, places))
    return found


def single(who: list[int], tables: list[Sat], stage: Stage, gone: set[int]) -> Ordered:
    won, place, lost = dict.fromkeys(who, 0), dict.fromkeys(who, Fraction()), set()
    for tie in ties(who, tables, stage, True):
        assert not set(tie.order) & lost, "who has lost sits no more"
        for one in tie.order:
            won[one] += one in tie.order[: tie.cut]
            place[one] = tie.places[one]
        lost |= set(tie.order[tie.cut :])
    return [((one in lost, -won[one], place[one]), one) for one in who], lost


def double(who: list[int], tables: list[Sat], stage: Stage, gone: set[int]) -> Ordered:
    defeats, when = dict.fromkeys(who, 0), dict.fromkeys(who, 0)
    for tie in ties(who, tables, stage, False):
        if len(tie.order) == 1:
            continue
        for one in tie.order[tie.cut :]:
            assert defeats[one] < 2, "who has lost twice sits no more"
            defeats[one], when[one] = defeats[one] + 1, tie.round
    out = {one for one in who if defeats[one] > 1}
    return [((defeats[one], -when[one] if one in out else 0), one) for one in who], out


RECKONED: dict[str, Callable[[list[int], list[Sat], Stage, set[int]], Ordered]] = {
    "points_race": by_wins,
    "last_out": last_out,
    "rank_sum": by_sum,
    "single": single,
    "double": double,
    "swiss": in_swiss,
    **dict.fromkeys(("round_robin", "arena"), by_points),
}


def shared(keys: list[tuple[Any, int]], lots: list[int]) -> list[tuple[int, int]]:
    """(entrant, rank), the best first; who has the same key shares the rank."""
    order = sorted(keys, key=lambda line: (line[0], lots.index(line[1])))
    sorted_keys = [key for key, _ in order]
    return [(one, 1 + sorted_keys.index(key)) for key, one in order]


def reckon(contest: Contest, left_in: dict[int, int]) -> None:
    """Check the standings of every stage, who came to it, and the ranks of all."""
    stages = list(contest.stages.order_by("number"))
    lots = sorted(contest.entrants.values_list("pk", flat=True))
    SeededRng(f"{contest.seed}:lots").shuffle(lots)
    arriving: list[list[int]] = [lots, *([] for _ in stages[1:])]
    ranked = []
    for stage in stages:
        who = arriving[stage.number]
        assert stage.entrants == who
        gone = {one for one, number in left_in.items() if number <= stage.number}
        keys, out = RECKONED[stage.format](who, sat_in(stage), stage, gone)
        lines = shared(keys, who)
        assert [(line[0], line[1]) for line in stage.standings] == lines
        ranked.append(lines)
        left = [one for one, _ in lines if one not in out and one not in gone]
        if stage.number < len(stages) - 1:
            arriving[-1] += left[: stage.straight]
            rest = left[stage.straight :]
            arriving[stage.number + 1] += rest[: stage.advances] if stage.advances else rest
    expected: dict[int, int] = {}
    for lines in reversed(ranked):
        new = [(one, rank) for one, rank in lines if one not in expected]
        before = len(expected)
        expected |= {one: before + 1 + [rank for _, rank in new].index(rank) for one, rank in new}
    assert dict(contest.entrants.values_list("pk", "rank")) == expected


def played(seed: str, most: int) -> None:
    """Play a random chain with so many entrants at most to its end, through every trouble, and reckon."""
    rng = SeededRng(seed)
    count = 2 + rng.randrange(most - 1)
    played_out(a_plan(rng, count), count, seed, rng)


def played_out(wanted: plans.Plan, count: int, seed: str, rng: Rng) -> Contest:
    """The contest with so many entrants, which has ended as reckoned."""
    contest = services.store(replace(wanted, most=count), host=None)
    Contest.objects.filter(pk=contest.pk).update(seed=seed)
    rows = programs(people(count))
    Entrant.objects.bulk_create(Entrant(contest=contest, user=one.owner, program=one, is_program=True) for one in rows)
    trouble, now = Trouble(rng), contest.starts_at
    for _ in range(10_000):
        now += timedelta(minutes=1)
        try:
            scheduler.go_on(contest.pk, now=now, begin=trouble)
        except Killed:
            continue
        break
    contest.refresh_from_db()
    assert contest.status == "finished"
    reckon(contest, trouble.left_in)
    return contest


@pytest.mark.parametrize("seed", range(8))
def test_a_chain_ends_as_reckoned(seed):
    played(f"chain {seed}", 9)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(60))
def test_a_long_chain_ends_as_reckoned(seed):
    played(f"long chain {seed}", 200 if seed % 4 == 0 else 40)


@pytest.mark.long
def test_the_largest_contest_with_all_its_stages_ends_as_reckoned():
    stages = (
        StagePlan("points_race", {"rounds": 2, "games": 1}, straight=2, advances=256),
        StagePlan("swiss", {"rounds": 3}, straight=1, advances=128),
        StagePlan("arena", {"games": 2}, lasts_minutes=600, advances=64),
        StagePlan("points_race", {"rounds": 1, "games": 2}, advances=32),
        StagePlan("round_robin", {"games": 1}, advances=16),
        StagePlan("points_race", {"rounds": 3, "games": 1}, advances=8),
        StagePlan("swiss", {"rounds": 2}, advances=4),
        StagePlan("double", {"games": 1}),
    )
    wanted = plan(*stages, table_size=2, most=plans.MOST[-1])
    plans.checked(wanted, timezone.now())
    assert (len(stages), wanted.most) == (plans.MOST_STAGES, 512)
    contest = played_out(wanted, 512, "the largest", SeededRng("the largest"))
    assert contest.entrants.filter(rank__isnull=False).count() == 512
    assert contest.stages.filter(finished_at__isnull=False).count() == 8
