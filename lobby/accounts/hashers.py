"""How are passwords hashed? With Django's Argon2 hasher, but not on the processor that resolves steps."""

from __future__ import annotations

from django.contrib.auth.hashers import Argon2PasswordHasher

from lobby.platform.process import affinity


class Argon2(Argon2PasswordHasher):
    """Releases the processor binding while it hashes: that takes a tenth of a second in several threads, without the interpreter lock."""

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
