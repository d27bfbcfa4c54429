"""How does a file of the archive get to disk? Whole or not at all, and it stays there when the power fails."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from django.core.files.base import File
from django.core.files.storage import FileSystemStorage
from django.utils.deconstruct import deconstructible


@deconstructible(path="lobby.store.archive_files.ArchiveFiles")
class ArchiveFiles(FileSystemStorage):
    """Files below one folder, for their owner alone. A file with the same name is replaced: names contain a digest of the content."""

    def get_available_name(self, name: str, max_length: int | None = None) -> str:
        """The name itself."""
        return name

    def _save(self, name: str, content: File[bytes]) -> str:
        path = Path(self.path(name))
        made = _make_folders(path.parent)
        with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", suffix=".part", delete=False) as part:
            try:
                for chunk in content.chunks():
                    part.write(chunk)
                part.flush()
                os.fsync(part.fileno())
                os.replace(part.name, path)
            except BaseException:
                Path(part.name).unlink(missing_ok=True)
                raise
        for folder in (path.parent, *made):
            _sync_folder(folder)
        return name


def _make_folders(folder: Path) -> list[Path]:
    """Make the folder and those above it; returns those that contain a new one."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return [one.parent for one in missing]


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
