"""Does everybody hear once of what is true, and of nothing else, while processes are killed and nobody takes what is sent?

Slow matches begin and go on. A mail server, a push service and a webhook of the check refuse, hang, take late, and take; under each of these moods
every process that sends is killed. Half of the people order before anything of the beginning has arrived: that would be untrue. Then the others
order, and referees and web processes are killed as well, between the notices of the next step and their way out.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import django
import psycopg

from tests.bench.site import ROOT
from tests.launch.site import Service, Site, running

NAME = "notices"
"""Of this among the faults."""
MATCHES = 20
SENDERS = 2
PATIENCE = 300.0
"""Seconds for whatever is waited for: processes start again meanwhile, and what a dead one took at its last moment is free after a minute."""
LOOK_EVERY = 0.1
MOODS = ("refuse", "hang", "late", "take")
WAYS = ("mail", "push", "hook")

Told = tuple[str, str, str]
"""Way, person, kind of notice."""
Copies = dict[Told, Counter[str]]
"""What has come, by the id by which a receiver drops what it has."""


@dataclass
class Found:
    """What became of the notices."""

    due: set[Told]
    came: Copies
    left: int
    """In the outbox at the end."""
    rows: int
    """Notices that were written."""
    kills: int = 0
    missing: list[Told] = field(init=False)
    twice: list[Told] = field(init=False)
    untrue: list[Told] = field(init=False)

    def __post_init__(self) -> None:
        self.missing = sorted(self.due - self.came.keys())
        self.twice = sorted(told for told, ids in self.came.items() if len(ids) > 1)
        self.untrue = sorted(self.came.keys() - self.due)

    @property
    def dropped(self) -> int:
        """What came again under the id that it had: a process died, or nobody answered, after it was sent."""
        return sum(sum(ids.values()) - len(ids) for ids in self.came.values())

    @property
    def is_well(self) -> bool:
        """Nothing lost, nothing twice, nothing untrue, nothing stuck, and one notice for each person, match and step."""
        wrong = self.twice or self.untrue or self.left or self.rows != 4 * MATCHES
        return not wrong and not self.missing

    def row(self) -> dict[str, Any]:
        """For the table."""
        missing = len(self.missing)
        counted = {"due": len(self.due), "came": len(self.due) - missing, "lost": missing, "dropped": self.dropped}
        wrong = {"twice": len(self.twice), "untrue": len(self.untrue), "left": self.left}
        return {
            "fault": NAME,
            **counted,
            **wrong,
            "notices": self.rows,
            "kills": self.kills,
            "is_well": self.is_well,
        }


FORM = (
    "{fault:16} {came} of {due} messages of {notices} notices came, {kills} kills: {lost} lost, {twice} twice, {untrue} untrue, {left} left; "
    "{dropped} came again under the same id"
)


class Receivers:
    """The three to whom everything goes."""

    def __init__(self, mails: Any, web: Any, browser: Any) -> None:
        self.mails, self.web, self.browser = mails, web, browser

    def be(self, mood: str) -> None:
        """Let go whoever waits, and be so from now on."""
        self.let_go()
        self.mails.may_answer.clear()
        self.mails.mood = {"refuse": "defers", "hang": "hangs", "late": "late", "take": "takes"}[mood]
        self.web.status = 503 if mood == "refuse" else 201
        self.web.holds = mood in {"hang", "late"}

    def let_go(self) -> None:
        """Answer whoever waits."""
        self.mails.may_answer.set()
        self.web.release()

    def asked(self) -> tuple[int, int]:
        """How often each was asked so far."""
        return self.mails.asked, len(self.web.calls)

    def came(self) -> Copies:
        """What each person has got, by each way."""
        found: Copies = {}
        for mail in self.mails.mails:
            told = "mail", str(mail["To"]), "begun" if "begun" in mail["Subject"] else "step"
            found.setdefault(told, Counter())[str(mail["Message-ID"])] += 1
        for call in self.web.calls:
            if call.status < 300:
                _, way, person = call.path.split("/")
                if way == "hook":
                    kind, name = call.json["kind"], call.json["id"]
                else:
                    kind, name = self.browser.read(call)["tag"].split(":")[0], call.headers["Topic"]
                found.setdefault((way, person, kind), Counter())[name] += 1
        return found


@contextmanager
def _receivers() -> Iterator[tuple[Receivers, dict[str, str]]]:
    """They, and the settings of a site that sends to them."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    # Their module knows rows of the site, which needs the line before.
    from lobby.notices import web_push
    from tests.lobby.notice_servers import Browser, MailServer, WebServer

    with MailServer() as mails, WebServer() as web:
        key = web_push.new_key()
        web.site_key = web_push.public_of(key)
        yield (
            Receivers(mails, web, Browser("")),
            {
                "FOGBOUND_EMAIL_HOST": "127.0.0.1",
                "FOGBOUND_EMAIL_PORT": str(mails.port),
                "FOGBOUND_EMAIL_SECURITY": "none",
                "FOGBOUND_VAPID_KEY": key,
                "FOGBOUND_PRIVATE_TARGETS": "1",
            },
        )


