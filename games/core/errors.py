"""How an engine refuses: one class for orders, one for options.

Both carry the place that is wrong, so that a browser can mark the very field and a bot author can find it. They say what a
seat may know anyway and nothing else: the text of a refusal goes through no fog.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class OrderError(Exception):
    """Orders that are malformed or not legal now.

    `code` is a word of the game's closed list, `path` the JSON path of the wrong part (`moves[1].units`, "" for the whole),
    `message` an English sentence with `%(name)s` places and `data` what fills them, so that a platform can translate it.
    """

    def __init__(self, code: str, path: str, message: str, data: Mapping[str, Any] | None = None) -> None:
        self.code = code
        self.path = path
        self.template = message
        self.data: dict[str, Any] = dict(data or {})
        super().__init__(self.message)

    @property
    def message(self) -> str:
        """The English sentence with its places filled."""
        return self.template % self.data if self.data else self.template


class OptionError(OrderError):
    """An option that no match can start with; `path` names the option (`map.places[3].size`)."""
