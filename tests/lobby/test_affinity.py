"""Threads that share the interpreter stay on one processor; what leaves it to others roams; a crowded place is left."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap

import pytest

from lobby.platform.process.affinity import better_place


def test_a_process_stays_where_there_is_room() -> None:
    assert better_place(0, {0: 0.4, 1: 0.9}, own=0.2) is None


def test_a_process_stays_on_the_processor_that_it_fills_itself() -> None:
    assert better_place(0, {0: 0.0, 1: 0.9}, own=0.95) is None


def test_a_process_leaves_a_processor_that_others_crowd() -> None:
    assert better_place(0, {0: 0.02, 1: 0.5, 2: 0.9}, own=0.5) == 2


def test_a_process_stays_when_it_is_no_better_elsewhere() -> None:
    assert better_place(0, {0: 0.0, 1: 0.1}, own=0.5) is None


def test_a_process_stays_when_nobody_says_how_idle_its_processor_is() -> None:
    assert better_place(0, {}, own=0.5) is None


several = pytest.mark.skipif(
    not hasattr(os, "sched_getaffinity") or len(os.sched_getaffinity(0)) < 2, reason="needs two processors and Linux"
)


def _in_a_process(lines: str) -> dict[str, list[int]]:
    """What these lines put into `found`, run in a process of their own: this one's threads stay as they are."""
    program = textwrap.dedent(lines) + "\nimport json; print(json.dumps(found))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    found: dict[str, list[int]] = json.loads(done.stdout)
    return found


@several
def test_threads_are_brought_together_and_those_that_roam_are_not() -> None:
    found = _in_a_process("""
        import os, threading
        from concurrent.futures import ThreadPoolExecutor
        from lobby.platform.process import affinity
        here = lambda: sorted(os.sched_getaffinity(0))
        early = ThreadPoolExecutor(1)
        roamers = ThreadPoolExecutor(1, initializer=affinity.roam)
        found = {"before": early.submit(here).result(), "gathered": affinity.gather()}
        found |= {"main": here(), "early": early.submit(here).result(), "late": ThreadPoolExecutor(1).submit(here).result()}
        found |= {"roams": roamers.submit(here).result()}
        with affinity.roaming():
            found |= {"lent": here(), "child": ThreadPoolExecutor(1).submit(here).result()}
        found |= {"back": here()}
    """)
    assert found["gathered"]
    assert len(found["main"]) == 1
    assert found["main"] == found["early"] == found["late"] == found["back"]
    assert found["before"] == found["roams"] == found["lent"] == found["child"]
    assert len(found["before"]) > 1


@several
def test_a_process_that_may_not_say_where_it_runs_starts_all_the_same() -> None:
    found = _in_a_process("""
        import os
        from lobby.platform.process import affinity
        def refuse(*arguments):
            raise PermissionError(1, "not here")
        asked, os.sched_setaffinity = os.sched_setaffinity, refuse
        found = {"gathered": affinity.gather()}
        with affinity.roaming():
            found["lent"] = sorted(os.sched_getaffinity(0))
    """)
    assert not found["gathered"]
    assert len(found["lent"]) > 1


@several
def test_work_that_cannot_be_sent_elsewhere_is_done_where_it_is() -> None:
    found = _in_a_process("""
        import os
        from concurrent.futures import ThreadPoolExecutor
        from lobby.platform.process import affinity
        affinity.gather()
        def refuse(*arguments):
            raise OSError(22, "taken away")
        os.sched_setaffinity = refuse
        found = {"pool": ThreadPoolExecutor(1, initializer=affinity.roam).submit(list).result()}
        with affinity.roaming():
            found["lent"] = [1]
    """)
    assert found == {"pool": [], "lent": [1]}


@several
def test_whoever_was_started_by_a_thread_that_roams_is_brought_home_with_the_next_look() -> None:
    found = _in_a_process("""
        import os
        from concurrent.futures import ThreadPoolExecutor
        from lobby.platform.process import affinity
        here = lambda: sorted(os.sched_getaffinity(0))
        affinity.gather()
        pool = ThreadPoolExecutor(1)
        with affinity.roaming():
            found = {"started": pool.submit(here).result()}
        affinity._look({}, 0.0)
        found |= {"later": pool.submit(here).result(), "main": here()}
    """)
    assert len(found["started"]) > 1
    assert found["later"] == found["main"]


@several
def test_a_crowded_process_moves_with_all_its_threads() -> None:
    found = _in_a_process("""
        import os
        from concurrent.futures import ThreadPoolExecutor
        from lobby.platform.process import affinity
        here = lambda: sorted(os.sched_getaffinity(0))
        pool = ThreadPoolExecutor(1)
        pool.submit(here).result()
        affinity.gather()
        found = {"first": here()}
        idle = {one: 0.0 if one in found["first"] else 1.0 for one in affinity._allowed}
        for _ in range(100):
            affinity._look(idle, 0.5)
            if here() != found["first"]:
                break
        found |= {"main": here(), "pool": pool.submit(here).result()}
    """)
    assert found["first"] != found["main"] == found["pool"]
    assert len(found["main"]) == 1


@several
def test_a_password_is_hashed_where_there_is_room() -> None:
    found = _in_a_process("""
        import os
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        import django
        django.setup()
        from django.contrib.auth.hashers import Argon2PasswordHasher, check_password, make_password
        from lobby.platform.process import affinity
        here = lambda: sorted(os.sched_getaffinity(0))
        found = {"everywhere": here()}
        affinity.gather()
        encode, verify = Argon2PasswordHasher.encode, Argon2PasswordHasher.verify
        def watched(name, act):
            def call(*arguments):
                found[name] = here()
                return act(*arguments)
            return call
        Argon2PasswordHasher.encode = watched("encode", encode)
        Argon2PasswordHasher.verify = watched("verify", verify)
        found["fits"] = check_password("a long secret", make_password("a long secret"))
        found["back"] = here()
    """)
    assert found["fits"]
    assert found["encode"] == found["verify"] == found["everywhere"]
    assert len(found["back"]) == 1
