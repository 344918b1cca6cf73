# Every target is one script in scripts/, so that each can also be called without make.
.DEFAULT_GOAL := help
.PHONY: help run demo test check docs bench release reference format clean

help: ## Show this list
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-9s %s\n", $$1, $$2 }'

run: ## Build the server, start it with its data under ./data, print a link to sign in
	@scripts/run

demo: ## Show the whole loop in the terminal, without a browser
	@scripts/demo

test: ## Run everything that CI runs
	@scripts/test

check: ## Format, boundaries, hidden clocks, documents
	@scripts/check

docs: ## Write the SDK's reference as pages for a browser, into artifacts/documentation
	@scripts/bootstrap && scripts/checks/documentation --into artifacts/documentation

bench: ## Measure, in release mode; the figures go to docs/performance.md
	@scripts/bench

release: ## Build the server for installing: one binary without needs of Swift
	@scripts/release

reference: ## Write the fields in docs/wire.md, openapi.yaml and the schema of scenarios anew, from the code
	@scripts/reference

format: ## Format all Swift files
	@scripts/format

clean: ## Remove build products and test artifacts; ./data stays
	@scripts/clean
