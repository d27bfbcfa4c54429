"""What do 10,000 notices a minute cost those who play? `python -m tests.bench.notices [--minutes 1]`

On SQLite in a folder of its own, or on the PostgreSQL of the environment: `python -m tests.servers python -m tests.bench.notices`. A match is
stepped all the time, with nothing else for the first quarter of the time; then ten thousand notices a minute are written beside it, a few in each transaction, and `manage.py notices` sends all of them as mail to a mail server of the bench. It prints the times of a step with and without, how many notices were written and sent, and how many twice or not at all.
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
    parser.add_argument("--minutes", type=float, default=1.0)
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
            _measure(given.minutes * 60, mailbox)
        finally:
            server.terminate()


def _measure(seconds: float, mailbox: Path) -> None:
    from django.utils import timezone

    from lobby.notices.models import Delivery, Notice

    live, people = _match("live", 0), _people()
    alone = _steps(live, seconds / 4)
    before = Notice.objects.count()
    sender = subprocess.Popen([sys.executable, "manage.py", "notices"], stdout=subprocess.DEVNULL)
    try:
        writing = threading.Thread(target=_write, args=(people, seconds))
        writing.start()
        beside = _steps(live, seconds)
        writing.join()
        written = Notice.objects.count() - before
        began = time.monotonic()
        while (
            Delivery.objects.filter(due_at__lte=timezone.now()).exists() or Notice.objects.filter(routed=False).exists()
        ):
            if time.monotonic() > began + DRAIN_SECONDS:
                break
            time.sleep(0.5)
        late = time.monotonic() - began
    finally:
        sender.terminate()
        sender.wait(30)
    ids = mailbox.read_text().split()
    print(f"a step alone:            {_words(alone)}")
    print(f"a step beside it:        {_words(beside)}")
    print(f"notices written:         {written} in {seconds:.0f} s")
    print(
        f"mails that arrived:      {len(ids)}, {len(ids) / (seconds + late):.0f} a second, twice: {len(ids) - len(set(ids))}"
    )
    print(f"left in the outbox:      {Delivery.objects.count()}, {late:.1f} s after the last was written")


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


def _write(people: list[int], seconds: float) -> None:
    """Write ten thousand notices a minute, a few in each transaction, as steps do."""
    from django.db import connection

    from lobby.notices import writing
    from lobby.notices.models import Notice
    from lobby.process import database

    began, told = time.monotonic(), 0
    while time.monotonic() < began + seconds:
        news = []
        while told < (time.monotonic() - began) * NOTICES / 60 and len(news) < TOGETHER:
            data = {"contest": told, "name": "Cup", "what": "began"}
            news.append(writing.News(people[told % len(people)], Notice.Kind.CONTEST, f"{told}:began", data=data))
            told += 1
        with database.writing():
            writing.write(news)
        time.sleep(0.1)
    connection.close()


def _words(times: list[float]) -> str:
    ordered = sorted(times)
    half, most = statistics.median(ordered) * 1000, ordered[int(len(ordered) * 0.99) - 1] * 1000
    return f"half within {half:.1f} ms, 99 of 100 within {most:.1f} ms ({len(ordered)} steps)"


if __name__ == "__main__":
    main()
