"""Which commands need no site? Those of `COMMANDS` get a folder and a database of their own before any setting is read.

They work in a fresh checkout, leave nothing behind, and a site in the same checkout or environment does not notice them.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

COMMANDS = frozenset({"check_vectors", "contest", "simulate", "verify_draw", "verify_seed"})
HOW_IT_WORKS = (
    "FOGBOUND_EXTRA_GAMES",
    "FOGBOUND_BOT_THREADS",
    "FOGBOUND_PROGRAM_WORKERS",
    "FOGBOUND_POSITIONS_MB",
    "FOGBOUND_AFFINITY",
)
"""Variables that a site for a test or a command takes from the environment: sizes and games. None that leads to another site's data."""

_is_apart = False


def environment(folder: str) -> dict[str, str]:
    """The environment of a process whose data are in that folder alone."""
    ours = {
        name: value for name, value in os.environ.items() if not name.startswith("FOGBOUND_") or name in HOW_IT_WORKS
    }
    return {**ours, "FOGBOUND_DATA": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}


def is_apart() -> bool:
    """True if the data of this process are its own and go with it."""
    return _is_apart


@contextmanager
def perhaps_apart(arguments: Sequence[str]) -> Iterator[None]:
    """Around a command, with the arguments of `manage.py`; before settings are imported."""
    global _is_apart
    if not COMMANDS.intersection(arguments[1:2]):
        yield
        return
    # Otherwise the folder would stay.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    with tempfile.TemporaryDirectory(prefix="fogbound-") as folder:
        changed: Mapping[str, str] = environment(folder)
        os.environ.clear()
        os.environ.update(changed)
        _is_apart = True
        yield
