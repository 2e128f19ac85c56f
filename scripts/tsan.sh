#!/usr/bin/env bash
# Tests core, callback queue, clocks, meeting, controller, sender, facade, inputs and outputs under the thread sanitizer, without suppressions.
set -euo pipefail
cd "$(dirname "$0")/.."

export TSAN_OPTIONS="halt_on_error=1 exitcode=66" SWIFT_BACKTRACE=enable=no
# GLib's allocator reuses memory without the sanitizer's knowledge.
export G_SLICE=always-malloc
swift test --sanitize=thread --scratch-path .build-tsan \
    --filter 'StudioCoreTests|StudioRuntimeTests|ProductionStudio(Testing)?Tests|ZoomSDKTests|Guide.*Tests|StudioEngineTests|MediaInputsTests|MediaOutputsTests|ProgramEncodingTests' \
    --skip MeetingSequenceTests  # Single-threaded, and takes minutes.
