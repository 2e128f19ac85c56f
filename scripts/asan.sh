#!/usr/bin/env bash
# Tests the modules that use C memory, inputs and outputs under the address sanitizer. Leak detection is off, because GLib keeps
# its type system until the end.
#
#   asan.sh --list    prints the test targets
#   asan.sh --build   builds only
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/flags.sh
source scripts/interfaces.sh

targets=(GStreamerTests StudioRuntimeTests StudioEngineTests MediaInputsTests MediaReceivingTests MediaOutputsTests
    ProgramEncodingTests PSStudioLibraryTests)
# The sender of Zoom's meetings has no memory of its own here.
for name in "${interface_tests[@]}"; do [ "$name" = ZoomSDKTests ] || targets+=("$name"); done
if [ "${1:-}" = --list ]; then
    echo "${targets[*]}"
    exit
fi
export PSSTUDIO_TEST_TARGETS="${targets[*]}"
swift build --build-tests "${strict[@]}" --sanitize=address --scratch-path .build-asan
[ "${1:-}" != --build ] || exit 0

export ASAN_OPTIONS="halt_on_error=1:detect_leaks=0:detect_stack_use_after_return=0"
# Criticals of GLib and GStreamer are failures, as in scripts/test.sh.
export G_DEBUG=fatal-criticals SWIFT_BACKTRACE=enable=no
# GLib's allocator would hide uses after free.
export G_SLICE=always-malloc
swift test --skip-build "${strict[@]}" --sanitize=address --scratch-path .build-asan
