# One way in: make setup, serve, test, test-all, bench, lint, format. All of them set up what is missing.
SHELL := /bin/bash
PY := .venv/bin/python
STAMP := .venv/.installed

.PHONY: setup serve test test-all bench lint format messages clean
setup: $(STAMP)

$(STAMP): pyproject.toml tools/setup
	@bash tools/setup
	@touch $(STAMP)

serve: setup
	@.venv/bin/arbitro demo

test: setup
	@bash tools/system-packages
	@$(PY) -m pytest -n 2 --dist loadgroup -m "not slow"

test-all: setup
	@bash tools/system-packages
	@$(PY) -m pytest -n 2 --dist loadgroup

bench: setup
	@$(PY) -m bench

lint: setup
	@.venv/bin/ruff check .
	@.venv/bin/ruff format --check .
	@.venv/bin/mypy
	@.venv/bin/lint-imports
	@$(PY) tools/messages.py check
	@$(PY) -m tools.site_messages check

format: setup
	@.venv/bin/ruff check --fix-only --quiet .
	@.venv/bin/ruff format .

messages: setup
	@$(PY) tools/messages.py update
	@$(PY) -m tools.site_messages update
	@$(PY) tools/messages.py compile

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis dist
