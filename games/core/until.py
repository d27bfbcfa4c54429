"""When does a seat that goes on by itself want to be asked again? The conditions that a game names, judged from what the seat itself sees.

A seat that goes on gives the default orders for a number of steps, until one of the conditions that it has chosen is met.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.core import fields
from games.core.errors import OptionError
from games.core.events import Event
from games.core.text import Phrase

Json = Any
GO_ON = "go_on"
"""Beside the preferences of a seat, what it goes on for; no game has a preference of this name."""
MOST_STEPS = 100
"""Steps that a seat goes on by itself at most."""


@dataclass(frozen=True)
class Amount:
    """The number of a condition."""

    least: int
    most: int
    usual: int
    """What pages propose."""


@dataclass(frozen=True)
class Condition:
    """One thing for which a seat stops going on."""

    key: str
    label: str
    """A message, as it reads in a list after "until": "an enemy comes into sight"."""
    met: Callable[[Json, Json, Sequence[Event], int], Phrase | None]
    """`met(before, after, events, amount)` → what has happened, as a sentence for the seat, or None. Takes the seat's own views before and
    after a step, the events that it heard, and the chosen number (0 where the condition has none)."""
    amount: Amount | None = None
    is_usual: bool = True
    """Do pages propose it?"""


def check_until(known: Sequence[Condition], chosen: Json) -> dict[str, Json]:
    """The chosen conditions in normal form: True, or the number, by key. Raises OptionError at the wrong one."""
    conditions = {condition.key: condition for condition in known}
    given = fields.record(chosen, "until", list(conditions), failure=OptionError)
    return {
        key: _checked(conditions[key], given[key])
        for key in conditions
        if key in given and given[key] is not False
    }  # fmt: skip


def _checked(condition: Condition, value: Json) -> Json:
    amount, path = condition.amount, fields.within("until", condition.key)
    if amount is None:
        return fields.flag(value, path, failure=OptionError)
    return fields.whole(value, path, amount.least, amount.most, failure=OptionError)


def all_met(
    known: Sequence[Condition], chosen: Mapping[str, Json], before: Json, after: Json, events: Sequence[Event]
) -> list[tuple[str, Phrase]]:
    """Which of the chosen conditions a step has met, and what happened, in the order of `known`."""
    found = []
    for condition in known:
        if condition.key in chosen:
            amount = 0 if condition.amount is None else int(chosen[condition.key])
            told = condition.met(before, after, events, amount)
            if told is not None:
                found.append((condition.key, told))
    return found
