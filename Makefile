# Every target runs scripts from scripts/, so that everything also works without make.
.DEFAULT_GOAL := help
.PHONY: help run demo test test-changed test-full check docs bench bench-full release reference format clean clean-cache

help: ## Show this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-12s %s\n", $$1, $$2 }'

run: ## Build the server, start it with its data in ./data and print a sign-in link
	@scripts/run

demo: ## Run the whole loop in the terminal, without a browser
	@scripts/demo

test: ## Run everything that CI runs
	@scripts/test

test-changed: ## Run what a change concerns: what differs from main, and what depends on it
	@scripts/test-changed

test-full: ## Run everything with the long variants, as each night and before a release
	@scripts/test --full

check: ## Check format, boundaries, hidden clocks and documents
	@scripts/check

docs: ## Build the SDK reference as web pages in artifacts/documentation
	@scripts/bootstrap && scripts/checks/documentation --into artifacts/documentation

bench: ## Run the benchmarks in release mode; the results belong in docs/performance.md
	@scripts/bench

bench-full: ## Measure every page and audience of an app with a million people; makes a file of some 22 GB first, which takes most of an hour
	@scripts/bench pages audiences --people=1000000

release: ## Build the server for installation: one binary that runs without Swift
	@scripts/release

reference: ## Generate the fields in docs/wire.md, openapi.yaml with the management API, and the scenario schema from the code
	@scripts/reference

format: ## Format all Swift files
	@scripts/format

clean: ## Remove build products and test artifacts, but keep ./data
	@scripts/clean

clean-cache: ## Remove the build folders that all clones on this machine share
	@scripts/clean-cache
