"""Does a worker of the sandbox stay confined after somebody has broken out of the interpreter, and does the site say by what?"""

from __future__ import annotations

import functools
import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from pydantic_monty import Monty, MontyCrashedError

from lobby.bots import confinement, launcher, policy, spawner, workers
from lobby.bots.confinement import Confinement
from lobby.bots.module_workers import ModuleWorkers
from lobby.bots.modules import module_source
from lobby.bots.workers import NoWorker, Workers
from lobby.operations import checks
from lobby.operations.staff_views import LAYERS
from tests.lobby import probing
from tests.lobby.module_texts import DEFAULT
from tests.lobby.test_accounts_people import signed_in
from tests.lobby.worker_processes import workers_of
from tests.sources import ROOT, python_files

pytestmark = pytest.mark.slow

PLAIN = 54321
"""A user that has nothing."""
SECRET = "tell-nobody-" * 5
WALLS = {"namespaces", "landlock", "seccomp"}

WITHOUT_FILTER = {
    *("write_memory_as_a_file", "open_a_tcp_socket", "open_a_udp_socket", "make_a_pair_of_sockets", "open_a_netlink_socket", "fork"),
    *("keep_a_key", "share_memory", "send_messages", "watch_files", "become_traceable", "outlive_the_parent", "execute_itself"),
}  # fmt: skip
"""What namespaces and Landlock do not refuse. The sockets lead nowhere."""
WITHOUT_FILTER_AND_NAMESPACES = {
    *("connect_to_a_unix_socket", "signal_all", "change_the_mode_of_the_database", "change_the_priority_of_another"),
}  # fmt: skip
"""What Landlock does not refuse either. It sends no signals, but says whether others are there."""
WITHOUT_WALL_OF_FILES = {
    *("read_the_database", "read_the_code_of_the_site", "list_processes", "list_the_root", "read_users", "read_device"),
}  # fmt: skip
"""What the filter cannot refuse: it sees that a file is opened to be read, but not which."""
NOT_EVEN_FOR_ROOT = {
    "mount",
    "change_the_host_name",
    "use_bpf",
    "use_performance_counters",
    "use_page_faults",
    "make_a_device",
}
"""What a container refuses root as well."""


def may_go_through(layers: set[str]) -> set[str]:
    """What a probe may do behind these layers and those that every Linux has."""
    found = set() if "landlock" in layers else {"list_the_root"}
    if "seccomp" not in layers:
        found |= WITHOUT_FILTER | (set() if "namespaces" in layers else WITHOUT_FILTER_AND_NAMESPACES)
    return found if layers & {"namespaces", "landlock"} else found | WITHOUT_WALL_OF_FILES


