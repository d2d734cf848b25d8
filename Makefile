PYTHON ?= python3
BIN := .venv/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help setup play test test-long check format words golden docs screens bench strength

help: ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1	\2/p' Makefile | while IFS='	' read -r name text; do printf '  make %-10s %s\n' "$$name" "$$text"; done

setup: .venv/.ready node_modules/.ready ## install everything into .venv, once
	@:

# What running needs, and no developers' tools; pip shows how far it is.
.venv/.running: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("Kartentisch needs Python 3.11 or newer; name one: make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	@echo "Setting up .venv, once (about 100 MB are fetched)"
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --progress-bar on -c constraints.txt hatchling editables
	@$(BIN)/python -m pip install --progress-bar on -c constraints.txt --no-build-isolation -e .
	@touch $@

.venv/.ready: .venv/.running
	@echo "Adding the developers' tools to .venv, once"
	@$(BIN)/python -m pip install --progress-bar on -c constraints.txt --no-build-isolation -e '.[dev]'
	@touch $@

# Only the check of the browser's code needs npm; without it that check is left out, which `make check` says.
node_modules/.ready: package.json package-lock.json
	@if command -v npm >/dev/null 2>&1; then npm ci --silent --ignore-scripts --no-audit --no-fund && touch $@; fi

play: .venv/.running ## open a table for this computer and the phones in its network; more options: make play ARGS="--port 8001"
	@$(BIN)/python -m kartentisch serve --lan $(ARGS)

test: setup ## all checks and tests
	@$(BIN)/python -m scripts.test

test-long: setup ## what takes minutes: many more examples, all rules in all three ways
	@$(BIN)/python -m scripts.test --long

check: setup ## formatting, ruff, mypy, layers, tsc
	@$(BIN)/python -m scripts.check

format: setup ## format the sources and repair what ruff can repair
	@$(BIN)/ruff check --quiet --fix-only .
	@$(BIN)/ruff format --quiet .

words: setup ## bring the German catalog up to date with the sentences in the code
	@$(BIN)/python -m scripts.catalog

golden: setup ## write the playthroughs in tests/golden and the counts in tests/counts anew; look at what has changed
	@$(BIN)/python -m scripts.golden

docs: setup ## write docs/wire.md and its schema, docs/options.md and the drawing in docs/architecture.md from the code
	@$(BIN)/python -m scripts.wire_docs
	@$(BIN)/python -m scripts.architecture
	@$(BIN)/python -m scripts.option_docs

screens: setup ## take the pictures in docs/screens anew; look at them
	@$(BIN)/python -m tests.browser.screens

bench: .venv/.running ## how fast the rules run on this computer
	@$(BIN)/python -m kartentisch bench $(ARGS)

strength: .venv/.running ## how much better each level of the bots is than the one before; ARGS="--minutes 5" for a quick look
	@$(BIN)/python -m scripts.strength $(ARGS)
