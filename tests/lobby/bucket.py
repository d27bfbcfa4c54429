"""A bucket of S3 as Django's storages see one: objects that appear and are replaced as a whole, without paths, folders or renames."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from django.core.files.base import File
from django.core.files.storage import Storage


class Bucket(Storage):
    """What `django-storages` does with S3: to save replaces what is there, reads see the last save, and to delete nothing is no error."""

    def __init__(self) -> None:
        self.objects: dict[str, bytes] = {}
        self.deleted: list[str] = []
        self.opened: list[str] = []

    def get_available_name(self, name: str, max_length: int | None = None) -> str:
        """The name itself."""
        return name

    def _save(self, name: str, content: File[Any]) -> str:
        content.seek(0)
        self.objects[name] = content.read()
        # As boto3 does after an upload.
        content.close()
        return name

    def _open(self, name: str, mode: str) -> File[bytes]:
        if mode != "rb":
            raise ValueError(f"mode {mode}")
        self.opened.append(name)
        if name not in self.objects:
            raise FileNotFoundError(name)
        return File(BytesIO(self.objects[name]), name)

    def exists(self, name: str) -> bool:
        """True if there is such an object."""
        return name in self.objects

    def delete(self, name: str) -> None:
        """Delete the object, if there is one."""
        self.deleted.append(name)
        self.objects.pop(name, None)
