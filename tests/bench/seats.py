"""Does it matter where one sits? Plays matches between equal bots and counts which seats, and which places on the map, win.

    python -m tests.bench.seats GAME --matches 400 --seats 2 [--bot medium] [--options JSON] [--jobs 2] [--json]

A first place that k seats share is 1/k of a win for each. The command fails if a seat's share of the wins is more than three
standard errors away from what chance gives. Where a seat began is told by `tests/bench/places/<game>.py`, if there is one.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import games
from games.core.simulate import MatchRecord, match_seed, open_table, play

TOLERANCE = 3.0
"""Standard errors."""


@dataclass(frozen=True)
class Series:
    """What is played; small and plain, so that it can be sent to other processes."""

    game: str
    seats: int
    bot: str
    seed: str
    options: dict[str, Any]


@dataclass(frozen=True)
class Result:
    """What counts of one match."""

    ranks: tuple[int, ...]
    """Per seat."""
    places: tuple[str | tuple[str, ...], ...]
    """Where each seat began, or all that could matter about its beginning; empty for games that do not tell."""


@dataclass(frozen=True)
class Share:
    """How often one seat, or one place, has won."""

    name: str
    played: int
    wins: float
    expected: float
    """Share of the wins that chance gives."""

    @property
    def share(self) -> float:
        """Wins per match played."""
        return self.wins / self.played

    @property
    def error(self) -> float:
        """Difference from what chance gives, in standard errors."""
        return (self.share - self.expected) / math.sqrt(self.expected * (1 - self.expected) / self.played)


def play_one(series: Series, number: int) -> Result:
    """Match `number` of the series."""
    game = games.get(series.game)
    seed = match_seed(series.seed, number)
    options = open_table(game, series.options, series.seats, seed)
    record = play(game, options, series.seats, [game.bot(series.bot)] * series.seats, seed)
    return Result(record.ranks, places_of(series.game, record))


def places_of(game: str, record: MatchRecord) -> tuple[str | tuple[str, ...], ...]:
    """Where every seat began, or () for a game that does not tell."""
    name = f"tests.bench.places.{game}"
    return tuple(import_module(name).places(record)) if find_spec(name) else ()


def played(series: Series, matches: int, jobs: int) -> Iterator[Result]:
    """The matches of a series, in their order, on `jobs` processes."""
    if jobs == 1:
        yield from map(partial(play_one, series), range(matches))
        return
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        yield from pool.map(partial(play_one, series), range(matches))


def wins(result: Result) -> list[float]:
    """Per seat: its part of the win."""
    winners = result.ranks.count(1)
    return [1 / winners if rank == 1 else 0.0 for rank in result.ranks]


def by_seat(results: Iterable[Result]) -> list[Share]:
    """The share of every seat."""
    columns = list(zip(*(wins(result) for result in results), strict=True))
    return [Share(f"seat {seat}", len(one), sum(one), 1 / len(columns)) for seat, one in enumerate(columns)]


def by_place(results: Iterable[Result]) -> list[Share]:
    """The share of every place, the most successful first; [] if the game does not tell where seats began."""
    found: dict[str, list[float]] = {}
    seats = 1
    for result in results:
        seats = len(result.ranks)
        for place, win in zip(result.places, wins(result), strict=bool(result.places)):
            for name in (place,) if isinstance(place, str) else place:
                found.setdefault(name, []).append(win)
    shares = [Share(place, len(one), sum(one), 1 / seats) for place, one in found.items()]
    return sorted(shares, key=lambda share: (-share.share, share.name))


def is_fair(shares: Iterable[Share]) -> bool:
    """Is every share within the tolerance?"""
    return all(abs(share.error) <= TOLERANCE for share in shares)


def _line(share: Share) -> str:
    return f"{share.name:<20}{share.played:>7}{share.wins:>9.1f}{share.share:>9.1%}{share.error:>+9.2f}"


def _entry(share: Share) -> dict[str, Any]:
    return {
        "name": share.name,
        "played": share.played,
        "wins": round(share.wins, 3),
        "share": round(share.share, 4),
        "error": round(share.error, 2),
    }


def main() -> int:
    """Play, print the shares, and answer 1 if a seat is better or worse than chance allows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(games.GAMES))
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--matches", type=int, default=400, help="how many matches to play (default 400)")
    parser.add_argument("--bot", default="medium", help="id of the bot in every seat (default medium)")
    parser.add_argument("--options", default="{}", help="options of the game as JSON")
    parser.add_argument("--seed", default="balance", help="any text; the same seed gives the same matches")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play at the same time (default 1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    given = parser.parse_args()
    series = Series(given.game, given.seats, given.bot, given.seed, json.loads(given.options))
    results = list(played(series, given.matches, given.jobs))
    seats, places = by_seat(results), by_place(results)
    if given.json:
        print(json.dumps({"seats": [_entry(one) for one in seats], "places": [_entry(one) for one in places]}))
    else:
        print(f"{'':<20}{'played':>7}{'wins':>9}{'share':>9}{'errors':>9}")
        print("\n".join(_line(share) for share in [*seats, *places]))
        print(f"{sum(result.ranks.count(1) > 1 for result in results)} of {len(results)} matches have no single winner")
    return 0 if is_fair(seats) else 1


if __name__ == "__main__":
    sys.exit(main())
