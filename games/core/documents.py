"""What is wrong with a document from outside, such as a map? A reader that goes on after each fault, so that a drawing shows all of them at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Generic, TypeVar

from games.core import fields
from games.core.errors import OptionError

T = TypeVar("T")

MOST_FAULTS = 200
"""Faults that are told of one document; nothing is read after them, so that one of nothing but faults takes no longer than another one."""


class _Enough(Exception):
    """As many faults were found as are told."""


class Reader(ABC, Generic[T]):
    """Reads one document. A subclass has `read`, which goes on after each fault as far as what follows still has a meaning."""

    def __init__(self, path: str = "") -> None:
        self.path = path
        self.faults: list[OptionError] = []

    @abstractmethod
    def read(self, value: Any) -> T | None:
        """What the document means; None or anything if there was a fault."""

    def faults_of(self, value: Any) -> tuple[T | None, list[OptionError]]:
        """What the document means and no faults; or None and every fault, each with its path."""
        found: T | None = None
        with suppress(_Enough), self.noting():
            found = self.read(value)
        return (None if self.faults else found), self.faults

    def first_of(self, value: Any) -> T:
        """What the document means; raises the first fault."""
        found, faults = self.faults_of(value)
        if found is None:
            raise faults[0]
        return found

    def note(self, fault: OptionError) -> None:
        """One more thing that is wrong."""
        self.faults.append(fault)
        if len(self.faults) >= MOST_FAULTS:
            raise _Enough

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Notes what is raised inside, and goes on behind it."""
        try:
            yield
        except OptionError as fault:
            self.note(fault)

    def at(self, key: str) -> str:
        """The path of a field of the document."""
        return fields.within(self.path, key)

    def record(self, value: Any, path: str, known: Collection[str], required: Collection[str]) -> dict[str, Any]:
        """The fields that are known; {} if it is no object. Notes every unknown and every missing field."""
        if not isinstance(value, dict):
            with self.noting():
                fields.record(value, path, known, failure=OptionError)
            return {}
        for key in value:
            if key not in known:
                with self.noting():
                    fields.record({key: None}, path, known, failure=OptionError)
        for key in required:
            if key not in value:
                with self.noting():
                    fields.record({}, path, known, (key,), failure=OptionError)
        return {key: one for key, one in value.items() if key in known}

    def items(self, value: Any, path: str) -> Iterator[tuple[str, Any]]:
        """Path and value of each item; none, and a fault, if this is no list."""
        with self.noting():
            fields.items(value, path, failure=OptionError)
        for i, one in enumerate(value if isinstance(value, list) else ()):
            yield fields.within(path, i), one
