#!/usr/bin/env bash
# Tests callback queue, clocks, meeting, controller, sender, control socket, facades, inputs and outputs under the thread
# sanitizer, without suppressions.
set -euo pipefail
cd "$(dirname "$0")/.."
export SANITIZE=thread
source scripts/flags.sh
source scripts/interfaces.sh

targets=(StudioRuntimeTests ProductionStudioTests ProductionStudioTestingTests StudioScenarioTests SessionControlTests SessionClientTests
    StudioEngineTests MediaInputsTests MediaReceivingTests MediaOutputsTests ProgramEncodingTests PSStudioLibraryTests
    "${interface_tests[@]}")
export PSSTUDIO_TEST_TARGETS="${targets[*]}"
swift build --build-tests "${strict[@]}"

export TSAN_OPTIONS="halt_on_error=1 exitcode=66" SWIFT_BACKTRACE=enable=no
# GLib's allocator reuses memory without the sanitizer's knowledge.
export G_SLICE=always-malloc
# The skipped tests are single-threaded, and take minutes.
skipped=(LongSessionTests SessionScenarioTests/hour RandomMeetingTests ControllerSequenceTests CaptureRuleTests
    CustomRenderingRuleTests ConversionComparisonTests ToneMappingTests WAVTests)
swift test --skip-build "${strict[@]}" "${skipped[@]/#/--skip=}"
