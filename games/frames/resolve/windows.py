"""How is a reaction window opened, answered and closed? Chapter 7; when one opens is said in `games.frames.windows`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.frames import windows
from games.frames.resolve.work import Work
from games.frames.state import Record

Answer = Callable[[Work, int, dict[str, Any]], None]
"""Carries out one item of an answer."""


def open_window(work: Work, kind: str, seat: int, record: Record) -> None:
    """Ask a seat for a reaction to the record on top of the work, if by public facts it might have one."""
    state = work.state
    if work.standing is not None:
        # In Blitz nobody is asked; the standing orders answer at once and in secret (12.4).
        window: Record = {"do": "window", "kind": kind, "seat": seat}
        state.todo.append(window)
        work.standing(work, window)
        state.todo.remove(window)
        return
    if not windows.opens(state, kind, seat, record):
        return
    state.todo.append({"do": "window", "kind": kind, "seat": seat})
    work.tell("window", kind=kind, seat=seat)


def wait(work: Work, record: Record) -> bool:
    """An open window waits for its seat."""
    work.state.phase = "window"
    return True


def close(work: Work, record: Record, uses: list[dict[str, Any]], carry_out: Answer) -> None:
    """Carry out the answer in its order and go on (7.1)."""
    state = work.state
    for item in uses:
        carry_out(work, record["seat"], item)
    state.todo.remove(record)
    work.tell("window_closed", kind=record["kind"], seat=record["seat"])
