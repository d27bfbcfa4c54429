"""How are the workers of this process confined, and is that enough? As its machine offers, or as the container says where they start.

`confinement` finds out what holds; the settings say what has to.
"""

from __future__ import annotations

import functools
import logging
import threading

from django.conf import settings

from lobby.bots import confinement, spawner
from lobby.bots.confinement import Confinement, Script

log = logging.getLogger("fogbound.sandbox")


class NotConfined(Exception):
    """There is not what `FOGBOUND_CONFINEMENT` asks for, so no program runs."""


_finding = threading.Lock()
_found: Confinement | None = None


def here() -> Confinement:
    """What stands around workers, found out once; it takes a tenth of a second. The log says it in one line."""
    global _found
    with _finding:
        if _found is not None:
            return _found
        found = spawner.found_at(settings.PROGRAM_SOCKET) if settings.PROGRAM_SOCKET else confinement.find()
        if found.missing:
            log.warning("programs are confined by fewer layers than a public site should have: %s", found.in_words())
        else:
            log.info("programs are confined by these layers: %s", found.in_words())
        # Whoever is away may come back.
        _found = None if found.is_away else found
        return found


def forget() -> None:
    """Forget what was found; the next call looks."""
    global _found
    _found = None
    interpreter.cache_clear()
    _module_script.cache_clear()


def is_allowed() -> bool:
    """People's programs may run in workers of this process."""
    return settings.CONFINEMENT != "required" or not here().missing


def module_runtime() -> list[str]:
    """The command that starts a worker of this process for a WebAssembly module. Raises NotConfined, OSError."""
    script = _module_script()
    if script is not None:
        return [script.path]
    plain = confinement.module_executable()
    return [plain.path, *plain.arguments]


@functools.cache
def _module_script() -> Script | None:
    _require()
    if settings.PROGRAM_SOCKET:
        return spawner.client(settings.PROGRAM_SOCKET, spawner.START_MODULE)
    return here().module_runtime() if here().layers else None


def _require() -> None:
    if not is_allowed():
        raise NotConfined(f"no programs run here, because there is no {', no '.join(here().missing)}")


@functools.cache
def interpreter() -> Script | None:
    """What starts the workers of this process; None where there is nothing to put around them. Raises NotConfined, OSError."""
    _require()
    if settings.PROGRAM_SOCKET:
        return spawner.client(settings.PROGRAM_SOCKET)
    return here().interpreter() if here().layers else None


def ask_for_worker() -> None:
    """Raises OSError if no worker could start now, because the container for them is away."""
    if settings.PROGRAM_SOCKET:
        spawner.call(settings.PROGRAM_SOCKET)
