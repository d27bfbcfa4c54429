"""Do the threads of a process share their connections to Redis?"""

from __future__ import annotations

import gc
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest
from django.test import override_settings

from lobby.platform.process import threads
from lobby.play import presence

pytestmark = pytest.mark.postgres


class Server:
    """Answers every command with OK, and keeps the connections that it was asked for."""

    def __init__(self) -> None:
        self.lines: list[socket.socket] = []
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self._socket.getsockname()[1]}/0"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        for one in [self._socket, *self.lines]:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                self.lines.append(self._socket.accept()[0])
                threading.Thread(target=self._answer, args=[self.lines[-1]], daemon=True).start()

    @staticmethod
    def _answer(line: socket.socket) -> None:
        with suppress(OSError):
            while asked := line.recv(10_000):
                line.sendall(b"+OK\r\n" * asked.count(b"*"))


@pytest.fixture
def server(settings) -> Iterator[Server]:
    server = Server()
    cache = {
        "BACKEND": "lobby.platform.storage.redis_cache.RedisCache", "LOCATION": server.url, "OPTIONS": {**settings.REDIS_PATIENCE, "protocol": 2},
    }  # fmt: skip
    with override_settings(CACHES={"default": cache}):
        yield server
    server.close()


async def test_what_threads_do_for_many_takes_no_connection_each(server):
    gc.disable()
    try:
        for number in range(20):
            await threads.run(threads.SERVICES, presence.leave, "match1", number)
    finally:
        gc.enable()
    assert 1 <= len(server.lines) <= 4, "no more than are in use at the same time"
