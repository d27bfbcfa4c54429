"""What do lines of the log leave out?"""

import logging
import sys

import pytest
from django.db import IntegrityError

from lobby.operations.logs import HostsFilter, JsonFormatter, LineFormatter

ROW = "Failing row contains (7, the spy)."


@pytest.mark.parametrize("form", [LineFormatter, JsonFormatter])
def test_a_fault_of_the_database_shows_no_row_whatever_the_line_is_about(form):
    try:
        raise IntegrityError(f"a rule of the table is broken\nDETAIL:  {ROW}")
    except IntegrityError:
        record = logging.LogRecord("fogbound", logging.ERROR, "", 0, "the queue failed", None, sys.exc_info())
    line = form("%(message)s").format(record)
    assert "the queue failed" in line
    assert "IntegrityError: a rule of the table is broken" in line and "test_operations_logs.py" in line
    assert ROW not in line
    assert ROW in LineFormatter().formatException(record.exc_info), "the record itself is as it was"


def test_who_asks_for_a_host_that_is_not_ours_gets_a_line_and_no_more(client, settings):
    settings.ALLOWED_HOSTS = ["fogbound.example"]
    lines: list[logging.LogRecord] = []
    handler = logging.Handler()
    handler.emit = lines.append  # type: ignore[method-assign]
    root = logging.getLogger("django")
    root.addHandler(handler)
    try:
        assert client.get("/", headers={"host": "elsewhere.example"}).status_code == 400
    finally:
        root.removeHandler(handler)
    [line] = [line for line in lines if line.name == "django.security.DisallowedHost"]
    assert (line.levelname, line.exc_info) == ("WARNING", None)
    assert "elsewhere.example" in line.getMessage()
    assert any(isinstance(each, HostsFilter) for each in logging.getLogger(line.name).filters)
