"""Does the proxy of compose.yaml do what docs/deploy.md says? Caddy itself with config/Caddyfile, before two small web servers."""

from __future__ import annotations

import http.client
import json
import os
import socket
import struct
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests import servers
from tests.servers import free_port

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="others have one loopback address to begin with")

ROOT = Path(__file__).resolve().parent.parent.parent
HOST = "play.example.org"
WEB = ("127.0.0.2", "127.0.0.3")
"""Where the web processes are."""
PATIENCE = 15.0
MATCHES = [f"match{number}" for number in range(40)]


class Says(BaseHTTPRequestHandler):
    """A web process that says which one it is."""

    def do_GET(self) -> None:
        body = str(self.server.server_address[0]).encode()
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


@contextmanager
def names() -> Iterator[int]:
    """What tells containers the addresses of a service: all of `WEB` for whatever is asked. Yields its port."""
    answers = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    answers.bind(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                asked, whom = answers.recvfrom(512)
            except OSError:
                return
            if not asked:
                return
            end = asked.index(b"\0", 12) + 5
            is_ipv4 = asked[end - 4 : end - 2] == struct.pack(">H", 1)
            found = WEB if is_ipv4 else ()
            head = asked[:2] + struct.pack(">HHHHH", 0x8180, 1, len(found), 0, 0)
            each = b"".join(struct.pack(">HHHIH", 0xC00C, 1, 1, 1, 4) + socket.inet_aton(one) for one in found)
            answers.sendto(head + asked[12:end] + each, whom)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield answers.getsockname()[1]
    finally:
        answers.sendto(b"", answers.getsockname())
        thread.join()
        answers.close()


def configuration(port: int, web_port: int, names_port: int) -> dict[str, object]:
    """The Caddyfile, but for where things are: no certificates, a port of ours, web processes on another."""
    adapted = subprocess.run(
        [servers.CADDY, "adapt", "--adapter", "caddyfile", "--config", ROOT / "config/Caddyfile"],
        env={**os.environ, "FOGBOUND_HOST": HOST},
        check=True,
        capture_output=True,
    )
    config = json.loads(adapted.stdout)
    config["admin"] = {"disabled": True}
    [server] = config["apps"]["http"]["servers"].values()
    server |= {"listen": [f"127.0.0.1:{port}"], "automatic_https": {"disable": True}}
    [proxy] = server["routes"][0]["handle"][0]["routes"][0]["handle"]
    assert (proxy["handler"], proxy["dynamic_upstreams"]["name"]) == ("reverse_proxy", "web")
    proxy["dynamic_upstreams"] |= {
        "port": str(web_port),
        "resolver": {"addresses": [f"127.0.0.1:{names_port}"]},
    }
    return config


class Site:
    def __init__(self, port: int, web_port: int) -> None:
        self.port = port
        self.web_port = web_port
        self._running: dict[str, ExitStack] = {}

    def start(self, address: str) -> None:
        self._running[address] = ExitStack()
        self._running[address].enter_context(web(address, self.web_port))

    def stop(self, address: str) -> None:
        self._running.pop(address).close()

    def stop_all(self) -> None:
        for address in list(self._running):
            self.stop(address)

    def ask(self, path: str) -> str:
        """Which web process answers."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            line.request("GET", path, headers={"Host": HOST})
            answer = line.getresponse()
            assert answer.status == 200
            return answer.read().decode()
        finally:
            line.close()

    def homes(self) -> dict[str, str]:
        """Where each match is brought."""
        return {match: self.ask(f"/ws/play/?match={match}&joined=1") for match in MATCHES}


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    site = Site(free_port(), free_port())
    try:
        for address in WEB:
            site.start(address)
        with names() as names_port, servers.caddy(configuration(site.port, site.web_port, names_port), site.port):
            yield site
    finally:
        site.stop_all()


def test_all_who_play_a_match_come_to_one_process_and_matches_to_all_of_them(site: Site):
    homes = site.homes()
    assert set(homes.values()) == set(WEB)
    assert site.homes() == homes == site.homes()
    for match in MATCHES[:5]:
        assert site.ask(f"/ws/play/?packed=zlib&match={match}") == homes[match]


@pytest.mark.parametrize("path", ["/", "/ws/play/", "/ws/play/?match=", "/ws/lobby/"])
def test_everything_else_comes_to_any(site: Site, path: str):
    assert {site.ask(path) for _ in range(60)} == set(WEB)


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
    patience = time.monotonic() + PATIENCE
    while (now := site.homes()) != homes:
        assert time.monotonic() < patience, now
        # Who stayed where they were are not moved about meanwhile.
        assert all(now[match] == left for match in by_home[left])
        time.sleep(0.2)


def test_who_asks_while_no_process_is_there_waits_for_one(site: Site):
    for address in WEB:
        site.stop(address)
    starting = threading.Timer(2.0, site.start, [WEB[1]])
    starting.start()
    try:
        began = time.monotonic()
        assert site.ask("/ws/play/?match=match1") == WEB[1]
        assert time.monotonic() - began >= 1.5
    finally:
        starting.join()
        site.start(WEB[0])
