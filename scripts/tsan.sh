#!/usr/bin/env bash
# Core, lane, clocks, controller and sender under the thread sanitizer, without a suppression file.
set -euo pipefail
cd "$(dirname "$0")/.."

# A few thousand random events: a million would take minutes here.
export PSSTUDIO_RANDOM_EVENTS=6000
export TSAN_OPTIONS="halt_on_error=1 exitcode=66" SWIFT_BACKTRACE=enable=no
swift test --sanitize=thread --scratch-path .build-tsan \
    --filter 'StudioCoreTests|StudioRuntimeTests|ProductionStudioTests|ZoomSDKTests'
