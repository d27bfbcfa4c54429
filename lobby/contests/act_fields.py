"""Which field does an act need that was not given? No act guesses: without its entrant, table or list it does nothing. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

STEERING: dict[str, tuple[str, ...]] = {
    "stage": ("stage", "not_before"),
    "list": ("listed",),
    "remove": ("entrant", "text"),
    "replay": ("stage", "round", "number", "acts", "text"),
    "void": ("stage", "round", "number", "acts", "text"),
    "message": ("text",),
    "cohost": ("person",),
    "uncohost": ("person",),
    "invite": ("people", "days"),
}
"""By the acts of `steering.do`."""
DATES = ("starts_at", "opens_at", "closes_at", "check_in_minutes")
"""Of which the act `dates` needs one."""
TEAMS: dict[str, tuple[str, ...]] = {
    "found": ("name",),
    **dict.fromkeys(("invite", "remove", "captain"), ("person",)),
    **dict.fromkeys(("accept", "decline"), ("team",)),
    **dict.fromkeys(("hand_in", "take_back", "choose"), ("program",)),
}
"""By the acts of `teams.do`."""


def missing(needs: Mapping[str, tuple[str, ...]], act: str, given: Mapping[str, Any]) -> str:
    """The first field that the act needs and that is absent, null or blank; "" if none is. A list or a number may be empty or 0."""
    if needs is STEERING and act == "dates" and all(given.get(name) is None for name in DATES):
        return DATES[0]
    return next((name for name in needs.get(act, ()) if _is_blank(given.get(name))), "")


def _is_blank(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())
