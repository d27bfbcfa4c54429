"""How are passwords hashed? As Django does it with Argon2, but not on the processor on which everybody's steps are made."""

from __future__ import annotations

from django.contrib.auth.hashers import Argon2PasswordHasher

from lobby import affinity


class Argon2(Argon2PasswordHasher):
    """Takes a tenth of a second of several threads at once, without the interpreter."""

    def encode(self, password: str, salt: str) -> str:
        """As Django's."""
        with affinity.roaming():
            encoded: str = super().encode(password, salt)
        return encoded

    def verify(self, password: str, encoded: str) -> bool:
        """As Django's."""
        with affinity.roaming():
            fits: bool = super().verify(password, encoded)
        return fits
