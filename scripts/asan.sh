#!/usr/bin/env bash
# Tests the modules that use C memory, inputs and outputs under the address sanitizer. Leak detection is off, because GLib keeps
# its type system until the end.
set -euo pipefail
cd "$(dirname "$0")/.."

targets=(GStreamerTests StudioRuntimeTests StudioEngineTests MediaInputsTests MediaReceivingTests MediaOutputsTests ProgramEncodingTests
    AgoraRtcKitTests AVFoundationTests ZegoExpressEngineTests ZoomVideoSDKTests)
export PSSTUDIO_TEST_TARGETS="${targets[*]}"
export ASAN_OPTIONS="halt_on_error=1:detect_leaks=0:detect_stack_use_after_return=0" SWIFT_BACKTRACE=enable=no
# GLib's allocator would hide uses after free.
export G_SLICE=always-malloc
# The skipped tests use no C memory.
swift test --sanitize=address --scratch-path .build-asan --skip CaptureRuleTests
