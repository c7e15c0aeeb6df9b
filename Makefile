# Short recipes. `make up` and `make test` set up whatever they need; `make up PORT=8123 DATA=path` moves the service.
PYTHON ?= python3
VENV ?= .venv
RUN := $(VENV)/bin/python
STAMP := $(VENV)/.in-step
OLDER ?= $(wildcard /usr/lib/postgresql/1[5-7]/bin)
export VENV
# Many processes start: each would compile all that it imports, where none may keep what it has compiled.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help up play test soak unit log coverage check hooks fmt bench load compiled messages changelog docs

help: ## Say what there is
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/'

up: $(STAMP) ## Start everything on this machine; Ctrl-C ends it
	@exec $(RUN) manage.py up

play: $(STAMP) ## Play in the terminal against the service that `make up` started
	@exec $(RUN) manage.py play $(ARGS)

ifdef ARGS
test: $(STAMP)
	@$(RUN) -m pytest -n 2 --dist loadfile --no-loadscope-reorder $(ARGS)
else
test: $(STAMP) ## Run all tests, those of the rules first; `make test ARGS=path` runs only what is in path
	@$(RUN) -m pytest -n 2 tests/rules
	@$(RUN) -m pytest -n 2 --dist loadfile --no-loadscope-reorder --ignore=tests/rules
	@$(MAKE) --no-print-directory log
endif

unit: $(STAMP) ## Run the fast tests of the rules and of other pure code, in about five seconds
	@$(RUN) -m pytest -c tests/unit.ini --rootdir=. $(ARGS)

coverage: $(STAMP) ## Run the tests that start no other process, and print how much of the code they run
	@$(RUN) -m pytest -q -n 2 --dist loadfile --no-loadscope-reorder -m "not slow" --cov --cov-report=term:skip-covered $(ARGS)

soak: $(STAMP) ## Run the tests of load at their full size: some ten minutes
	@$(RUN) -m pytest -n 0 --full-size -m load tests/games/api tests/games/processes

log: $(STAMP) ## Run the tests of the log on another PostgreSQL too, where one is installed
	@for older in $(OLDER); do POSTGRES_BINARIES=$$older $(RUN) -m pytest -n 2 tests/games/store tests/games/projections || exit 1; done

check: $(STAMP) ## Format, lint, types, import contracts, migrations
	@$(RUN) -m ruff format --check && $(RUN) -m ruff check && $(RUN) -m mypy && $(VENV)/bin/lint-imports && DJANGO_SETTINGS_MODULE=config.settings.test $(RUN) -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run

hooks: $(STAMP) ## Run the commit hooks on all files
	@$(RUN) -m pre_commit run --all-files

fmt: $(STAMP) ## Format, and repair what can be repaired
	@$(RUN) -m ruff format && $(RUN) -m ruff check --fix

bench: $(STAMP) ## Measure the ratios of speed that matter
	@DJANGO_SETTINGS_MODULE=tests.benchmarks.settings exec $(RUN) manage.py bench $(ARGS)

load: $(STAMP) ## Load the service that `make up` started with 200 clients; check that no move is lost
	@DJANGO_SETTINGS_MODULE=tests.benchmarks.settings exec $(RUN) manage.py load_test $(ARGS)

compiled: $(STAMP) ## Compile a copy of the rules with mypyc into build/compiled, and test them there
	@$(RUN) -m tests.benchmarks.compiling build && cd build/compiled && $(abspath $(RUN)) -m pytest tests/rules

messages: $(STAMP) ## Bring the catalogues of digests in step with their sources, and compile them
	@mkdir -p build && $(RUN) -m babel.messages.frontend -q extract --no-location --sort-output -o build/digest.pot games/digest
	@$(RUN) -m babel.messages.frontend -q update --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date -w 120 -D django -i build/digest.pot -d games/locale
	@$(RUN) -m babel.messages.frontend -q compile -D django -d games/locale

changelog: $(STAMP) ## Show the release notes that the fragments in changes/ make
	@$(RUN) -m towncrier build --draft --version next

docs: $(STAMP) ## Build the documentation into build/docs, which the service shows at /docs/
	@exec $(RUN) -m docs.build $(ARGS)

$(STAMP): pyproject.toml uv.lock config/bootstrap.py
	@$(PYTHON) config/bootstrap.py && touch $@
