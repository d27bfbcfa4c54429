"""How does a load test end when it is told to? By SIGTERM as by SIGINT: what it made is taken away, its processes end, then it does."""

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
        # A second signal would else end the clean-up that the first one has begun.
        signal.signal(number, signal.SIG_IGN)
        # An event loop that runs has its own way to end by it.
        signal.raise_signal(signal.SIGINT)

    # A shell has what runs in the background of a script ignore SIGINT.
    interrupted = signal.signal(signal.SIGINT, signal.default_int_handler)
    before = signal.signal(signal.SIGTERM, on_signal)
    try:
        yield
    except KeyboardInterrupt:
        sys.exit(128 + told)
    finally:
        signal.signal(signal.SIGTERM, before)
        signal.signal(signal.SIGINT, interrupted)
