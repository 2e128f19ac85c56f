#!/usr/bin/env bash
# Runs the same as CI: tests, installation, linter, sanitizers, examples, documentation, a short self-test, a short soak
# and three minutes of the torture test.
set -euo pipefail
cd "$(dirname "$0")/.."

source scripts/flags.sh
export BUILD_FLAGS="${strict[*]}"

step() {
    echo "== $*"
    local began=$SECONDS
    "$@"
    echo "== took $((SECONDS - began)) s"
}
step make test
step make test-install
step make lint
step make tsan
step make asan
step make examples
step make docs
SELFTEST_SECONDS=5 SELFTEST_SIZE=1280x720 step make selftest
SECONDS_TO_RUN=60 step make soak
SECONDS_TO_RUN=150 step make torture
