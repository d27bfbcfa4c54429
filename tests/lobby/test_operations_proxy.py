"""Do the proxies do what docs/deploy.md says? Caddy and nginx themselves with the files of config/hosting, before two small web servers."""

from __future__ import annotations

import http.client
import json
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests import servers
from tests.launch.site import caddy_configuration
from tests.servers import free_port

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="others have one loopback address to begin with"),
    pytest.mark.slow,
]

GUIDE = servers.NGINX_FILE.parent.parent.parent / "docs/deploy.md"
HOST = "play.example.org"
WEB = ("127.0.0.2", "127.0.0.3")
"""Where the web processes are."""
PATIENCE = 60.0
"""Seconds in which something has to happen, also on a busy machine."""
ANSWERS_WITHIN = 3.0
"""Seconds in which a process that does not hang answers, as a rule: who waited longer asks again."""
WATCHDOG_SECONDS = 6.0
HEADERS = "/headers"
"""There a web process tells what it was sent."""
MATCHES = [f"match{number}" for number in range(40)]


class Says(BaseHTTPRequestHandler):
    """A web process that says which one it is."""

    def do_GET(self) -> None:
        answer = str(self.server.server_address[0]) if self.path != HEADERS else json.dumps(dict(self.headers))
        body = answer.encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def web(address: str, port: int) -> Iterator[None]:
    server = ThreadingHTTPServer((address, port), Says)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def caddy(port: int, web_port: int) -> AbstractContextManager[None]:
    """Caddy on that port, with web processes at `WEB`."""
    return servers.caddy(
        caddy_configuration(f"http://{HOST}:{port}", [f"{address}:{web_port}" for address in WEB]), port
    )


def nginx(port: int, web_port: int) -> AbstractContextManager[None]:
    """nginx on that port, with web processes at `WEB` and without a certificate."""
    return servers.nginx(nginx_sites(port, web_port), port)


def nginx_sites(port: int, web_port: int) -> str:
    """The repository's file for nginx with these places in it, without TLS."""
    return servers.nginx_sites(port, [f"{address}:{web_port}" for address in WEB]).replace("play.example.org", HOST)


