"""What can go wrong with a site? Each fault does it, and says at which moments (seconds of the wall clock), beginning before the first."""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import psycopg

from tests.bench.site import make_rooms
from tests.launch import impatient
from tests.launch.idle_sockets import idle_sockets, returning_sockets
from tests.launch.site import Site, is_ready

AWAY = 5.0
"""Seconds for which something is away."""
SOCKETS = 2000
PAGES = 80
SHARE = 0.35
"""Of all lines a process of two has at least so many once they are spread."""
SPREAD_SECONDS = 120.0
READERS = 8
"""Who ask for lists at the same time, each again as soon as it has an answer."""
GUESTS = 40
SLOWER = 5.0
"""Two processors answer, play and ask here. A page took 2.4 to 4.2 times its quiet time, so more than this is news."""
LISTS = ("/lobby/", "/api/matches/?status=finished", "/api/matches/?status=running", "/ratings/", "/")
BLOCK = b"\0" * 65536

Moments = list[float]


def web_frozen(site: Site) -> Moments:
    """One of two web processes hangs for good; its supervisor has to see it."""
    return _told(lambda: site.web[0].send(signal.SIGSTOP))


def web_killed(site: Site) -> Moments:
    """One of two web processes is gone at once."""
    return _told(lambda: site.web[0].send(signal.SIGKILL))


def web_released(site: Site) -> Moments:
    """One web process after the other is replaced, as by a release."""
    moments = []
    for web in site.web:
        moments += _told(web.end_politely)
        time.sleep(AWAY)
    return moments


def web_returns(site: Site) -> Moments:
    """One of two web processes was away, so that all sockets are at the other. RuntimeError if they do not spread again by themselves."""
    with returning_sockets(site.url, PAGES):
        _until(lambda: sum(site.lines()) >= PAGES, "pages do not get in")
        moments = _told(site.web[0].end_politely)
        _until(lambda: site.lines()[0] == 0, "a process that was told to end keeps its lines")
        _until(lambda: is_ready(site.direct[0]), "the process does not come back")
        _until(lambda: min(site.lines()) >= SHARE * sum(site.lines()), "lines stay uneven")
        print(f"lines of the web processes at last: {site.lines()}", file=sys.stderr, flush=True)
    return moments


def referee_frozen(site: Site) -> Moments:
    """One of two referees hangs, perhaps in the middle of a transaction."""
    return _told(lambda: site.referees[0].send(signal.SIGSTOP))


def referees_killed(site: Site) -> Moments:
    """No referee for a moment."""
    return _told(*(lambda referee=referee: referee.send(signal.SIGKILL) for referee in site.referees))


def bots_frozen(site: Site) -> Moments:
    """The only bot runner hangs for good."""
    return _told(lambda: site.bots.send(signal.SIGSTOP))


def bots_killed(site: Site) -> Moments:
    """No bots for a moment."""
    return _told(lambda: site.bots.send(signal.SIGKILL))


def redis_gone(site: Site) -> Moments:
    """Redis is away, and comes back empty."""
    return _told(site.stop_redis, _wait, site.start_redis)


def redis_frozen(site: Site) -> Moments:
    """Redis takes connections and does not answer, and then goes on."""
    process = site.redis_process()
    return _told(lambda: os.kill(process, signal.SIGSTOP), _wait, lambda: os.kill(process, signal.SIGCONT))


def database_frozen(site: Site) -> Moments:
    """Every process of PostgreSQL stands still where it is, and then goes on."""
    send = site.database.send
    return _told(lambda: send(signal.SIGSTOP), _wait, lambda: send(signal.SIGCONT))


def database_crashed(site: Site) -> Moments:
    """A server process of PostgreSQL dies: all lines break, the server begins anew with what is on disk."""
    with psycopg.connect(
        host="127.0.0.1",
        port=site.database.settings["FOGBOUND_POSTGRES_PORT"],
        user="fogbound",
        dbname="postgres",
        autocommit=True,
    ) as line:
        (pid,) = line.execute("SELECT pg_backend_pid()").fetchone() or (0,)
        return _told(lambda: os.kill(pid, signal.SIGKILL))


