"""Is it counted right who wins where, and does no seat of a game have an advantage?"""

import json
import sys
from typing import Any

import pytest

from games.frames.cards import STARTER
from games.hundred_clubs import GAME as CLUBS
from tests.bench import seats
from tests.bench.seats import Result, Series, by_place, by_seat, is_fair, play_one, played, wins

SMALL: dict[str, Any] = {
    "map": {"generated": {"width": 15, "height": 15}},
    "rounds": 6,
    "starts": "drawn",
}
"""Over in an instant, and all there is: land for everybody, then war."""


def test_a_shared_first_place_is_a_part_of_a_win() -> None:
    """One winner has it whole, two have a half each."""
    assert wins(Result((2, 1, 3), ())) == [0, 1, 0]
    assert wins(Result((1, 1, 3), ())) == [0.5, 0.5, 0]


def test_shares_and_errors() -> None:
    """Of 100 duels 60 for one seat are 2 standard errors too many; 66 are beyond chance."""
    shares = by_seat([Result((1, 2), ())] * 60 + [Result((2, 1), ())] * 40)
    assert [(share.name, share.played, share.wins) for share in shares] == [("seat 0", 100, 60), ("seat 1", 100, 40)]
    assert [round(share.error, 6) for share in shares] == [2, -2]
    assert is_fair(shares)
    assert not is_fair(by_seat([Result((1, 2), ())] * 66 + [Result((2, 1), ())] * 34))
    assert not is_fair(by_seat([Result((2, 1), ())] * 66 + [Result((1, 2), ())] * 34))


def test_places_are_counted_by_name() -> None:
    """A place that two seats took has been played twice; the most successful comes first."""
    results = [
        Result((1, 2, 2, 2), ("hill", "lake", "lake", "wood")),
        Result((2, 1, 3, 4), ("lake", "wood", "lake", "hill")),
    ]
    assert [(share.name, share.played, share.wins, share.expected) for share in by_place(results)] == [
        ("hill", 2, 1, 0.25),
        ("wood", 2, 1, 0.25),
        ("lake", 4, 0, 0.25),
    ]
    assert by_place([Result((1, 2), ())]) == []


def test_a_beginning_may_have_several_names() -> None:
    """Each of them is counted."""
    results = [Result((1, 2), (("first", "hill"), ("second", "lake"))), Result((1, 2), (("second",), ("first",)))]
    assert {share.name: share.wins for share in by_place(results)} == {"first": 1, "hill": 1, "second": 1, "lake": 0}


def test_who_was_first_in_frames_and_with_what() -> None:
    """Fleets are told apart only where they differ."""
    short = {"arms_race_round": 5, "max_rounds": 5}
    found = [play_one(Series("frames", 2, "easy", "places", short), number).places for number in range(4)]
    for one in found:
        assert {names[0] for names in one} == {"first", "second"}
    assert {len(names) for one in found for names in one} == {1, 2}
    assert {names[1] for one in found for names in one if len(names) > 1} <= set(STARTER)


def test_where_clubs_were_born() -> None:
    """On the campus the nearest landmark, on a generated map the start."""
    series = Series("hundred_clubs", 3, "easy", "places", {"rounds": 1})
    birthplaces = play_one(series, 0).places
    assert len(birthplaces) == 3
    assert set(birthplaces) <= {landmark["key"] for landmark in CLUBS.preview({"map": "campus"})["map"]["landmarks"]}  # type: ignore[misc]
    drawn = play_one(Series("hundred_clubs", 4, "easy", "places", SMALL), 0).places
    assert sorted(drawn) == ["start 0", "start 1", "start 2", "start 3"]


def test_games_need_not_tell_places() -> None:
    """A game without a module of places is counted by seats alone."""
    result = play_one(Series("planet_conquer", 2, "easy", "places", {"map": "tightrope", "max_round": 10}), 0)
    assert sorted(result.ranks) == [1, 2]
    assert result.places == ()


def test_jobs_change_nothing_but_the_time() -> None:
    """The same matches in the same order on one process and on two."""
    series = Series("hundred_clubs", 2, "easy", "jobs", SMALL)
    assert list(played(series, 4, 1)) == list(played(series, 4, 2))


def test_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It prints the shares as lines or as JSON, and its exit code says whether they are fair."""
    monkeypatch.setattr(seats, "played", lambda series, matches, jobs: [Result((1, 2), ("hill", "lake"))] * matches)
    call = ["seats", "hundred_clubs", "--seats", "2", "--matches"]
    monkeypatch.setattr(sys, "argv", [*call, "4"])
    assert seats.main() == 0
    assert [line.split()[:2] for line in capsys.readouterr().out.splitlines()[1:]] == [
        ["seat", "0"], ["seat", "1"], ["hill", "4"], ["lake", "4"], ["0", "of"],
    ]  # fmt: skip
    monkeypatch.setattr(sys, "argv", [*call, "100", "--json"])
    assert seats.main() == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["seats"][0] == {"name": "seat 0", "played": 100, "wins": 100.0, "share": 1.0, "error": 10.0}
    assert [entry["name"] for entry in answer["places"]] == ["hill", "lake"]


@pytest.mark.parametrize("seats", [2, 4])
def test_small_maps_are_fair(seats: int) -> None:
    """Equal bots on small generated maps: no seat wins more often than chance allows."""
    results = list(played(Series("hundred_clubs", seats, "easy", "short", SMALL), 16, 1))
    assert is_fair(by_seat(results))
    assert is_fair(by_place(results))


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("seats", [2, 4, 8])
def test_generated_maps_are_fair(seats: int) -> None:
    """400 matches of medium bots on generated maps: no seat's share of the wins is 3 standard errors from 1/n."""
    results = list(played(Series("hundred_clubs", seats, "medium", "balance", {"map": "generated"}), 400, 2))
    assert is_fair(by_seat(results))
