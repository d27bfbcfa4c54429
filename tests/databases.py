"""Where does the database of a whole site come from? On SQLite it is a copy of one that was migrated once for all tests of the checkout."""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".pytest_cache" / "databases"
FILE = "fogbound.sqlite3"
HANGS = 900
"""Seconds after which a command of set-up hangs; on a busy machine each takes minutes."""


def make_database(environment: Mapping[str, str]) -> None:
    """Make the tables of the site with that environment, whose database is new."""
    if environment.get("FOGBOUND_POSTGRES_DB"):
        _migrate(environment)
    else:
        file = environment.get("FOGBOUND_SQLITE") or Path(environment["FOGBOUND_DATA"]) / FILE
        shutil.copy(_migrated(environment), file)


def _migrated(environment: Mapping[str, str]) -> Path:
    """An SQLite file with all tables and no rows of people; made by whoever comes first, the others wait."""
    kept = KEPT / _digest()
    kept.mkdir(parents=True, exist_ok=True)
    with (kept / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (kept / FILE).exists():
            making = kept / "making"
            shutil.rmtree(making, ignore_errors=True)
            making.mkdir()
            plain = {name: value for name, value in environment.items() if not name.startswith("FOGBOUND_")}
            _migrate({**plain, "FOGBOUND_DATA": str(making)})
            (making / FILE).rename(kept / FILE)
    return kept / FILE


def _digest() -> str:
    """What the tables follow from: our migrations and the releases of the packages that have some."""
    sources = [*sorted((ROOT / "lobby/migrations").glob("*.py")), ROOT / "requirements.txt"]
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]


def _migrate(environment: Mapping[str, str]) -> None:
    command = [sys.executable, "manage.py", "migrate", "-v0"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, timeout=HANGS)
