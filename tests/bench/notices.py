"""What do 10,000 notices a minute cost those who play? `python -m tests.bench.notices [--minutes 1] [--pairs 4]`

On SQLite in a folder of its own, or on the PostgreSQL of the environment: `python -m tests.servers python -m tests.bench.notices`. A match is
stepped for some time with nothing beside it, then for as long while another process writes ten thousand notices a minute, a few in each
transaction, and `manage.py notices` sends all of them as mail to a mail server of the bench. These two follow each other several times, because whatever else a
machine does changes while they last. It prints the times of a step with and without, how many notices were written and sent, and how many twice
or not at all.
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
SEATS = 2
PEOPLE = 500
TOGETHER = 20
DRAIN_SECONDS = 120
"""For what is left in the outbox when the last notice has been written."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0, help="of notices, in all pairs together")
    parser.add_argument("--pairs", type=int, default=4)
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
            _measure(given.minutes * 60 / given.pairs, given.pairs, mailbox)
        finally:
            server.terminate()


def _measure(seconds: float, pairs: int, mailbox: Path) -> None:
    from lobby.notices.models import Delivery, Notice

    live, people = _match("live", 0), _people()
    writing, there = multiprocessing.Pipe()
    writer = multiprocessing.get_context("spawn").Process(target=_write, args=(there, people), daemon=True)
    writer.start()
    writing.recv()
    alone: list[float] = []
    beside: list[float] = []
    late = 0.0
    sender = subprocess.Popen([sys.executable, "manage.py", "notices"], stdout=subprocess.DEVNULL)
    try:
        for pair in range(pairs):
            mine = _steps(live, seconds)
            writing.send((seconds, Notice.objects.count()))
            theirs = _steps(live, seconds)
            writing.recv()
            print(f"pair {pair + 1}, alone:           {_words(mine)}")
            print(f"        beside:          {_words(theirs)}", flush=True)
            late += _drained()
            alone, beside = alone + mine, beside + theirs
    finally:
        sender.terminate()
        sender.wait(30)
    ids, written = mailbox.read_text().split(), Notice.objects.filter(kind=Notice.Kind.CONTEST).count()
    print(f"a step alone:            {_words(alone)}")
    print(f"a step beside it:        {_words(beside)}")
    print(f"notices written:         {written} in {seconds * pairs:.0f} s")
    print(
        f"mails that arrived:      {len(ids)}, {len(ids) / (seconds * pairs + late):.0f} a second, twice: {len(ids) - len(set(ids))}"
    )
    print(
        f"left in the outbox:      {Delivery.objects.count()}, {late / pairs:.1f} s after the last of a pair was written"
    )


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


def _match(clock: str, number: int) -> Any:
    from allauth.account.models import EmailAddress
    from django.db import transaction
    from django.utils import timezone

    import games
    from games.core.simulate import open_table
    from lobby.accounts.models import User
    from lobby.matches.models import Match, Seat
    from lobby.play import referee

    with transaction.atomic():
        options = open_table(games.get("toy"), {"size": 24, "rounds": 60, "hearts": 9}, SEATS, "bench")
        match = Match.objects.create(
            game="toy", options=options, rules_version="1", step_seconds=86_400, clock=clock, started_at=timezone.now()
        )
        for seat in range(SEATS):
            name = f"p{number}x{seat}"
            person = User.objects.create_user(name, f"{name}@example.org", name=name)
            EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
            Seat.objects.create(match=match, number=seat, user=person)
        referee.begin(match, timezone.now())
    return match


def _step(match: Any) -> float:
    """Store both seats' orders as the journal does and resolve the step. Returns the seconds of that."""
    from django.utils import timezone

    from lobby.matches.models import Match
    from lobby.play import journal, referee
    from tests.games.toy import DEFAULT_ORDERS

    step = Match.objects.values_list("step", flat=True).get(pk=match.pk)
    entries = [
        journal.Entry(match.pk, step, seat, dict(DEFAULT_ORDERS), True, "person", timezone.now())
        for seat in range(SEATS)
    ]
    began = time.perf_counter()
    journal.write(entries)
    referee.advance_once(match.pk)
    return time.perf_counter() - began


def _steps(match: Any, seconds: float) -> list[float]:
    """Steps of one match, ten a second, each with its time; the match begins anew when it is over."""
    times = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        match = _living(match)
        times.append(_step(match))
        time.sleep(0.1)
    return times


def _living(match: Any) -> Any:
    from lobby.matches.models import Match

    if Match.objects.filter(pk=match.pk, status=Match.Status.RUNNING).exists():
        return match
    return _match(match.clock, time.monotonic_ns())


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
    from lobby.process import database

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
    ordered = sorted(times)
    half, most = statistics.median(ordered) * 1000, ordered[int(len(ordered) * 0.99) - 1] * 1000
    return f"half within {half:.1f} ms, 99 of 100 within {most:.1f} ms ({len(ordered)} steps)"


if __name__ == "__main__":
    main()
