"""The log of SQLite comes into the file without anybody's commit waiting for it."""

import sqlite3

import pytest
from django.conf import settings
from django.db import connection

from lobby.operations import sqlite_log

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_database]


def test_the_log_is_copied_into_the_file(make_match, tmp_path):
    if connection.vendor != "sqlite":
        assert sqlite_log.copy() is None
        return
    if connection.is_in_memory_db():
        assert sqlite_log.copy() == (-1, -1), "a database in memory has no log"
        return
    make_match()
    pages, copied = sqlite_log.copy()
    assert pages == copied > 0


def test_a_commit_copies_only_when_nobody_else_has_for_long():
    """Sixteen thousand pages are 64 MB; a second's play of a full site is an eighth of that."""
    file = sqlite3.connect(":memory:")
    for statement in settings.SQLITE["OPTIONS"]["init_command"].split(";"):
        file.execute(statement)
    assert file.execute("PRAGMA wal_autocheckpoint").fetchone() == (16000,)
    assert file.execute("PRAGMA synchronous").fetchone() == (2,)
