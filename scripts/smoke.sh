#!/usr/bin/env bash
# The short check before a commit: format and house rules, the unit tests of the floors Core, System, Studio and Session, those of
# containers and of the decisions of the other floors, and a coded session of two seconds, all in the debug build. It builds these tests,
# the program, and what they need.
# Arguments are those of `swift test` and run tests only: scripts/smoke.sh --filter GainRampTests
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/flags.sh

# The folder of `make test` with its flags: what is built here is not built there again.
PSSTUDIO_TEST_TARGETS="$(cd Tests && printf '%s ' {Core,System,Studio,Session}/*Tests */*DecisionTests Media/ContainersTests | sed 's|[A-Za-z]*/||g') psstudio"
export PSSTUDIO_TEST_TARGETS
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$folder"' EXIT
# Links and tests that wait leave time for it.
[ $# -gt 0 ] || scripts/lint.sh >"$folder/lint" 2>&1 &
lint=$!
swift build --build-tests "${strict[@]}"
binaries=$(swift build --show-bin-path "${strict[@]}")

# Criticals of GLib and GStreamer are failures. With the backtracer on, the trap could be lost.
export G_DEBUG=fatal-criticals SWIFT_BACKTRACE=enable=no NO_COLOR=1
tests=("$binaries/psstudioPackageTests.xctest" --testing-library swift-testing)
if [ $# -gt 0 ]; then
    "${tests[@]}" "$@"
    exit
fi
log=.build/smoke.log
if ! "${tests[@]}" >"$log" 2>&1; then
    grep -v '^◇' "$log" | grep -A 3 -E '^✘|error:|[Ff]atal' || tail -20 "$log"
    echo "smoke: tests failed; all lines: $log" >&2
    exit 1
fi
tail -1 "$log"
"$binaries/psstudio" start --quiet --video coded: --audio coded: --width 640 --height 360 --duration 2s --out "$folder/show.mp4"
"$binaries/psstudio" probe "$folder/show.mp4" --strict --expect-frames 60 --max-missing 0 --max-repeated 0 --max-out-of-order 0 \
    --max-offset 1ms --max-gap 0 | sed -n 's/^verdict */smoke: a coded session: /p'
wait "$lint" || { cat "$folder/lint" >&2; exit 1; }
echo "smoke: passed in $SECONDS s"
