# Every target sets itself up: python3 (3.11 or newer) with venv, and make, are all that must be there.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-input -c constraints.txt
READY := $(VENV)/ready
BENCH_READY := $(VENV)/ready-bench
BENCHES := $(patsubst bench/%.py,bench-%,$(wildcard bench/*.py))

.PHONY: demo test check static format lint types imports schemas help-text fix bench $(BENCHES) clean

demo: $(READY)  ## install, and run the main job on the packaged sample site
	@$(BIN)/loccit demo

test: $(READY)  ## install, and run all tests, README and docs examples among them
	$(BIN)/pytest -n 2

check: static test  ## everything that must be clean

static: format lint types imports schemas help-text  ## the checks beside the tests

format: $(READY)
	$(BIN)/ruff format --check .

lint: $(READY)
	$(BIN)/ruff check .

types: $(READY)
	$(BIN)/mypy

imports: $(READY)
	$(BIN)/lint-imports

schemas: $(READY)
	$(BIN)/python tools/schemas.py --check

help-text: $(READY)
	$(BIN)/python tools/help.py --check

fix: $(READY)  ## put format, schemas and help text right
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/python tools/schemas.py
	$(BIN)/python tools/help.py

bench: $(BENCHES)  ## all figures; bench-extract, bench-hidden, bench-body ... one alone

$(BENCHES): bench-%: $(READY) $(BENCH_READY)
	@echo "== bench/$*.py"
	@$(BIN)/python bench/$*.py

clean:  ## remove what the targets made
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "loccit needs Python 3.11 or newer; name one with make PYTHON=python3.11")'
	@echo "Setting up $(VENV) (once) ..." >&2
	@$(PYTHON) -m venv $(VENV)
	@$(INSTALL) 'pip>=25'  # what comes with older Pythons stumbles over extras of extras
	@$(INSTALL) -e '.[dev]'
	@touch $@

$(BENCH_READY): $(READY)
	@$(INSTALL) -e '.[bench]'
	@touch $@
