"""How does a test get the database of an older release? Without the migration that stands for many, there is each of them."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db.migrations.loader import MigrationLoader


@contextmanager
def one_by_one() -> Iterator[None]:
    """`migrate` knows no squashed migration, so it can stop at, or go back to, each of those that were squashed."""
    load = MigrationLoader.load_disk

    def without_squashed(loader: MigrationLoader) -> None:
        load(loader)
        loader.disk_migrations = {key: one for key, one in loader.disk_migrations.items() if not one.replaces}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MigrationLoader, "load_disk", without_squashed)
        yield
