"""Is a game worth playing? One command prints all that its balance is judged by, and fails where a figure is out of bounds.

    python -m tests.bench.balance GAME [--matches 100] [--preset NAME ...] [--jobs 2] [--short] [--json]

1. Bots of the gallery against `hard` and `medium`, on every preset and named map.  2. `hard` against `medium` and `medium` against
`easy` on every preset.  3. Matches of `hard` bots on every preset: seats, places, draws, length against what the preset states, and
the use of every part.  `--short`: four matches of each, on the preset that "Play now" plays.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import games
from games.core.report import Played, lines, read, report
from tests.bench import seats
from tests.bench.gallery import __main__ as exhibition
from tests.bench.series import Series, play_one, settings, share, spread

LEVELS = (("hard", "medium"), ("medium", "easy"))
ENOUGH = 0.75
"""What a level must win against the one below."""

RAREST = 0.05
"""Matches in which a part must be used."""
COMMONEST = 0.6
"""Share of its users that may win, and of the wins in which one opening or way to win may stand."""
SURE = 2.0
"""Standard errors that a share of few users may be off."""
MOST_DRAWS = 0.1
MINUTES = 1.5
"""How many times the stated minutes a match may last, or a part of them."""
SHORT = 4
QUICK = "quick"
"""What "Play now" plays, in every game."""


@dataclass(frozen=True)
class Finding:
    """Something out of bounds."""

    setting: str
    what: str


def levels(game_id: str, names: list[str], matches: int, jobs: int) -> Iterator[tuple[str, str, str, float]]:
    """Setting, bot, the one below and what it won, on every preset."""
    game = games.get(game_id)
    for name in names:
        options = dict(game.presets[name].options)
        for strong, weak in LEVELS:
            won = sum(spread(share, Series(game_id, (strong, weak), options, "levels"), matches, jobs)) / matches
            yield name, strong, weak, won


def look(series: Series, number: int) -> tuple[Played, seats.Result]:
    """What counts of one match of equal bots, and where they began; no match is played again with the seats swapped: it would be the same."""
    record = play_one(series, number * len(series.bots))
    return read(games.get(series.game), record), seats.Result(record.ranks, seats.places_of(series.game, record))


def judge(game_id: str, name: str, found: dict[str, Any], places: list[seats.Share]) -> Iterator[Finding]:
    """What of the report of one preset is out of bounds."""
    for row in found["seats"]:
        if abs(row["error"]) > seats.TOLERANCE:
            yield Finding(name, f"seat {row['seat']} wins {row['share']:.1%}")
    for place in places:
        if abs(place.error) > seats.TOLERANCE:
            yield Finding(name, f"{place.name} wins {place.share:.1%}")
    if found["draws"] > MOST_DRAWS:
        yield Finding(name, f"{found['draws']:.1%} draws")
    stated, measured = games.get(game_id).presets[name].minutes, found["minutes"]["median"]
    if not stated / MINUTES <= measured <= stated * MINUTES:
        yield Finding(name, f"{measured} minutes, {stated} stated")
    for row in found["parts"]:
        room = SURE * math.sqrt(0.25 / max(1, row["users"]))
        if row["used"] < RAREST:
            yield Finding(name, f"{row['part']} is used in {row['used']:.1%} of the matches")
        elif abs(row["share"] - 0.5) > COMMONEST - 0.5 + room:
            yield Finding(name, f"{row['share']:.1%} of those who use {row['part']} win")
        if row["part"] in choices(found["parts"]) and row["won"] > COMMONEST:
            yield Finding(name, f"{row['part']} stands in {row['won']:.1%} of the wins")


def choices(rows: list[dict[str, Any]]) -> set[str]:
    """Parts of groups of which nobody has more than one, such as openings and ways to win."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault(row["part"].partition(".")[0], []).append(row)
    single = [group for group in groups.values() if len(group) > 1 and sum(row["won"] for row in group) <= 1]
    return {row["part"] for group in single for row in group}


def main() -> int:
    """Play, print, and answer 1 if anything is out of bounds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(games.GAMES))
    parser.add_argument(
        "--matches", type=int, default=100, help="of each series (default 100); twice as many of equal bots"
    )
    parser.add_argument("--preset", action="append", default=[], help="only this preset; may be repeated")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play at the same time (default 1)")
    parser.add_argument("--short", action="store_true", help=f"{SHORT} matches of each, on one preset")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    given = parser.parse_args()
    game = games.get(given.game)
    known = [setting.name for setting in settings(game) if setting.name in game.presets]
    names = [QUICK] if given.short else [name for name in given.preset or known if name in known]
    wanted = names if given.short or given.preset else []
    matches = SHORT if given.short else given.matches

    rows = exhibition.rows(given.game, matches, wanted, [], list(exhibition.ENOUGH), given.jobs)
    findings = [
        Finding(row.setting, f"{row.against} wins {row.won:.1%} against {row.bot}") for row in rows if not row.is_enough
    ]
    steps = []
    for name, strong, weak, won in levels(given.game, names, matches, given.jobs):
        steps.append({"setting": name, "bot": strong, "against": weak, "won": round(won, 4)})
        print(f"{name:<22}{strong:<10} over {weak:<10}{won:>8.1%}", file=sys.stderr, flush=True)
        if won < ENOUGH:
            findings.append(Finding(name, f"{strong} wins {won:.1%} against {weak}"))
    reports = {}
    for name in names:
        series = Series(given.game, ("hard", "hard"), dict(game.presets[name].options), "equals")
        seen = list(spread(look, series, 2 * matches, given.jobs))
        found = reports[name] = report(game, [one for one, _ in seen])
        findings += judge(given.game, name, found, seats.by_place(result for _, result in seen))
        if not given.json:
            print(f"\n{name}: " + "\n".join(lines(found)), flush=True)
    if given.json:
        told = {"gallery": [vars(row) for row in rows], "levels": steps, "reports": reports}
        print(json.dumps({**told, "findings": [vars(finding) for finding in findings]}))
    else:
        print("\n".join(f"out of bounds, {finding.setting}: {finding.what}" for finding in findings))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
