"""What happens to people who play while something goes wrong? One fault after the other on a whole site, and a table of what it cost.

    python -m tests.launch [--only web_frozen,redis_gone] [--seconds 34] [--json]

Through the proxy, as people come: matches between people, matches with short steps of which somebody lets every second one pass, so that a
referee has to end it, and matches against a bot of the site. For each fault: orders that were acknowledged and are not on disk, matches
that stood still at the end, and for how long the site kept a match waiting (median and longest seconds over all matches; the longest of each
kind). Then what people hear of, on a site of its own (`tests/launch/notices.py`). Ends with 1 if an order was lost, a match got stuck, something
else was wrong, play went on later than `WITHIN` seconds, or a notice was lost, came twice or was untrue.
`manage.py loadtest` plays and proves; a machine of two processors that does nothing else takes about eleven minutes.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lobby.operations.load.figures import Turn, worst_delay
from lobby.operations.load.kinds import SHORT_STEP_SECONDS, Kind
from tests.bench.site import ROOT
from tests.launch import notices
from tests.launch.faults import FAULTS, NEEDS_SMALL_DISK, may_mount
from tests.launch.site import GAME, Site, running

WITHIN = 10.0
WARM = 4.0
"""Seconds of play before the first fault."""
APART = 3.0
"""Seconds between two faults of one run."""
STILL = SHORT_STEP_SECONDS + 2.0
"""A match of which nobody was shown a step in so many seconds before the end is stuck."""
SECONDS = 34.0
LONGER = 120
"""Seconds for which a run may go on until no match waits any more: on a busy machine a process takes its time to start again."""
OPTIONS = {"rounds": 60, "hearts": 9}
FORM = "{fault:16} {orders:6} {lost:5} {stuck:6} {p50!s:>6} {max!s:>6}   {people!s:>6} {deadlines!s:>9} {bots!s:>6}  {errors}"


def try_out(site: Site, names: Sequence[str], seconds: float = SECONDS, matches: int = 6) -> list[dict[str, Any]]:
    """What these faults, one after the other in one run, cost people who play; the site is whole again afterwards. One row for each fault:
    delays are its own, the rest is of the whole run."""
    with tempfile.TemporaryDirectory(prefix="fogbound-launch-") as folder:
        trace = Path(folder) / "turns.json"
        command = [
            *(sys.executable, "manage.py", "loadtest", "--json", f"--url={site.url}", f"--game={GAME}"),
            *(f"--options={json.dumps(OPTIONS)}", f"--matches={matches}", "--think=0.5"),
            *(
                f"--longer={LONGER}",
                f"--deadline-matches={matches}",
                f"--bot-matches={matches}",
                f"--seconds={seconds}",
                f"--trace={trace}",
            ),
        ]
        playing = subprocess.Popen(
            command, cwd=ROOT, env=site.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        while not trace.exists() and playing.poll() is None:
            time.sleep(0.05)
        time.sleep(WARM)
        moments = {}
        for name in names:
            moments[name] = FAULTS[name](site)
            time.sleep(APART)
        out, err = playing.communicate()
        if not out:
            raise RuntimeError(f"the load test went wrong: {err}")
        found = json.loads(out)
        told = json.loads(trace.read_text())
    site.wait()
    errors = found["errors"]
    run = {
        "orders": found["proved"]["orders"],
        "late": found["proved"]["late"],
        "lost": errors.pop("acknowledged_order_lost", 0),
        "stuck": sum(is_stuck(match, told["until"]) for match in told["matches"]),
        "errors": errors,
    }
    return [{"fault": name, **run, **delays(moments[name], told["matches"])} for name in names]


def is_stuck(match: dict[str, Any], until: float) -> bool:
    """Did nobody see a step of it in the last seconds, though it was not over?"""
    shown = [turn[1] for turn in match["turns"]]
    # The last of these is the step that the site owed at the end.
    newest = max([match["began"], *shown[: len(shown) - match["is_waiting"]]])
    return not match["is_over"] and newest < until - STILL


def delays(moments: list[float], matches: list[dict[str, Any]]) -> dict[str, float | None]:
    """Median and longest of the longest delay of each match, and the longest by kind; seconds."""
    by_kind: dict[str, list[float]] = {kind: [] for kind in Kind}
    for match in matches:
        delay = worst_delay(moments, [Turn(*turn) for turn in match["turns"]])
        if delay is not None:
            by_kind[match["kind"]].append(delay)
    every = [delay for found in by_kind.values() for delay in found]
    longest = {kind: round(max(found), 2) if found else None for kind, found in by_kind.items()}
    return {
        "p50": round(statistics.median(every), 2) if every else None,
        "max": round(max(every), 2) if every else None,
        **longest,
    }


def is_well(row: dict[str, Any], within: float = WITHIN) -> bool:
    """Nothing lost, nobody stuck, play again in so many seconds in matches of every kind."""
    of_kinds = [row[kind] for kind in Kind]
    return not (row["lost"] or row["stuck"] or row["errors"]) and None not in of_kinds and row["max"] <= within


def main(given: Sequence[str] | None = None) -> int:
    """The table, for these arguments or those of the command line; 1 if something in it is not well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join([*FAULTS, notices.NAME]), help="which faults")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"how long is played for each ({SECONDS:g})")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args(given)
    chosen = arguments.only.split(",")
    if unknown := [name for name in chosen if name not in {*FAULTS, notices.NAME}]:
        parser.error(f"--only: {unknown[0]} is none of {', '.join([*FAULTS, notices.NAME])}")
    ordinary = [name for name in chosen if name not in {*NEEDS_SMALL_DISK, notices.NAME}]
    on_small_disk = [name for name in chosen if name in NEEDS_SMALL_DISK]
    if on_small_disk and not may_mount():
        print(f"not tried, because only root may make a small disk: {', '.join(on_small_disk)}", file=sys.stderr)
        on_small_disk = []
    if not arguments.json:
        names = ("fault", "orders", "lost", "stuck", "p50", "max", "people", "deadlines", "bots", "errors")
        print(FORM.format(**dict(zip(names, names, strict=True))), flush=True)
    rows = []
    for names_here, small in ((ordinary, False), (on_small_disk, True)):
        if not names_here:
            continue
        with running(small_disk=small) as site:
            for name in names_here:
                (row,) = try_out(site, [name], arguments.seconds)
                rows.append(row)
                print(json.dumps(row) if arguments.json else FORM.format(**row), flush=True)
            if not all(is_well(row) for row in rows):
                print(site.log()[-6000:], file=sys.stderr)
    are_heard = _notices(arguments.json) if notices.NAME in chosen else True
    return 0 if are_heard and all(is_well(row) for row in rows) else 1


def _notices(as_json: bool) -> bool:
    """Print what became of the notices; was all well?"""
    found = notices.try_out()
    print(json.dumps(found.row()) if as_json else notices.FORM.format(**found.row()), flush=True)
    if not found.is_well:
        print(found.missing, found.twice, found.untrue, sep="\n", file=sys.stderr)
    return found.is_well


if __name__ == "__main__":
    sys.exit(main())
