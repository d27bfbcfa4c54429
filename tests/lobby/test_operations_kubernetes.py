"""Are the files for Kubernetes whole, and do pods leave as processes do elsewhere? Rendered by kubectl, asked against the schemas of Kubernetes."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from lobby.operations import serving
from tests.lobby.test_operations_deploy import COMPOSE, OUTSIDE, SETTINGS

HOSTING = Path(__file__).resolve().parent.parent.parent / "config/hosting"
FOLDER = HOSTING / "kubernetes"
VERSION = "1.29"
"""The oldest one of the files."""
Found = dict[str, Any]


def written() -> list[Found]:
    """Every object of the files, as they are."""
    files = sorted(path for path in FOLDER.glob("*.yaml") if path.name != "kustomization.yaml")
    return [one for path in files for one in yaml.safe_load_all(path.read_text())]


def settings(name: str) -> dict[str, str]:
    lines = (FOLDER / f"{name}.env.example").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def pods() -> Iterator[tuple[str, Found]]:
    for one in written():
        template = one.get("spec", {}).get("template")
        if template:
            yield one["metadata"]["name"], template["spec"]


def containers() -> Iterator[tuple[str, Found]]:
    for name, pod in pods():
        for one in [*pod.get("initContainers", []), *pod["containers"]]:
            yield f"{name}: {one['name']}", one


@pytest.mark.parametrize("one", written(), ids=lambda one: f"{one['kind']} {one['metadata']['name']}")
def test_each_object_is_what_kubernetes_takes(one):
    kubernetes_validate.validate(one, VERSION, strict=True)


@pytest.mark.skipif(not shutil.which("kubectl"), reason="kubectl is not installed")
def test_all_of_it_is_rendered_with_settings_of_a_host(tmp_path):
    folder = shutil.copytree(FOLDER, tmp_path / "site")
    shutil.copy(HOSTING / "Caddyfile", folder)
    for name in ("settings", "secrets"):
        (folder / f"{name}.env.example").rename(folder / f"{name}.env")
    run = subprocess.run(["kubectl", "kustomize", folder], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    rendered = list(yaml.safe_load_all(run.stdout))
    for one in rendered:
        kubernetes_validate.validate(one, VERSION, strict=True)
    assert {one["kind"] for one in rendered} >= {
        "ConfigMap",
        "Secret",
        "StatefulSet",
        "Deployment",
        "Job",
        "NetworkPolicy",
    }
    (caddyfile,) = [one["data"]["Caddyfile"] for one in rendered if one["metadata"]["name"].startswith("caddyfile")]
    assert caddyfile == (HOSTING / "Caddyfile").read_text()
    assert all(one["metadata"].get("namespace", "fogbound") == "fogbound" for one in rendered)
    # Names of what changes have a digest, so that pods start anew; whoever refers to them has to use these.
    assert "name: settings\n" not in run.stdout and not re.search(r"image: fogbound$", run.stdout, re.MULTILINE)


def test_there_is_a_part_for_each_process_of_compose_and_it_runs_the_same():
    parts = {name: pod["containers"][0] for name, pod in pods()}
    assert parts.keys() == COMPOSE["services"].keys() - {"postgres", "redis", "programs"}
    for name in ("migrate", "referee", "bots", "notices"):
        assert parts[name]["args"] == COMPOSE["services"][name]["command"]
    assert "args" not in parts["web"] and "command" not in parts["web"], "the image's own"
    (programs,) = {tuple(one["command"]) for name, one in containers() if name.endswith(": programs")}
    assert list(programs) == COMPOSE["services"]["programs"]["entrypoint"]


def test_settings_are_settings_and_secrets_are_no_settings():
    assert settings("settings").keys() | settings("secrets").keys() <= SETTINGS | OUTSIDE
    assert not settings("settings").keys() & settings("secrets").keys()
    assert not any(settings("secrets").values())
    assert not [name for name in settings("settings") if re.search("PASSWORD|KEY|DSN", name)]


def test_workers_of_programs_have_no_settings_and_all_else_has_the_same():
    for name, one in containers():
        if name.endswith(": programs"):
            assert not {"env", "envFrom"} & one.keys()
            assert {mount["name"] for mount in one["volumeMounts"]} == {"tmp", "workers"}
        elif one["image"] == "fogbound":
            assert one["envFrom"] == [{"configMapRef": {"name": "settings"}}, {"secretRef": {"name": "secrets"}}], name


def test_every_container_is_confined():
    for name, one in containers():
        confined = one["securityContext"]
        assert confined["readOnlyRootFilesystem"] and not confined["allowPrivilegeEscalation"], name
        assert confined["capabilities"] == {"drop": ["ALL"]}, name
        assert "memory" in one["resources"]["limits"] and "cpu" in one["resources"]["requests"], name
    for name, pod in pods():
        assert pod["securityContext"]["runAsNonRoot"] and pod["automountServiceAccountToken"] is False, name


def test_the_proxy_knows_each_web_process_by_name():
    (web,) = [one for one in written() if one["kind"] == "StatefulSet"]
    assert settings("settings")["FOGBOUND_WEB"].split() == [f"web-{n}.web:8000" for n in range(web["spec"]["replicas"])]


def test_pods_have_the_time_that_their_processes_take_to_leave():
    drain = float(settings("settings")["FOGBOUND_DRAIN_SECONDS"])
    for name, pod in pods():
        if name not in {"migrate", "proxy"}:
            assert pod["terminationGracePeriodSeconds"] > drain + serving.EXIT_SECONDS, name
    (web,) = [pod["containers"][0] for name, pod in pods() if name == "web"]
    probe = web["readinessProbe"]
    assert probe["httpGet"]["path"] == "/readyz" and probe["periodSeconds"] * probe["failureThreshold"] < drain


def test_nobody_comes_in_but_by_the_proxy():
    open_to = {
        one["metadata"]["name"]: one["spec"].get("ingress") for one in written() if one["kind"] == "NetworkPolicy"
    }
    assert open_to["nobody"] is None
    assert [name for name, rules in open_to.items() for rule in rules or [] if "from" not in rule] == ["proxy"]
    services = {one["metadata"]["name"]: one["spec"] for one in written() if one["kind"] == "Service"}
    assert {name for name, one in services.items() if one.get("type", "ClusterIP") != "ClusterIP"} == {"proxy"}
