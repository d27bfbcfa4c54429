"""Which raw probes are refused with which layers? Run as a program, by root or by a plain user; prints what it has seen as JSON.

python -m tests.lobby.probing all|bare|WITHOUT,…
"""

from __future__ import annotations

import ast
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from lobby.bots import confinement
from lobby.bots.confinement import Confinement

SOURCE = Path(__file__).with_name("raw_probes.py").read_text()
ALONE = ("execute", "execute_itself")
"""They end their process."""
LAST = (
    "become_traceable",
    "outlive_the_parent",
    "become_root",
    "become_another",
    "make_a_network",
    "make_a_user_namespace",
    "change_the_root",
)
"""They change their process, so they come after the others."""
TOOLS = ("call", "system", "checked", "read")
PROBES = [node.name for node in ast.parse(SOURCE).body if isinstance(node, ast.FunctionDef) and node.name not in TOOLS]
KILLED = (-signal.SIGSYS, 128 + signal.SIGSYS)
"""By the filter of system calls; the second is how bubblewrap says it."""


def main(wanted: str) -> None:
    """Set up what is to be protected, probe it, print."""
    found = Confinement()
    if wanted != "bare":
        without = [] if wanted == "all" else wanted.split(",")
        found = confinement.find(bubblewrap="namespaces" not in without, without=without)
    # Of a file that everybody may read, its mode keeps nobody out.
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        facts = _facts(Path(folder))
        victim = subprocess.Popen([sys.executable, "-c", "import ctypes; b = ctypes.create_string_buffer(b'secret'); print(ctypes.addressof(b), flush=True); input()"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # fmt: skip
        facts |= {"victim": victim.pid, "address": int(victim.stdout.readline())}
        os.chdir(folder)
        results = _results(found, facts)
        Path("/dev/shm/fogbound-probe").unlink(missing_ok=True)
        victim.communicate(b"\n")
    print(json.dumps({"user": os.geteuid(), "layers": found.layers, "results": results}))


def _facts(folder: Path) -> dict[str, Any]:
    database, spare = folder / "fogbound.sqlite3", folder / "spare"
    database.write_bytes(b"SQLite format 3\0")
    spare.touch()
    (folder / "mount").mkdir()
    for path in (database, spare, folder / "mount"):
        path.chmod(0o777)
    tcp, unix, abstract = (
        socket.create_server(("127.0.0.1", 0)),
        socket.socket(socket.AF_UNIX),
        socket.socket(socket.AF_UNIX),
    )
    unix.bind(f"{folder}/socket")
    os.chmod(f"{folder}/socket", 0o777)
    name = f"fogbound-{os.getpid()}"
    abstract.bind(f"\0{name}")
    for one in (unix, abstract):
        one.listen()
    # What this process has left open by mistake.
    os.set_inheritable(os.open(database, os.O_RDWR), True)
    KEPT.extend([tcp, unix, abstract])
    return {
        "database": str(database),
        "spare": str(spare),
        "folder": str(folder),
        "mount": str(folder / "mount"),
        "code": confinement.__file__,
        "parent": os.getpid(),
        "port": tcp.getsockname()[1],
        "unix": f"{folder}/socket",
        "abstract": name,
        "host": socket.gethostname(),
    }


KEPT: list[socket.socket] = []


def _results(found: Confinement, facts: dict[str, Any]) -> dict[str, str]:
    """Probe → "" if it went through, else why not."""
    together = [name for name in PROBES if name not in (*ALONE, *LAST)]
    results: dict[str, str] = {}

    def run(names: list[str]) -> None:
        said = _run(found, [*names, json.dumps(facts)])
        lines = said.stdout.splitlines()
        if "executed" in lines:
            results[names[0]] = ""
        for name, went_through, why in (json.loads(line) for line in lines if line.startswith("[")):
            results[name] = "" if went_through else why
        for name in names:
            if name not in results:
                assert said.returncode in KILLED, (name, said)
                results[name] = "killed"

    # Without layers each of them would change what the next one finds.
    first = [[*together, *LAST]] if found.layers else [together, *([name] for name in LAST)]
    for names in (*first, *([name] for name in ALONE)):
        run(names)
    return results


def _run(found: Confinement, arguments: list[str]) -> subprocess.CompletedProcess[str]:
    executable = confinement.python(SOURCE)
    if not found.layers:
        command = [executable.path, *executable.arguments, *arguments]
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, close_fds=False
        )
    started = found.launcher(executable)
    try:
        return subprocess.run([started.path, *arguments], env={}, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, close_fds=False)  # fmt: skip
    finally:
        started.close()


if __name__ == "__main__":
    main(sys.argv[1])
