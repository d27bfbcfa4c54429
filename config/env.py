"""Reads settings from the environment; a value that cannot be read stops the start with the variable's name."""

import os
import re

from django.core.exceptions import ImproperlyConfigured


def text(name: str, default: str = "") -> str:
    """The variable, or `default` when it is absent or empty."""
    return os.environ.get(name) or default


def number(name: str, default: int) -> int:
    """The variable as an integer."""
    value = text(name, str(default))
    try:
        return int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}") from None


def switch(name: str, *, default: bool) -> bool:
    """The variable as yes or no: 1, true, yes, on or 0, false, no, off."""
    value = text(name, "1" if default else "0").lower()
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}")


def choice(name: str, default: str, allowed: list[str]) -> str:
    """The variable, one of `allowed`."""
    value = text(name, default)
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(allowed)}, not {value!r}")
    return value


def words(name: str, default: str = "") -> list[str]:
    """The variable split at commas, without empty parts."""
    return [part.strip() for part in text(name, default).split(",") if part.strip()]


def rate(name: str, default: str) -> str:
    """The variable as a number of times in a second, minute, hour or day, as in 300/m."""
    value = text(name, default)
    if not re.fullmatch(r"[1-9]\d{0,8}/[smhd]", value):
        raise ImproperlyConfigured(f"{name} must be as in 300/m, by s, m, h or d, not {value!r}")
    return value
