"""Whose programs are next: shares of the workers' time by person, whatever the number of their matches."""

from __future__ import annotations

from collections import Counter

from lobby.bots import turns
from lobby.bots.turns import Turns

BOB, ALICE, CHARLIE = 1, 2, 3
MANY = [f"bob{number}" for number in range(20)]


def serve(served: Turns, waiting: list[str], people: dict[str, tuple[int, ...]], steps: int, seconds: float = 1.0) -> Counter[int]:  # fmt: skip
    """Play so many steps of matches that always wait again; how many each person had."""
    had: Counter[int] = Counter()
    for _ in range(steps):
        match = served.choose(waiting)
        assert match is not None
        waiting.remove(match)
        waiting.append(match)
        served.note(match, people[match], seconds)
        had.update(people[match])
    return had


def test_many_matches_of_one_person_get_what_one_match_of_another_gets():
    served, people = Turns(), {**dict.fromkeys(MANY, (BOB,)), "alice": (ALICE,)}
    waiting = list(people)
    assert serve(served, waiting, people, len(people))[ALICE] == 1, "each has been played once"
    had = serve(served, waiting, people, 100)
    # What the first steps have cost is paid back first.
    assert had[ALICE] >= 50


def test_matches_of_one_person_follow_one_another():
    served, people = Turns(), dict.fromkeys(MANY, (BOB,))
    waiting = list(people)
    serve(served, waiting, people, 3 * len(people))
    assert waiting == MANY


def test_short_steps_come_more_often():
    served, people, had = Turns(), {"bob": (BOB,), "alice": (ALICE,)}, Counter()
    for _ in range(110):
        match = served.choose(list(people))
        served.note(match, people[match], 1.0 if match == "bob" else 0.1)
        had[match] += 1
    assert 95 <= had["alice"] <= 105


def test_nobody_saves_up_time_by_not_playing():
    served, people = Turns(), {"bob": (BOB,), "alice": (ALICE,), "charlie": (CHARLIE,)}
    serve(served, ["charlie", "alice"], people, 2)
    serve(served, ["bob"], people, 1000)
    had = serve(served, ["charlie", "bob", "alice"], people, 30)
    assert 9 <= had[BOB] <= 11


def test_both_people_of_a_match_have_had_its_time_and_it_comes_as_soon_as_that_of_either():
    served, people = Turns(), {**dict.fromkeys(MANY, (BOB,)), "both": (BOB, ALICE), "charlie": (CHARLIE,)}
    waiting = list(people)
    serve(served, waiting, people, len(people))
    had = serve(served, waiting, people, 99)
    # Bob's own come when all are even; until then only those of Alice and Charlie.
    assert had[ALICE] >= 33 and had[CHARLIE] >= 33
    assert abs(had[ALICE] - had[CHARLIE]) <= 1


def test_nothing_waits_and_nothing_is_remembered_for_ever(monkeypatch):
    monkeypatch.setattr(turns, "REMEMBERED", 3)
    served = Turns()
    assert served.choose([]) is None
    for number in range(100):
        match = served.choose([f"m{number}"])
        served.note(match, [number], 1.0)
    assert len(served._people) == 3
    served.note("last", [BOB], 1000.0)
    for _ in range(2):
        served.choose(["last"])
        served.note("last", [BOB], 1.0)
    assert set(served._times) == {BOB}


def test_what_the_site_has_arranged_waits_for_people() -> None:
    turns = Turns()
    turns.note("ladder", [1, 2], 0.0, is_arranged=True)
    turns.note("own", [1], 100.0)
    assert turns.choose(["ladder", "own"]) == "own", "however much time its person has had"
    assert turns.choose(["ladder", "new"]) == "new"
    assert turns.choose(["ladder"]) == "ladder"


def test_time_in_arranged_matches_is_nobodys() -> None:
    turns = Turns()
    turns.note("ladder", [1], 100.0, is_arranged=True)
    turns.note("of one", [1], 0.0)
    turns.note("of two", [2], 1.0)
    assert turns.choose(["of two", "of one"]) == "of one"
