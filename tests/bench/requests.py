"""How long does each request hold its place, at worst? Every address, on a site that is as large as what people may do makes it.

    python -m tests.bench.requests [--small] [--games cosmos,deep_blue] [--years 1] [--above 0.1] [--json]

A site of its own has the longest matches with the most seats on the largest maps, one person with tens of thousands of matches, all programs,
builds and people that one may have, full leaderboards and a full contest. That person, and somebody whom nobody knows, ask for every address
that can be read, with the widest questions that it takes, and for what an engine has to work on. Prints the seconds of the processor of each
address, of the slowest of all that were asked for, and its kind (`lobby.platform.http.request_kinds`). Ends with 1 if an address that is not long takes longer
than `MOST` seconds.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tests.bench import site

MOST = 0.5
"""Seconds above which a view has to be marked."""


@dataclass
class Row:
    """The slowest request to one address."""

    address: str
    asked: str
    seconds: float
    """Of the processor."""
    waited: float
    """By the clock, for what a database or a disk takes."""
    status: int
    kind: str


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--small", action="store_true", help="short matches and few rows: does everything answer?")
    parser.add_argument("--games", default="", help="long matches of these games only")
    parser.add_argument("--years", type=int, default=1, help="how long people have played: 30,000 matches a year")
    parser.add_argument("--above", type=float, default=0.1, help="prints addresses that take at least so many seconds")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="fogbound-requests-") as folder:
        os.environ |= site.environment(Path(folder), embedded=False)
        import django

        django.setup()
        from django.core.management import call_command

        from tests.bench.requests_site import made

        call_command("migrate", verbosity=0)
        here = made(arguments.games, small=arguments.small, years=arguments.years)
        rows = sorted(measured(here), key=lambda row: -row.seconds)
    if arguments.json:
        print(json.dumps([asdict(row) for row in rows]))
    else:
        for row in rows:
            if row.seconds >= arguments.above or row.status >= 500:
                print(
                    f"{row.seconds:7.2f} s {row.waited:7.2f} s  {row.status} {row.kind:6}  {row.address}   {row.asked}"
                )
    return int(any(row.seconds > MOST and row.kind != "long" for row in rows) or any(row.status >= 500 for row in rows))


def measured(here: Any) -> Iterator[Row]:
    """One row for each address and method."""
    from django.urls import resolve

    from lobby.platform.http.request_kinds import kind_of

    slowest: dict[str, Row] = {}
    # A web process collects garbage by the clock, not within requests.
    gc.freeze()
    gc.disable()
    for asked in here.requests():
        began, clock = time.thread_time(), time.monotonic()
        status = asked.send()
        seconds, waited = time.thread_time() - began, time.monotonic() - clock
        found = resolve(asked.path)
        address = f"{asked.method} /{found.route}"
        kind = kind_of(found, asked.method, asked.query.encode())
        row = Row(address, asked.path + asked.query, seconds, waited, status, kind)
        if address not in slowest or slowest[address].seconds < seconds:
            slowest[address] = row
            if seconds > MOST:
                print(f"{seconds:7.2f} s  {asked.method} {row.asked}", file=sys.stderr, flush=True)
    yield from slowest.values()


if __name__ == "__main__":
    sys.exit(main())
