# Switchboard. `make run` is all a newcomer needs: Python 3.11 and make.
PYTHON ?= python3.11
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
SITE = $$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
UV := $(shell command -v uv 2>/dev/null)
CODE := agents analytics benchmarks demo examples handoffs manage.py platform routing studio tests
export UV_PYTHON_DOWNLOADS := never
# Without compiled files every start reads all libraries anew: 8 s instead of 3.
export PYTHONDONTWRITEBYTECODE :=
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PORT EMPTY
# When make began: what says how long a start took counts from here.
run run-full run-gateway dev: export SWITCHBOARD_STARTED := $(shell date +%s)
INSTALL = $(PYTHON) -P demo/installing.py

# Before a first start installs for minutes; a later one looks by itself.
STARTED = $(or $(firstword $(MAKECMDGOALS)),run)
free-port: | $(VENV)/bin/python
	@[ -e $(VENV)/.installed ] || $(BIN)/python -c 'from demo import prepare; prepare.ports("make $(STARTED)", $(if $(filter run-gateway,$(STARTED)),3,1))'

.PHONY: free-port run run-full run-gateway dev reset smoke screenshots test test-slow test-endurance check format messages lock clean
.DEFAULT_GOAL := run

run: free-port $(VENV)/.installed  ## the demo on http://127.0.0.1:8000 (PORT changes it; EMPTY=1 leaves the demo out); Ctrl-C stops all of it
	@exec $(BIN)/python -m demo.run

run-full: free-port $(VENV)/.installed  ## as in production: this machine's PostgreSQL and Redis, two web processes, a worker (EMPTY=1 as above)
	@exec $(BIN)/python -m demo.run_full

run-gateway: free-port $(VENV)/.installed  ## a gateway on PORT and two instances behind it, on one database
	@exec $(BIN)/python -m demo.run_gateway

dev: $(VENV)/.installed-dev  ## the same, restarting when a file changes
	@DEBUG=1 exec $(BIN)/python -m demo.run --reload

reset: $(VENV)/.installed  ## puts the demo world back as it was delivered
	@$(BIN)/python manage.py migrate --verbosity 0
	@$(BIN)/python manage.py seed_demo --reset

smoke: $(VENV)/.installed  ## one message to a running installation: make smoke URL=http://127.0.0.1:8000
	@$(BIN)/python -m demo.smoke "$(or $(URL),http://127.0.0.1:$(PORT))"

test: $(VENV)/.installed-dev  ## everything but what kills, restarts or loads; about a quarter of an hour on two cores
	@$(BIN)/python -m tests.run

test-slow: $(VENV)/.installed-dev  ## what kills, restarts and loads
	@$(BIN)/python -m tests.run --slow

test-endurance: $(VENV)/.installed-dev  ## what counts hundreds of turns under faults; no part of CI
	@$(BIN)/python -m tests.run --endurance

screenshots: $(VENV)/.installed-dev  ## the README's pictures of the pages, taken anew (needs Chromium)
	@$(BIN)/python -m tests.pages.pictures

check: $(VENV)/.installed-dev  ## format, lint, types, floors, migrations, system check
	$(BIN)/ruff format --check --quiet $(CODE)
	$(BIN)/ruff check --quiet $(CODE)
	$(BIN)/python -m mypy $(filter-out benchmarks examples manage.py tests,$(CODE))
	$(BIN)/lint-imports
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python manage.py check

format: $(VENV)/.installed-dev
	$(BIN)/ruff format $(CODE)
	$(BIN)/ruff check --fix $(CODE)

messages: $(VENV)/.installed-dev  ## the catalogues of sentences again, after one was changed (needs GNU gettext)
	$(BIN)/python manage.py makemessages -l pt_BR -l es --no-wrap --add-location=file --no-obsolete -v 0 \
	  -i '.venv/*' -i 'staticfiles/*' -i 'tests/*' -i 'var/*' -i 'node_modules/*'
	@git ls-files '*.py' | grep -v '^tests/' | xgettext --files-from=- --from-code=UTF-8 --keyword --keyword=mark --sort-by-file \
	  --no-wrap --add-location=file --package-name=Switchboard -o locale/conversation.pot
	@for each in locale/*/LC_MESSAGES/conversation.po; do \
	  msgmerge --quiet --update --backup=none --no-wrap --no-fuzzy-matching "$$each" locale/conversation.pot; done
	@for each in locale/*/LC_MESSAGES/*.po; do msgattrib --no-obsolete --width=100000 -o "$$each" "$$each"; done
	@sed -i '/^"POT-Creation-Date/d' locale/*/LC_MESSAGES/*.po && rm locale/conversation.pot
	$(BIN)/python manage.py compilemessages -v 0 -i '.venv'

lock:  ## pins what pyproject.toml asks for, with hashes (needs uv)
	uv pip compile -q pyproject.toml --universal --python-version 3.11.0 --generate-hashes --no-header --no-emit-index-url -o requirements.txt
	uv pip compile -q --group dev --universal --python-version 3.11.0 --constraint requirements.txt --generate-hashes --no-header --no-emit-index-url -o requirements-dev.txt

clean:  ## removes the virtual environment and what tools left; keeps var/ (the data)
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache staticfiles
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/python:
	@command -v $(PYTHON) >/dev/null 2>&1 || { \
	  echo "Switchboard needs Python 3.11, and '$(PYTHON)' was not found: install it, or name it with 'make run PYTHON=/path/to/python3.11'." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Switchboard needs Python 3.11 or newer, and '$(PYTHON)' is older: name another with 'make run PYTHON=/path/to/python3.11'." >&2; exit 1; }
ifdef UV
	@$(INSTALL) "Creating the virtual environment in $(VENV)" - uv venv --quiet --allow-existing --python "$$(command -v $(PYTHON))" $(VENV)
else
	@$(INSTALL) "Creating the virtual environment in $(VENV)" - $(PYTHON) -m venv $(VENV)
endif

$(VENV)/.installed: requirements.txt | $(VENV)/bin/python
ifdef UV
	@$(INSTALL) "Installing the pinned requirements" requirements.txt uv pip install --quiet --compile-bytecode --python $(BIN)/python --require-hashes -r requirements.txt
else
	@$(INSTALL) "Installing the pinned requirements" requirements.txt $(BIN)/python -m pip install -qq --require-hashes -r requirements.txt
endif
	@printf '%s\n%s\n' "$(CURDIR)" "$(CURDIR)/platform" > "$(SITE)/switchboard.pth"
	@touch $@

$(VENV)/.installed-dev: requirements-dev.txt $(VENV)/.installed
ifdef UV
	@$(INSTALL) "Installing what tests and checks need" requirements-dev.txt uv pip install --quiet --compile-bytecode --python $(BIN)/python --require-hashes -r requirements-dev.txt
else
	@$(INSTALL) "Installing what tests and checks need" requirements-dev.txt $(BIN)/python -m pip install -qq --require-hashes -r requirements-dev.txt
endif
	@touch $@