class _Check:
    """One run on a site that is up."""

    def __init__(self, site: Site, receivers: Receivers) -> None:
        self._site = site
        self._receivers = receivers
        self._kills = 0

    def run(self) -> Found:
        receivers = self._receivers
        receivers.be("refuse")
        keys = receivers.browser.subscription["keys"]
        people = json.loads(self._rows("begin", str(MATCHES), receivers.web.url(""), json.dumps(keys)))
        self._wait(self._is_routed)
        self._rows("order", "0")
        self._through_moods()
        self._all_out()
        receivers.be("refuse")
        self._rows("order", "1")
        self._kill([*self._site.referees, *self._site.web, *self._site.senders])
        self._wait(lambda: self._ask("SELECT count(*) FROM lobby_notice WHERE kind = 'step'") == 2 * MATCHES)
        self._kill(self._site.senders)
        self._wait(self._is_routed)
        self._through_moods()
        self._all_out()
        rows, left = (self._ask(f"SELECT count(*) FROM lobby_{table}") for table in ("notice", "delivery"))
        return Found(_due(people), receivers.came(), left, rows, self._kills)

    def _through_moods(self) -> None:
        for mood in MOODS:
            self._receivers.be(mood)
            before = self._receivers.asked()
            self._make_due()
            # Both hear of something before the kill, if there is something left for them.
            self._wait(lambda before=before: self._has_moved(before))  # type: ignore[misc]
            if mood == "late":
                self._receivers.let_go()
            self._kill(self._site.senders)

    def _has_moved(self, before: tuple[int, int]) -> bool:
        mails, calls = self._receivers.asked()
        left = {way: self._ask(f"SELECT count(*) FROM lobby_delivery WHERE way = '{way}'") for way in WAYS}
        return (mails > before[0] or not left["mail"]) and (calls > before[1] or not left["push"] + left["hook"])

    def _kill(self, processes: list[Service]) -> None:
        """At once; what they had in hand is free, which else takes a minute: none of them is there again so soon."""
        self._kills += sum(one.send(signal.SIGKILL) for one in processes)
        self._do("UPDATE lobby_delivery SET leased_until = '2020-01-01' WHERE leased_until IS NOT NULL")

    def _all_out(self) -> None:
        """Everybody takes everything, until the outbox is empty."""
        self._receivers.be("take")

        def is_empty() -> bool:
            self._make_due()
            return self._is_routed() and not self._ask("SELECT count(*) FROM lobby_delivery")

        self._wait(is_empty)

    def _is_routed(self) -> bool:
        return not self._ask("SELECT count(*) FROM lobby_notice WHERE NOT routed")

    def _make_due(self) -> None:
        """The pauses after refusals are over."""
        self._do("UPDATE lobby_delivery SET due_at = '2020-01-01' WHERE due_at > now()")

    def _rows(self, *told: str) -> str:
        command = [sys.executable, "-m", "tests.launch.notice_rows", *told]
        return subprocess.run(command, cwd=ROOT, env=self._site.env, check=True, capture_output=True, text=True).stdout

    def _ask(self, statement: str) -> int:
        with self._line() as line:
            (number,) = line.execute(statement).fetchone() or (0,)  # type: ignore[call-overload]
            return int(number)

    def _do(self, statement: str) -> None:
        with self._line() as line:
            line.execute(statement)  # type: ignore[call-overload]

    def _line(self) -> psycopg.Connection[Any]:
        known = self._site.database.settings
        return psycopg.connect(
            host="127.0.0.1",
            port=known["FOGBOUND_POSTGRES_PORT"],
            user=known["FOGBOUND_POSTGRES_USER"],
            dbname=known["FOGBOUND_POSTGRES_DB"],
            autocommit=True,
        )

    def _wait(self, is_so: Callable[[], bool]) -> None:
        """RuntimeError with the log if it takes too long."""
        give_up = time.monotonic() + PATIENCE
        while not is_so():
            if time.monotonic() > give_up:
                raise RuntimeError(f"notices stand still:\n{self._site.log()[-6000:]}")
            time.sleep(LOOK_EVERY)


def _due(people: list[list[int]]) -> set[Told]:
    """Who has to hear of what: of the beginning those who had not ordered, of the next step all."""
    due = set()
    for number, seats in enumerate(people):
        for seat, person in enumerate(seats):
            for kind in ("begun", "step") if seat == 1 else ("step",):
                due |= {("mail", f"m{number}x{seat}@example.org", kind)}
                due |= {(way, str(person), kind) for way in ("push", "hook")}
    return due


def try_out() -> Found:
    """What became of all notices, on a site of its own."""
    with _receivers() as (receivers, settings), running(senders=SENDERS, **settings) as site:
        return _Check(site, receivers).run()