@functools.cache
def probed(user: int, wanted: str) -> dict[str, Any]:
    """What `tests.lobby.probing` prints if that user runs it."""
    environment = {"FOGBOUND_SECRET_KEY": SECRET, "PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}
    identity = {"user": user, "group": user, "extra_groups": []} if user != os.geteuid() else {}
    done = subprocess.run(
        [sys.executable, "-m", "tests.lobby.probing", wanted],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, **identity,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(params=["root", "plain"])
def user(request) -> int:
    """Who runs the site."""
    if os.geteuid() != 0:
        if request.param == "root":
            pytest.skip("only root can try what root may; run the tests as root as well")
        return os.geteuid()
    if request.param == "root":
        return 0
    if subprocess.run([sys.executable, "-c", "import django"], cwd=ROOT, user=PLAIN, group=PLAIN, extra_groups=[], capture_output=True).returncode:  # fmt: skip
        pytest.skip("a plain user cannot read this checkout and its Python")
    return PLAIN


@pytest.mark.skipif(sys.platform != "linux", reason="the layers are those of Linux")
@pytest.mark.parametrize(
    "without", ["", "namespaces", "landlock", "namespaces,user_namespace", "seccomp", "namespaces,seccomp", "namespaces,landlock"]
)  # fmt: skip
def test_raw_probes_are_refused(user, without):
    """With every layer, in a container without namespaces, and on machines that lack more."""
    found = probed(user, without or "all")
    layers, went_through = set(found["layers"]), {name for name, why in found["results"].items() if not why}
    assert set(found["results"]) == set(probing.PROBES) and len(probing.PROBES) > 60
    assert went_through <= may_go_through(layers)
    assert {"capabilities", "limits", "no_new_privileges"} <= layers
    assert ("own_user" in layers) == (user == 0)
    if lacking := WALLS - layers - set(without.split(",")):
        refused = sorted(set(probing.PROBES) - went_through)
        pytest.skip(
            f"this machine offers no {', '.join(sorted(lacking))}; these were refused all the same: {', '.join(refused)}"
        )


def test_behind_the_minimum_every_probe_is_refused():
    for files in confinement.FILES:
        assert may_go_through({*confinement.MINIMUM, files}) <= {"list_the_root"}
        assert not Confinement((*confinement.MINIMUM, files)).missing
    assert Confinement(tuple(confinement.MINIMUM)).missing == ["landlock or namespaces"]
    for one in confinement.MINIMUM:
        assert Confinement((*(confinement.MINIMUM - {one}), "landlock")).missing == [one]


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="most probes need root to go through")
def test_without_layers_the_same_probes_go_through():
    """Whatever is refused then proves nothing."""
    results = probed(0, "bare")["results"]
    assert {name for name, why in results.items() if why} <= NOT_EVEN_FOR_ROOT


needs_layers = pytest.mark.skipif(sys.platform != "linux", reason="workers are confined on Linux alone")


@pytest.fixture
def own():
    """Workers of their own."""
    made = Workers(1)
    yield made
    made.close()


@needs_layers
def test_a_real_worker_has_its_pipes_and_nothing_else(own):
    before = set(workers_of(os.getpid()))
    with own.fresh() as session:
        assert session.feed_run("6 * 7") == 42
        (worker,) = set(workers_of(os.getpid())) - before
        place = Path(f"/proc/{worker}")
        status = dict(line.split(":\t", 1) for line in (place / "status").read_text().splitlines())
        assert (status["NoNewPrivs"], status["Seccomp"]) == ("1", "2")
        assert {status[name] for name in ("CapInh", "CapPrm", "CapEff", "CapAmb")} == {"0" * 16}
        limits = (place / "limits").read_text()
        assert re.search(r"Max file size +0 ", limits) and re.search(
            rf"Max cpu time +{confinement.CPU_SECONDS} ", limits
        )
        if os.geteuid() == 0:
            descriptors = {one.name: os.readlink(one) for one in (place / "fd").iterdir()}
            assert set(descriptors) == {"0", "1", "2"} and all(one.startswith("pipe:") for one in descriptors.values())
            assert os.fstat(2).st_ino != os.stat(place / "fd/2").st_ino
            assert (place / "environ").read_bytes() == b"" and os.readlink(place / "cwd") == "/"
            assert status["Uid"].split() == [str(confinement.OWN_USER)] * 4
            if "namespaces" in policy.here().layers:
                other = {one for one in ("ipc", "mnt", "net", "pid", "user", "uts") if os.readlink(place / f"ns/{one}") != os.readlink(f"/proc/self/ns/{one}")}  # fmt: skip
                assert other == {"ipc", "mnt", "net", "pid", "user", "uts"}
                inside = {str(path) for path in Path(f"{place}/root").rglob("*") if not path.is_dir()}
                assert len(inside) < 20 and not any("python" in path for path in inside if not path.endswith("/monty"))


@needs_layers
def test_a_worker_that_does_not_answer_is_killed_whatever_stands_before_it():
    """The pool kills what it has started, which may be bubblewrap."""
    before = set(workers_of(os.getpid()))
    with closing(Workers(1)) as own:
        with pytest.raises(MontyCrashedError), own.fresh() as session:
            # A worker has its name once it has answered. One is the session's; the pool may have another ready.
            session.feed_run("0")
            stopped = set(workers_of(os.getpid())) - before
            watched = [os.pidfd_open(worker) for worker in stopped]
            for one in watched:
                signal.pidfd_send_signal(one, signal.SIGSTOP)
            # The signal is sent before all threads stand.
            wait_for(lambda: all("State:\tT" in Path(f"/proc/{worker}/status").read_text() for worker in stopped))
            session.feed_run("1")
        # A descriptor of a process can be read when the process has ended.
        assert select.select(watched, [], [], 60)[0]
        for one in watched:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(one, signal.SIGCONT)
            os.close(one)


@needs_layers
def test_a_worker_is_replaced_before_it_has_served_many(monkeypatch):
    monkeypatch.setattr(workers, "SESSIONS_OF_A_WORKER", 2)
    own, seen = Workers(1), []
    before = set(workers_of(os.getpid()))
    for _ in range(4):
        with own.fresh() as session:
            session.feed_run("1")
            seen += set(workers_of(os.getpid())) - before
    own.close()
    assert seen[0] == seen[1] != seen[2] == seen[3]


@needs_layers
def test_a_layer_that_cannot_be_had_is_no_reason_to_go_without(caplog):
    """A worker starts with all layers that were found once, or not at all."""
    executable = confinement.python("print('started')")
    here = Confinement(("namespaces", "no_new_privileges"))  # and no bubblewrap
    started = here.launcher(executable)
    done = subprocess.run([started.path], env={}, capture_output=True, text=True)
    started.close()
    assert (done.returncode, done.stdout) == (1, "")
    wait_for(lambda: "the layer namespaces cannot be had" in caplog.text)


@needs_layers
def test_what_a_worker_says_is_in_the_log_as_one_harmless_line(caplog):
    executable = confinement.python("import os; os.write(2, 'a\\nb\\x1b[2J\\u202e'.encode())")
    started = policy.here().launcher(executable)
    subprocess.run([started.path], env={}, check=True, capture_output=True)
    started.close()
    wait_for(lambda: "a worker of the sandbox says: a\\nb\\x1b[2J\\u202e" in caplog.text)


@pytest.fixture
def container(tmp_path, settings):
    """A process without secrets that starts workers, and the settings of a site that uses it."""
    path = str(tmp_path / "workers")
    clean = {"PATH": os.environ["PATH"]}
    with subprocess.Popen([sys.executable, "-m", "lobby.bots.spawner", path], cwd=ROOT, env=clean, stderr=subprocess.DEVNULL) as server:  # fmt: skip
        wait_for(lambda: not spawner.found_at(path).is_away)
        settings.PROGRAM_SOCKET = path
        policy.forget()
        yield server
        server.kill()
    policy.forget()


@needs_layers
def test_workers_can_start_in_a_container_without_secrets(container, own):
    assert policy.here().layers == confinement.find().layers and policy.is_allowed()
    mine = set(workers_of(os.getpid()))
    with own.fresh() as session:
        assert session.feed_run("6 * 7") == 42
        (worker,) = workers_of(container.pid)
        assert set(workers_of(os.getpid())) - mine == {worker}
        assert os.stat(f"/proc/{worker}").st_uid == (confinement.OWN_USER if os.geteuid() == 0 else os.geteuid())
        watched = os.pidfd_open(worker)
    own.close()
    assert select.select([watched], [], [], 60)[0]
    os.close(watched)


@needs_layers
def test_workers_for_modules_start_in_that_container_too(container):
    mine = ModuleWorkers(1)
    source = module_source(DEFAULT)
    compiled = mine.compile("a", source)
    with mine.serving("a", compiled) as worker:
        assert worker.run("{}", seed=1, fuel=10**6).output == '{"orders":null}\n'
    mine.close()
    container.kill()
    container.wait()
    with pytest.raises(NoWorker), mine.serving("a", compiled):
        pass


@needs_layers
def test_a_container_that_is_away_is_no_fault_of_a_program(container, own):
    """And when it is there again, everything goes on."""
    with own.fresh() as session:
        session.feed_run("1")
    container.kill()
    container.wait()
    with pytest.raises(NoWorker), own.fresh():
        pass
    policy.forget()
    assert policy.here().is_away
    assert [(one.id, one.is_serious()) for one in checks.check_confinement(None)] == []
    started = spawner.Server(policy.settings.PROGRAM_SOCKET, confinement.find())
    threading.Thread(target=started.run, daemon=True).start()
    with own.fresh() as session:
        assert session.feed_run("6 * 7") == 42
    own.close()
    started.close()


def test_a_site_starts_while_the_container_is_away(settings, tmp_path, own):
    settings.CONFINEMENT, settings.PROGRAM_SOCKET = "required", str(tmp_path / "nobody")
    policy.forget()
    (found,) = checks.check_confinement(None)
    assert (found.id, found.is_serious()) == ("fogbound.W022", False)
    with pytest.raises(NoWorker), own.fresh():
        pass
    policy.forget()


def wait_for(condition) -> None:
    """Until another thread has done it."""
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


@needs_layers
@pytest.mark.skipif(os.geteuid() != 0, reason="only root has files that workers of another user cannot reach")
def test_where_another_user_cannot_reach_the_interpreter_workers_keep_the_user(tmp_path, monkeypatch):
    """A checkout of root's own, without bubblewrap: the other layers hold all the same."""
    tmp_path.chmod(0o700)
    copy = shutil.copy(confinement.find_monty_binary(), tmp_path / "monty")
    monkeypatch.setattr(confinement, "find_monty_binary", lambda: str(copy))
    found = confinement.find(bubblewrap=False)
    assert "own_user" not in found.layers and not found.missing
    started = found.interpreter()
    with Monty(binary_path=started.path) as pool, pool.checkout() as session:
        assert session.feed_run("6 * 7") == 42
    started.close()


def test_workers_start_in_one_place_alone():
    found = [
        path.name for path in python_files("lobby", "games", "config") if re.search(r"\bMonty\(", path.read_text())
    ]
    assert found == ["workers.py"]


NOTHING = Confinement()


@pytest.fixture
def bare_machine(monkeypatch):
    """A machine that offers no layers."""
    policy.forget()
    monkeypatch.setattr(confinement, "find", lambda: NOTHING)
    yield
    policy.forget()


def test_a_public_site_hosts_no_programs_without_the_minimum(bare_machine, settings, own):
    settings.CONFINEMENT = "required"
    with pytest.raises(NoWorker, match="no seccomp, no landlock or namespaces"), own.fresh():
        pass
    (found,) = checks.check_confinement(None)
    assert found.id == "fogbound.E020" and found.is_serious() and "FOGBOUND_CONFINEMENT" in found.hint


def test_a_laptop_goes_on_and_says_so_in_one_line(bare_machine, settings, own, caplog):
    settings.CONFINEMENT = "available"
    with own.fresh() as session:
        assert session.feed_run("6 * 7") == 42
    assert checks.check_confinement(None) == []
    (line,) = [record.getMessage() for record in caplog.records if record.name == "fogbound.sandbox"]
    assert line.startswith(
        "programs are confined by fewer layers than a public site should have: none; absent: namespaces, "
    )


def test_on_another_system_workers_start_without_layers(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    assert confinement.find() == NOTHING


def test_the_checks_before_a_release_say_what_holds(bare_machine, capsys):
    call_command("check", "--deploy", "--fail-level", "CRITICAL")
    said = "".join(capsys.readouterr())
    assert "fogbound.I021" in said and "Programs are confined here by: none; absent: namespaces" in said


@pytest.mark.django_db
@pytest.mark.any_database
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_staff_read_it_on_a_page(bare_machine, monkeypatch, dana, alice, language):
    def said():
        return signed_in(dana).get("/status/staff/", headers={"accept-language": language}).content.decode()

    assert (
        Client().get("/status/staff/").status_code == 302 and signed_in(alice).get("/status/staff/").status_code == 403
    )
    enough = {"en": "behind the layers that a public site needs", "zh-hans": "具备公开站点所需的各层防护"}[language]
    assert enough not in said()
    assert said().count("<dd>") == len(LAYERS)
    policy.forget()
    monkeypatch.setattr(confinement, "find", lambda: Confinement(tuple(launcher.LAYERS)))
    assert enough in said()


def test_every_layer_has_words():
    assert list(LAYERS) == list(launcher.LAYERS)
