"""Whose programs run next? Of the people who wait, those who have had least of the workers' time, so that nobody can take it all.

Shares of time, not of matches: a hundred matches of slow programs get what one match of somebody else gets. Nobody saves up time by
not playing. Knows no match but by its id; pure, and of one process.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable

REMEMBERED = 10_000
"""Matches whose people are known; the one that played longest ago is forgotten first."""


class Turns:
    """Each person's time goes on as their programs run; the match of whoever is furthest behind is next."""

    def __init__(self) -> None:
        self._now = 0.0
        """The time of whoever was served last: nobody who waits is further behind."""
        self._times: dict[int | None, float] = {}
        self._people: OrderedDict[str, frozenset[int | None]] = OrderedDict()

    def choose(self, waiting: Iterable[str]) -> str | None:
        """The match that is next, of equals the first; one that has not been played yet is as far as those behind all others."""
        chosen = min(waiting, key=self._time_of, default=None)
        if chosen is not None:
            self._now = self._time_of(chosen)
        return chosen

    def note(self, match_id: str, people: Collection[int | None], seconds: float) -> None:
        """A step of the match has taken that long: every one of its people has had it, whoever's program it was."""
        self._people[match_id] = frozenset(people)
        self._people.move_to_end(match_id)
        if len(self._people) > REMEMBERED:
            self._people.popitem(last=False)
        # A time that lies behind counts as now, so it need not be kept.
        self._times = {person: time for person, time in self._times.items() if time > self._now}
        for person in people:
            self._times[person] = self._times.get(person, self._now) + seconds

    def _time_of(self, match_id: str) -> float:
        times = [self._times.get(person, self._now) for person in self._people.get(match_id, ())]
        return max(self._now, min(times, default=self._now))
