"""Does a match live on either of two databases, and does it go on while the other database is away?

    python -m tests.scale [--matches 6] [--seconds 25] [--json]

First one person of the first cell opens a table on the second and looks at a match on each, through the proxy, with one cookie. Then both
cells are played on through the proxy, and everything of the second dies for some seconds. Prints for each cell: steps, orders that were
acknowledged and are not on disk, matches that stood still until the end, and the longest time between two steps of a match from the death of the second
cell on. Ends with 1 if an order is lost, a match got stuck, or the first cell noticed anything. A machine of two processors takes a minute.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from lobby.operations.load.figures import Turn, resumed
from tests.bench.site import ROOT, make_rooms
from tests.scale.cells import GAME, Cell, Cells, running

WARM = 4.0
AWAY = 5.0
"""Seconds for which the second cell is gone."""
WITHIN = 15.0
"""Seconds after its return in which all its matches go on."""
UNNOTICED = 2.0
"""Seconds between two steps of a match that thinks for half of one: more would be noticed."""
OPTIONS = {"rounds": 60, "hearts": 9}
PATIENCE = 30.0


def ask(url: str, session: str, sent: dict[str, Any] | None = None) -> tuple[int, str]:
    """Status and text of an answer to somebody who is logged in."""
    headers = {"Cookie": f"sessionid={session}; csrftoken={'c' * 32}", "X-CSRFToken": "c" * 32}
    if sent is not None:
        headers["Content-Type"] = "application/json"
    body = None if sent is None else json.dumps(sent).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def wait_for(cell: Cell, statement: str, wanted: int) -> None:
    """Until that many rows are there. RuntimeError if it takes too long."""
    patience = time.monotonic() + PATIENCE
    while (found := cell.execute(statement)) != (wanted,):
        if time.monotonic() > patience:
            raise RuntimeError(f"{statement}: {found}, not {wanted}")
        time.sleep(0.1)


def one_person_on_both(site: Cells) -> dict[str, Any]:
    """A person of the first cell, whose table is on the second: where each match lies, and how the proxy answers for both."""
    site.second.follow(site.first)
    ((here, session, _other),) = make_rooms(site.first.env, GAME, 1)
    wait_for(site.second, "SELECT count(*) FROM django_session", 2)
    wait_for(site.second, "SELECT count(*) FROM lobby_user", 2)
    table = {"game": GAME, "seats": 2}
    status, text = ask(f"http://127.0.0.1:{site.second.port}/api/tables/", session, table)
    if status != 201:
        raise RuntimeError(f"the second cell opens no table: {status} {text}")
    there = json.loads(text)["id"]
    placed = {
        name: [
            cell.execute(f"SELECT count(*) FROM lobby_match WHERE id = '{match_id}'")[0]
            for cell in (site.first, site.second)
        ]
        for name, match_id in (("first", here), ("second", there))
    }
    pages = [ask(f"{site.url}{path}", session)[0] for path in (f"/api/matches/{here}/", f"/api/tables/{there}/")]
    site.second.leave()
    return {"placed": placed, "pages": pages, "ids": [here, there]}


def play(cell: Cell, url: str, trace: Path, matches: int, seconds: float) -> subprocess.Popen[str]:
    """People who play on one cell through the proxy."""
    command = [
        *(sys.executable, "manage.py", "loadtest", "--json", f"--url={url}", f"--game={GAME}"),
        *(f"--options={json.dumps(OPTIONS)}", f"--matches={matches}", "--think=0.5"),
        *(f"--seconds={seconds}", f"--trace={trace}"),
    ]
    return subprocess.Popen(command, cwd=ROOT, env=cell.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def one_dies(site: Cells, matches: int, seconds: float) -> list[dict[str, Any]]:
    """What it costs people on either cell that everything of the second is gone for `AWAY` seconds."""
    cells = {"first": site.first, "second": site.second}
    traces = {name: cell.folder.parent / f"{name}-turns.json" for name, cell in cells.items()}
    playing = {name: play(cell, site.url, traces[name], matches, seconds) for name, cell in cells.items()}
    while not all(trace.exists() for trace in traces.values()):
        if any(one.poll() is not None for one in playing.values()):
            break
        time.sleep(0.05)
    time.sleep(WARM)
    died = time.time()
    site.second.kill()
    time.sleep(AWAY)
    site.second.revive()
    back = time.time()
    rows = []
    for name, process in playing.items():
        out, err = process.communicate()
        if not out:
            raise RuntimeError(f"the load test of the {name} cell went wrong: {err}")
        found, turns = json.loads(out), json.loads(traces[name].read_text())
        played = [[Turn(*turn) for turn in match] for match in turns["matches"]]
        gaps = resumed([died if name == "first" else back], played, turns["until"])
        errors = found["errors"]
        rows.append(
            {
                "cell": name,
                "steps": found["steps"],
                "while_away": sum(died < turn.shown < back for match in played for turn in match),
                "orders": found["proved"]["orders"],
                "lost": errors.pop("acknowledged_order_lost", 0),
                "stuck": sum(1 for match in played if match and match[-1].shown <= died),
                "longest": round(max(gaps), 2) if gaps else None,
                "errors": errors,
            }
        )
    return rows


def is_well(row: dict[str, Any]) -> bool:
    """Nothing lost, nobody stuck; people on the first cell have noticed nothing."""
    limit = UNNOTICED if row["cell"] == "first" else WITHIN
    goes_on = row["longest"] is not None and row["longest"] <= limit
    unnoticed = row["cell"] != "first" or row["while_away"]
    return bool(goes_on and unnoticed and not (row["lost"] or row["stuck"] or row["errors"]))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=25)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with running() as site:
        person = one_person_on_both(site)
        rows = one_dies(site, arguments.matches, arguments.seconds)
    if arguments.json:
        print(json.dumps({"person": person, "cells": rows}))
    else:
        print(f"one person, one cookie: matches {' and '.join(person['ids'])}, answers {person['pages']}")
        form = "{cell:8} {steps:6} {while_away:>10} {orders:7} {lost:5} {stuck:6} {longest!s:>8}  {errors}"
        names = ("cell", "steps", "while_away", "orders", "lost", "stuck", "longest", "errors")
        print(form.format(**dict(zip(names, names, strict=True))))
        for row in rows:
            print(form.format(**row))
    is_at_home = person["placed"] == {"first": [1, 0], "second": [0, 1]} and person["pages"] == [200, 200]
    return 0 if is_at_home and all(is_well(row) for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
