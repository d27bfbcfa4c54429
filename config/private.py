"""How are files and folders made that only their owner may read? Existing ones keep their permissions, which somebody may have chosen."""

import os
import secrets
from pathlib import Path

from config.env import refusal


def make_folder(name: str, path: Path, *, mode: int = 0o700) -> None:
    """Make the folder that the variable `name` names, unless it exists."""
    try:
        path.mkdir(mode=mode, parents=True, exist_ok=True)
    except OSError as error:
        raise refusal("E010", f"{name}: the folder {path} cannot be made: {error.strerror}.") from None


def make_file(path: Path, text: str = "") -> None:
    """Write a file that has mode 0600 from its creation, unless it exists."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        if not path.is_file() or not os.access(path, os.R_OK | os.W_OK):
            raise refusal("E010", f"{path} is no file that can be read and written.") from None
        return
    except OSError as error:
        raise refusal("E010", f"The file {path} cannot be made: {error.strerror}.") from None
    with os.fdopen(handle, "w") as file:
        file.write(text)


def made_secret(path: Path) -> str:
    """A secret key of this machine, created once, so that a restart logs nobody out."""
    make_file(path, secrets.token_urlsafe(50))
    key = path.read_text()
    if not key:
        # The file was written while the disk was full, or by another user.
        raise refusal(
            "E001", f"The file {path} is empty. Remove it, and a new key is made, or set FOGBOUND_SECRET_KEY."
        )
    return key
