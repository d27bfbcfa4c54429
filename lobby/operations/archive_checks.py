"""Which settings of the archive would lose matches? The start refuses them."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from lobby.operations.checks import OURS


@register(OURS)
def check_archive(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    """The archive needs a place that every process reaches, and S3 a package that the site itself does not need."""
    found: list[CheckMessage] = []
    if settings.ARCHIVE_AFTER and not settings.ARCHIVE:
        found.append(
            Error(
                "Old matches are to move to an archive, and there is none.",
                hint="Set FOGBOUND_ARCHIVE to a folder that all processes share, or to s3://bucket/folder.",
                id="fogbound.E018",
            )
        )
    if settings.ARCHIVE.startswith("s3://") and find_spec("storages") is None:
        found.append(
            Error(
                "The archive in S3 cannot be reached: a package is missing.",
                hint="Run pip install 'django-storages[s3]'.",
                id="fogbound.E019",
            )
        )
    return found
