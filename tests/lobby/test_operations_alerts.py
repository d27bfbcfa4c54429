"""Do the alerts of `config/hosting/alerts.yml` fire in the faults that they are for, and in no other? promtool runs them on recorded series."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

pytestmark = pytest.mark.skipif(
    not shutil.which("promtool") and not os.environ.get("CI"), reason="promtool (Debian's prometheus) is not installed"
)

ROOT = Path(__file__).resolve().parent.parent.parent
HOSTING = ROOT / "config/hosting"
RULES = yaml.safe_load((HOSTING / "alerts.yml").read_text())["groups"][0]["rules"]
RUNBOOK = (ROOT / "docs/runbook.md").read_text()

Series = dict[str, str]

MINUTES = 45
DAY_MINUTES = 7 * 60
"""For what grows by the day: it is looked at for six hours."""
DISK = '{instance="a",mountpoint="/",fstype="ext4"}'
ON = f"x{MINUTES}"
"""Ends a series that goes on to the end of a case, with a sample each minute."""


def up(job: str, instance: int) -> str:
    return f'up{{job="fogbound-{job}",instance="{job}-{instance}"}}'


def held(value: float) -> str:
    return f"{value}+0{ON}"


def grows(by: float) -> str:
    return f"0+{by}{ON}"


HEALTHY: Series = {
    **{
        up(job, number): held(1)
        for job, most in (("web", 2), ("referee", 2), ("bots", 1), ("notices", 1))
        for number in range(most)
    },
    'probe_success{job="site",instance="play"}': held(1),
    'probe_ssl_earliest_cert_expiry{job="site",instance="play"}': held(60 * 86400),
    f"node_filesystem_avail_bytes{DISK}": held(50e9),
    f"node_filesystem_size_bytes{DISK}": held(100e9),
    "fogbound_backup_timestamp_seconds": held(0),
    "fogbound_overdue_deadlines": held(0),
    "fogbound_overdue_seconds": held(0),
    'fogbound_clock_seconds{instance="referee-0"}': held(0.01),
    'fogbound_clock_set_total{instance="referee-0"}': held(0),
    'fogbound_loop_seconds{instance="web-0"}': held(0.001),
    'fogbound_responses_total{route="",status="200"}': grows(600),
    'fogbound_responses_total{route="",status="503"}': grows(1),
    'fogbound_response_seconds_bucket{kind="short",le="1.0"}': grows(600),
    'fogbound_response_seconds_bucket{kind="short",le="10.0"}': grows(600),
    'fogbound_response_seconds_bucket{kind="short",le="+Inf"}': grows(600),
    'fogbound_ack_seconds_bucket{le="1.0"}': grows(600),
    'fogbound_ack_seconds_bucket{le="10.0"}': grows(600),
    'fogbound_ack_seconds_bucket{le="+Inf"}': grows(600),
    'fogbound_resolve_seconds_bucket{game="toy",le="2.5"}': grows(600),
    'fogbound_resolve_seconds_bucket{game="toy",le="10.0"}': grows(600),
    'fogbound_resolve_seconds_bucket{game="toy",le="+Inf"}': grows(600),
    "fogbound_redis_up": held(1),
    "fogbound_database_lock_waits": held(0),
    "fogbound_database_transaction_seconds": held(0.1),
    'fogbound_database_connections{state="most"}': held(100),
    'fogbound_database_connections{state="idle"}': held(20),
    'fogbound_database_connections{state="active"}': held(5),
    'fogbound_outbox_seconds{way="mail"}': held(5),
    'fogbound_deliveries_total{way="mail",result="sent"}': grows(10),
    'fogbound_deliveries_total{way="mail",result="refused"}': grows(0.1),
    "fogbound_faults_total": held(0),
    "fogbound_wakeups_healed_total": held(0),
    "fogbound_sockets_shed_total": held(0),
    'process_open_fds{instance="web-0"}': held(100),
    'process_max_fds{instance="web-0"}': held(65536),
    'process_resident_memory_bytes{instance="web-0"}': held(200e6),
}

FAULTS: dict[str, tuple[Series, set[str]]] = {
    "nothing": ({}, set()),
    "one of two web processes is down": ({up("web", 0): held(0)}, {"FogboundProcessDown"}),
    "all web processes are down": (
        {up("web", 0): held(0), up("web", 1): held(0)},
        {"FogboundProcessDown", "FogboundNoWebProcess"},
    ),
    "nobody has told Prometheus of web processes": ({up("web", 0): "", up("web", 1): ""}, {"FogboundNoWebProcess"}),
    "both referees are down": (
        {up("referee", 0): held(0), up("referee", 1): held(0), "fogbound_overdue_deadlines": ""},
        {"FogboundProcessDown", "FogboundNoReferee"},
    ),
    "the bot runner is down": ({up("bots", 0): held(0)}, {"FogboundProcessDown", "FogboundNoBots"}),
    "the sender of notices is down": ({up("notices", 0): held(0)}, {"FogboundProcessDown", "FogboundNoSender"}),
    "the database is away": ({'probe_success{job="site",instance="play"}': held(0)}, {"FogboundNotReady"}),
    "the certificate is not renewed": (
        {'probe_ssl_earliest_cert_expiry{job="site",instance="play"}': held(10 * 86400)},
        {"FogboundCertificateEnds"},
    ),
    "the disk fills in a night": (
        {f"node_filesystem_avail_bytes{DISK}": f"50e9-60e6{ON}"},
        {"FogboundDiskFills"},
    ),
    "the disk is full": ({f"node_filesystem_avail_bytes{DISK}": held(1e8)}, {"FogboundDiskFills", "FogboundDiskFull"}),
    "the back-up of the night has failed": (
        {"fogbound_backup_timestamp_seconds": held(-40 * 3600)},
        {"FogboundBackupOld"},
    ),
    "there has never been a back-up": (
        {"fogbound_backup_timestamp_seconds": ""},
        set(),  # promtool's time begins at 0: a day and a half is not over
    ),
    "every tenth answer is an error": (
        {'fogbound_responses_total{route="",status="503"}': grows(60)},
        {"FogboundErrors"},
    ),
    "a page in twenty is slow": (
        {'fogbound_response_seconds_bucket{kind="short",le="1.0"}': grows(570)},
        {"FogboundPagesSlow"},
    ),
    "orders are slow": ({'fogbound_ack_seconds_bucket{le="1.0"}': grows(570)}, {"FogboundOrdersSlow"}),
    "steps are slow": ({'fogbound_resolve_seconds_bucket{game="toy",le="2.5"}': grows(570)}, {"FogboundStepsSlow"}),
    "deadlines are overdue": (
        {"fogbound_overdue_deadlines": held(3), "fogbound_overdue_seconds": held(30)},
        {"FogboundDeadlinesOverdue", "FogboundRefereeLate"},
    ),
    "the clock of a referee is wrong": (
        {'fogbound_clock_seconds{instance="referee-0"}': held(-310)},
        {"FogboundClockWrong"},
    ),
    "the clock of a referee was set": (
        {'fogbound_clock_set_total{instance="referee-0"}': f"0+0x{MINUTES - 5} 1+0x5"},
        {"FogboundClockSet"},
    ),
    "a process hangs": ({'fogbound_loop_seconds{instance="web-0"}': held(3)}, {"FogboundLoopHangs"}),
    "Redis is away": ({"fogbound_redis_up": held(0)}, {"FogboundRedisAway"}),
    "somebody holds a lock": ({"fogbound_database_lock_waits": held(9)}, {"FogboundDatabaseLocked"}),
    "a transaction does not end": ({"fogbound_database_transaction_seconds": held(90)}, {"FogboundDatabaseLocked"}),
    "connections run out": ({'fogbound_database_connections{state="idle"}': held(80)}, {"FogboundDatabaseCrowded"}),
    "the mail server hangs": ({'fogbound_outbox_seconds{way="mail"}': held(900)}, {"FogboundOutboxStands"}),
    "the mail server refuses": (
        {'fogbound_deliveries_total{way="mail",result="refused"}': grows(2)},
        {"FogboundMailsRefused"},
    ),
    "a game has failed": ({"fogbound_faults_total": f"0+0x{MINUTES - 5} 1+0x5"}, {"FogboundGameFailed"}),
    "Redis loses messages": ({"fogbound_wakeups_healed_total": grows(12)}, {"FogboundWakeupsLost"}),
    "the network is full": ({"fogbound_sockets_shed_total": grows(60)}, {"FogboundSlowReaders"}),
    "files run out": ({'process_max_fds{instance="web-0"}': held(110)}, {"FogboundFilesFew"}),
    "memory grows": (
        {'process_resident_memory_bytes{instance="web-0"}': f"2e8+1e6{ON}"},
        {"FogboundMemoryGrows"},
    ),
}


def case(name: str, changed: Series, firing: set[str]) -> dict[str, Any]:
    minutes = DAY_MINUTES if "FogboundMemoryGrows" in firing else MINUTES
    series = {what: values.replace(ON, f"x{minutes}") for what, values in {**HEALTHY, **changed}.items()}
    return {
        "name": name,
        "interval": "1m",
        "input_series": [{"series": what, "values": values} for what, values in series.items() if values],
        "promql_expr_test": [
            {
                "expr": 'group by (alertname) (ALERTS{alertstate="firing"})',
                "eval_time": f"{minutes}m",
                "exp_samples": [{"labels": f'{{alertname="{one}"}}', "value": 1} for one in sorted(firing)],
            }
        ],
    }


def test_each_fault_wakes_whom_it_should_and_nobody_else(tmp_path: Path) -> None:
    cases = [case(name, changed, firing) for name, (changed, firing) in FAULTS.items()]
    told = {"rule_files": [str(HOSTING / "alerts.yml")], "evaluation_interval": "1m", "tests": cases}
    path = tmp_path / "faults.yml"
    path.write_text(yaml.safe_dump(told))
    run = subprocess.run(["promtool", "test", "rules", path], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_every_alert_has_its_fault() -> None:
    assert {rule["alert"] for rule in RULES} == set().union(*(firing for _, firing in FAULTS.values()))


def test_prometheus_takes_both_files() -> None:
    run = subprocess.run(["promtool", "check", "config", HOSTING / "prometheus.yml"], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_every_alert_has_a_page_of_the_runbook_and_the_other_way_round() -> None:
    pages = re.split(r"^## ", RUNBOOK, flags=re.MULTILINE)[1:]
    assert [page.split("\n")[0] for page in pages] == [rule["alert"] for rule in RULES]
    for page in pages:
        assert all(f"**{part}**" in page for part in ("Means", "See", "Do")), page
