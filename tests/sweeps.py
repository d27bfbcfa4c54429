"""Which cases of a sweep does every run try, and which the long one alone (`make long`)? For `pytest.mark.parametrize`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet


def later(cases: Iterable[Any]) -> list[ParameterSet]:
    """These are for the long form. A tuple is a case of several values; cases that have ids and marks of their own keep them."""
    known = (
        one if isinstance(one, ParameterSet) else pytest.param(*one if isinstance(one, tuple) else (one,))
        for one in cases
    )
    return [pytest.param(*one.values, marks=[*one.marks, pytest.mark.long], id=one.id) for one in known]


def first(cases: Iterable[Any], most: int = 1) -> list[Any]:
    """The first ones in every run, the others in the long form."""
    all_of_them = list(cases)
    return [*all_of_them[:most], *later(all_of_them[most:])]


def every(step: int, cases: Iterable[Any]) -> list[Any]:
    """Each `step`-th in every run, the others in the long form."""
    found: list[Any] = []
    for number, one in enumerate(cases):
        found += [one] if number % step == 0 else later([one])
    return found
