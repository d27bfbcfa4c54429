"""Do processes and their workers do their work with what the units of systemd take from them? Their filter of system calls is laid around real ones."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from tests.browser.site import Site
from tests.lobby.test_operations_deploy import UNITS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed"),
]

MOST_EXPOSED = 3.0
PATIENCE = 60.0
CONFINED = """
import os, sys
import pyseccomp
rules = pyseccomp.SyscallFilter(pyseccomp.ERRNO(1))
for name in sys.argv[1].split(","):
    try:
        rules.add_rule(pyseccomp.ALLOW, name)
    except (ValueError, OSError, RuntimeError):
        pass
rules.load()
os.execv(sys.argv[2], sys.argv[2:])
"""
"""Lays a filter around a command, as systemd does: what is not named is refused with EPERM. A machine does not know every name."""


def directives(unit: Path) -> dict[str, str]:
    return dict(re.findall(r"^(\w+)=(.*)$", unit.read_text(), re.MULTILINE))


def names(group: str) -> set[str]:
    """The system calls of a group, and of the groups in it."""
    if not group.startswith("@"):
        return {group}
    told = subprocess.run(["systemd-analyze", "syscall-filter", group], capture_output=True, text=True, check=True)
    lines = [line.strip() for line in told.stdout.splitlines()[1:]]
    return {name for line in lines if line and not line.startswith("#") for name in names(line)}


def confined(unit: Path) -> list[str]:
    """A command that starts another one with the unit's filter around it."""
    allowed = {name for group in directives(unit)["SystemCallFilter"].split() for name in names(group)}
    return [sys.executable, "-c", CONFINED, ",".join(sorted(allowed))]


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_is_little_exposed(unit, tmp_path):
    copy = tmp_path / unit.name.replace("@.", "@1.")
    copy.write_text(unit.read_text())
    told = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", copy], capture_output=True, text=True, check=True
    )
    (level,) = re.findall(r"Overall exposure level for \S+: ([\d.]+)", told.stdout)
    assert float(level) <= MOST_EXPOSED, told.stdout
    assert "ignoring" not in told.stderr, "this systemd does not know something in it"


def layers_of_programs(around: list[str]) -> set[str]:
    """What a web process with that around it says of its workers, once it is ready."""
    site = Site()
    site.around = around
    with site.running():
        give_up = time.monotonic() + PATIENCE
        while not (found := re.findall(r"programs are confined by these layers: (.*)", site.log())):
            assert time.monotonic() < give_up, site.log()
            time.sleep(0.1)
        with urllib.request.urlopen(f"{site.url}/readyz", timeout=30) as answer:
            assert answer.status == 200
        return set(found[0].split(", "))


def test_a_web_process_serves_and_confines_programs_as_well_as_without():
    (unit,) = [unit for unit in UNITS if unit.name.startswith("fogbound-web")]
    plain, within = (layers_of_programs(around) for around in ([], confined(unit)))
    assert within == plain


@pytest.mark.parametrize("name", ["referee", "notices"])
def test_a_process_without_workers_starts(name, tmp_path):
    (unit,) = [unit for unit in UNITS if unit.name.startswith(f"fogbound-{name}")]
    command = [*confined(unit), sys.executable, "manage.py", name, "--help"]
    told = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"FOGBOUND_DATA": str(tmp_path)})
    assert told.returncode == 0, told.stderr


def test_a_call_that_is_not_in_the_filter_is_refused():
    (unit,) = [unit for unit in UNITS if unit.name.startswith("fogbound-referee")]
    code = "import ctypes; libc = ctypes.CDLL(None, use_errno=True); libc.mount(b'x', b'/', b'tmpfs', 0, None); print(ctypes.get_errno())"
    told = subprocess.run([*confined(unit), sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "1"
