#!/usr/bin/env bash
# Builds everything with warnings as errors, then runs all tests. The integration tests run the release build.
# Arguments are those of `swift test`: scripts/test.sh --filter RTMPTests
set -euo pipefail
cd "$(dirname "$0")/.."

source scripts/flags.sh
for program in psstudio psstudio-server; do swift build "${release[@]}" --product $program; done
swift build --build-tests "${strict[@]}"
# Criticals of GLib and GStreamer are failures. With the backtracer on, the trap could be lost.
export G_DEBUG=fatal-criticals SWIFT_BACKTRACE=enable=no
export PSSTUDIO_BINARY="$PWD/.build/release/psstudio"
PSSTUDIO_CLIPS=$(scripts/fetch-clips.sh)
export PSSTUDIO_CLIPS

reports=$(mktemp -d)
trap 'rm -rf "$reports"' EXIT
# Not `swift test`: two of them at the same time lock the database of the build against each other.
tests=("$(swift build --show-bin-path "${strict[@]}")/psstudioPackageTests.xctest" --testing-library swift-testing)
export NO_COLOR=1

# Failures are repeated at the end, so that a truncated log contains them.
fail() {
    echo "== Failures:"
    grep -hv '^◇' "$reports"/* | grep -A 3 -E '^✘|error:|[Ff]atal' || true
    exit 1
}

if [ $# -gt 0 ]; then
    "${tests[@]}" "$@" 2>&1 | tee "$reports/tests" || fail
    exit
fi

# The tests that run in real time mostly wait. The others fill the processor meanwhile, at a lower priority.
"${tests[@]}" --filter 'IntegrationTests.RealTime/' >"$reports/real-time" 2>&1 &
real_time=$!
passed=yes
nice -n 10 "${tests[@]}" --skip 'IntegrationTests.RealTime/' 2>&1 | tee "$reports/tests" || passed=no
wait "$real_time" || passed=no
cat "$reports/real-time"
[ "$passed" = yes ] || fail
