#!/usr/bin/env bash
# Exactly what CI runs: tests, linter, sanitizer, examples, and a short soak.
set -euo pipefail
cd "$(dirname "$0")/.."

step() {
    echo "== $*"
    local began=$SECONDS
    "$@"
    echo "== took $((SECONDS - began)) s"
}
step make test
step make lint
step make tsan
step make examples
SECONDS_TO_RUN=60 step make soak