def disk_full(site: Site) -> Moments:
    """The disk of PostgreSQL is full, and then has room again. RuntimeError if the site says meanwhile that it is ready."""
    ballast = site.disk / "ballast"
    moments = _told(lambda: _fill(ballast), _wait)
    was_ready = is_ready(site.url)
    moments += _told(ballast.unlink, site.database.start_if_ended)
    if was_ready:
        raise RuntimeError("/readyz said yes while the disk was full")
    return moments


def proxy_restarted(site: Site) -> Moments:
    """Everybody loses the line at once."""
    return _told(site.stop_proxy, site.start_proxy)


def idle_crowd(site: Site) -> Moments:
    """Two thousand sockets come, say nothing, and go. RuntimeError if one is refused, or the site is not ready with them."""
    moments = _told()
    with idle_sockets(site.url, SOCKETS) as crowd:
        moments += _told(_wait)
        if crowd.refused or not all(is_ready(url) for url in [*site.direct, site.url]):
            raise RuntimeError(f"with {crowd.opened} idle sockets: {crowd.refused} refused")
    return [*moments, time.time()]


def lists_asked(site: Site) -> Moments:
    """Many ask for lists of matches and people, without a pause."""
    until = time.monotonic() + 2 * AWAY
    answered: list[int] = []

    def read(number: int) -> None:
        while time.monotonic() < until:
            answered.append(_ask(site.url + LISTS[(number + len(answered)) % len(LISTS)]))

    readers = [threading.Thread(target=read, args=(number,)) for number in range(READERS)]
    moments = _told(*(reader.start for reader in readers))
    for reader in readers:
        reader.join()
    # A program that asks so often is told to slow down; nothing else but lists may come.
    if not answered or set(answered) - {200, 429}:
        raise RuntimeError(f"lists were answered with {sorted(set(answered))}")
    return [*moments, time.time()]


def impatient_guests(site: Site) -> Moments:
    """Forty guests ask for trials, forecasts and searches, and wait for nothing. RuntimeError if pages of others take `SLOWER` times as long."""
    rooms = make_rooms(site.env, "deep_blue", GUESTS // 2 + 1)
    _, reader, _ = rooms.pop()
    # The first pages of a process take longer than all others.
    impatient.read_pages(site.url, AWAY, reader)
    quiet = statistics.median(impatient.read_pages(site.url, AWAY, reader))
    began = time.time()
    busy, answers = impatient.crowd(site.url, rooms, 2 * AWAY, reader)
    told = f"pages took {busy:.2f} s instead of {quiet:.2f}; the guests were answered {dict(answers.counted)}"
    print(told, file=sys.stderr, flush=True)
    if busy > SLOWER * quiet or any(status >= 500 and status != 503 for status in answers.counted):
        raise RuntimeError(told)
    return [began, time.time()]


FAULTS: dict[str, Callable[[Site], Moments]] = {
    fault.__name__: fault
    for fault in (
        *(web_frozen, web_killed, web_released, web_returns, referee_frozen, referees_killed, bots_frozen, bots_killed),
        *(redis_gone, redis_frozen, database_frozen, database_crashed, proxy_restarted, idle_crowd, lists_asked),
        impatient_guests,
        disk_full,
    )
}
NEEDS_SMALL_DISK = frozenset({"disk_full"})


def may_mount() -> bool:
    """Can a small disk be made here? Root alone can, and not in every container."""
    return (
        os.geteuid() == 0
        and subprocess.run(["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).returncode == 0
    )


def _told(*acts: Callable[[], object]) -> Moments:
    """Does one thing after the other; when it began, and when it was done."""
    began = time.time()
    for act in acts:
        act()
    return [began, time.time()]


def _until(is_so: Callable[[], bool], otherwise: str) -> None:
    give_up = time.monotonic() + SPREAD_SECONDS
    while not is_so():
        if time.monotonic() > give_up:
            raise RuntimeError(otherwise)
        time.sleep(0.1)


def _wait() -> None:
    time.sleep(AWAY)


def _fill(path: Path) -> None:
    with path.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(BLOCK)
        except OSError:
            return


def _ask(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            answer.read()
            status: int = answer.status
            return status
    except urllib.error.HTTPError as error:
        return error.code
