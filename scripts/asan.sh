#!/usr/bin/env bash
# What touches memory of C, inputs and outputs under the address sanitizer. Leaks are not its business: GLib keeps its type system
# to the end.
set -euo pipefail
cd "$(dirname "$0")/.."

export ASAN_OPTIONS="halt_on_error=1:detect_leaks=0:detect_stack_use_after_return=0" SWIFT_BACKTRACE=enable=no
# GLib's own allocator would hide what is used after it was freed.
export G_SLICE=always-malloc
swift test --sanitize=address --scratch-path .build-asan --filter 'GStreamerTests|StudioRuntimeTests|StudioEngineTests|MediaInputsTests|MediaOutputsTests|ProgramEncodingTests'