class Site:
    def __init__(self, proxy: str, port: int, web_port: int) -> None:
        self.proxy = proxy
        self.port = port
        self.web_port = web_port
        self._running: dict[str, ExitStack] = {}

    def start(self, address: str) -> None:
        self._running[address] = ExitStack()
        self._running[address].enter_context(web(address, self.web_port))

    def stop(self, address: str) -> None:
        self._running.pop(address).close()

    def freeze(self, address: str) -> None:
        """As one that hangs: its connections are taken by the system, and nobody answers."""
        self.stop(address)
        frozen = socket.create_server((address, self.web_port))
        self._running[address] = ExitStack()
        self._running[address].callback(frozen.close)

    def stop_all(self) -> None:
        for address in list(self._running):
            self.stop(address)

    def ask(self, path: str, *, within: float = PATIENCE, **headers: str) -> str:
        """Which web process answers; at `HEADERS`, what it was sent."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=within)
        try:
            line.request("GET", path, headers={"Host": f"{HOST}:{self.port}", **headers})
            answer = line.getresponse()
            assert answer.status == 200
            return answer.read().decode()
        finally:
            line.close()

    def settled(self) -> dict[str, str]:
        """Where each match is brought once both are known to be there; one that was away is asked again after a moment.

        Two readings in a row have to agree: the proxy may learn in the middle of one that a process came back.
        """
        before: dict[str, str] = {}

        def is_settled(homes: dict[str, str]) -> bool:
            nonlocal before
            agreed = homes == before
            before = homes
            return agreed and set(homes.values()) == set(WEB)

        return self.homes_when(is_settled)

    def homes(self, *, within: float = PATIENCE) -> dict[str, str]:
        """Where each match is brought."""
        return {match: self.ask(f"/ws/play/?match={match}&joined=1", within=within) for match in MATCHES}

    def homes_when(self, fits: Callable[[dict[str, str]], bool]) -> dict[str, str]:
        """Where each match is brought, once that fits; matches are asked for again and again until then."""
        patience = time.monotonic() + PATIENCE
        homes: dict[str, str] = {}
        while True:
            with suppress(TimeoutError):
                homes = self.homes(within=ANSWERS_WITHIN)
                if fits(homes):
                    return homes
            assert time.monotonic() < patience, homes
            time.sleep(0.2)


PROXIES = {"caddy": caddy, "nginx": nginx}
NO_NGINX = pytest.mark.skipif(not servers.NGINX, reason="nginx is not installed")


@pytest.fixture(scope="module", params=["caddy", pytest.param("nginx", marks=NO_NGINX)])
def site(request: pytest.FixtureRequest) -> Iterator[Site]:
    site = Site(request.param, free_port(), free_port())
    try:
        for address in WEB:
            site.start(address)
        with PROXIES[site.proxy](site.port, site.web_port):
            yield site
    finally:
        site.stop_all()


def behind_a_network(proxy: str, port: int, web_port: int) -> AbstractContextManager[None]:
    """That proxy with the lines that docs/deploy.md gives for a CDN, whose machines are in 127.0.0.0/8 here."""
    blocks = [block.replace("192.0.2.0/24", "127.0.0.0/8") for block in re.findall(r"```\n(.*?)```", GUIDE.read_text(), re.DOTALL)]  # fmt: skip
    (ours,) = [block for block in blocks if ("real_ip_header" if proxy == "nginx" else "trusted_proxies ") in block]
    if proxy == "nginx":
        return servers.nginx(nginx_sites(port, web_port).replace("server_name", f"{ours}    server_name"), port)
    head, inside = re.split(r"# and in its reverse_proxy\n", ours)
    text = servers.NGINX_FILE.with_name("Caddyfile").read_text()
    assert "header_up X-Request-ID" in text
    file = Path(tempfile.mkdtemp(), "Caddyfile")
    file.write_text(head + text.replace("header_up X-Request-ID", f"{inside.strip()}\n\t\theader_up X-Request-ID"))
    web = [f"{address}:{web_port}" for address in WEB]
    return servers.caddy(caddy_configuration(f"http://{HOST}:{port}", web, file), port)


@pytest.mark.parametrize("proxy", ["caddy", pytest.param("nginx", marks=NO_NGINX)])
def test_behind_a_network_the_visitor_counts_and_nothing_that_a_visitor_claims(proxy: str):
    site = Site(proxy, free_port(), free_port())
    try:
        for address in WEB:
            site.start(address)
        with behind_a_network(proxy, site.port, site.web_port):
            told = json.loads(site.ask(HEADERS, **{"X-Forwarded-For": "198.51.100.7, 203.0.113.9"}))
            assert told["X-Forwarded-For"] == "203.0.113.9", "what the network saw; what stands before it was claimed"
            assert json.loads(site.ask(HEADERS))["X-Forwarded-For"] == "127.0.0.1"
    finally:
        site.stop_all()


@NO_NGINX
def test_nginx_takes_the_file_as_it_is(tmp_path: Path):
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=play.example.org"]
    subprocess.run([*made, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    text = servers.NGINX_FILE.read_text()
    places = {"fullchain.pem": certificate, "privkey.pem": key}
    for name, path in places.items():
        text = text.replace(f"/etc/letsencrypt/live/play.example.org/{name}", str(path))
    assert servers.nginx_complaints(text) == ""
    assert "unknown directive" in servers.nginx_complaints(text + "lead_around on;")


@pytest.mark.long
def test_all_who_play_a_match_come_to_one_process_and_matches_to_all_of_them(site: Site):
    homes = site.homes()
    assert set(homes.values()) == set(WEB)
    assert site.homes() == homes == site.homes()
    for match in MATCHES[:5]:
        assert site.ask(f"/ws/play/?packed=zlib&match={match}") == homes[match]


@pytest.mark.long
def test_a_web_process_is_told_the_host_and_the_visitor_who_asked_for_it(site: Site):
    """And what a visitor claims to be is dropped."""
    claimed = {"X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "https", "X-Request-ID": "claimed-by-a-visitor"}
    told, again = (json.loads(site.ask(HEADERS, **claimed)) for _ in range(2))
    assert told["Host"].partition(":")[0] == HOST
    assert told["X-Forwarded-For"] == "127.0.0.1"
    assert told["X-Forwarded-Proto"] == "http"
    names = [{name.lower(): value for name, value in one.items()}["x-request-id"] for one in (told, again)]
    assert len({*names, claimed["X-Request-ID"]}) == 3
    assert all(re.fullmatch(r"[A-Za-z0-9-]{32,36}", name) for name in names), "the site takes no other"


@pytest.mark.long
@pytest.mark.parametrize("path", ["/", "/ws/play/", "/ws/play/?match=", "/ws/lobby/"])
def test_everything_else_comes_to_any(site: Site, path: str):
    assert {site.ask(path) for _ in range(60)} == set(WEB)


@pytest.mark.long
def test_matches_of_a_process_that_is_gone_come_to_another_and_back(site: Site):
    homes = site.homes()
    by_home = defaultdict(list)
    for match, home in homes.items():
        by_home[home].append(match)
    gone, left = WEB
    site.stop(gone)
    try:
        assert set(site.homes().values()) == {left}
        assert {site.ask("/") for _ in range(20)} == {left}
    finally:
        site.start(gone)

    def is_back(now: dict[str, str]) -> bool:
        # Who stayed where they were are not moved about meanwhile.
        assert all(now[match] == left for match in by_home[left])
        return now == homes

    site.homes_when(is_back)


@pytest.mark.long
def test_who_asks_while_no_process_is_there_waits_for_one(site: Site):
    """Caddy tries for a while; nginx says 502, and pages try again by themselves."""
    if site.proxy == "nginx":
        pytest.skip("nginx does not wait")
    for address in WEB:
        site.stop(address)
    begun = threading.Event()

    def start() -> None:
        begun.set()
        site.start(WEB[1])

    starting = threading.Timer(2.0, start)
    starting.start()
    try:
        assert site.ask("/ws/play/?match=match1") == WEB[1]
        assert begun.is_set(), "nobody could answer before"
    finally:
        starting.join()
        site.start(WEB[0])


@pytest.mark.long
def test_nobody_is_brought_to_a_process_that_hangs(site: Site):
    if site.proxy == "nginx":
        pytest.skip("nginx relies on the watchdog")
    homes = site.settled()
    frozen, left = WEB
    hit = next(match for match, home in homes.items() if home == frozen)
    site.freeze(frozen)
    try:
        site.homes_when(lambda now: set(now.values()) == {left})
        assert site.ask(f"/ws/play/?match={hit}") == left
        assert {site.ask("/") for _ in range(20)} == {left}
    finally:
        site.stop(frozen)
        site.start(frozen)
    site.homes_when(lambda now: now == homes)


@pytest.mark.long
@pytest.mark.parametrize("path", ["/", "/ws/play/?match={match}"])
def test_who_waits_for_a_process_that_hangs_is_brought_to_another_when_it_is_killed(site: Site, path: str):
    """Who had come before the proxy knew: the watchdog kills the process after six seconds."""
    homes = site.settled()
    frozen, left = WEB
    hit = next(match for match, home in homes.items() if home == frozen)
    site.freeze(frozen)
    killing = threading.Timer(WATCHDOG_SECONDS, site.stop, [frozen])
    killing.start()
    try:
        # Of those who ask for a page, half come to the process that hangs.
        with ThreadPoolExecutor(8) as people:
            answers = set(people.map(site.ask, [path.format(match=hit)] * 8))
        assert answers == {left}
    finally:
        killing.join()
        site.start(frozen)
    site.settled()
