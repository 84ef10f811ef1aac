# One way in: make setup, serve, test, test-all, bench, lint, format. All of them set up what is missing.
#   make serve PORT=8010        another port              make setup PYTHON=python3.12   another Python
#   make setup WHEELS=FOLDER    without a network
SHELL := /bin/bash
PY := .venv/bin/python
PORT ?= 8000
HOST ?= 127.0.0.1
export PYTHON WHEELS

.PHONY: setup serve test test-all bench lint dead cover docs reference pictures bundle format messages clean
setup: .venv/.everything

.venv/.everything: pyproject.toml tools/setup
	@bash tools/setup everything

.venv/.serving: pyproject.toml tools/setup
	@bash tools/setup serving

serve: .venv/.serving
	@$(PY) tools/foreground .venv/bin/arbitro demo --host $(HOST) --port $(PORT)

test: setup
	@bash tools/system-packages
	@$(PY) -m pytest -n 2 --dist loadgroup -m "not slow"

test-all: setup
	@bash tools/system-packages
	@$(PY) -m pytest -n 2 --dist loadgroup

bench: setup
	@$(PY) -m bench

lint: setup docs dead cover
	@.venv/bin/ruff check --quiet .
	@.venv/bin/ruff format --quiet --check .
	@.venv/bin/mypy
	@.venv/bin/lint-imports
	@$(PY) tools/messages.py check
	@$(PY) -m tools.site_messages check

dead: setup
	@$(PY) -m tools.dead_code

# How much of the rule rooms the rulebook's cases, the kept answers, the examples, the files of other programs and the
# reference of the Laws and Keizer's system reach; the floor is in pyproject.toml.
# The long searches for mates are left out: under a tracer they take minutes and reach nothing more.
cover: setup
	@bash tools/system-packages
	@$(PY) -m pytest -n 2 --no-header --cov --cov-report= tests/vectors tests/golden tests/docs \
	  tests/files/test_other_programs.py tests/laws/test_reference.py tests/formats/test_keizer.py \
	  -k "not dead-positions and not DEAD and not pages_and_papers and not test_setup"

docs: setup
	@.venv/bin/mkdocs build --strict --quiet --site-dir build/docs
	@.venv/bin/mkdocs build --strict --quiet --config-file mkdocs.es.yml --site-dir build/docs/es
	@$(PY) -m tools.manual_pdf build/docs
	@for l in en es; do .venv/bin/arbitro --lang $$l --man > build/docs/arbitro.$$l.1; done

# The pages that are made from the commands, and the pictures of the manual.
reference: setup
	@$(PY) -m arbitro.cli.reference en docs/programmer
	@$(PY) -m arbitro.cli.reference es docs/es/programmer

pictures: setup
	@$(PY) -m tools.pictures

bundle: setup
	@$(PY) tools/bundle.py

format: setup
	@.venv/bin/ruff check --fix-only --quiet .
	@.venv/bin/ruff format .

messages: setup
	@$(PY) tools/messages.py update
	@$(PY) -m tools.site_messages update
	@$(PY) tools/messages.py compile

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
