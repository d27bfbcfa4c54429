"""Who meets whom on the ladder: the least known first, opponents by what a match would tell, nobody their own."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lobby.ladder.choosing import ANCHOR_SHARE, Candidate, choose, information
from lobby.ratings.formula import NEW, Strength

BOTS = [Candidate("easy", None, NEW), Candidate("hard", None, Strength(30, 1))]


def candidate(
    number: int, *, owner: int | None = None, mean: float = 25.0, deviation: float = 2.0, left: int = 1
) -> Candidate:
    return Candidate(number, number if owner is None else owner, Strength(mean, deviation), left)


@st.composite
def fields(draw: st.DrawFn) -> list[Candidate]:
    count = draw(st.integers(0, 12))
    return [
        candidate(
            number,
            owner=draw(st.integers(0, 3)),
            mean=draw(st.floats(0, 60)),
            deviation=draw(st.floats(0.7, 8.4)),
            left=draw(st.integers(0, 2)),
        )
        for number in range(count)
    ]


@given(fields(), st.booleans(), st.integers(0, 10**6))
def test_a_pairing_keeps_the_rules(programs: list[Candidate], with_bots: bool, seed: int) -> None:
    bots = BOTS if with_bots else []
    pair = choose(programs, bots, Random(seed))
    able = [one for one in programs if one.left]
    may_meet = len({one.owner for one in able}) > 1
    if pair is None:
        assert not able or ((not bots and not any(one.owner != able[0].owner for one in able)) or not may_meet)
        return
    first, second = pair
    assert first in able and first.strength.deviation == max(one.strength.deviation for one in able)
    assert second in bots or (second in able and second.owner != first.owner)


def test_nobody_alone_plays_but_against_a_bot() -> None:
    alone = [candidate(1, owner=7), candidate(2, owner=7)]
    assert choose(alone, [], Random(1)) is None
    pair = choose(alone, BOTS, Random(1))
    assert pair is not None and pair[1] in BOTS


def test_who_has_played_enough_today_rests() -> None:
    assert choose([candidate(1, left=0), candidate(2)], [], Random(1)) is None


def test_an_open_result_tells_more_than_a_sure_one_and_an_unknown_opponent_more_than_a_known_one() -> None:
    me = candidate(1)
    assert information(me, candidate(2)) > information(me, candidate(3, mean=40))
    assert information(me, candidate(2, deviation=6)) > information(me, candidate(3, deviation=1))


def test_opponents_are_drawn_by_what_they_tell() -> None:
    me, near, far = candidate(1, deviation=8), candidate(2), candidate(3, mean=45)
    met = Counter(choose([me, near, far], [], Random(seed))[1].id for seed in range(2000))  # type: ignore[index]
    share = information(me, near) / (information(me, near) + information(me, far))
    assert met[2] / 2000 == pytest.approx(share, abs=0.04)
    assert met[3] > 0, "nobody is left out for ever"


def test_now_and_then_a_bot_holds_the_scale() -> None:
    programs = [candidate(1), candidate(2)]
    met = sum(choose(programs, BOTS, Random(seed))[1] in BOTS for seed in range(2000))  # type: ignore[index]
    assert met / 2000 == pytest.approx(ANCHOR_SHARE, abs=0.03)
