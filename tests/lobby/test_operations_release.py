"""Does `config/hosting/release` go over to another release one process after the other, and stay where it was if the first one is not ready?

The script runs as it is, below a root of its own. The programs that it calls are stood in for by ones that write down what they are asked.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parent.parent.parent / "config/hosting/release"
STANDS_IN = {
    "git": 'case $1 in clone) mkdir -p "${!#}/.venv/bin" && cp "$T/python" "${!#}/.venv/bin/python";; -C) echo origin;; esac',
    "make": '[[ -z ${BROKEN_SETUP:-} ]] && echo "set up" >> "$T/acts"',
    "setpriv": 'shift 5; exec "$@"',
    "install": 'mkdir -p "${!#}"',
    "systemctl": """case $1 in
        list-units) grep "^${!#%\\*}" "$T/units" | sed "s/$/ loaded active running/";;
        restart) shift; for unit; do echo "$unit: $(basename "$(readlink "$T/opt/fogbound")") $(grep -c "=v2$" "$T/etc/fogbound/env")" >> "$T/acts"; done;;
    esac""",
    "curl": '[[ " ${NOT_READY:-} " != *" $(grep -o "[0-9]*/readyz" <<< "${!#}") $(basename "$(readlink "$T/opt/fogbound")") "* ]]',
}
PYTHON = '#!/usr/bin/env bash\n[[ $2 != "${BROKEN_COMMAND:-}" ]] || exit 3\necho "$2 of $(basename "$PWD") with $FOGBOUND_RELEASE" >> "$T/acts"\n'
UNITS = [
    "fogbound-web@8001.service",
    "fogbound-web@8002.service",
    "fogbound-referee@1.service",
    "fogbound-bots@1.service",
]
PREPARED = ["set up"] + [f"{act} of fogbound-v2 with v2" for act in ("check", "backup", "collectstatic", "migrate")]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for folder in ("bin", "opt/fogbound-v1/.venv/bin", "etc/fogbound", "var/lib/fogbound"):
        (tmp_path / folder).mkdir(parents=True)
    for name, body in {**{f"bin/{name}": f"#!/usr/bin/env bash\n{body}\n" for name, body in STANDS_IN.items()}, "python": PYTHON}.items():  # fmt: skip
        (tmp_path / name).write_text(body)
        (tmp_path / name).chmod(0o755)
    (tmp_path / "opt/fogbound").symlink_to(tmp_path / "opt/fogbound-v1")
    (tmp_path / "etc/fogbound/env").write_text(
        'FOGBOUND_RELEASE=v1\nFOGBOUND_FROM_EMAIL="Fogbound <noreply@example.org>"\n'
    )
    (tmp_path / "units").write_text("".join(f"{unit}\n" for unit in UNITS))
    return tmp_path


def released(root: Path, *given: str, **env: str) -> tuple[int, str, list[str]]:
    """(exit status, what it said, what was done)."""
    (root / "acts").write_text("")
    places = {"PATH": f"{root}/bin:{os.environ['PATH']}", "T": str(root), "FOGBOUND_ROOT": str(root)}
    done = subprocess.run(
        [SCRIPT, *given], env={**places, "FOGBOUND_PAUSE": "0", **env}, capture_output=True, text=True
    )
    return done.returncode, done.stdout + done.stderr, (root / "acts").read_text().splitlines()


def running(root: Path) -> tuple[str, list[str]]:
    """Which release is linked, and the settings."""
    return os.path.basename(os.readlink(root / "opt/fogbound")), sorted(
        (root / "etc/fogbound/env").read_text().splitlines()
    )


def test_tables_first_then_one_process_after_the_other(root: Path) -> None:
    status, said, acts = released(root, "v2")
    assert (status, acts) == (0, [*PREPARED, *(f"{unit}: fogbound-v2 1" for unit in UNITS)]), said
    assert running(root) == (
        "fogbound-v2",
        ['FOGBOUND_FROM_EMAIL="Fogbound <noreply@example.org>"', "FOGBOUND_RELEASE=v2"],
    )
    assert (root / "etc/fogbound/env").stat().st_mode & 0o777 == 0o600
    # The folder is there now: nothing is set up again for the way there, and none leads from a release to itself.
    (root / "opt/fogbound").unlink()
    (root / "opt/fogbound").symlink_to(root / "opt/fogbound-v1")
    assert released(root, "v2")[2][0] == PREPARED[1]
    status, said, acts = released(root, "v2")
    assert (status, acts) == (1, []) and "runs already" in said


def test_if_the_first_process_is_not_ready_the_release_before_runs_on(root: Path) -> None:
    before = running(root)
    status, said, acts = released(root, "v2", NOT_READY="8001/readyz fogbound-v2")
    assert status == 1 and "fogbound-web@8001.service is not ready with v2" in said
    assert acts == [*PREPARED, f"{UNITS[0]}: fogbound-v2 1", f"{UNITS[0]}: fogbound-v1 0"], (
        "the others were never touched"
    )
    assert running(root) == before
    # The next try goes its whole way; and a release that was never named is not named by the way back.
    assert released(root, "v2")[0] == 0
    (root / "etc/fogbound/env").write_text("FOGBOUND_LOG_FORMAT=json\n")
    assert released(root, "v3", NOT_READY="8001/readyz fogbound-v3")[0] == 1
    assert running(root) == ("fogbound-v2", ["FOGBOUND_LOG_FORMAT=json"])


def test_a_later_process_that_is_not_ready_is_named(root: Path) -> None:
    status, said, acts = released(root, "v2", NOT_READY="8002/readyz fogbound-v2")
    assert status == 1 and "fogbound-web@8002.service is not ready" in said
    assert acts == [*PREPARED, *(f"{unit}: fogbound-v2 1" for unit in UNITS[:2])]


@pytest.mark.parametrize("broken", [{"BROKEN_SETUP": "1"}, *({"BROKEN_COMMAND": one} for one in ("check", "backup", "collectstatic", "migrate"))])  # fmt: skip
def test_nothing_is_restarted_if_it_cannot_be_prepared(root: Path, broken: dict[str, str]) -> None:
    before = running(root)
    status, _, acts = released(root, "v2", **broken)
    assert status != 0 and running(root) == before
    assert not [act for act in acts if act.startswith("fogbound-")]
    assert (root / "opt/fogbound-v2").exists() != ("BROKEN_SETUP" in broken), (
        "half a folder would be taken for a whole one"
    )


@pytest.mark.parametrize(
    ("given", "why"), [((), "release TAG"), (("--help",), "release TAG"), (("../etc",), "cannot be the name")]
)
def test_what_it_does_not_understand_it_does_not_do(root: Path, given: tuple[str, ...], why: str) -> None:
    status, said, acts = released(root, *given)
    assert status != 0 and why in said and acts == []


def test_a_site_that_does_not_run_is_not_gone_over_to(root: Path) -> None:
    (root / "units").write_text("")
    status, said, acts = released(root, "v2")
    assert status == 1 and "no web process runs" in said and acts == []
