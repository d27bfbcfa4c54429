"""How does the match service refuse? With one class for each code of `docs/protocol.md`. When one is raised, nothing was changed.

Refusals of an engine (`OrderError`, `OptionError`) keep the game's own codes. `as_answer` turns both kinds into JSON.
"""

from __future__ import annotations

from typing import Any, Self

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from games.core.errors import OrderError
from games.core.text import Phrase, spoken


class ServiceError(Exception):
    """A refusal. `code` says why, `path` names the wrong field, `data` holds facts, `message` is a sentence for people."""

    code = "not_allowed"
    text: str | Promise = _("This is not allowed here.")

    def __init__(self, path: str = "", message: str | Promise = "", **data: Any) -> None:
        self.path = path
        self.data: dict[str, Any] = data
        self._message = message or self.text
        super().__init__(self.code)

    @classmethod
    def of(cls, path: str, error: ValidationError) -> Self:
        """The refusal of the text in that field."""
        return cls(path, error.message, **(error.params or {}))

    @property
    def message(self) -> str:
        """The sentence in the active language, with the values of `data` in its `%(name)s` placeholders."""
        text = str(self._message)
        return text % self.data if self.data else text

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class NoMatch(ServiceError):
    """There is no such match, or this person may not see it. Both cases look the same."""

    code = "no_match"
    text = _("There is no such match.")


class NoGame(NoMatch):
    """There is no game of that id, or it has not what was asked of it."""

    code = "no_game"
    text = _("There is no such game.")


class NotYourSeat(ServiceError):
    """The seat is not this person's."""

    code = "not_your_seat"
    text = _("You have no seat in this match.")


class NotRunning(ServiceError):
    """The match is paused, over or not begun."""

    code = "not_running"
    text = _("The match is not running.")


class WrongStep(ServiceError):
    """The orders are for a step that is not due. `data`: `step`, the one that is due."""

    code = "wrong_step"
    text = _("These orders are for another step.")


class NoSuchStep(WrongStep):
    """The step does not exist, or not yet for this person. `data`: `step`, the newest one, or None."""

    text = _("Choose a step from 0 to %(step)s.")

    def __init__(self, newest: int | None) -> None:
        super().__init__("step", _("There is no step yet that you may see.") if newest is None else "", step=newest)


class TooLate(ServiceError):
    """The deadline has passed and the seat's time bank is used up."""

    code = "too_late"
    text = _("The deadline has passed.")


class NotPending(ServiceError):
    """The step does not wait for this seat, or not for the sender."""

    code = "not_pending"
    text = _("No orders are due from your seat now.")


class NotAllowed(ServiceError):
    """The table, the game or the current state does not allow it. `path` names the field."""

    code = "not_allowed"
    text = _("This table does not allow it.")


class TooMany(ServiceError):
    """Too many requests. `data`: `limit`, the number allowed within `seconds`."""

    code = "too_many"
    text = _("Too many messages: at most %(limit)s in %(seconds)s seconds.")


class Unavailable(ServiceError):
    """The database is unavailable or refused to write. Nothing was stored."""

    code = "unavailable"
    text = _("The site cannot store this now. Please try again.")


def as_answer(error: ServiceError | OrderError, *, prefix: str = "") -> dict[str, Any]:
    """The refusal as `{code, path, message, data}`, in the active language.

    `prefix` is the field of the message that contained the refused value, such as `orders`. It is put before the path.
    """
    message = in_words({"text": error.template, "data": error.data}) if isinstance(error, OrderError) else error.message
    return {"code": error.code, "path": _joined(prefix, error.path), "message": message, "data": error.data}


def in_words(said: Phrase) -> str:
    """A phrase of a game in the active language."""
    is_chinese = (get_language() or "").startswith("zh")
    return spoken(said, lambda text: gettext(text) if text else "", side=is_chinese)


def _joined(prefix: str, path: str) -> str:
    if not prefix or not path:
        return prefix or path
    return f"{prefix}{path}" if path.startswith("[") else f"{prefix}.{path}"
