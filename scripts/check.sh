#!/usr/bin/env bash
# Runs what CI runs, as `make check` does: tests, installation, packages, linter, sanitizers, examples, documentation, a short
# self-test, a short soak test and the torture test. Of the benchmarks it runs those that count. It omits the
# others and the fuzzer.
set -euo pipefail
cd "$(dirname "$0")/.."

source scripts/flags.sh
export BUILD_FLAGS="${strict[*]}"
# Kept for a look at the pages.
export PSSTUDIO_SCREENSHOTS="$PWD/.build/screenshots"
mkdir -p "$PSSTUDIO_SCREENSHOTS"

step() {
    echo "== $*"
    local began=$SECONDS
    "$@"
    echo "== took $((SECONDS - began)) s"
}
# These steps mostly wait, and hold on a busy machine, too.
sessions() {
    SELFTEST_SECONDS=5 SELFTEST_SIZE=1280x720 step make selftest
    SECONDS_TO_RUN=60 step make soak
    SECONDS_TO_RUN=60 step make control-churn
    SECONDS_TO_RUN=60 step make recording-churn
    SECONDS_TO_RUN=150 step make torture
}
step make test-packages
# Two builds begin at the same time, and share the resolved versions.
step swift package resolve
# The tests leave time for the builds of the sanitizers, which have the lowest priority. Where the kernel shares the processor
# between sessions (autogroup), the priority of a process counts only within its session, so that the session gets one, too.
setsid chrt --idle 0 bash -c '[ ! -w /proc/self/autogroup ] || echo 19 >/proc/self/autogroup
    scripts/asan.sh --build && scripts/tsan.sh --build && scripts/bench.sh --build' >/dev/null 2>&1 &
builds=$!
others=()
reports=$(mktemp -d)
trap 'kill -- "-$builds" "${others[@]}" 2>/dev/null || true; rm -rf "$reports"' EXIT
# The suites that run under the address sanitizer run only there.
PSSTUDIO_OMITTED_TARGETS="$(scripts/asan.sh --list)" step make test
# Without expectations in real time, these tests take the time that the next steps leave.
step nice -n 19 make asan >"$reports/asan" 2>&1 &
others+=($!)
step make test-install
step make test-embedding
step make test-meetingsdk
step make test-python
step make test-page
step make test-server
step make test-obs
step make test-deb
step make lint
sessions >"$reports/sessions" 2>&1 &
others+=($!)
step make examples
step make docs
step make counts
step nice make tsan
passed=yes
for other in "${others[@]}"; do wait "$other" || passed=no; done
cat "$reports"/*
[ "$passed" = yes ]
echo "screenshots: $PSSTUDIO_SCREENSHOTS"
