"""How are settings read from the environment? An unreadable value stops the start with an error id and the variable's name.

The module records every name that is read: any other `FOGBOUND_` variable is a mistake.

`lobby.operations.checks` later checks what depends on several settings or on more than the value.
"""

import difflib
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from email.utils import parseaddr

from django.core.exceptions import ImproperlyConfigured

_PREFIX = "fogbound."
_OURS = "FOGBOUND_"

asked: set[str] = set()
"""Names of all variables that have been read, set or not."""


def refusal(id: str, text: str) -> ImproperlyConfigured:
    """The exception for a refused setting, with the error id and what is wrong."""
    return ImproperlyConfigured(f"{_PREFIX}{id}: {text}")


@contextmanager
def refused_in_one_line() -> Iterator[None]:
    """End the process with the message of a refused setting and without a traceback: the fault is in the settings, not in the code."""
    try:
        yield
    except ImproperlyConfigured as error:
        if not str(error).startswith(_PREFIX):
            raise
        sys.exit(str(error))


def text(name: str, default: str = "") -> str:
    """The variable, or `default` if it is absent or empty. All other readers use this function."""
    asked.add(name)
    return os.environ.get(name) or default


def number(name: str, default: int, *, least: int = 0, most: int | None = None) -> int:
    """The variable as an integer, from `least` to `most`."""
    value = text(name, str(default))
    try:
        found = int(value)
    except ValueError:
        raise _unreadable(name, "a whole number", value) from None
    if found < least or (most is not None and found > most):
        raise _unreadable(name, f"{least} or more" if most is None else f"from {least} to {most}", value)
    return found


def port(name: str, default: int, *, least: int = 1) -> int:
    """The variable as the number of a port; with `least=0` that may be 0, for none."""
    return number(name, default, least=least, most=65535)


def switch(name: str, *, default: bool) -> bool:
    """The variable as yes or no: 1, true, yes, on or 0, false, no, off."""
    value = text(name, "1" if default else "0").lower()
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    raise _unreadable(name, "1 or 0", value)


def choice(name: str, default: str, allowed: list[str]) -> str:
    """The variable as one of `allowed`; upper and lower case in the environment make no difference."""
    value = text(name, default)
    for one in allowed:
        if one.lower() == value.lower():
            return one
    raise _unreadable(name, f"one of {', '.join(allowed)}", value)


def label(name: str) -> str:
    """The variable, or ""; restricted to characters that are valid in addresses and in the name of an image."""
    value = text(name)
    if value and not re.fullmatch(r"\w[\w.-]{0,127}", value, re.ASCII):
        raise _unreadable(name, "of letters, digits, dots, hyphens and underscores, at most 128", value)
    return value


def folder(name: str, default: str) -> str:
    """The variable as a path below the site's root, with a slash at its end and none at its start."""
    value = text(name, default).strip("/")
    if not re.fullmatch(r"[\w-]+(/[\w-]+)*", value, re.ASCII):
        raise _unreadable(name, "a path of letters, digits, hyphens and underscores, as in back-room", value)
    return f"{value}/"


def root(name: str) -> str:
    """The variable as the path of the host below which the site is, with a slash at both ends; "/" if it is the whole host."""
    value = text(name).strip("/")
    if value and not re.fullmatch(r"[\w-]+(/[\w-]+)*", value, re.ASCII):
        raise _unreadable(name, "a path of letters, digits, hyphens and underscores, as in /fog/", value)
    return f"/{value}/" if value else "/"


def host(name: str) -> str:
    """The variable as the name or address of a machine, or ""."""
    value = text(name)
    if value and not re.fullmatch(r"[\w.-]+|[0-9A-Fa-f:.]+", value):
        raise _unreadable(name, "a name or an address alone, without scheme and port", value)
    return value


def sender(name: str, default: str) -> str:
    """The variable as the sender of e-mail, with or without a name before the address."""
    value = text(name, default)
    if not re.fullmatch(r"[^@\s]+@[^@\s]+", parseaddr(value)[1]):
        raise _unreadable(name, "as in Fogbound <noreply@example.org>", value)
    return value


def words(name: str, default: str = "") -> list[str]:
    """The variable split at commas, without empty parts."""
    return [part.strip() for part in text(name, default).split(",") if part.strip()]


def buckets(name: str) -> list[str]:
    """The variable as first characters of ids of matches, one or two each, with commas between."""
    found = words(name)
    if not all(re.fullmatch(r"[2-9a-hjkmnp-z]{1,2}", start) for start in found):
        raise _unreadable(name, "first characters of ids, one or two each, as in 2,3,bc", text(name))
    return found


def pairs(name: str) -> dict[str, str]:
    """The variable as key=value, with commas between; the value is empty where there is no equals sign."""
    return {key.strip(): value.strip() for key, _, value in (word.partition("=") for word in words(name))}


def rate(name: str, default: str) -> str:
    """The variable as a number of times in a second, minute, hour or day, as in 300/m."""
    value = text(name, default)
    if not re.fullmatch(r"[1-9]\d{0,8}/[smhd]", value):
        raise _unreadable(name, "as in 300/m, by s, m, h or d", value)
    return value


def rates(name: str, default: str) -> str:
    """The variable as numbers of times by an address, a person or a key in so many seconds, minutes, hours or days, as in 20/m/ip,200/h/ip."""
    value = text(name, default)
    if not all(
        re.fullmatch(r"[1-9]\d{0,8}/([1-9]\d{0,7})?[smhd](/(ip|user|key))?", part.strip()) for part in value.split(",")
    ):
        raise _unreadable(name, "as in 20/m/ip,200/h/ip, by s, m, h or d, and by ip or user", value)
    return value


def place(name: str) -> str:
    """The variable as the absolute path of a folder or as s3://bucket/folder, or ""."""
    value = text(name).rstrip("/")
    if value and not re.fullmatch(r"/.*|s3://[a-z0-9][a-z0-9.-]+(/[^/]+)*", value):
        raise _unreadable(name, "an absolute path, or as in s3://bucket/folder", value)
    return value


def path(name: str) -> str:
    """The variable as an absolute path, or ""."""
    value = text(name)
    if value and not value.startswith("/"):
        raise _unreadable(name, "an absolute path", value)
    return value


def unknown() -> dict[str, str]:
    """Variables of the environment with the site's prefix that no setting reads → the similar name that may be meant, or ""."""
    known = {name.removeprefix(_OURS): name for name in asked}
    strange = sorted(
        name for name, value in os.environ.items() if name.startswith(_OURS) and name not in asked and value
    )
    # Compared without the common prefix, which would make any two names similar.
    near = {name: difflib.get_close_matches(name.removeprefix(_OURS), known, 1) for name in strange}
    return {name: known[found[0]] if found else "" for name, found in near.items()}


def _unreadable(name: str, wanted: str, value: str) -> ImproperlyConfigured:
    return refusal("E009", f"{name} must be {wanted}, not {value!r}.")
