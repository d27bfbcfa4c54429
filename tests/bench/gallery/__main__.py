"""Does any simple bot beat the good ones? Plays the built-in bots against those of the gallery, seats swapped.

    python -m tests.bench.gallery GAME [--matches 100] [--preset NAME ...] [--bots rush,pass] [--against hard,medium] [--jobs 2] [--json]

Without `--preset` on every preset and every named map. Fails if `hard` wins less than 70 % of a series, or `medium` less than 50 %.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, dataclass

import games
from tests.bench.series import Series, gallery, settings, share, spread

ENOUGH = {"hard": 0.7, "medium": 0.5}
"""What a bot must win of a series, by its id."""


@dataclass(frozen=True)
class Row:
    """One series."""

    setting: str
    bot: str
    against: str
    matches: int
    won: float
    """What `against` won, as a part of 1."""

    @property
    def is_enough(self) -> bool:
        """Did the built-in bot win as much as it must?"""
        return self.won >= ENOUGH.get(self.against, 0.0)


def rows(game_id: str, matches: int, presets: list[str], bots: list[str], against: list[str], jobs: int) -> list[Row]:
    """All series: of every setting, or of those named; of every bot of the gallery, or of those named."""
    found = []
    for setting in settings(games.get(game_id)):
        if presets and setting.name not in presets:
            continue
        for bot in bots or gallery(game_id):
            for strong in against:
                series = Series(game_id, (strong, bot), setting.options, f"gallery {bot}")
                won = sum(spread(share, series, matches, jobs)) / matches
                row = Row(setting.name, bot, strong, matches, round(won, 4))
                found.append(row)
                print(line(row), file=sys.stderr, flush=True)
    return found


def line(row: Row) -> str:
    """A row as text."""
    mark = "" if row.is_enough else "  too little"
    return f"{row.setting:<22}{row.bot:<20}{row.against:<8}{row.matches:>5} matches{row.won:>8.1%} won{mark}"


def main() -> int:
    """Play, print, and answer 1 if any series is too weak."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(games.GAMES))
    parser.add_argument("--matches", type=int, default=100, help="of each series (default 100)")
    parser.add_argument(
        "--preset", action="append", default=[], help="only this preset, or `map NAME`; may be repeated"
    )
    parser.add_argument("--bots", default="", help="only these of the gallery, with commas between")
    parser.add_argument("--against", default="hard,medium", help="ids of built-in bots (default hard,medium)")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play at the same time (default 1)")
    parser.add_argument("--json", action="store_true", help="print one JSON list on the standard output")
    given = parser.parse_args()
    bots = [name for name in given.bots.split(",") if name]
    found = rows(given.game, given.matches, given.preset, bots, given.against.split(","), given.jobs)
    if given.json:
        print(json.dumps([asdict(row) for row in found]))
    weak = sum(not row.is_enough for row in found)
    print(f"{len(found)} series, {weak} too weak", file=sys.stderr)
    return 1 if weak else 0


if __name__ == "__main__":
    sys.exit(main())
