"""What does a program remember between steps, and after it was started anew?

A dict of JSON for each match, in files if there is a folder for them.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

Json = Any


class Memories:
    """The memory of each match."""

    def __init__(self, folder: Path | None = None) -> None:
        """Without a folder they end with the program."""
        self._folder = folder
        self._known: dict[str, dict[str, Json]] = {}

    def of(self, match_id: str) -> dict[str, Json]:
        """The memory of a match; a new one is empty."""
        if match_id not in self._known:
            self._known[match_id] = self._read(match_id)
        return self._known[match_id]

    def keep(self, match_id: str) -> None:
        """The memory has changed: a program that is started anew finds it so."""
        if self._folder is None:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        # A program that ends in the middle of it leaves the file as it was.
        made = self._folder / f"{match_id}.json.new"
        made.write_text(json.dumps(self.of(match_id)))
        os.replace(made, self._file(match_id))

    def forget(self, match_id: str) -> None:
        """The match is over."""
        self._known.pop(match_id, None)
        if self._folder is not None:
            self._file(match_id).unlink(missing_ok=True)

    def _file(self, match_id: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{match_id}.json"

    def _read(self, match_id: str) -> dict[str, Json]:
        if self._folder is None or not self._file(match_id).exists():
            return {}
        found = json.loads(self._file(match_id).read_text())
        return found if isinstance(found, dict) else {}
