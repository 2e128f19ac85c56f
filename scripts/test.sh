#!/usr/bin/env bash
# Builds everything with warnings as errors, then runs all tests. The integration tests run the release build.
set -euo pipefail
cd "$(dirname "$0")/.."

source scripts/flags.sh
swift build "${release[@]}" --product psstudio
swift build --build-tests "${strict[@]}"
# Criticals of GLib and GStreamer are failures. With the backtracer on, the trap could be lost.
export G_DEBUG=fatal-criticals SWIFT_BACKTRACE=enable=no
export PSSTUDIO_BINARY="$PWD/.build/release/psstudio"
PSSTUDIO_CLIPS=$(scripts/fetch-clips.sh)
export PSSTUDIO_CLIPS

# Failures are repeated at the end, so that a truncated log contains them.
report=$(mktemp)
trap 'rm -f "$report"' EXIT
if ! swift test --skip-build "${strict[@]}" "$@" 2>&1 | tee "$report"; then
    echo "== Failures:"
    grep -A 3 -E '^✘|error:|[Ff]atal' "$report" || true
    exit 1
fi
