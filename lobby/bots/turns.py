"""Whose programs run next? Those of the waiting person who has used the least of the workers' time, so that nobody can use it all.
Arranged matches wait until no other match waits.

Time is shared between people, not between matches: a hundred matches of one person get as much as one match of another. Nobody saves up
time by not playing. Pure. Each process has its own shares. The module knows matches by id only.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable

REMEMBERED = 10_000
"""The number of matches whose people are kept. The match that played longest ago is dropped first."""


class Turns:
    """Counts the time that each person's programs have used. The match of the person with the least time is next."""

    def __init__(self) -> None:
        self._now = 0.0
        """The time of the match that was chosen last. No waiting match counts as less."""
        self._times: dict[int | None, float] = {}
        self._people: OrderedDict[str, frozenset[int | None]] = OrderedDict()
        self._arranged: set[str] = set()
        """Ids of the arranged matches among them."""

    def choose(self, waiting: Iterable[str]) -> str | None:
        """The next match; the first one among equals. A match that has not been played yet counts as having the least time.

        An arranged match is next only if all waiting matches are arranged.
        """
        chosen = min(waiting, key=lambda one: (one in self._arranged, self._time_of(one)), default=None)
        if chosen is not None:
            self._now = self._time_of(chosen)
        return chosen

    def note(self, match_id: str, people: Collection[int | None], seconds: float, *, is_arranged: bool = False) -> None:
        """Add the time of a step to every person in the match, whoever's program used it.

        Time in arranged matches is added to nobody, so that it does not reduce the share of people's own matches.
        """
        self._people[match_id] = frozenset(people)
        self._people.move_to_end(match_id)
        if is_arranged:
            self._arranged.add(match_id)
        if len(self._people) > REMEMBERED:
            forgotten, _people = self._people.popitem(last=False)
            self._arranged.discard(forgotten)
        if is_arranged:
            return
        # A time in the past counts as `_now`, so it need not be kept.
        self._times = {person: time for person, time in self._times.items() if time > self._now}
        for person in people:
            self._times[person] = self._times.get(person, self._now) + seconds

    def _time_of(self, match_id: str) -> float:
        times = [self._times.get(person, self._now) for person in self._people.get(match_id, ())]
        return max(self._now, min(times, default=self._now))
