#!/usr/bin/env bash
# Builds everything with warnings as errors, then runs all tests. The integration tests run the release build.
# Arguments are those of `swift test`: scripts/test.sh --filter RTMPTests
#
#   SANITIZE=address, SANITIZE=thread    the test build has that sanitizer; the release build has none
#   PSSTUDIO_LONG=1                      all repetitions of randomized tests
#   PSSTUDIO_BINARY=FILE                 the program to test, instead of a release build
#   --without-corrections    only the test of each correction of GStreamer, without that correction: where one passes, the
#                            fault is gone, or the test does not show it
#
# The durations of all tests are in test-durations.json in the build folder.
set -euo pipefail
cd "$(dirname "$0")/.."

source scripts/flags.sh
if [ -z "${PSSTUDIO_BINARY:-}" ]; then
    for program in psstudio psstudio-server; do swift build "${release[@]}" --product $program; done
    export PSSTUDIO_BINARY="$PWD/.build/release/psstudio"
fi

# The time in seconds above which an in-process test is named.
limit=2
skipped=()
case "${SANITIZE:-}" in
    address)
        # Leak detection is off, because GLib keeps its type system until the end.
        export ASAN_OPTIONS="halt_on_error=1:detect_leaks=0:detect_stack_use_after_return=0"
        ;;
    thread)
        export TSAN_OPTIONS="halt_on_error=1 exitcode=66"
        # These are single-threaded, and take minutes.
        skipped=(LongSessionTests SessionScenarioTests/hour RandomMeetingTests ControllerSequenceTests CaptureRuleTests
            CustomRenderingRuleTests ConversionComparisonTests ToneMappingTests WAVTests)
        ;;
esac
if [ -n "${SANITIZE:-}" ]; then
    limit=5
    # GLib's allocator hides uses after free, and reuses memory without the sanitizer's knowledge.
    export G_SLICE=always-malloc
fi
swift build --build-tests "${strict[@]}"
# Criticals of GLib and GStreamer are failures. With the backtracer on, the trap could be lost.
export G_DEBUG=fatal-criticals SWIFT_BACKTRACE=enable=no
PSSTUDIO_CLIPS=$(scripts/fetch-clips.sh)
export PSSTUDIO_CLIPS
export NO_COLOR=1

reports=$(mktemp -d)
integration=
trap '[ -z "$integration" ] || kill "$integration" 2>/dev/null; rm -rf "$reports"' EXIT
folder=$(swift build --show-bin-path "${strict[@]}")
# Not `swift test`: two of them at the same time lock the database of the build against each other.
tests=("$folder/psstudioPackageTests.xctest" --testing-library swift-testing "${skipped[@]/#/--skip=}")

# Prints name and test of each row.
corrections() {
    cat Sources/System/GStreamer/Corrections/*.swift | tr -d '\n' | grep -oP '= Correction\(\s*"\K[^"]+".*?test: "[^"]+' |
        sed 's/".*test: "/ /'
}

# A test without its correction has to fail, with a message: a crash tells nothing of the fault.
test_without_corrections() {
    export reports
    corrections | xargs -P "$(nproc)" -L 1 bash -c '
        name=${*: -2:1} test=${*: -1} status=0
        log=$reports/$name.log
        PSSTUDIO_CORRECTIONS=-$name "${@:1:$#-2}" --filter "${test/.//}\(" >"$log" 2>&1 || status=$?
        if [ "$status" = 0 ]; then
            echo "$name: $test passes without the correction" | tee -a "$reports/failed"
        elif grep -q "recorded an issue" "$log"; then
            echo "$name: $test fails, as it should"
        else
            tail -n 5 "$log"
            echo "$name: $test ends with $status" | tee -a "$reports/failed"
        fi' test "${tests[@]}"
    [ ! -e "$reports/failed" ]
}

# Failures are repeated at the end, so that a truncated log contains them.
fail() {
    echo "== Failures:"
    grep -hv '^◇' "$reports"/*.log | grep -A 3 -E '^✘|error:|[Ff]atal' || true
    # A test that crashes leaves no line.
    [ ! -e "$reports/failed" ] || echo "Failed modules: $(paste -sd ' ' "$reports/failed")"
    exit 1
}

if [ "${1:-}" = --without-corrections ]; then
    test_without_corrections
    exit
fi
if [ $# -gt 0 ]; then
    "${tests[@]}" "$@" 2>&1 | tee "$reports/tests.log" || fail
    exit
fi

# One process for each module of in-process tests. The tests of a module run one after the other, so that each reports its own
# time. The modules that take longest start first.
modules() {
    local longest='StudioEngineTests|MediaInputsTests|GStreamerTests|MediaOutputsTests|ProductionStudioTests|CodedMediaTests'
    "${tests[@]}" --list-tests | sed -n 's/^\([A-Za-z0-9_]*\)\..*/\1/p' | sort -u >"$reports/modules"
    grep -xE "$longest" "$reports/modules" || true
    grep -vxE "$longest|IntegrationTests" "$reports/modules" || true
}

# The integration tests mostly wait. The others fill the processor meanwhile, at a lower priority.
PSSTUDIO_TEST_DURATIONS="$reports/integration.durations" \
    "${tests[@]}" --filter '^IntegrationTests\.' --experimental-maximum-parallelization-width 4 \
    >"$reports/IntegrationTests.log" 2>&1 &
integration=$!
passed=yes
export reports
modules | nice -n 10 xargs -P $((2 * $(nproc))) -I MODULE bash -c '
    module=$1; shift
    "$@" --no-parallel --filter "^$module\." >"$reports/$module.log" 2>&1 || echo "$module" >>"$reports/failed"
    cat "$reports/$module.log"' MODULE MODULE "${tests[@]}" || passed=no
[ ! -e "$reports/failed" ] || passed=no
wait "$integration" || { passed=no; echo IntegrationTests >>"$reports/failed"; }
integration=
cat "$reports/IntegrationTests.log"
scripts/test-durations.sh "$reports" "$limit" "$folder/test-durations.json"
[ "$passed" = yes ] || fail
