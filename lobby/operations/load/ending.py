"""How does a load test end by SIGTERM or SIGINT? It removes what it created and ends its processes first."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def in_order() -> Iterator[None]:
    """SIGTERM and SIGINT raise KeyboardInterrupt in here, and SystemExit with 128 and their number comes out."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    told = signal.SIGINT

    def on_signal(number: int, frame: FrameType | None) -> None:
        nonlocal told
        told = signal.Signals(number)
        # A second signal would otherwise interrupt the clean-up.
        signal.signal(number, signal.SIG_IGN)
        # A running event loop handles SIGINT itself.
        signal.raise_signal(signal.SIGINT)

    # Shells make background commands of a script ignore SIGINT.
    interrupted = signal.signal(signal.SIGINT, signal.default_int_handler)
    before = signal.signal(signal.SIGTERM, on_signal)
    try:
        yield
    except KeyboardInterrupt:
        sys.exit(128 + told)
    finally:
        signal.signal(signal.SIGTERM, before)
        signal.signal(signal.SIGINT, interrupted)
