# `make run` and `make test` set up all that is missing, once; later calls need no network.

PY := .venv/bin/python
HTMX := static/vendor/htmx.min.js
BUNDLE := static/table.bundle.js
BUNDLER := .venv/esbuild
PARTS := $(filter-out %.bundle.js %.bundle.css static/vendor/%,$(wildcard static/*.css static/*.js static/*/*.js))
# One more worker than there are cores, for a browser's test also waits; each gets one test at a time.
PYTEST = -n $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1) --maxprocesses=4 --dist=loadgroup
PYBABEL := $(PY) -m babel.messages.frontend --quiet
UPDATE := $(PYBABEL) update --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date -i locales/messages.pot -d locales
CATALOGUES := $(wildcard locales/*/LC_MESSAGES/messages.po)
COMPILE := $(PY) -m uv pip compile --quiet --universal --generate-hashes --no-header \
	--python-version 3.11 $(UPGRADE) pyproject.toml

.DEFAULT_GOAL := help
.PHONY: help
help:
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-13s%s\n", $$1, $$2 }' Makefile

.PHONY: run
run: .venv/run.txt $(BUNDLE) ## start the server
	@exec $(PY) -m app

# Each worker and server of the tests would compile all modules anew.
test test-failed: export PYTHONDONTWRITEBYTECODE =

.PHONY: test
test: .venv/dev.txt $(BUNDLE) ## run every test (a part of them: .venv/bin/python -m pytest tests/…)
	@KINGS_TEST_BROWSER="$$($(PY) -m tools.browser)" || exit 1; \
	export KINGS_TEST_BROWSER; exec $(PY) -m pytest $(PYTEST)

.PHONY: test-failed
test-failed: .venv/dev.txt $(BUNDLE) ## run again, one after the other, what failed last
	@KINGS_TEST_BROWSER="$$($(PY) -m tools.browser)" || exit 1; \
	export KINGS_TEST_BROWSER; exec $(PY) -m pytest --last-failed --last-failed-no-failures none

.PHONY: test-rules
test-rules: .venv/dev.txt ## play many more deals and matches of any rule set than `make test` does
	@KINGS_TEST_RULES=rules exec $(PY) -m pytest $(PYTEST) tests/engine

# Each is a target of its own; -k goes on after a failure, so that one call tells all of them.
CHECKS := lint format types imports templates scripts spelling dependencies messages
.PHONY: check
check: .venv/dev.txt ## lint, format, types, imports, templates, scripts, spelling, dependencies, messages
	@$(MAKE) --no-print-directory --keep-going $(CHECKS:%=check-%)

.PHONY: $(CHECKS:%=check-%)
check-lint:
	$(PY) -m ruff check
check-format:
	$(PY) -m ruff format --check
check-types:
	$(PY) -m mypy
check-imports:
	$(PY) .venv/bin/lint-imports --no-logo
check-templates:
	$(PY) -m djlint templates --check --lint
check-scripts: $(BUNDLER) # that they can be read at all, style sheets too
	@! $(BUNDLER) --log-level=warning --outdir=.venv/read $(PARTS) 2>&1 | grep .
check-spelling:
	$(PY) -m codespell_lib
check-dependencies:
	$(PY) -m deptry .
check-messages: pot
ifneq ($(CATALOGUES),)
	$(PYBABEL) compile -d locales
	@$(UPDATE) --check 2>/dev/null || { echo "locales/ is out of date: run make messages." >&2; exit 1; }
endif

.PHONY: fix
fix: .venv/dev.txt ## mend what can be mended by itself
	-$(PY) -m ruff check --fix
	$(PY) -m ruff format
	-$(PY) -m djlint templates --reformat --quiet

.PHONY: bench
bench: .venv/dev.txt $(BUNDLE) ## run the benchmarks
	@exec $(PY) -m bench

.PHONY: screenshots
screenshots: .venv/dev.txt $(BUNDLE) ## take the pictures in docs/screenshots/ and the phones' icon anew
	@exec $(PY) -m tools.screenshots

.PHONY: messages
messages: .venv/dev.txt pot ## put new and changed sentences into locales/ (a new language: make messages NEW=nl)
	$(if $(NEW),$(PYBABEL) init -l $(NEW) -i locales/messages.pot -d locales,$(UPDATE))
	@$(PY) -m tools.english

.PHONY: pot
pot:
	@mkdir -p locales
	$(PYBABEL) extract --mapping=pyproject.toml --project=kings-corner --add-location=file \
		--add-comments=Translators: --output=locales/messages.pot .

.PHONY: lock
lock: .venv/dev.txt ## write requirements/ anew from pyproject.toml (newest versions: make lock UPGRADE=-U)
	$(COMPILE) --output-file requirements/run.txt
	$(COMPILE) --group dev --constraint requirements/run.txt --output-file requirements/dev.txt
	$(COMPILE:pyproject.toml=) --group installer --constraint requirements/dev.txt --output-file requirements/installer.txt
	$(COMPILE:pyproject.toml=) --group node --output-file requirements/node.txt

# The first that is new enough; looked for only when something is to be installed.
PYTHON = $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$python && break; done)
NO_PYTHON := King's Corners needs Python 3.11 or newer: install one \
	(Debian, Ubuntu: apt-get install python3 python3-venv), then run make again.

# .venv/run.txt and .venv/dev.txt are the locks as last installed. Where .venv's Python has gone, all anew.
.PHONY: anew
.venv/dev.txt: .venv/run.txt
.venv/run.txt .venv/dev.txt: .venv/%.txt: requirements/%.txt $(if $(realpath $(PY)),,anew)
	@python="$(PYTHON)"; [ "$$python" ] || { echo "$(NO_PYTHON)" >&2; exit 1; }; \
	$$python -m tools.install $*

$(HTMX): package-lock.json | .venv/run.txt
	@$(PY) -m tools.vendor

# Gone with a .venv that was made anew.
$(BUNDLER): | $(HTMX)
	@$(PY) -m tools.vendor

$(BUNDLE): $(HTMX) $(BUNDLER) $(PARTS)
	@$(PY) -m tools.bundle
