# Two commands do everything on a fresh machine: `make run` and `make test`. The rest is for working on it: `make help`.
PY := .venv/bin/python
unexport PYTHONDONTWRITEBYTECODE  # else each process compiles every module and rewrites the asserts of every test again
.PHONY: run test club test-training training help check format bench soak golden messages lock audit firmware clean

run:            ## a whole game on rendered dice and the emulated box; TRAY=usb:0 BOX=auto for the real things, SCREEN=web for browsers
	@.ci/setup run
	@.ci/play $(PLAY)

test:           ## every test
	@.ci/setup test
	$(MAKE) -C firmware_bridge/firmware
	$(MAKE) -C firmware_bridge/firmware test
	$(PY) -m pytest -q -m "not slow" -n auto --dist worksteal --durations=25 --ignore tests/training

CLUB ?= --tables 20 --rate 8
club:           ## many tables on this machine: a temporary PostgreSQL, bots that play, the board for browsers; CLUB="--tables 200 --rate 80"
	@.ci/setup test
	@$(PY) -m companion club demo --temporary --serve 127.0.0.1:8430 $(CLUB)

test-training:  ## the tests of how the networks are made; all of them with `pip install -e .[train]`
	@.ci/setup test
	$(PY) -m pytest -q -n auto --dist worksteal tests/training

WORK ?= ../training-work
CORES ?= 2
DEVICE ?= cpu
PART ?= 1
AGAIN ?=
TABLES ?=
training:       ## the networks, from drawn scenes and the shared pictures; WORK=folder CORES=16 DEVICE=cuda PART=0.1 AGAIN=1
	@.ci/setup test
	$(PY) -m pip install -q --disable-pip-version-check -e ".[train]"
	$(PY) -m training.recipe $(WORK) ../shared/dice/renders ../shared/dice/photos ../shared/dice/photos-nell-byler \
		--out $(WORK)/models --cores $(CORES) --device $(DEVICE) --part $(PART) \
		$(if $(AGAIN),--again --unpipped ../shared/dice/not-pips $(if $(TABLES),--tables $(TABLES)))

help:           ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

check:          ## style, types, who imports whom
	@.ci/setup test
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy
	.venv/bin/lint-imports --no-logo

format:         ## let ruff put the code in order
	.venv/bin/ruff check --fix
	.venv/bin/ruff format

bench:          ## figures and ratios, a program each
	@.ci/setup test
	@for program in $(filter-out bench/fit_trust.py bench/trust_sets.py bench/vision_tutorial.py bench/app_soak.py bench/app_endurance.py bench/virtual_play.py bench/record_run.py bench/club.py bench/rules_before.py bench/reading%.py,$(wildcard bench/*.py)); do echo "== $$program"; $(PY) $$program || exit 1; done

soak:           ## the long tests
	@.ci/setup test
	$(PY) -m pytest -q -s -m slow --ignore tests/training
	-$(PY) -m pip install -q --disable-pip-version-check -e ".[fuzz]"
	$(PY) -m tests.fuzz
	$(PY) bench/vision_endurance.py --hours 8
	$(PY) bench/app_endurance.py --hours 2
	$(PY) bench/club.py chaos

golden:         ## write the golden playthroughs again; look at the diff
	$(PY) -m tests.golden

messages:       ## extract the texts for people, update the translations, compile them
	@.ci/setup test
	@$(PY) -m tests.messages

lock:           ## write requirements.lock, with hashes, for a release
	@.ci/lock

audit:          ## known vulnerabilities of what requirements.lock names, where the data can be reached
	@.ci/audit

firmware:       ## build the box's firmware for every chip
	$(MAKE) -C firmware_bridge/firmware

clean:          ## delete what was built; journal, evidence and screenshots lie elsewhere, an older run/ stays too
	rm -rf firmware_bridge/firmware/build build dist
