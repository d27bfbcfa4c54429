"""Is a game worth playing? One command plays all that its balance is judged by, prints one table, and fails where a figure is out of bounds.

    python -m tests.bench.balance GAME [--matches 100] [--preset NAME ...] [--only levels,…] [--keep FOLDER] [--jobs 2] [--short] [--json]

`gallery`: the simple bots against `hard` and `medium`, on every preset and named map.  `levels`: `hard` against `medium` and `medium`
against `easy` on every preset.  `equals`: two `hard`, and two `medium`, on every preset: seats, places, draws, length against what the
preset states, ends, and the use of every part.

With `--keep` every match is written down as soon as it is over; the same command goes on where it was stopped. `--short` is for the
tests: in seconds, on the preset that "Play now" plays, all series of a kind judged as one.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import games
from games.core.report import Played, lines, read, report
from tests.bench import kept, seats, verdicts
from tests.bench.gallery.__main__ import ENOUGH
from tests.bench.kept import Task
from tests.bench.series import Series, Setting, gallery, play_one, settings
from tests.bench.series import share as share_of
from tests.bench.verdicts import HEAD, MET, MISSED, Verdict

KINDS = ("gallery", "levels", "equals")
LEVELS = (("hard", "medium"), ("medium", "easy"))
QUICK = "quick"
"""What "Play now" plays, in every game."""
SHORT = {"gallery": 1, "levels": 4, "equals": 2}
"""Matches of each series of the short form."""
MOST_SHORT = 5
"""Simple bots of the short form, spread over the gallery."""


def fact(series: Series, number: int) -> Any:
    """What counts of one match, as JSON: of different bots what the first won, of equal ones all that a report needs."""
    if len(set(series.bots)) > 1:
        return share_of(series, number)
    # Equal bots are not played again with the seats swapped: it would be the same match.
    record = play_one(series, number * len(series.bots))
    one = read(games.get(series.game), record)
    return {
        "ranks": one.ranks, "steps": one.steps, "paces": one.paces, "reason": one.reason, "used": [dict(used) for used in one.used],
        "names": sorted(one.names), "places": seats.places_of(series.game, record), "refused": record.refused,
    }  # fmt: skip


def played(one: dict[str, Any]) -> tuple[Played, seats.Result]:
    """What `fact` told of a match of equal bots."""
    ranks = tuple(one["ranks"])
    places = tuple(place if isinstance(place, str) else tuple(place) for place in one["places"])
    match = Played(
        ranks, one["steps"], one["paces"], one["reason"], tuple(one["used"]), frozenset(one["names"])
    )  # fmt: skip
    return match, seats.Result(ranks, places)


def series_of(game_id: str, setting: Setting, kinds: list[str], simple: list[str]) -> list[tuple[str, Series]]:
    """What is played on one setting: kind and series."""
    pairs = [("gallery", (bot, one)) for one in simple for bot in ENOUGH]
    pairs += [("levels", pair) for pair in LEVELS]
    pairs += [("equals", (bot, bot)) for bot in ENOUGH]
    return [
        (kind, Series(game_id, bots, setting.options, f"{kind} {bots[1]}" if kind == "gallery" else kind))
        for kind, bots in pairs
        if kind in kinds
    ]


def wanted(game_id: str, names: list[str], kinds: list[str], matches: dict[str, int], few: int | None) -> list[Task]:
    """Every series: by default the gallery on presets and maps, the rest on presets; on settings that are named all of it.

    KeyError names a setting that the game does not have.
    """
    game = games.get(game_id)
    known = {setting.name: setting for setting in settings(game)}
    simple = list(gallery(game_id))
    simple = simple[:: -(-len(simple) // few)] if few else simple
    found = []
    for name in names or known:
        here = kinds if names or name in game.presets else [kind for kind in kinds if kind == "gallery"]
        for kind, series in series_of(game_id, known[name], here, simple):
            found.append(Task(f"{name}|{kind}|{'|'.join(series.bots)}", series, matches[kind]))
    return found


def judged(game_id: str, facts: dict[str, list[Any]]) -> tuple[list[Verdict], dict[str, Any]]:
    """A verdict for every figure, and the reports of equal bots by setting and bot."""
    found: list[Verdict] = []
    reports: dict[str, Any] = {}
    for name, ones in facts.items():
        setting, kind, first, second = name.split("|")
        if kind == "gallery":
            found.append(verdicts.gallery(setting, first, second, ones))
        elif kind == "levels":
            found.append(verdicts.level(setting, first, second, ones))
        else:
            seen = [played(one) for one in ones]
            told = reports[f"{setting}, two {first}"] = report(games.get(game_id), [one for one, _ in seen])
            shares = seats.by_place(result for _, result in seen)
            found += verdicts.equals(game_id, setting, first, told, shares)
            refused = sum(one["refused"] for one in ones)
            found.append(Verdict("orders accepted", setting, f"refused of {first}", refused, 0, 0, len(ones), False))
    return found, reports


def in_short(found: list[Verdict]) -> list[Verdict]:
    """What a few matches can tell: the gallery and the levels as a whole, orders, minutes."""
    shares = [one for one in found if one.requirement in ("no simple bot wins", "levels")]
    return verdicts.pooled(shares, QUICK) + [one for one in found if not one.is_share]


def short(game_id: str) -> list[Verdict]:
    """The verdicts of the short form."""
    tasks = wanted(game_id, [QUICK], list(KINDS), SHORT, MOST_SHORT)
    return in_short(judged(game_id, kept.play(tasks, fact, 1, None))[0])


def table(found: list[Verdict], *, whole: bool) -> str:
    """Verdicts as a Markdown table; unless `whole` only one row for what is met of a requirement on a setting."""
    rows, met = [], dict[tuple[str, str], int]()
    for one in found:
        if whole or one.verdict != MET:
            rows.append(one.cells())
        else:
            met[one.requirement, one.setting] = met.get((one.requirement, one.setting), 0) + 1
    rows += [
        (requirement, setting, f"{number} figures", "", "", "", MET) for (requirement, setting), number in met.items()
    ]
    rows.sort(key=lambda row: (row[0], row[1], row[-1] == MET))
    lines_ = [f"| {' | '.join(HEAD)} |", "|" + "---|" * len(HEAD), *(f"| {' | '.join(row)} |" for row in rows)]
    return "\n".join(lines_)


def main() -> int:
    """Play, print, and answer 1 if a figure is out of bounds, in the short form 1 if it is so beyond doubt."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(games.GAMES))
    parser.add_argument(
        "--matches", type=int, default=100, help="of each series (default 100); twice as many of equal bots"
    )
    parser.add_argument(
        "--preset", action="append", default=[], help="only this preset, or `map NAME`; may be repeated"
    )
    parser.add_argument("--only", default=",".join(KINDS), help="kinds of series, with commas between (default all)")
    parser.add_argument("--keep", type=Path, help="folder in which matches are kept, to go on later")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play at the same time (default 1)")
    parser.add_argument("--short", action="store_true", help="what the tests play")
    parser.add_argument("--whole", action="store_true", help="a row for every figure, also for those that are met")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    given = parser.parse_args()
    known = [setting.name for setting in settings(games.get(given.game))]
    for name in set(given.preset) - set(known):
        parser.error(f"--preset: {given.game} has no {name!r} for two, but {', '.join(known)}")
    kinds = given.only.split(",")
    for kind in set(kinds) - set(KINDS):
        parser.error(f"--only: there is no {kind!r}, but {', '.join(KINDS)}")
    reports: dict[str, Any] = {}
    if given.short:
        found = short(given.game)
    else:
        matches = {kind: given.matches * (1 + (kind == "equals")) for kind in KINDS}
        tasks = wanted(given.game, given.preset, kinds, matches, None)
        file = kept.file_of(given.keep, given.game) if given.keep else None
        found, reports = judged(given.game, kept.play(tasks, fact, given.jobs, file))
    out = [one for one in found if (one.verdict == MISSED if given.short else one.verdict != MET)]
    if given.json:
        rows = [{**asdict(one), "verdict": one.verdict} for one in found]
        print(json.dumps({"verdicts": rows, "reports": reports}))
    else:
        for name, one in reports.items():
            print(f"\n{name}: " + "\n".join(lines(one)))
        print(table(found, whole=given.whole))
        print(f"{len(found)} figures, {len(out)} out of bounds")
    return 1 if out else 0


if __name__ == "__main__":
    sys.exit(main())
