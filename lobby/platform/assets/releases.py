"""Which files of earlier releases are still served? A page that was open before a release goes on with the files that it was made for.

Each web process keeps the files of its release beside those of others when it starts, as links to the same data where the file system can do
that: `collectstatic` puts a new file in the place of one that has changed and leaves the old data alone.
"""

from __future__ import annotations

import logging
import os
import shutil
import time
from pathlib import Path

from django.conf import settings

log = logging.getLogger("fogbound.static")

DAYS = 14
"""How long after its last day a release is kept."""
_DAY_SECONDS = 24 * 3600
_PACKED = (".gz", ".br")
"""Packed anew when they are served: `collectstatic` writes into the old ones."""


def keep() -> None:
    """Keep the files of this release, and note that others were in use until now. Files of the checkout itself are not kept."""
    if settings.WHITENOISE_USE_FINDERS or not Path(settings.STATIC_ROOT).is_dir():
        return
    home = folder(settings.RELEASE)
    try:
        if not home.is_dir():
            for other in _kept()[:1]:
                os.utime(other)
            _copy(Path(settings.STATIC_ROOT), home)
        os.utime(home)
    except OSError:
        # Pages of this release that are still open after the next one get that one's files.
        log.exception("the files of this release cannot be kept in %s", settings.STATIC_RELEASES)


def folder(release: str) -> Path:
    """Where the files of a release are, if they are kept."""
    return Path(settings.STATIC_RELEASES) / release


def names() -> list[str]:
    """All kept releases, the last used first."""
    return [one.name for one in _kept()]


def remove(days: float = DAYS) -> list[str]:
    """Remove releases that have not been in use for so many days; never this process's own. Returns their names."""
    oldest = time.time() - days * _DAY_SECONDS
    gone = [one for one in _kept() if one.name != settings.RELEASE and one.stat().st_mtime < oldest]
    for one in gone:
        shutil.rmtree(one, ignore_errors=True)
    return [one.name for one in gone]


def _kept() -> list[Path]:
    """The folders of all kept releases, the last used first."""
    home = Path(settings.STATIC_RELEASES)
    found = [one for one in home.iterdir() if one.is_dir() and not one.name.startswith(".")] if home.is_dir() else []
    return sorted(found, key=lambda one: one.stat().st_mtime, reverse=True)


def _copy(source: Path, target: Path) -> None:
    """All at once: another process finds the whole folder or none."""
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = target.with_name(f".{target.name}.{os.getpid()}")
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.copytree(
        source, fresh, ignore=shutil.ignore_patterns(*(f"*{packed}" for packed in _PACKED), ".*"), copy_function=_link
    )
    try:
        fresh.rename(target)
    except OSError:
        # Another process was quicker.
        shutil.rmtree(fresh, ignore_errors=True)
        if not target.is_dir():
            raise


def _link(source: str, target: str) -> str:
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
    return target
