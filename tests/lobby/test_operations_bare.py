"""Does the guide lead from a bare Debian to the first match? Its commands are run as they stand in docs/deploy.md, on a Debian made for it.

Three things are stood in for: systemd, by a script that starts what the units say, certbot, by a certificate of one's own, and the editor of the
settings. The machine's own sources of packages are used inside, too.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
GUIDE = (ROOT / "docs/deploy.md").read_text()
SOURCES = (
    "/etc/apt/sources.list",
    "/etc/apt/sources.list.d",
    "/usr/share/keyrings",
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pip.conf",
    "/etc/xdg/pip",
    "/root/.config/pip",
    "/etc/npmrc",
    "/root/.npmrc",
    os.environ.get("PIP_CERT", ""),
)
HOST = "play.example.org"
PASSWORD = "tide-mark-28"

pytestmark = [
    pytest.mark.long,
    pytest.mark.slow,
    pytest.mark.any_database,
    pytest.mark.timeout(3600),
    pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("debootstrap"), reason="needs root and debootstrap"),
]

SYSTEMCTL = r"""#!/usr/bin/env bash
# What the units say is started in the background, with their settings and as their user.
set -euo pipefail
start() {
    local name=${1%%@*} instance=${1#*@} unit=/etc/systemd/system/${1%%@*}@.service
    (
        set -a
        for file in $(sed -n 's/^EnvironmentFile=-\?//p' "$unit"); do . "${file//%p-%i/$name-$instance}"; done
        set +a
        cd "$(sed -n 's/^WorkingDirectory=//p' "$unit")"
        command=$(sed -e ':a' -e '/\\$/N; s/\\\n//; ta' "$unit" | sed -n 's/^ExecStart=//p')
        exec setpriv --reuid fogbound --regid fogbound --init-groups ${command//%i/$instance}
    ) > "/var/log/$1.log" 2>&1 < /dev/null &
}
case $1 in
    enable) for unit in "${@:3}"; do [[ $unit != *@* ]] || start "$unit"; done ;;
    reload) if [[ $2 = nginx ]]; then nginx -t -q && nginx -s reload; else pg_ctlcluster $(pg_lsclusters -h | awk '{ print $1, $2 }') reload; fi ;;
esac
"""
CERTBOT = f"""#!/usr/bin/env bash
mkdir -p /etc/letsencrypt/live/{HOST} && cd /etc/letsencrypt/live/{HOST}
openssl req -x509 -newkey rsa:2048 -nodes -subj /CN={HOST} -addext subjectAltName=DNS:{HOST} -keyout privkey.pem -out fullchain.pem 2>/dev/null
"""
EDITOR = f"""#!/usr/bin/env bash
sed -i -e "s/^FOGBOUND_SECRET_KEY=$/FOGBOUND_SECRET_KEY=$(head -c 48 /dev/urandom | base64 -w0 | tr +/ ab)/" -e "s/^FOGBOUND_POSTGRES_PASSWORD=$/&{PASSWORD}/" "$1"
"""
BEFORE = f"""set -euo pipefail
export PATH=/stands-in:$PATH DEBIAN_FRONTEND=noninteractive EDITOR=/stands-in/edit LC_ALL=C.UTF-8
export DJANGO_SUPERUSER_USERNAME=host DJANGO_SUPERUSER_NAME=Host DJANGO_SUPERUSER_EMAIL=host@example.org DJANGO_SUPERUSER_PASSWORD={PASSWORD}-of-the-host
export CURL_CA_BUNDLE=/etc/letsencrypt/live/{HOST}/fullchain.pem
printf '#!/bin/sh\\nexit 101\\n' > /usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d
"""
SERVERS = """pg_ctlcluster $(pg_lsclusters -h | awk '{ print $1, $2 }') start
redis-server --daemonize yes > /dev/null
nginx
"""
"""What systemd would have started when the packages came."""
READY = f"""for ((i = 0; i < 300; i++)); do curl -fsS -o /dev/null https://{HOST}/readyz 2> /dev/null && break; sleep 1; done
"""
MATCH = f"""
jar=$(mktemp)
token() {{ grep -o 'name="csrfmiddlewaretoken" value="[^"]*"' | head -n 1 | cut -d '"' -f 4; }}
page=$(curl -fsS -c $jar https://{HOST}/)
match=$(curl -fsS -b $jar -c $jar -o /dev/null -w '%{{redirect_url}}' -e https://{HOST}/ -d "name=Ada&csrfmiddlewaretoken=$(token <<< "$page")" https://{HOST}/play/)
curl -fsS -b $jar -o /dev/null -w '\\n%{{http_code}}\\n' "$match"
echo "$match"
"""


@pytest.fixture
def debian(tmp_path: Path) -> Path:
    """The root of a Debian without anything, with this checkout's last commit as a repository at /src."""
    root = tmp_path / "debian"
    subprocess.run(
        ["debootstrap", "--variant=minbase", "--include=ca-certificates,procps,adduser", "bookworm", root],
        check=True,
        capture_output=True,
    )
    sources = [source.lstrip("/") for source in dict.fromkeys(SOURCES) if os.path.exists(source)]
    packed = subprocess.run(["tar", "-c", "-C", "/", *sources], check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", root], input=packed, check=True)
    subprocess.run(["git", "clone", "--quiet", "--bare", ROOT, root / "src"], check=True)
    subprocess.run(["git", "-C", root / "src", "branch", "-f", "rehearsed", "HEAD"], check=True)
    (root / "stands-in").mkdir()
    for name, text in {"systemctl": SYSTEMCTL, "certbot": CERTBOT, "edit": EDITOR}.items():
        (root / "stands-in" / name).write_text(text)
        (root / "stands-in" / name).chmod(0o755)
    with (root / "etc/hosts").open("a") as hosts:
        hosts.write(f"127.0.0.1 localhost {HOST}\n")
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    return root


def test_the_guide_leads_from_a_bare_debian_to_the_first_match(debian: Path) -> None:
    (block,) = re.findall(r"### From a bare Debian.*?```\n(.*?)```", GUIDE, re.DOTALL)
    way = (
        block.replace("https://…/fogbound.git", "/src")
        .replace("RELEASE", "rehearsed")
        .replace("run createsuperuser", "run createsuperuser --noinput")
    )
    assert way != block and "apt-get install" in way
    # Packages start their servers where systemd is; the site answers when its processes have begun.
    first, rest = way.split("adduser", 1)
    rest, last = rest.split("curl -fsS https", 1)
    (debian / "way").write_text(f"{BEFORE}{first}{SERVERS}adduser{rest}{READY}curl -fsS https{last}{MATCH}")
    inside = ["chroot", str(debian), "bash", "/way"]
    mounted = f"mount -t proc proc {debian}/proc && mount --rbind /dev {debian}/dev && exec {' '.join(inside)}"
    done = subprocess.run(
        ["unshare", "--mount", "--pid", "--fork", "--kill-child", "setsid", "--wait", "bash", "-c", mounted],
        input=f"{PASSWORD}\n{PASSWORD}\n", capture_output=True, text=True, env={name: value for name, value in os.environ.items() if not name.startswith("FOGBOUND_")} | {"HOME": "/root"},
    )  # fmt: skip
    logs = "\n".join(f"{log.name}: {log.read_text()[-1500:]}" for log in (debian / "var/log").glob("fogbound-*.log"))
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:] + logs
    assert re.search(rf"200\nhttps://{HOST}/matches/\w+/\n$", done.stdout), done.stdout[-2000:]
