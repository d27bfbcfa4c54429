# One command per chore. `make play` and `make test` set up what they need; a second run is quick.
.PHONY: play test test-fast install setup check coverage bench bench-engines bench-site long chaos soak launch-check cells fuzz messages pictures beats format kit lock image-digests

play: ; @.ci/play

# All of it; of one game what is asked of it, while you make it: make test GAME=<id>
test: ; @.ci/test $(if $(filter command,$(firstword $(origin GAME))),game $(GAME))

# Engines, the site on SQLite and the browser's modules in node, without what takes long.
test-fast: ; @.ci/test fast

# For a host: what serves, nothing of what checks and tests need.
install: ; @.ci/install

setup: ; @.ci/setup

check: ; @.ci/check

# Tests of engines and site, and the lines that they never reach.
coverage: setup
	.venv/bin/python -m pytest -q -n 2 --dist worksteal --cov --cov-report=term:skip-covered -m "not browser and not long"

# What is measured: the engines, and what the site carries (docs/deploy.md, "Capacity") in a short form.
bench: bench-engines bench-site

# Steps per second of an engine, and the seconds of a match of programs: make bench-engines GAME=<id>
GAME ?= $(shell sed -n 's/^    "\([a-z_]*\)": "games\..*/\1/p' games/__init__.py)
bench-engines: setup
	@for game in $(GAME); do .venv/bin/python -m tests.bench.engine $$game || exit 1; done
	@$(if $(filter cosmos,$(GAME)),.venv/bin/python -m tests.bench.programs cosmos --large --steps 1000)

bench-site: setup
	.venv/bin/python -m tests.bench.relay --rooms 50,500 --pace 206 --seconds 5 --repeats 1
	.venv/bin/python -m tests.bench.relay --rooms 50,200 --web 1,2 --warm 6 --seconds 5 --repeats 1
	.venv/bin/python -m tests.bench.spectators idle
	.venv/bin/python -m tests.bench.spectators crowd
	.venv/bin/python -m tests.bench.spectators slow
	.venv/bin/python -m tests.bench.deadlines --slow 5
	.venv/bin/python -m tests.bench.frame_bytes
	.venv/bin/python -m tests.bench.felt

# The long forms: soak tests and statistics over many matches; one part of them: make long PART=faults
long: ; @.ci/test long $(PART)

# Processes killed at random, restarts, lost lines, servers that go away: what a match must survive. Prints how soon play went on.
chaos: setup
	FOGBOUND_LONG=1 .venv/bin/python -m pytest -m long -rP --timeout=1200 tests/lobby/test_chaos.py tests/lobby/test_faults.py

# Two hundred matches of bots for twenty minutes: does anything leak, does any of them stand still? Prints what was found.
soak: setup
	FOGBOUND_LONG=1 .venv/bin/python -m pytest -m long -rP --timeout=2400 tests/lobby/test_soak.py

# A whole site with its proxy, and what can go wrong with each part of it while people play: what is lost, how soon does play go on?
launch-check: setup
	.venv/bin/python -m tests.launch

# A site on two databases: a match lives on either, and goes on while everything of the other one is dead.
cells: setup
	.venv/bin/python -m tests.scale

# Whatever may be sent to the interface for programs and to the sockets, in bulk; each run with other luck.
fuzz: setup
	FOGBOUND_LONG=1 .venv/bin/python -m pytest -m long --timeout=7200 tests/lobby/test_api_fuzz.py tests/lobby/test_protocol.py \
		tests/lobby/play_socket/test_refusals.py

# Matches of a site on this machine as data for research, docs/records.md: make data MONTH=2026-11 FOLDER=/tmp/matches
data: ; @.venv/bin/python manage.py publish $(MONTH) --to $(or $(FOLDER),var/data)

# Take new texts into the .po files, drop those that are gone.
messages: setup
	.venv/bin/python manage.py messages extract

# Draw the boards for cards, rules and landing page, as static/games/<game>/pictures.json says: make pictures GAMES=<id>
pictures: setup
	.venv/bin/python -m tests.browser.pictures $(GAMES)

# Pictures of every kind of beat and moment, at a desk and on a phone, in both themes: make beats GAMES="frames cosmos" FOLDER=/tmp/beats
beats: setup
	.venv/bin/python -m tests.browser.beats $(or $(FOLDER),beats) $(GAMES)

# Bring Python, JavaScript and CSS into the form that `make check` asks for.
format: setup
	.venv/bin/python -m ruff check --fix-only --quiet .
	.venv/bin/python -m ruff format --quiet .
	npm run --silent format

# Write down anew what static/kit offers to boards: docs/kit.md.
kit: setup
	node .ci/kit.mjs

# For a host with containers: lines for `.env` that name the images of others by digest.
image-digests: ; @.ci/image-digests

# Choose the newest versions that requirements.in and tests/requirements.in allow, and write them down with the hashes of their files.
lock: ; @.ci/lock
