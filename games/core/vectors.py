"""How is a recorded case reported? Shared by all games' `vectors.py`. The command `check_vectors` reads the files.

A game's `vectors.py` has `run(data)`: one file's JSON → a `Case` for every recorded case in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Case:
    """One recorded case and its mismatches."""

    name: str
    mismatches: list[str] = field(default_factory=list)

    def expect(self, where: str, expected: Any, actual: Any) -> None:
        """Note a mismatch unless the two are equal; `where` names round and field."""
        if expected != actual:
            self.mismatches.append(f"{where}: expected {expected}, got {actual}")

    @property
    def passed(self) -> bool:
        """True if there is no mismatch."""
        return not self.mismatches


class UnknownFormat(Exception):
    """A file without cases of this game."""


def summary(cases: Iterable[Case]) -> tuple[int, int]:
    """(number of passed cases, number of failed cases)."""
    results = [case.passed for case in cases]
    return results.count(True), results.count(False)
