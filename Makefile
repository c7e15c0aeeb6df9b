# Each target installs what it needs first. `make up PORT=8123 DATA=path` uses another port and another directory.
PYTHON ?= python3
VENV ?= .venv
RUN := $(VENV)/bin/python
PYTEST := $(RUN) -m pytest --dist loadfile --no-loadscope-reorder -n
STAMP := $(VENV)/.in-step
SPOKEN := games/api games/clocks games/digest games/ladders games/rules/notation games/rules/refusal_reasons.py games/rules/variants games/services games/web/preview.py
export VENV
# Lets Python keep compiled files. Otherwise each of the many processes compiles everything that it imports.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help up play test test-all part flaky soak chaos lab rolling unit coverage fuzz check kubernetes openapi examples sdk contract hooks fmt bench load compiled compiled-games messages changelog docs web screenshots

help: ## List the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/'

up: $(STAMP) ## Start the whole service on this machine; Ctrl-C stops it
	@exec $(RUN) manage.py up

play: $(STAMP) ## Play in the terminal against the service that `make up` started
	@exec $(RUN) manage.py play $(ARGS)

ifdef ARGS
test: $(STAMP)
	@$(PYTEST) 2 $(ARGS)
else
test: $(STAMP) ## Run the tests that say whether the service works; `make test ARGS=path` runs all tests in path
	@$(PYTEST) 2 --gate
endif

test-all: $(STAMP) ## Run all tests, complete: those of `make test` and of all parts
	@$(PYTEST) 2

part: $(STAMP) ## Run parts of `make test-all`: `make part ARGS="browser lab"`; tests/gate/parts.toml lists them
	@# Three processes for two cores: much of it waits for clocks and for services that start.
	@$(PYTEST) 3 $(BRIEF) $(ARGS:%=--part=%)

flaky: $(STAMP) ## Run tests ten times in other orders, with two busy loops beside them: `make flaky ARGS=path`
	@$(RUN) -m tests.gate.flaky $(ARGS)

unit: $(STAMP) ## Run the fast tests of the rules and other pure code, in about five seconds
	@$(RUN) -m pytest -c tests/unit.ini --rootdir=. $(ARGS)

coverage: $(STAMP) ## Run the tests that start no other process, and print their coverage
	@$(PYTEST) 2 -q -m "not slow" --cov --cov-report=term:skip-covered $(ARGS)

soak: $(STAMP) ## Run the load tests at full size, in about ten minutes
	@$(RUN) -m pytest -n 0 --full-size -m load tests/games/api tests/games/processes tests/games/services/test_sweep_load.py

chaos: $(STAMP) ## Kill and stop processes 200 times while games are played, in about eight minutes; print what happened
	@exec $(RUN) -m tests.games.chaos $(ARGS)

lab: $(STAMP) ## Stand the service up on thirteen hosts made of namespaces, let each part fail, and print what it cost; needs root
	@exec $(RUN) -m tests.lab $(ARGS)

rolling: $(STAMP) ## Deploy each migration since 0.2.0 on one database while games are played; needs the history of git
	@$(RUN) -m tests.config.rolling $(ARGS)

fuzz: $(STAMP) ## Send more than ten thousand requests that schemathesis makes, in about five minutes
	@$(RUN) -m pytest -n 0 --full-size tests/games/api/test_fuzzing.py

check: $(STAMP) ## Check format, lint, types, import contracts and migrations
	@$(RUN) -m ruff format --check && $(RUN) -m ruff check && $(RUN) -m mypy && $(VENV)/bin/lint-imports && DJANGO_SETTINGS_MODULE=config.settings.test $(RUN) -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run
	@$(MAKE) --no-print-directory openapi
	@$(RUN) -m games.web.check
	@$(RUN) -m tests.deploy.kubernetes

web: $(STAMP) ## Build the page into build/web; `make up` does it too
	@$(RUN) -m games.web.build

screenshots: $(STAMP) ## Take pictures of all screens of the page into build/screenshots; needs Chromium
	@$(RUN) -m tests.web.screenshots $(ARGS)

kubernetes: $(STAMP) ## Build the manifests in deploy/kubernetes and validate them; ARGS="--crds DIRECTORY" also those of operators
	@$(RUN) -m tests.deploy.kubernetes $(ARGS)

openapi: $(STAMP) ## Lint OpenAPI's document with Spectral and Redocly; the first time it needs a network
	@DJANGO_SETTINGS_MODULE=config.settings.test $(RUN) -W ignore::RuntimeWarning -m tests.openapi.lint

sdk: $(STAMP) ## Make clients in TypeScript, Kotlin, Swift, Dart and Python in build/sdk; the first time it needs a network
	@$(RUN) -m tests.sdk.clients $(ARGS)

examples: $(STAMP) ## Record the examples in OpenAPI's document again
	@RECORD_EXAMPLES=1 $(RUN) -m pytest -q tests/openapi/examples

contract: $(STAMP) ## Add what is new in the API to the contract that tests keep; refuses what would break clients
	@$(RUN) -m tests.contract.outline $(ARGS)

hooks: $(STAMP) ## Run the commit hooks on all files
	@$(RUN) -m pre_commit run --all-files

fmt: $(STAMP) ## Format the code, and repair what ruff can repair
	@$(RUN) -m ruff format && $(RUN) -m ruff check --fix && $(RUN) -m games.web.check --fix

bench: $(STAMP) ## Run the benchmarks; `make bench ARGS="--only due"` runs one of them, `ARGS=--write` writes docs/explanation/performance.md
	@DJANGO_SETTINGS_MODULE=tests.benchmarks.settings exec $(RUN) manage.py bench $(ARGS)

load: $(STAMP) ## Load the service that `make up` started with 200 clients; check that no move is lost
	@DJANGO_SETTINGS_MODULE=tests.benchmarks.settings exec $(RUN) manage.py load_test $(ARGS)

compiled: $(STAMP) ## Make a copy of the project in build/compiled whose rules and bots are compiled, and test it
	@$(RUN) -m games.compiling build/compiled && cd build/compiled && $(abspath $(RUN)) -m pytest -n 2 tests/rules tests/games/bots tests/games/codec tests/games/records tests/games/test_thinking.py

compiled-games: $(STAMP) ## Play 300 games of each variant with bots and analyses in build/compiled; `ARGS="--seconds 600"` plays shorter
	@cd build/compiled && $(abspath $(RUN)) -m tests.benchmarks.compiled_games $(ARGS)

messages: $(STAMP) ## Update the translations of all that people read from the code, and compile them
	@mkdir -p build && $(RUN) -m babel.messages.frontend -q extract --no-location --sort-output -F tests/translations/babel.cfg -k _reason:3 -o build/messages.pot $(SPOKEN)
	@$(RUN) -m babel.messages.frontend -q update --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date -w 120 -D django -i build/messages.pot -d games/locale
	@$(RUN) -m babel.messages.frontend -q extract --no-location --sort-output -F tests/translations/babel.cfg -o build/players.pot base players
	@$(RUN) -m babel.messages.frontend -q update --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date -w 120 -D django -i build/players.pot -d players/locale
	@for folder in games players; do $(RUN) -m babel.messages.frontend -q compile -D django -d $$folder/locale; done

changelog: $(STAMP) ## Print the release notes that the files in changes/ make
	@$(RUN) -m towncrier build --draft --version next

docs: $(STAMP) ## Build the documentation into build/docs; the service shows it at /docs/
	@exec $(RUN) -m docs.build $(ARGS)

$(STAMP): pyproject.toml uv.lock config/bootstrap.py
	@$(PYTHON) config/bootstrap.py && touch $@
