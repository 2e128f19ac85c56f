#!/usr/bin/env bash
# Runs what CI runs, as `make check` does: tests, installation, linter, sanitizers, examples, documentation, a short
# self-test, a short soak test and the torture test. It omits the benchmarks and the fuzzer.
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
