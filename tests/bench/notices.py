"""What do 10,000 notices a minute cost those who play? `python -m tests.bench.notices [--pairs 6] [--seconds 8]`, less than four minutes

On SQLite in a folder of its own, or on the PostgreSQL of the environment: `python -m tests.servers python -m tests.bench.notices`. A match is
stepped for some seconds with nothing beside it, and for as long while another process writes ten thousand notices a minute, a few in each
transaction, and `manage.py notices` sends all of them as mail to a mail server of the bench.

These two are a pair, and which of them comes first changes from pair to pair: whatever else a machine does comes and goes meanwhile, and touches
both alike. It prints each pair; then, over all steps, the half and 99 of 100 of both; and of the differences within the pairs the median, the
smallest and the largest. If the two last ones have different signs, these pairs show no difference. Last, how many notices were written and sent,
and how many twice or not at all.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller

from tests.servers import free_port

NOTICES = 10_000
PEOPLE = 500
TOGETHER = 20
WARM = 6.0
"""Seconds of steps before the first that count."""
DRAIN_SECONDS = 20
"""For what is left in the outbox when the last notice of a pair has been written."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=8.0, help="of each half of a pair")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="fogbound-notices-") as folder:
        port, mailbox = free_port(), Path(folder) / "mailbox"
        mailbox.touch()
        os.environ |= {
            "FOGBOUND_DATA": folder,
            "FOGBOUND_EXTRA_GAMES": "toy=tests.games.toy",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "FOGBOUND_EMAIL_HOST": "127.0.0.1",
            "FOGBOUND_EMAIL_PORT": str(port),
            "FOGBOUND_EMAIL_SECURITY": "none",
            "FOGBOUND_LOG_LEVEL": "WARNING",
        }
        server = multiprocessing.Process(target=_take_mails, args=(port, mailbox), daemon=True)
        server.start()
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        try:
            _measure(given.seconds, given.pairs, mailbox)
        finally:
            server.terminate()


def _measure(seconds: float, pairs: int, mailbox: Path) -> None:
    from lobby.notices.models import Delivery, Notice
    from tests.bench import toy_matches

    live, people = toy_matches.begin("live", "live"), _people()
    writing, there = multiprocessing.Pipe()
    writer = multiprocessing.get_context("spawn").Process(target=_write, args=(there, people), daemon=True)
    writer.start()
    writing.recv()
    late = 0.0
    measured: list[tuple[list[float], list[float]]] = []

    def beside() -> list[float]:
        nonlocal late
        writing.send((seconds, Notice.objects.count()))
        times = _steps(live, seconds)
        writing.recv()
        late += _drained()
        return times

    sender = subprocess.Popen([sys.executable, "manage.py", "notices"], stdout=subprocess.DEVNULL)
    try:
        # The first steps of a process take longer than all others, and a process that starts is none that sends.
        _steps(live, WARM)
        for number in range(pairs):
            if number % 2:
                busy, quiet = beside(), _steps(live, seconds)
            else:
                quiet, busy = _steps(live, seconds), beside()
            measured.append((quiet, busy))
            print(f"pair {number + 1}: alone {_words(quiet)}; beside {_words(busy)}", flush=True)
    finally:
        writer.terminate()
        sender.terminate()
        sender.wait(30)
    ids, written = mailbox.read_text().split(), Notice.objects.filter(kind=Notice.Kind.CONTEST).count()
    print(f"all steps alone:         {_words([one for quiet, _ in measured for one in quiet])}")
    print(f"all steps beside:        {_words([one for _, busy in measured for one in busy])}")
    for name, part in (("half", 0.5), ("99 of 100", 0.99)):
        print(f"beside minus alone, {name + ':':11}{_difference(measured, part)}")
    print(f"notices written:         {written} in {seconds * pairs:.0f} s")
    print(
        f"mails that arrived:      {len(ids)}, {len(ids) / (seconds * pairs + late):.0f} a second, twice: {len(ids) - len(set(ids))}"
    )
    print(
        f"left in the outbox:      {Delivery.objects.count()}, {late / pairs:.1f} s after the last of a pair was written"
    )


def _difference(measured: list[tuple[list[float], list[float]]], part: float) -> str:
    """Of the times within which so many steps were done: by how much it is longer beside notices, over the pairs."""
    found = sorted((_within(busy, part) - _within(quiet, part)) * 1000 for quiet, busy in measured)
    return f"{statistics.median(found):+.1f} ms ({found[0]:+.1f} to {found[-1]:+.1f} over {len(found)} pairs)"


