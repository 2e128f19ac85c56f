#!/usr/bin/env bash
# Tests core, callback queue, clocks, meeting, controller, sender, facade, inputs and outputs under the thread sanitizer, without suppressions.
set -euo pipefail
cd "$(dirname "$0")/.."

targets=(StudioCoreTests StudioRuntimeTests ProductionStudioTests ProductionStudioTestingTests ZoomSDKTests GuideTests
    StudioScenarioTests StudioEngineTests MediaInputsTests MediaReceivingTests MediaOutputsTests ProgramEncodingTests
    AgoraRtcKitTests AVFoundationTests ZegoExpressEngineTests ZoomVideoSDKTests)
export PSSTUDIO_TEST_TARGETS="${targets[*]}"
export TSAN_OPTIONS="halt_on_error=1 exitcode=66" SWIFT_BACKTRACE=enable=no
# GLib's allocator reuses memory without the sanitizer's knowledge.
export G_SLICE=always-malloc
# The skipped tests are single-threaded, and take minutes.
swift test --sanitize=thread --scratch-path .build-tsan --skip MeetingSequenceTests --skip LongSessionTests --skip CaptureRuleTests
