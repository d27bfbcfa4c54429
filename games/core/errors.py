"""How an engine refuses: one class for orders, one for options.

Both carry the path of the wrong part, so that a browser can mark the field and a bot author can find it. They may contain only what
the seat may know: no filter for fog is applied to the text of a refusal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.text import spoken


class OrderError(Exception):
    """Orders that are malformed or not legal now.

    `code` is from the game's closed list; `path` is the JSON path of the wrong part (`moves[1].units`, "" for the whole);
    `message` is an English sentence with `%(name)s` placeholders; `data` has their values, as a phrase has them
    (`games.core.text`), so that the platform can translate it.
    """

    def __init__(self, code: str, path: str, message: str, data: Mapping[str, Any] | None = None) -> None:
        self.code = code
        self.path = path
        self.template = message
        self.data: dict[str, Any] = dict(data or {})
        super().__init__(message)

    def __str__(self) -> str:
        return self.message

    @property
    def message(self) -> str:
        """The English sentence with its placeholders filled."""
        return spoken({"text": self.template, "data": self.data})


class NoProgram(Exception):
    """A person's text lacks what its game calls. `message` is a message (`gettext_noop`) with `%(name)s` places, `data` what fills them;
    `line` and `column` count from 1, 0: no particular place."""

    def __init__(self, message: str, line: int = 0, column: int = 0, **data: Any) -> None:
        self.message = message
        self.line = line
        self.column = column
        self.data = data
        super().__init__(message % data if data else message)


class OptionError(OrderError):
    """An option with which no match can start; `path` names the option (`map.places[3].size`)."""