def _within(times: list[float], part: float) -> float:
    """The time within which that part of the steps was done; between two of them in proportion."""
    ordered = sorted(times)
    place = part * (len(ordered) - 1)
    low = ordered[int(place)]
    return low + (ordered[min(int(place) + 1, len(ordered) - 1)] - low) * (place % 1)


def _drained() -> float:
    """Wait until everything has gone out; returns the seconds of that."""
    from django.utils import timezone

    from lobby.notices.models import Delivery, Notice

    began = time.monotonic()
    while Delivery.objects.filter(due_at__lte=timezone.now()).exists() or Notice.objects.filter(routed=False).exists():
        if time.monotonic() > began + DRAIN_SECONDS:
            break
        time.sleep(0.5)
    return time.monotonic() - began


def _take_mails(port: int, mailbox: Path) -> None:
    """A mail server in a process of its own, which writes down the ids of what comes."""

    class Box:
        async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
            found = re.search(rb"^Message-ID: *(?:\r\n )?(\S+)", envelope.content, re.MULTILINE)
            with mailbox.open("a") as file:
                file.write(f"{found[1].decode() if found else '?'}\n")
            return "250 taken"

    Controller(Box(), hostname="127.0.0.1", port=port).start()
    threading.Event().wait()


def _people() -> list[int]:
    from allauth.account.models import EmailAddress

    from lobby.accounts.models import User
    from lobby.notices.models import Wishes

    made = User.objects.bulk_create(
        User(username=f"n{number}", name=f"n{number}", email=f"n{number}@example.org") for number in range(PEOPLE)
    )
    EmailAddress.objects.bulk_create(
        EmailAddress(user=one, email=one.email, verified=True, primary=True) for one in made
    )
    # Nobody waits a minute for somebody who may be on a page.
    Wishes.objects.bulk_create(Wishes(user=one, only_away=False) for one in made)
    return [one.pk for one in made]


def _step(match_id: str) -> float:
    """Store both seats' orders as the journal does and resolve the step. Returns the seconds of that."""
    from lobby.play import referee
    from tests.bench import toy_matches

    began = time.perf_counter()
    toy_matches.order([match_id])
    referee.advance_once(match_id)
    return time.perf_counter() - began


def _steps(match: Any, seconds: float) -> list[float]:
    """Steps of one match, twenty a second, each with its time; another one begins when it is over."""
    times = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        match = _living(match)
        times.append(_step(match.pk))
        time.sleep(0.05)
    return times


def _living(match: Any) -> Any:
    from lobby.matches.models import Match
    from tests.bench import toy_matches

    # Newer ones than the one that was handed in are the bench's own.
    newest = Match.objects.filter(status=Match.Status.RUNNING).order_by("-started_at").first()
    return newest or toy_matches.begin(f"p{time.monotonic_ns()}", match.clock)


def _write(asked: Connection, people: list[int]) -> None:
    """In a process of its own: write notices as long as is asked for, and say so when that is done."""
    import django

    django.setup()
    asked.send("ready")
    while True:
        seconds, first = asked.recv()
        _write_for(people, seconds, first)
        asked.send("done")


def _write_for(people: list[int], seconds: float, first: int) -> None:
    """Write ten thousand notices a minute, a few in each transaction, as steps do; `first`: a number from which none was written."""
    from lobby.notices import writing
    from lobby.notices.models import Notice
    from lobby.platform.process import database

    began, told = time.monotonic(), 0
    while time.monotonic() < began + seconds:
        news = []
        while told < (time.monotonic() - began) * NOTICES / 60 and len(news) < TOGETHER:
            data = {"contest": first + told, "name": "Cup", "what": "began"}
            about = f"{first + told}:began"
            news.append(writing.News(people[told % len(people)], Notice.Kind.CONTEST, about, data=data))
            told += 1
        with database.writing():
            writing.write(news)
        time.sleep(0.1)


def _words(times: list[float]) -> str:
    return f"half within {_within(times, 0.5) * 1000:.1f} ms, 99 of 100 within {_within(times, 0.99) * 1000:.1f} ms ({len(times)} steps)"


if __name__ == "__main__":
    main()
