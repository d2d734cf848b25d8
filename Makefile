PYTHON ?= python3
BIN := .venv/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help setup play test test-long test-cluster check format words golden docs api site screens lock dist sbom bench strength

help: ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1	\2/p' Makefile | while IFS='	' read -r name text; do printf '  make %-10s %s\n' "$$name" "$$text"; done

setup: .venv/.ready node_modules/.ready ## install everything into .venv, once
	@:

# Only wheels whose hashes stand in locks/ are installed; `make lock` writes them. The sources themselves come last.
PINNED := install --progress-bar on --require-hashes --only-binary :all:
OURS := install --quiet --no-deps --no-build-isolation --editable .

# What running needs, and no developers' tools; pip shows how far it is.
.venv/.running: pyproject.toml locks/play.txt
	@$(PYTHON) -c 'import sys; sys.exit("Kartentisch needs Python 3.11 or newer; name one: make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	@echo "Setting up .venv, once (about 110 MB are fetched)"
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip $(PINNED) -r locks/play.txt
	@$(BIN)/python -m pip $(OURS)
	@touch $@

.venv/.ready: .venv/.running locks/dev.txt
	@echo "Adding the developers' tools to .venv, once"
	@$(BIN)/python -m pip $(PINNED) -r locks/dev.txt
	@touch $@

# Tools for the site, the locks and the list of parts: only what needs them installs them.
.venv/.release: .venv/.ready locks/release.txt
	@echo "Adding the tools of a release to .venv, once"
	@$(BIN)/python -m pip $(PINNED) -r locks/release.txt
	@touch $@

# Ray (80 MB), which only the long tests need.
.venv/.long: .venv/.release locks/long.txt
	@echo "Adding Ray to .venv, once"
	@$(BIN)/python -m pip $(PINNED) -r locks/long.txt
	@touch $@

# Only the check of the browser's code needs npm; without it that check is left out, which `make check` says.
node_modules/.ready: package.json package-lock.json
	@if command -v npm >/dev/null 2>&1; then npm ci --silent --ignore-scripts --no-audit --no-fund && touch $@; fi

play: .venv/.running ## open a table for this computer and the phones in its network; more options: make play ARGS="--port 8001"
	@$(BIN)/python -m kartentisch serve --lan $(ARGS)

test: setup ## all checks and tests
	@$(BIN)/python -m scripts.test

test-long: setup .venv/.long ## what takes minutes: many more examples, all rules in all three ways
	@$(BIN)/python -m scripts.test --long

test-cluster: setup ## several servers on one database, killed, paused and cut off again and again: half an hour; needs root
	@$(BIN)/python -m scripts.test --cluster

check: setup ## formatting, ruff, mypy, layers, tsc
	@$(BIN)/python -m scripts.check

format: setup ## format the sources and repair what ruff can repair
	@$(BIN)/ruff check --quiet --fix-only .
	@$(BIN)/ruff format --quiet .

words: setup ## bring the catalogs of the languages up to date with the sentences in the code
	@$(BIN)/python -m scripts.catalog

golden: setup ## write the playthroughs in tests/golden and the counts in tests/counts anew; look at what has changed
	@$(BIN)/python -m scripts.golden

docs: setup ## write docs/wire.md, its schema and its types, docs/options.md, docs/packages.md and the drawing in docs/architecture.md from the code
	@$(BIN)/python -m scripts.wire_docs
	@$(BIN)/python -m scripts.wire_types
	@$(BIN)/python -m scripts.architecture
	@$(BIN)/python -m scripts.option_docs
	@$(BIN)/python -m scripts.package_sizes

api: setup ## write the reference of all public names, made from their docstrings, to build/api/index.html
	@$(BIN)/python -m scripts.api_docs

site: setup .venv/.release ## write the documentation as a site to build/site/index.html; a dead link fails
	@$(BIN)/python -m scripts.site

screens: setup ## take the pictures in docs/screens anew; look at them
	@$(BIN)/python -m tests.browser.screens

lock: .venv/.release ## write locks/ after a change of pyproject.toml; ARGS=--upgrade takes the newest releases
	@$(BIN)/python -m scripts.lock $(ARGS)

dist: .venv/.running ## build the wheel and the sdist in dist/
	@rm -rf dist
	@$(BIN)/python -m hatchling build -d dist

sbom: .venv/.release ## list the parts of a release and their licenses (CycloneDX) in dist/sbom.cdx.json
	@$(BIN)/python -m scripts.sbom

bench: .venv/.running ## how fast the rules run on this computer
	@$(BIN)/python -m kartentisch bench $(ARGS)

strength: .venv/.running ## how much better each level of the bots is than the one before; ARGS="--minutes 5" for a quick look
	@$(BIN)/python -m scripts.strength $(ARGS)
