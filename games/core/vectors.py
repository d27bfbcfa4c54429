"""How is a recorded case reported? The words shared by all games' `vectors.py`; reading files is the command's part.

A game's `vectors.py` has `run(data)`: one file's JSON → a `Case` for every recorded case in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Case:
    """One recorded case and what came out differently."""

    name: str
    mismatches: list[str] = field(default_factory=list)

    def expect(self, where: str, expected: Any, actual: Any) -> None:
        """Note a mismatch unless the two are equal; `where` names round and field."""
        if expected != actual:
            self.mismatches.append(f"{where}: expected {expected}, got {actual}")

    @property
    def passed(self) -> bool:
        """Did everything agree?"""
        return not self.mismatches


class UnknownFormat(Exception):
    """A file that holds no cases of this game."""


def summary(cases: Iterable[Case]) -> tuple[int, int]:
    """Numbers of passed and failed cases."""
    results = [case.passed for case in cases]
    return results.count(True), results.count(False)
