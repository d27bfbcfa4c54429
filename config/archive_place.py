"""Where is the archive, as Django's storages take it? In a folder, or in S3; one that does not answer is given up after seconds, not minutes."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

CONNECT_SECONDS = 3
READ_SECONDS = 5
ATTEMPTS = 2
"""By itself the client waits five times for a minute; each wait holds one of the places for requests."""


def storage_of(archive: str) -> dict[str, Any]:
    """The storage for `FOGBOUND_ARCHIVE`, a folder or `s3://bucket/folder`. Without the packages for S3 the start is refused elsewhere."""
    if not archive.startswith("s3://"):
        return {"BACKEND": "lobby.store.archive_files.ArchiveFiles", "OPTIONS": {"location": archive}}
    bucket, *folders = archive.removeprefix("s3://").split("/")
    options: dict[str, Any] = {"bucket_name": bucket, "location": "/".join(folders)}
    if find_spec("botocore") is not None:
        from botocore.config import Config

        options["client_config"] = Config(
            connect_timeout=CONNECT_SECONDS, read_timeout=READ_SECONDS, retries={"total_max_attempts": ATTEMPTS}
        )
    return {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}
