"""Is the difference of two versions of a program right, and soon there whatever their texts are?"""

from __future__ import annotations

import pytest

from lobby.bots import programs
from lobby.matches.models import Program

pytestmark = pytest.mark.any_database


def differ(old: list[str], new: list[str]) -> list[tuple[str, str]]:
    found = programs.differences(Program(text="\n".join(old)), Program(text="\n".join(new)))
    return [(line["sign"], line["text"]) for line in found]


LONG = [f"line {number}" for number in range(5000)]


def test_a_change_is_shown_with_three_lines_around_it_however_long_the_text():
    assert differ(LONG, [*LONG[:2500], "new", *LONG[2501:]]) == [
        ("…", ""),
        *[("", line) for line in LONG[2497:2500]],
        ("-", "line 2500"),
        ("+", "new"),
        *[("", line) for line in LONG[2501:2504]],
    ]
    assert differ(LONG, LONG) == []
    assert differ([], ["a"]) == [("…", ""), ("+", "a")]


def test_lines_that_begin_like_names_of_files_are_shown():
    assert differ(["-- x", "y"], ["++ x", "y"]) == [("…", ""), ("-", "-- x"), ("+", "++ x"), ("", "y")]


def test_texts_made_to_be_compared_for_minutes_count_as_replaced(monkeypatch):
    compared: list[int] = []
    unified = programs.difflib.unified_diff

    def noted(a, b, **how):
        compared.append(max(len(a), len(b)))
        return unified(a, b, **how)

    monkeypatch.setattr(programs.difflib, "unified_diff", noted)
    # Each line is too rare to be left out of account, and the longest match is always at one end.
    middle = [f"#{number % 600}" for number in range(20_000)]
    found = differ(["same", *middle, "end"], ["same", *middle[::-1], "end"])
    assert compared == []
    assert found[:2] == [("…", ""), ("", "same")] and found[-1] == ("", "end")
    assert [sign for sign, _ in found[2:-1]] == ["-"] * 20_000 + ["+"] * 20_000
    differ(middle[:2000], middle[:2000][::-1])
    assert compared == [2000]
