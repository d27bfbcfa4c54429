"""Who starts workers where the site's processes should not? A server at a Unix socket, in a container without network, secrets and disks.

    python -m lobby.bots.spawner SOCKET

Whoever may connect hands over two pipes and gets a worker at their other ends, confined as everywhere (`confinement`); nothing else passes
through this process. A worker ends with its connection, and the connection with its worker. Processes of the site find the server by
`FOGBOUND_PROGRAM_SOCKET`.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import select
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Final

from lobby.bots import confinement
from lobby.bots.confinement import Confinement, Script

log = logging.getLogger("fogbound.sandbox")

MOST_WORKERS: Final = 64
"""Connections at the same time; whoever comes then waits."""
LAYERS: Final = b"layers"
START: Final = b"start"
START_MODULE: Final = b"runs"
"""A worker for a WebAssembly module. No question is longer than `START`, or a part of another."""
PATIENCE: Final = 5.0
"""Seconds for a question or an answer."""

AS_WORKER: Final = "subprocess"
"""With this argument the interpreter is a worker; the server lets nobody say another."""

CLIENT: Final = """
import os, socket, sys
link = socket.socket(socket.AF_UNIX)
link.connect(sys.argv[1])
socket.send_fds(link, [sys.argv[2].encode()], [0, 1])
null = os.open(os.devnull, os.O_RDWR)
os.dup2(null, 0)
os.dup2(null, 1)
link.recv(1)
"""
"""Runs where a worker would run otherwise, and ends with it: it has handed its pipes over."""


def client(path: str, asked: bytes = START) -> Script:
    """What stands in a worker's place in this process and has the server there start the worker. Raises OSError."""
    return Script([*confinement.PYTHON, CLIENT, path, asked.decode()])


def found_at(path: str) -> Confinement:
    """The layers around the workers of the server there."""
    try:
        return Confinement(tuple(json.loads(call(path, LAYERS))))
    except (OSError, ValueError):
        return Confinement(is_away=True)


def call(path: str, question: bytes = b"") -> bytes:
    """The answer of the server there. Raises OSError if nobody serves."""
    with socket.socket(socket.AF_UNIX) as link:
        link.settimeout(PATIENCE)
        link.connect(path)
        if not question:
            return b""
        link.sendall(question)
        return link.makefile("rb").readline()


class Server:
    """Starts workers with what `found` says around them."""

    def __init__(self, path: str, found: Confinement) -> None:
        self._found = found
        # Both find their files here, where the process may still read all of them.
        self._interpreter, self._modules = found.interpreter(), found.module_runtime()
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(path)
        # For processes of the same user alone.
        Path(path).chmod(0o600)
        self._socket.listen(MOST_WORKERS)
        self._places = threading.Semaphore(MOST_WORKERS)

    def run(self) -> None:
        """Serve until the socket is closed."""
        while True:
            self._places.acquire()
            try:
                link, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._attend, args=(link,), daemon=True).start()

    def close(self) -> None:
        """Take no more connections. Workers go on."""
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _attend(self, link: socket.socket) -> None:
        try:
            with link:
                link.settimeout(PATIENCE)
                self._answer(link)
        except OSError as error:
            log.warning("a connection for workers failed: %s", error)
        finally:
            self._places.release()

    def _answer(self, link: socket.socket) -> None:
        asked, pipes, _, _ = socket.recv_fds(link, len(LAYERS), 2)
        try:
            if asked == LAYERS:
                link.sendall(json.dumps(self._found.layers).encode() + b"\n")
            worker = self._start(asked, pipes) if asked in (START, START_MODULE) and len(pipes) == 2 else None
        finally:
            for pipe in pipes:
                os.close(pipe)
        if worker is None:
            return
        ended = os.pidfd_open(worker.pid)
        try:
            select.select([link.fileno(), ended], [], [])
        finally:
            os.close(ended)
            worker.kill()
            worker.wait()

    def _start(self, asked: bytes, pipes: list[int]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [self._interpreter.path, AS_WORKER] if asked == START else [self._modules.path],
            env={},
            stdin=pipes[0],
            stdout=pipes[1],
            stderr=subprocess.DEVNULL,
        )


def main(path: str) -> None:
    """Serve there, if there is anything to put around workers."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    found = confinement.find()
    log.info("programs are confined by these layers: %s", found.in_words())
    if not found.layers:
        sys.exit("workers cannot be confined here")
    Server(path, found).run()


if __name__ == "__main__":
    main(sys.argv[1])
