"""What do forty guests do to a site who want too much and wait for nothing? They ask without a pause, over HTTP, and time how others fare."""

from __future__ import annotations

import http.client
import json
import statistics
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

PATIENCE = 1.0
"""Seconds after which a guest hangs up and asks for the next thing."""
PAUSE = 0.2
"""Seconds that a guest takes from one to the next."""
LONGEST = 30.0
"""Seconds for which others wait for a page."""
TOKEN = "a" * 32
"""Of a form: the cookie and the header have to be the same."""
HEAVY = "def run_planet(c):\n    n = 0\n    for i in range(100000):\n        n += i\n"
SEARCHES = (
    "/lobby/?game=deep_blue",
    "/ratings/?game=cosmos&season=all",
    "/api/matches/?limit=100",
    "/matches/?page=2",
    "/people/",
)
PAGES = ("/", "/lobby/", "/games/", "/ratings/")
"""What others read."""


@dataclass
class Answers:
    """What became of the guests' requests."""

    counted: Counter[int] = field(default_factory=Counter)
    """Status → how many; 0: the guest hung up."""
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, status: int) -> None:
        """One more."""
        with self.lock:
            self.counted[status] += 1


class Guest:
    """Asks for one thing after the other until told to stop."""

    def __init__(self, url: str, number: int, match: str, session: str, answers: Answers) -> None:
        self._url = url
        self._number = number
        self._match = match
        self._session = session
        self._answers = answers

    def ask_on(self, stop: threading.Event) -> None:
        """Until told to stop."""
        while not stop.wait(PAUSE):
            method, path, sent = self._next()
            self._answers.note(ask(self._url, method, path, sent, self._session, PATIENCE))
            self._number += 1

    def _next(self) -> tuple[str, str, object]:
        kind = self._number % 4
        if kind == 0:
            trial = {"game": "cosmos", "text": HEAVY, "level": "easy", "seed": str(self._number), "steps": 120}
            return "POST", "/api/programs/trials/", trial
        if kind == 1:
            return "POST", f"/api/matches/{self._match}/forecast/", {"step": 0, "orders": {}}
        return "GET", SEARCHES[self._number // 4 % len(SEARCHES)], None


def ask(url: str, method: str, path: str, sent: object, session: str, patience: float) -> int:
    """The status, with the body read; 0 if none came in time."""
    place = urlsplit(url)
    line = http.client.HTTPConnection(place.hostname or "", place.port, timeout=patience)
    headers = {"Cookie": f"sessionid={session}; csrftoken={TOKEN}" if session else "", "X-CSRFToken": TOKEN}
    try:
        line.request(method, path, json.dumps(sent) if sent else None, {**headers, "Content-Type": "application/json"})
        answer = line.getresponse()
        answer.read()
        return answer.status
    except OSError:
        return 0
    finally:
        line.close()


def read_pages(url: str, seconds: float, session: str) -> list[float]:
    """The times of pages that somebody reads in so many seconds, one after the other; RuntimeError if one does not come."""
    times: list[float] = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        began = time.monotonic()
        path = PAGES[len(times) % len(PAGES)]
        if (status := ask(url, "GET", path, None, session, LONGEST)) != 200:
            raise RuntimeError(f"{path} was answered with {status}")
        times.append(time.monotonic() - began)
        time.sleep(PAUSE)
    return times


def crowd(url: str, rooms: Sequence[Sequence[str]], seconds: float, session: str) -> tuple[float, Answers]:
    """The median time of a page for somebody else while the people of these rooms ask (id of the match, session keys), and what they got."""
    answers, stop = Answers(), threading.Event()
    guests = [
        threading.Thread(target=Guest(url, number + seat, match, key, answers).ask_on, args=(stop,))
        for number, (match, *keys) in enumerate(rooms)
        for seat, key in enumerate(keys)
    ]
    for guest in guests:
        guest.start()
    try:
        return statistics.median(read_pages(url, seconds, session)), answers
    finally:
        stop.set()
        for guest in guests:
            guest.join()
